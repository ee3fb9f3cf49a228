//! JSON whose parts know their place in the text.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// A text that holds JSON. Its parts are slices of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json<'t> {
    text: &'t str,
    /// Where the text begins among all.
    begins: usize,
}

/// A member of an object.
#[derive(Debug, Clone)]
pub(super) struct Member<'t> {
    pub(super) name: String,
    pub(super) name_span: Span,
    /// The value's text.
    pub(super) value: &'t str,
}

impl<'t> Json<'t> {
    pub(super) fn new(text: &'t str, begins: usize) -> Self {
        Self { text, begins }
    }

    /// All of it, without the spaces around it.
    pub(super) fn whole(self) -> &'t str {
        self.text.trim()
    }

    pub(super) fn span(self, part: &str) -> Span {
        let start = self.begins + self.offset(part);
        Span::new(start, start + part.len())
    }

    /// Byte offset of a part.
    fn offset(self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Reads a part.
    ///
    /// # Errors
    /// It is no JSON, or is not what is wanted.
    pub(super) fn read<T: Deserialize<'t>>(self, part: &'t str) -> Result<T, Diagnostic> {
        serde_json::from_str(part).map_err(|error| {
            let at = offset_of(part, error.line(), error.column());
            let end = part.ceil_char_boundary((at + 1).min(part.len()));
            // What is of the wrong type is noticed at its end.
            let start = match error.classify() {
                Category::Data => part[..at].rfind(['[', '{', ',', ':', ' ', '\n']).map_or(0, |before| before + 1),
                _ => at,
            };
            let span = self.span(&part[start..end]);
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            Diagnostic::error("bad-state-file", message).at(span)
        })
    }

    /// Reads the members of a part that is an object, in their order.
    ///
    /// # Errors
    /// It is no JSON or no object, or two members have the same name.
    pub(super) fn members(self, part: &'t str) -> Result<Vec<Member<'t>>, Diagnostic> {
        let Members(members) = self.read(part)?;
        let mut seen = std::collections::HashMap::with_capacity(members.len());
        let mut list = Vec::with_capacity(members.len());
        for (quoted, value) in members {
            let name: String = self.read(quoted.get())?;
            let name_span = self.span(quoted.get()).part(1, quoted.get().len() - 1);
            if let Some(first) = seen.insert(name.clone(), name_span) {
                let diagnostic = Diagnostic::error("bad-state-file", format!("`{name}` is given twice"));
                return Err(diagnostic.label(name_span, "again here").label(first, "first given here"));
            }
            list.push(Member { name, name_span, value: value.get() });
        }
        Ok(list)
    }
}

/// Byte offset of a line and a column (in bytes), both from 1 on.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    text.floor_char_boundary((start + column.saturating_sub(1)).min(text.len()))
}

/// The members of an object: names, quoted, and values.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collector;

        impl<'de> Visitor<'de> for Collector {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, in braces")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collector)
    }
}
