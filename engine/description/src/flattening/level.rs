//! What an instance is made of, and what its ports lead to.

use std::collections::{BTreeMap, HashMap};

use super::template::Index;
use bowline_text::source::Span;

/// The scenario itself, or an instance of a scheme.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// Its scheme; none for the scenario.
    pub(super) scheme: Option<usize>,
    /// What stands in front of the names of its objects: `Boom.`, or nothing.
    pub(super) prefix: String,
    /// Where its formulas look names up.
    pub(super) scope: u32,
    /// Where it stands.
    pub(super) place: Option<Span>,
    /// The level in which it stands.
    pub(super) outer: usize,
    /// The instances in it, by their names.
    pub(super) instances: HashMap<String, usize>,
    pub(super) in_ports: BTreeMap<String, InPort>,
    /// By its name, where the formula of an out-port stands.
    pub(super) out_ports: BTreeMap<String, Span>,
    /// What in-ports and out-ports say of their numbers, by their names.
    pub(super) declared: BTreeMap<String, Declared>,
    /// By its name, what a bundle or a terminal of a scheme is the name of.
    pub(super) bundles: BTreeMap<String, String>,
}

impl Level {
    /// The full name of an instance; empty for the scenario.
    pub(super) fn name(&self) -> &str {
        self.prefix.trim_end_matches('.')
    }

    /// The name that an instance has where it stands.
    pub(super) fn own_name(&self) -> &str {
        self.name().rsplit('.').next().unwrap_or_default()
    }
}

/// What a port of a scheme says of its numbers: where its width and its unit stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared {
    pub(super) width: Option<Span>,
    pub(super) unit: Option<Span>,
}

/// An in-port of an instance.
#[derive(Debug, Clone)]
pub(super) struct InPort {
    /// Its name in the scheme.
    pub(super) span: Span,
    /// What it feeds in the scheme, and where that is written.
    pub(super) targets: Vec<(String, Span)>,
    /// What it has if nothing is connected.
    pub(super) default: Option<Span>,
    /// What is connected, and what is added or put behind.
    pub(super) driven: Vec<Drive>,
    /// Whether a formula in the scheme names it.
    pub(super) is_read: bool,
}

impl InPort {
    /// Whether it has a source.
    pub(super) fn is_driven(&self) -> bool {
        !self.driven.is_empty() || self.default.is_some()
    }
}

/// One side of what is connected: a text, as it is written in a level.
#[derive(Debug, Clone)]
pub(super) struct Drive {
    pub(super) how: How,
    pub(super) level: usize,
    pub(super) indices: Vec<Index>,
    /// The text and its place among all.
    pub(super) name: Span,
    pub(super) value: Span,
}

impl Drive {
    /// A connection outside of repetitions.
    pub(super) fn plain(level: usize, name: Span, value: Span) -> Self {
        Self { how: How::From, level, indices: Vec::new(), name, value }
    }
}

/// How a source comes to an in-port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// As its connection.
    From,
    /// Added to it.
    Add,
    /// Put behind it.
    Append,
}
