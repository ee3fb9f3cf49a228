//! SimObjects that the engine adds.

use simobject_host::{Nature, Variable};

use bowline_network::PartKind;

/// A SimObject that the engine adds.
#[derive(Debug)]
pub(super) struct Part {
    /// Its name, after the terminal that it is at.
    pub(super) name: String,
    pub(super) kind: PartKind,
    /// Names and units of its variables, and its numbers.
    pub(super) arguments: Vec<(&'static str, String)>,
    /// The element that it is named after.
    pub(super) of: u32,
    /// Whether somebody reads its rate.
    pub(super) has_rate: bool,
    /// The part that has its state, with bodies that are held together, and its number there.
    pub(super) within: Option<(usize, usize)>,
}

impl Part {
    pub(super) fn new(name: String, kind: PartKind, of: u32) -> Self {
        Self { name, kind, arguments: Vec::new(), of, has_rate: false, within: None }
    }

    pub(super) fn variable(&mut self, [name, unit]: [&'static str; 2], variable: Option<&Variable>) {
        if let Some(variable) = variable {
            self.arguments.push((name, variable.name.to_string()));
            self.arguments.push((unit, variable.unit.to_string()));
        }
    }

    pub(super) fn across(&mut self, nature: &Nature) {
        self.variable(["Across", "AcrossUnit"], Some(&nature.across));
        let [across, _] = nature.nominal;
        if across != 1.0 {
            self.number("Nominal", across);
        }
    }

    pub(super) fn position(&mut self, nature: &Nature) {
        self.variable(["Position", "PositionUnit"], nature.position.as_ref());
    }

    pub(super) fn through_unit(&mut self, nature: &Nature) {
        self.arguments.push(("ThroughUnit", nature.through.unit.to_string()));
    }

    /// A number, as it is written.
    pub(super) fn number(&mut self, name: &'static str, number: f64) {
        self.arguments.retain(|(known, _)| *known != name);
        self.arguments.push((name, format!("{number:?}")));
    }

    pub(super) fn has_position(&self) -> bool {
        self.arguments.iter().any(|(name, _)| *name == "Position")
    }

    /// Numbers of a row, as they are written.
    pub(super) fn numbers(&mut self, name: &'static str, numbers: &[f64]) {
        let texts: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
        self.arguments.push((name, texts.join(", ")));
    }

    /// What a variable of its is called, without the SimObject that has it.
    pub(super) fn variable_name(&self, argument: &str) -> Option<String> {
        let (_, name) = self.arguments.iter().find(|(known, _)| *known == argument)?;
        Some(if self.within.is_some() { self.own(name) } else { name.clone() })
    }

    /// Whether that is the name of a variable of its.
    pub(super) fn is_called(&self, argument: &str, name: &str) -> bool {
        self.variable_name(argument).is_some_and(|known| known == name)
    }

    /// A name of its own among those of others.
    fn own(&self, name: &str) -> String {
        format!("{}-{name}", self.name.replace('.', "-"))
    }

    /// Its arguments as the part takes them that has its state.
    pub(super) fn arguments_within(&self, slot: usize) -> impl Iterator<Item = (String, String)> + '_ {
        self.arguments.iter().map(move |(name, value)| {
            let value = if matches!(*name, "Across" | "Position") { self.own(value) } else { value.clone() };
            (format!("{name}{slot}"), value)
        })
    }
}
