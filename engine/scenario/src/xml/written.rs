//! Attributes as the reader meets them.

use bowline_description::StoredAttribute;
use bowline_text::Text;
use bowline_text::source::{SourceMap, Span};

/// An attribute of an element.
#[derive(Debug)]
pub(super) struct WrittenAttribute<'t> {
    pub(super) name: Text<'t>,
    pub(super) value: WrittenValue<'t>,
}

/// Its value.
#[derive(Debug)]
pub(super) enum WrittenValue<'t> {
    Slice(Text<'t>),
    /// What one with XML entities stands for, and its place.
    Unescaped(String, Span),
}

impl WrittenAttribute<'_> {
    /// What a description keeps of it.
    pub(super) fn stored(&self, texts: &mut SourceMap) -> StoredAttribute {
        StoredAttribute { name: self.name.span(), value: self.value.stored(texts) }
    }
}

impl WrittenValue<'_> {
    pub(super) fn as_str(&self) -> &str {
        self.text().as_str()
    }

    pub(super) fn span(&self) -> Span {
        self.text().span()
    }

    pub(super) fn text(&self) -> Text<'_> {
        match self {
            Self::Slice(text) => *text,
            Self::Unescaped(text, span) => Text::new(text, *span),
        }
    }

    /// What a description keeps of it.
    pub(super) fn stored(&self, texts: &mut SourceMap) -> Span {
        match self {
            Self::Slice(text) => text.span(),
            Self::Unescaped(text, span) => texts.push(text, Some(*span)),
        }
    }
}
