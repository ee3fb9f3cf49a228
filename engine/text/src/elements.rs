//! Some elements of a signal, as they are written.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Elements `first..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elements {
    /// The first one, from 0 on.
    pub first: usize,
    /// The one behind the last.
    pub end: usize,
    /// Where they are written.
    pub span: Span,
}

impl Elements {
    /// What is wrong with them for a signal of that width.
    pub fn fault(self, signal: &str, width: usize) -> Option<Diagnostic> {
        (self.end > width).then(|| Diagnostic::bad_slice(self.end, signal, width, self.span))
    }
}
