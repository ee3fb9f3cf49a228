//! A SimObject of the model, as it declared itself.

use std::sync::Arc;

use simobject::Look;
use simobject_host::{Interface, Library, Number, ObjectType, Role};

use bowline_catalog::ENGINE;

/// A SimObject of the model.
#[derive(Debug)]
pub struct Object {
    /// Its name.
    pub name: Box<str>,
    /// The library of its type.
    pub library: &'static Library,
    /// Its type.
    pub kind: &'static ObjectType,
    /// Shared by SimObjects that declared the same.
    pub interface: Arc<Interface>,
    /// The numbers that it declared.
    pub numbers: Arc<[Number]>,
    /// Shared too, where they are the same.
    pub looks: Arc<[Look]>,
}

impl Object {
    /// Whether it is a part of a network, which the engine has added.
    pub fn is_added(&self) -> bool {
        self.library.name() == ENGINE
    }

    /// Its name in the scenario.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its type.
    pub fn kind(&self) -> &'static ObjectType {
        self.kind
    }

    /// The library of its type.
    pub fn library(&self) -> &'static Library {
        self.library
    }

    /// Its ports, states and calculations.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// What it looks like in 3D.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// `Object` (type of library), for what the library got wrong.
    pub fn introduced(&self) -> String {
        introduced(&self.name, self.kind.name(), self.library)
    }

    /// What is said of a calculation that touches a signal that it did not declare.
    pub fn undeclared(&self, signal: u32) -> String {
        let declared = self.interface.signals.get(signal as usize);
        let what = declared.map_or_else(
            || "a place outside the workspace".to_owned(),
            |signal| {
                let role = match signal.role {
                    Role::In | Role::Sum => "in-port",
                    Role::Out | Role::OutOfState(_) => "out-port",
                    Role::State => "state",
                    Role::DiscreteState => "discrete state",
                    Role::Memory => "memory",
                    Role::Indicator(_) => "indicator",
                    Role::Unknown => "unknown",
                    Role::Residual(_) => "residual",
                    Role::Private => "private value",
                    Role::Provides | Role::Uses => "resource",
                };
                format!("the {role} `{}`", signal.name)
            },
        );
        format!("uses {what}, which it did not declare")
    }

    /// `Object.Signal`.
    pub fn signal_name(&self, signal: usize) -> String {
        format!("{}.{}", self.name, self.interface.signals[signal].name)
    }

    /// The same, with the element if the signal is wide.
    pub fn element_name(&self, signal: usize, element: usize) -> String {
        let name = self.signal_name(signal);
        match self.interface.signals[signal].width {
            1 => name,
            _ => format!("{name}[{element}]"),
        }
    }
}

/// `Object` (type of library).
pub fn introduced(name: &str, kind: &str, library: &Library) -> String {
    format!("`{name}` ({kind} of {})", library.name())
}
