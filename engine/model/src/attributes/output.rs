//! `FileOutput`: which signals are recorded.
//!
//! ```text
//! items = item { "," item }
//! item  = "objects" ":" what
//!       | "object" "." path ":" ( what | path [elements] )
//!       | path [elements]                                    a signal, a bundle, or a member of one
//! what  = "states" | "outputs" | "inputs" | "all"
//! ```
//!
//! Paths and elements are those of a reference (`engine/model/src/reference.rs`).

use crate::reference::Reference;
use bowline_text::Text;
use bowline_text::cursor::{Cursor, Malformed};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::elements::Elements;

const HELP: &str = "one or more, with commas: `objects:WHAT` or `object.NAME:WHAT`, where WHAT is `states`, `outputs`, \
                    `inputs` or `all`; `NAME.Signal`, `NAME.Signal[0]`, `NAME.Signal[0:2]`, `NAME.Bundle` or `NAME.Bundle.member`";

/// One item of `FileOutput`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Asked<'t> {
    /// Of all objects.
    OfAll(Group),
    /// Of the object with that name.
    OfObject(Text<'t>, Group),
    /// A signal, bundle or member of the object with that name, or some elements of it.
    InObject { object: Text<'t>, name: Text<'t>, elements: Option<Elements> },
    /// The same, by all of its names.
    Signal(Reference<'t>),
}

/// Which signals of an object are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    States,
    Outputs,
    Inputs,
    All,
}

/// The words that mean more than one signal.
pub(crate) const WORDS: [&str; 4] = ["states", "outputs", "inputs", "all"];

impl Group {
    fn of_word(word: &str) -> Option<Self> {
        match word {
            "states" => Some(Self::States),
            "outputs" => Some(Self::Outputs),
            "inputs" => Some(Self::Inputs),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// Reads the attribute's value.
pub(crate) fn parse<'t>(text: Text<'t>, diagnostics: &mut Diagnostics) -> Vec<Asked<'t>> {
    let mut asked = Vec::new();
    let mut cursor = Cursor::new(text);
    loop {
        match item(&mut cursor) {
            Ok(item) => asked.push(item),
            Err(Malformed { message, span, .. }) => {
                let diagnostic = Diagnostic::error("bad-file-output", format!("FileOutput: {message}")).at(span);
                diagnostics.push(diagnostic.help(HELP));
                cursor.skip_to(',');
            }
        }
        if !cursor.accept(',') {
            return asked;
        }
    }
}

fn item<'t>(cursor: &mut Cursor<'t>) -> Result<Asked<'t>, Malformed> {
    cursor.skip_space();
    let start = cursor.position();
    let first = cursor.name_with_dashes()?;
    let object = cursor.text_from(start);
    let item = if cursor.accept(':') {
        cursor.skip_space();
        let from = cursor.position();
        let word = cursor.name_with_dashes()?;
        match (first, Group::of_word(word)) {
            ("objects", Some(group)) => Asked::OfAll(group),
            ("objects", None) => {
                let message = format!("of all objects, `{word}` cannot be recorded");
                return Err(cursor.malformed(from, cursor.position(), message));
            }
            (name, _) => {
                let message = format!("`{name}:{word}` names nothing to record; `object.{name}:{word}` would");
                return Err(cursor.malformed(start, cursor.position(), message));
            }
        }
    } else {
        cursor.expect('.')?;
        cursor.skip_space();
        let from = cursor.position();
        path(cursor)?;
        let (name, whole) = (cursor.text_from(from), cursor.text_from(start));
        if first == "object" && cursor.accept(':') {
            cursor.skip_space();
            of_object(name, cursor)?
        } else if whole.as_str().len() == object.as_str().len() + 1 + name.as_str().len() {
            Asked::Signal(Reference { path: whole, elements: elements(cursor)? })
        } else {
            // There are spaces around the first point.
            Asked::InObject { object, name, elements: elements(cursor)? }
        }
    };
    cursor.skip_space();
    if !(cursor.rest().is_empty() || cursor.rest().starts_with(',')) {
        return Err(cursor.unexpected("`,` or the end"));
    }
    Ok(item)
}

/// What of an object is asked for.
fn of_object<'t>(object: Text<'t>, cursor: &mut Cursor<'t>) -> Result<Asked<'t>, Malformed> {
    let from = cursor.position();
    path(cursor)?;
    let name = cursor.text_from(from);
    match Group::of_word(name.as_str()) {
        Some(group) => Ok(Asked::OfObject(object, group)),
        None => Ok(Asked::InObject { object, name, elements: elements(cursor)? }),
    }
}

/// Reads names with points between them.
fn path(cursor: &mut Cursor<'_>) -> Result<(), Malformed> {
    cursor.name_with_dashes()?;
    while cursor.accept_at_once('.') {
        cursor.name_with_dashes()?;
    }
    Ok(())
}

/// Reads elements, if they come next.
fn elements(cursor: &mut Cursor<'_>) -> Result<Option<Elements>, Malformed> {
    cursor.skip_space();
    if cursor.rest().starts_with('[') { cursor.elements().map(Some) } else { Ok(None) }
}
