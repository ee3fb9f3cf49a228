//! An attribute, as descriptions keep it.

use bowline_text::source::Span;

/// A name and its value, by where they stand.
#[derive(Debug, Clone, Copy)]
pub struct StoredAttribute {
    /// The name.
    pub name: Span,
    /// The value.
    pub value: Span,
}
