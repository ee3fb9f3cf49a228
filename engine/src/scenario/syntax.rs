//! XML well-formedness that the parser leaves to its user.

use quick_xml::XmlVersion;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesDecl, BytesStart};

use super::document::{Attribute, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;

/// The scenario's text, in which the parser's slices are found again.
#[derive(Clone, Copy)]
pub(crate) struct Whole<'t>(pub(crate) &'t str);

impl<'t> Whole<'t> {
    /// Byte offset of a slice of the text.
    fn offset(self, slice: &str) -> Option<usize> {
        let offset = (slice.as_ptr() as usize).checked_sub(self.0.as_ptr() as usize)?;
        (offset + slice.len() <= self.0.len()).then_some(offset)
    }

    /// The same slice, for as long as the text lives, with its place.
    pub(crate) fn locate(self, slice: &str) -> Option<(&'t str, Span)> {
        let start = self.offset(slice)?;
        let end = start + slice.len();
        Some((self.0.get(start..end)?, Span::scenario(start, end)))
    }

    /// The first character that XML does not allow.
    pub(crate) fn control_character(self) -> Option<(char, Span)> {
        let stray = |c: char| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
        self.0.char_indices().find(|(_, c)| stray(*c)).map(|(i, c)| (c, Span::scenario(i, i + c.len_utf8())))
    }
}

/// Refuses declarations that do not come first, and of encodings that the
/// text is not in.
pub(crate) fn check_declaration(whole: Whole<'_>, declaration: &BytesDecl<'_>, diagnostics: &mut Diagnostics) {
    if let Some((_, span)) = whole.locate(declaration)
        && !matches!(&whole.0[..span.start()], "<?" | "\u{FEFF}<?")
    {
        let diagnostic = Diagnostic::error("malformed-xml", "`<?xml ...?>` may only stand at the very beginning");
        diagnostics.push(diagnostic.at(span));
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

/// The attributes of an element, without `xmlns`, `xmlns:*` and `xsi:*`.
pub(crate) fn attributes<'t>(
    whole: Whole<'t>,
    element: &BytesStart<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Attribute<'t>> {
    let mut list: Vec<Attribute<'t>> = Vec::new();
    for attribute in element.attributes().with_checks(false) {
        let attribute = match attribute {
            Ok(attribute) => attribute,
            Err(error) => {
                diagnostics.push(malformed(whole, element, &error));
                break;
            }
        };
        let Some((name, name_span)) = whole.locate(attribute.key.as_ref()) else { continue };
        let Some((raw, value_span)) = whole.locate(&attribute.value) else { continue };
        if !whole.0[..name_span.start()].ends_with(|c: char| c.is_ascii_whitespace()) {
            let message = format!("a space is missing before the attribute `{name}`");
            diagnostics.push(Diagnostic::error("malformed-xml", message).at(name_span));
        }
        if let Some(position) = raw.find('<') {
            let message = format!("`<` in the value of `{name}`");
            let diagnostic = Diagnostic::error("malformed-xml", message).at(value_span.part(position, position + 1));
            diagnostics.push(diagnostic.help("write `&lt;`, or look for a missing quote"));
        }
        if name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:") {
            continue;
        }
        let value = if raw.contains('&') {
            match attribute.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => Text::new(value.into_owned(), value_span),
                Err(_) => {
                    let message = format!("`&` in the value of `{name}` begins no entity that XML knows");
                    let diagnostic = Diagnostic::error("malformed-xml", message).at(value_span);
                    diagnostics.push(diagnostic.help("write `&amp;` for `&`; entities of one's own are not read"));
                    Text::new(raw, value_span)
                }
            }
        } else {
            Text::new(raw, value_span)
        };
        list.push(Attribute { name: Text::new(name, name_span), value });
    }
    repeated(&list, diagnostics);
    list
}

fn malformed(whole: Whole<'_>, element: &BytesStart<'_>, error: &AttrError) -> Diagnostic {
    let (position, message) = match error {
        AttrError::ExpectedEq(position) => (*position, "`=` is missing after an attribute's name"),
        AttrError::ExpectedValue(position) => (*position, "an attribute has no value"),
        AttrError::UnquotedValue(position) => (*position, "an attribute's value is not in quotes"),
        AttrError::ExpectedQuote(position, _) => (*position, "the quote that ends an attribute's value is missing"),
        AttrError::Duplicated(position, _) => (*position, "an attribute is given twice"),
    };
    // Positions count from the element's name.
    let start = whole.offset(element).unwrap_or(0) + position;
    let start = whole.0.floor_char_boundary(start.min(whole.0.len()));
    let end = whole.0.ceil_char_boundary((start + 1).min(whole.0.len()));
    let diagnostic = Diagnostic::error("malformed-xml", message).at(Span::scenario(start, end));
    diagnostic.help("attributes are written `Name=\"value\"`")
}

fn repeated(list: &[Attribute<'_>], diagnostics: &mut Diagnostics) {
    let mut seen = std::collections::HashMap::new();
    for attribute in list {
        if let Some(first) = seen.insert(attribute.name.as_str(), attribute.name.span()) {
            let message = format!("`{}` is given twice in this element", attribute.name.as_str());
            diagnostics.push(
                Diagnostic::error("repeated-attribute", message)
                    .label(attribute.name.span(), "again here")
                    .label(first, "first given here"),
            );
        }
    }
}
