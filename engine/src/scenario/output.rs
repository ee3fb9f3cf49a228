//! `FileOutput`: which signals are recorded.
//!
//! ```text
//! items = item { "," item }
//! item  = "objects" ":" what
//!       | "object" "." name ":" ( what | signal )
//!       | name "." signal
//! signal = name [ "." name ] [slice]                         a signal, a bundle, or a member of one
//! what  = "states" | "outputs" | "inputs" | "all"
//! slice = "[" i "]" | "[" i ":" j "]"                        zero-based, half open
//! ```

use super::cursor::{Cursor, Malformed};
use crate::description::Text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;

const HELP: &str = "one or more, with commas: `objects:WHAT` or `object.NAME:WHAT`, where WHAT is `states`, `outputs`, \
                    `inputs` or `all`; `NAME.Signal`, `NAME.Signal[0]`, `NAME.Signal[0:2]`, `NAME.Bundle` or `NAME.Bundle.member`";

/// One item of `FileOutput`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked<'t> {
    /// The object's name, and where it stands; all objects if none.
    pub(crate) object: Option<(&'t str, Span)>,
    pub(crate) what: What<'t>,
}

/// Which signals of an object are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What<'t> {
    States,
    Outputs,
    Inputs,
    All,
    /// A signal, bundle or member (`Bundle.member`) by its name, or the elements
    /// `first..end` of it.
    Signal {
        name: &'t str,
        name_span: Span,
        slice: Option<(usize, usize)>,
        /// Name and slice.
        span: Span,
    },
}

/// The words that mean more than one signal.
pub(crate) const WORDS: [&str; 4] = ["states", "outputs", "inputs", "all"];

impl What<'_> {
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
    let first_span = cursor.span_from(start);
    let item = if cursor.accept(':') {
        cursor.skip_space();
        let from = cursor.position();
        let word = cursor.name_with_dashes()?;
        let what = What::of_word(word);
        match (first, what) {
            ("objects", Some(what)) => Asked { object: None, what },
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
        let second = cursor.name_with_dashes()?;
        let second_span = cursor.span_from(from);
        if first == "object" && cursor.accept(':') {
            cursor.skip_space();
            Asked { object: Some((second, second_span)), what: what(cursor)? }
        } else {
            Asked { object: Some((first, first_span)), what: signal(cursor, from)? }
        }
    };
    cursor.skip_space();
    if !(cursor.rest().is_empty() || cursor.rest().starts_with(',')) {
        return Err(cursor.unexpected("`,` or the end"));
    }
    Ok(item)
}

fn what<'t>(cursor: &mut Cursor<'t>) -> Result<What<'t>, Malformed> {
    let from = cursor.position();
    let word = cursor.name_with_dashes()?;
    match What::of_word(word) {
        Some(what) if !cursor.rest().starts_with('.') => Ok(what),
        _ => signal(cursor, from),
    }
}

/// A signal whose name was read from `from` on, perhaps that of its bundle; the
/// member and the slice, if there are any, come next.
fn signal<'t>(cursor: &mut Cursor<'t>, from: usize) -> Result<What<'t>, Malformed> {
    if cursor.accept_at_once('.') {
        cursor.name_with_dashes()?;
    }
    let name = cursor.text_from(from);
    let name_span = cursor.span_from(from);
    cursor.skip_space();
    let slice = if cursor.rest().starts_with('[') { Some(cursor.slice()?) } else { None };
    let span = if slice.is_some() { cursor.span_from(from) } else { name_span };
    Ok(What::Signal { name, name_span, slice, span })
}
