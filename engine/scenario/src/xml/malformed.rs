//! What is said of text that is not well-formed XML.

use std::ops::Range;

use quick_xml::Error;
use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::attributes::AttrError;

use super::syntax::Whole;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

const ATTRIBUTES: &str = "attributes are written `Name=\"value\"`, with a space before each";

pub(crate) fn malformed(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("malformed-xml", message).at(span)
}

/// An error of the parser in the tag that begins at `start`. `open` is the
/// innermost open element.
pub(crate) fn tag(whole: Whole<'_>, start: usize, error: &Error, open: Option<Span>) -> Diagnostic {
    let text = whole.text;
    let start = text.floor_char_boundary(start.min(text.len()));
    let rest = &text[start..];
    let span = |range: Range<usize>| whole.span(start + range.start, start + range.end);
    let first_word = || span(0..rest.find([' ', '\t', '\r', '\n', '>']).unwrap_or(rest.len()));
    match error {
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            let message = format!("`</{found}>`, but `<{expected}>` is the element to be closed");
            let diagnostic = malformed(message, span(0..rest.find('>').map_or(rest.len(), |end| end + 1)));
            match open {
                Some(open) => diagnostic.label(open, "this one is still open"),
                None => diagnostic,
            }
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
            let end = rest.find('>').map_or(rest.len(), |end| end + 1);
            malformed(format!("`</{found}>` closes nothing: no element is open"), span(0..end))
        }
        Error::Syntax(
            SyntaxError::UnclosedSingleQuotedAttributeValue | SyntaxError::UnclosedDoubleQuotedAttributeValue,
        ) => {
            let message = "the quote that ends this value is missing";
            malformed(message, span(unclosed_value(rest))).help(ATTRIBUTES)
        }
        Error::Syntax(SyntaxError::UnclosedTag) => malformed("the file ends within this tag", first_word())
            .help("`>` or `/>` is missing; is the file complete?"),
        Error::Syntax(SyntaxError::UnclosedComment) => {
            malformed("this comment does not end", first_word()).help("`-->` is missing")
        }
        Error::Syntax(SyntaxError::InvalidBangMarkup) => malformed("`<!` begins nothing that XML knows", first_word())
            .help("comments are `<!-- ... -->`; for `<` in a value write `&lt;`"),
        error => malformed(format!("not well-formed XML: {error}"), first_word()),
    }
}

/// The value in a tag that most likely lacks its ending quote: the first one
/// behind whose end something else than a space stands, or else the last one.
fn unclosed_value(tag: &str) -> Range<usize> {
    let mut from = 0;
    while let Some(open) = tag[from..].find(['"', '\'']).map(|at| from + at) {
        let quote = &tag[open..=open];
        let Some(close) = tag[open + 1..].find(quote).map(|at| open + 1 + at) else { return open..tag.len() };
        if tag[close + 1..].starts_with(|next: char| !(next.is_ascii_whitespace() || "/>?".contains(next))) {
            return open..close;
        }
        from = close + 1;
    }
    0..tag.len()
}

/// What keeps the rest of an element's attributes from being read. Positions
/// count from `start`, where the element's name stands.
pub(crate) fn attribute(whole: Whole<'_>, start: usize, error: &AttrError) -> Diagnostic {
    let text = whole.text;
    let at = |position: usize| text.floor_char_boundary((start + position).min(text.len()));
    let word_at = |from: usize| {
        let rest = &text[from..];
        whole.span(from, from + rest.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(rest.len()))
    };
    let word_before = |to: usize| {
        let before = text[..to].trim_end();
        let from = before.rfind([' ', '\t', '\r', '\n', '"', '\'']).map_or(0, |space| space + 1);
        whole.span(from, before.len())
    };
    let (message, span) = match error {
        AttrError::ExpectedEq(position) => ("an attribute without `=` and a value", word_before(at(*position))),
        AttrError::ExpectedValue(position) => ("an attribute without a value", word_before(at(*position))),
        AttrError::UnquotedValue(position) => ("an attribute's value is not in quotes", word_at(at(*position))),
        AttrError::ExpectedQuote(position, _) => ("the quote that ends this value is missing", word_at(at(*position))),
        AttrError::Duplicated(position, _) => ("an attribute is given twice", word_at(at(*position))),
    };
    malformed(message, span).help(ATTRIBUTES)
}

/// A `&` in a value that stands for nothing. The value's text is `raw`.
pub(crate) fn reference(name: &str, raw: &str, value: Span) -> Diagnostic {
    let mut references = raw.match_indices('&').map(|(at, _)| (at, entity(&raw[at..])));
    let (stray, entity) =
        references.find(|(_, reference)| quick_xml::escape::unescape(reference).is_err()).unwrap_or((0, raw));
    if entity.len() > 1 {
        let message = format!("`{entity}` in the value of `{name}` stands for nothing");
        let help = "XML itself knows `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numbers, as in `&#248;`";
        malformed(message, value.part(stray, stray + entity.len())).help(help)
    } else {
        malformed(format!("a bare `&` in the value of `{name}`"), value.part(stray, stray + 1)).help("write `&amp;`")
    }
}

/// The reference that a `&` begins, or the `&` alone.
fn entity(text: &str) -> &str {
    let ends = |c: char| !(c.is_alphanumeric() || "#_-.:".contains(c));
    match text[1..].find(ends).map(|end| end + 1) {
        Some(end) if end > 1 && text[end..].starts_with(';') => &text[..=end],
        _ => &text[..1],
    }
}

/// Why XML does not allow this name of an attribute.
pub(crate) fn bad_name(name: &str) -> Option<String> {
    let forbidden = |c: char| c.is_ascii() && !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'));
    match name.bytes().map(char::from).find(|c| forbidden(*c)) {
        Some(c) => Some(format!("`{c}` in the attribute's name `{name}`")),
        None if name.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')) => {
            Some(format!("the attribute's name `{name}` begins with `{}`", &name[..1]))
        }
        None => None,
    }
}
