//! XML well-formedness that the parser leaves to its user.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesDecl, BytesStart};

use super::malformed::{self, malformed};
use super::written::{WrittenAttribute, WrittenValue};
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// A file's text, in which the parser's slices are found again.
#[derive(Clone, Copy)]
pub(crate) struct Whole<'t> {
    pub(crate) text: &'t str,
    /// Where it begins among all texts.
    pub(crate) begins: usize,
}

impl<'t> Whole<'t> {
    /// The place of bytes `start..end`.
    pub(crate) fn span(self, start: usize, end: usize) -> Span {
        Span::new(self.begins + start, self.begins + end)
    }

    /// Byte offset of a slice of the text.
    fn offset(self, slice: &str) -> Option<usize> {
        let offset = (slice.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (offset + slice.len() <= self.text.len()).then_some(offset)
    }

    /// The same slice, for as long as the text lives, with its place.
    pub(crate) fn locate(self, slice: &str) -> Option<(&'t str, Span)> {
        let start = self.offset(slice)?;
        let end = start + slice.len();
        Some((self.text.get(start..end)?, self.span(start, end)))
    }

    /// The first character that XML does not allow.
    pub(crate) fn control_character(self) -> Option<(char, Span)> {
        // Most texts have none of the bytes that these begin with; blocks of bytes are looked through at once.
        let may_begin =
            |byte: u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == NONCHARACTERS_BEGIN;
        let may_have = |block: &[u8]| block.iter().fold(false, |found, byte| found | may_begin(*byte));
        if !self.text.as_bytes().chunks(256).any(may_have) {
            return None;
        }
        self.text.char_indices().find(|(_, c)| is_forbidden(*c)).map(|(i, c)| (c, self.span(i, i + c.len_utf8())))
    }
}

/// The first byte of U+FFFE and U+FFFF in UTF-8.
const NONCHARACTERS_BEGIN: u8 = 0xEF;

/// Whether XML allows a character nowhere, not even as a number.
fn is_forbidden(c: char) -> bool {
    (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// Refuses declarations that do not come first, and of encodings that the
/// text is not in.
pub(crate) fn check_declaration(whole: Whole<'_>, declaration: &BytesDecl<'_>, diagnostics: &mut Diagnostics) {
    if let Some(start) = whole.offset(declaration)
        && !matches!(&whole.text[..start], "<?" | "\u{FEFF}<?")
    {
        let span = whole.span(start - 2, start + declaration.len() + 2);
        let diagnostic = malformed("`<?xml ...?>` may only stand at the very beginning", span);
        diagnostics.push(diagnostic.help("move it to the start of the file, or remove it"));
    }
    let Some(Ok(encoding)) = declaration.encoding() else { return };
    if !["utf-8", "utf8", "us-ascii", "ascii"].iter().any(|name| encoding.eq_ignore_ascii_case(name)) {
        let diagnostic =
            Diagnostic::error("foreign-encoding", format!("the file says that its encoding is `{encoding}`"))
                .help("scenarios are read as UTF-8: save the file as UTF-8 and declare no other encoding");
        diagnostics.push(match whole.locate(&encoding) {
            Some((_, span)) => diagnostic.at(span),
            None => diagnostic,
        });
    }
}

/// Reads the attributes of an element into an empty list, without `xmlns`, `xmlns:*` and
/// `xsi:*`; whether all of them could be read.
pub(crate) fn attributes<'t>(
    whole: Whole<'t>,
    element: &BytesStart<'_>,
    list: &mut Vec<WrittenAttribute<'t>>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut sound = true;
    for attribute in element.attributes().with_checks(false) {
        let attribute = match attribute {
            Ok(attribute) => attribute,
            Err(error) => {
                diagnostics.push(malformed::attribute(whole, whole.offset(element).unwrap_or(0), &error));
                sound = false;
                break;
            }
        };
        let Some((name, name_span)) = whole.locate(attribute.key.as_ref()) else { continue };
        let Some((raw, value_span)) = whole.locate(&attribute.value) else { continue };
        let normalized = || attribute.normalized_value(XmlVersion::Implicit1_0).ok();
        let written = Written { name, name_span, raw, span: value_span };
        match written.value(whole, normalized) {
            Ok(_) if name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:") => {}
            Ok(value) => list.push(WrittenAttribute { name: Text::new(name, name_span), value }),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                sound = false;
            }
        }
    }
    repeated(list, diagnostics);
    sound
}

/// An attribute as it is written.
struct Written<'t> {
    name: &'t str,
    name_span: Span,
    /// The value, with its references.
    raw: &'t str,
    span: Span,
}

impl<'t> Written<'t> {
    /// The value, if the attribute is well-formed; `normalized` puts in what references stand for.
    fn value<'n>(
        &self,
        whole: Whole<'t>,
        normalized: impl FnOnce() -> Option<Cow<'n, str>>,
    ) -> Result<WrittenValue<'t>, Diagnostic> {
        let Self { name, name_span, raw, span } = *self;
        if !whole.text[..name_span.start() - whole.begins].ends_with(|c: char| c.is_ascii_whitespace()) {
            return Err(malformed(format!("a space is missing before the attribute `{name}`"), name_span));
        }
        if let Some(reason) = malformed::bad_name(name) {
            let help = "XML allows letters, digits, `_`, `-`, `.` and `:` in a name, and a letter or `_` to begin it";
            return Err(malformed(format!("{reason}, which XML does not allow"), name_span).help(help));
        }
        // Nearly all values have neither.
        if !raw.bytes().any(|byte| matches!(byte, b'<' | b'&')) {
            return Ok(WrittenValue::Slice(Text::new(raw, span)));
        }
        if let Some(position) = raw.find('<') {
            let message = format!("`<` in the value of `{name}`");
            let help = "write `&lt;`, or look for a missing quote";
            return Err(malformed(message, span.part(position, position + 1)).help(help));
        }
        let Some(value) = normalized() else { return Err(malformed::reference(name, raw, span)) };
        match value.chars().find(|c| is_forbidden(*c)) {
            None => Ok(WrittenValue::Unescaped(value.into_owned(), span)),
            Some(c) => {
                let message = format!("the control character U+{:04X} is not allowed in XML", u32::from(c));
                Err(malformed(message, span))
            }
        }
    }
}

/// So many attributes are compared each with each: most elements have no more.
const FEW: usize = 12;

fn repeated(list: &[WrittenAttribute<'_>], diagnostics: &mut Diagnostics) {
    let is_again = |(index, attribute): (usize, &WrittenAttribute<'_>)| {
        list[..index].iter().any(|earlier| earlier.name.as_str() == attribute.name.as_str())
    };
    if list.len() <= FEW && !list.iter().enumerate().any(is_again) {
        return;
    }
    let mut seen = HashMap::with_capacity_and_hasher(list.len(), RandomState::default());
    for attribute in list {
        let name = attribute.name.as_str();
        if let Some(first) = seen.insert(name, attribute) {
            let diagnostic =
                Diagnostic::error("repeated-attribute", format!("`{name}` is given twice in this element"))
                    .label(attribute.name.span(), "again here")
                    .label(first.name.span(), "first given here");
            diagnostics.push(match name.contains('.') {
                true => diagnostic.help(to_add(name, first.value.as_str(), attribute.value.as_str())),
                false => diagnostic,
            });
        }
    }
}

/// Advice to who connects an in-port to two sources.
fn to_add(port: &str, one: &str, other: &str) -> String {
    const LONGEST: usize = 40;
    let (one, other) = match (one.trim(), other.trim()) {
        (one, other) if one.len().max(other.len()) <= LONGEST => (one, other),
        _ => ("A.Out", "B.Out"),
    };
    format!(
        "to add sources, write their sum: `{port}=\"{one} + {other}\"`; any in-port takes one, and those that add up \
         (see `bowline describe`) are made for it"
    )
}
