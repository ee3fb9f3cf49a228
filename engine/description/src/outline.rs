//! What a scenario says by schemes, instances and repetitions, before it is flattened.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::stored_attribute::StoredAttribute;
use bowline_text::source::{Source, Span};

/// An element that is flattened before a model is built.
#[derive(Debug, Clone)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Where its name stands.
    pub span: Span,
    /// Its attributes, as they are written.
    pub attributes: Vec<StoredAttribute>,
    /// The elements in it.
    pub children: Vec<Element>,
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are called as in a scenario")]
pub enum ElementKind {
    Scheme,
    Parameters,
    Parameter,
    Ports,
    InPort,
    OutPort,
    Bundle,
    Terminal,
    Variables,
    Variable,
    Objects,
    Lib,
    Instance,
    Interconnections,
    Connection,
    Initialization,
    InitialCondition,
    Schemes,
    Include,
    Repeat,
    Assert,
}

impl ElementKind {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Scheme,
        Self::Parameters,
        Self::Parameter,
        Self::Ports,
        Self::InPort,
        Self::OutPort,
        Self::Bundle,
        Self::Terminal,
        Self::Variables,
        Self::Variable,
        Self::Objects,
        Self::Lib,
        Self::Instance,
        Self::Interconnections,
        Self::Connection,
        Self::Initialization,
        Self::InitialCondition,
        Self::Schemes,
        Self::Include,
        Self::Repeat,
        Self::Assert,
    ];

    /// Its name in a scenario.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scheme => "Scheme",
            Self::Parameters => "PARAMETERS",
            Self::Parameter => "Parameter",
            Self::Ports => "PORTS",
            Self::InPort => "InPort",
            Self::OutPort => "OutPort",
            Self::Bundle => "Bundle",
            Self::Terminal => "Terminal",
            Self::Variables => "VARIABLES",
            Self::Variable => "Variable",
            Self::Objects => "OBJECTS",
            Self::Lib => "Lib",
            Self::Instance => "Instance",
            Self::Interconnections => "INTERCONNECTIONS",
            Self::Connection => "Connection",
            Self::Initialization => "INITIALIZATION",
            Self::InitialCondition => "InitialCondition",
            Self::Schemes => "SCHEMES",
            Self::Include => "Include",
            Self::Repeat => "Repeat",
            Self::Assert => "Assert",
        }
    }

    /// What may stand in it; what may stand in `Repeat` depends on where that stands.
    pub fn holds(self) -> &'static [Self] {
        match self {
            Self::Scheme => &[
                Self::Parameters,
                Self::Ports,
                Self::Variables,
                Self::Objects,
                Self::Interconnections,
                Self::Initialization,
                Self::Schemes,
            ],
            Self::Parameters => &[Self::Parameter, Self::Assert],
            Self::Ports => &[Self::InPort, Self::OutPort, Self::Bundle, Self::Terminal],
            Self::Variables => &[Self::Include, Self::Variable, Self::Assert],
            Self::Objects => &[Self::Lib, Self::Instance, Self::Repeat, Self::Assert],
            Self::Interconnections => &[Self::Connection, Self::Repeat],
            Self::Initialization => &[Self::InitialCondition, Self::Repeat],
            Self::Schemes => &[Self::Include, Self::Scheme],
            _ => &[],
        }
    }
}

/// A scheme: a named part of a scenario with ports and parameters of its own.
#[derive(Debug, Clone)]
pub struct Scheme {
    /// Its name, or that of its file.
    pub name: String,
    /// What it is.
    pub doc: Option<Span>,
    /// Where it begins.
    pub span: Span,
    /// Its number among the directories that files are read from.
    pub directory: usize,
    /// The scheme that it stands in; none, if that is the scenario, or it is a file.
    pub outer: Option<usize>,
    /// Whether it is a file, which knows no schemes around.
    pub is_file: bool,
    /// Its sections.
    pub sections: Vec<Element>,
    /// The schemes in it, by their names.
    pub schemes: HashMap<String, usize>,
}

impl Scheme {
    /// The elements of a section.
    pub fn section(&self, kind: ElementKind) -> impl Iterator<Item = &Element> {
        self.sections.iter().filter(move |section| section.kind == kind).flat_map(|section| &section.children)
    }
}

/// An element of the scenario itself, and behind how many plain ones of its section it stands.
#[derive(Debug, Clone)]
pub(crate) struct Insertion {
    pub(crate) at: usize,
    pub(crate) element: Element,
}

/// All that is flattened.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    pub(crate) objects: Vec<Insertion>,
    pub(crate) connections: Vec<Insertion>,
    pub(crate) initial_conditions: Vec<Insertion>,
    /// Those that stand beside the scenario's variables.
    pub(crate) asserts: Vec<Element>,
    /// All schemes.
    pub schemes: Vec<Scheme>,
    /// Those of the scenario, by their names.
    pub named: HashMap<String, usize>,
    /// Those that are files: by the directory of the file that names them, and their names there.
    pub files: HashMap<(usize, String), usize>,
    /// The directories of the scenario and of the files: as the user knows them, and absolute.
    pub directories: Vec<(PathBuf, PathBuf)>,
    /// The files that were read, beside the scenario.
    pub sources: Vec<Arc<Source>>,
}

impl Outline {
    /// Whether a scenario is flat as it is.
    pub fn is_flat(&self) -> bool {
        self.objects.is_empty()
            && self.connections.is_empty()
            && self.initial_conditions.is_empty()
            && self.asserts.is_empty()
    }
}
