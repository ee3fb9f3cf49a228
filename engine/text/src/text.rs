//! Names and values of a description, with their places.

use crate::source::Span;

/// A name or a value, and its place: a slice of a text, or what stands for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'t> {
    text: &'t str,
    span: Span,
}

impl<'t> Text<'t> {
    /// A text that stands there.
    pub fn new(text: &'t str, span: Span) -> Self {
        Self { text, span }
    }

    /// The text.
    pub fn as_str(self) -> &'t str {
        self.text
    }

    /// Its place.
    pub fn span(self) -> Span {
        self.span
    }

    /// A part of it, by byte offsets, with its place.
    pub fn slice(self, start: usize, end: usize) -> Self {
        Self { text: &self.text[start..end], span: self.part(start, end) }
    }

    /// What stands between commas outside of parentheses and brackets, without the spaces around it, and where.
    pub fn items(self) -> impl Iterator<Item = (&'t str, Span)> {
        let mut next = 0;
        pieces(self.text, ',').into_iter().map(move |item| {
            let start = next + item.len() - item.trim_start().len();
            next += item.len() + 1;
            let item = item.trim();
            (item, self.part(start, start + item.len()))
        })
    }

    /// The place of a part, by byte offsets; of the whole, where offsets in
    /// the text are not offsets in the source, as where it has XML entities.
    pub fn part(self, start: usize, end: usize) -> Span {
        if self.text.len() == self.span.len() { self.span.part(start, end) } else { self.span }
    }
}

/// What stands between separators outside of parentheses and brackets; where one of these is not closed, each separator
/// counts.
pub fn pieces(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    loop {
        let (piece, behind) = rest.split_at(piece_length(rest, separator));
        pieces.push(piece);
        match behind.strip_prefix(separator) {
            Some(behind) => rest = behind,
            None => return pieces,
        }
    }
}

/// How long the first piece is.
pub fn piece_length(text: &str, separator: char) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if c == separator && depth == 0 => return at,
            _ => {}
        }
    }
    if depth == 0 { text.len() } else { text.find(separator).unwrap_or(text.len()) }
}

/// A name with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// The name.
    pub name: Text<'t>,
    /// The value.
    pub value: Text<'t>,
}
