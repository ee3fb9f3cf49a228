//! What is wrong with a formula.

use std::ops::Range;

/// What is wrong with a formula, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the text of the formula, bytes.
    pub place: Range<usize>,
    /// What.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Fault {
    pub(crate) fn new(place: Range<usize>, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
