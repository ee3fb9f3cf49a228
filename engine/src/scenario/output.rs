//! `FileOutput`: which signals are recorded.

use super::document::Text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;

const HELP: &str = "`object.NAME:states` or `objects:all`; after the colon `states`, `outputs`, `inputs` or `all`; \
                    several are separated by commas";

/// One item of `FileOutput`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked<'t> {
    /// The object's name; all objects if none.
    pub(crate) object: Option<&'t str>,
    pub(crate) what: What,
    /// Where the item, and the object's name in it, stand.
    pub(crate) span: Span,
}

/// Which signals of an object are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    States,
    Outputs,
    Inputs,
    All,
}

impl What {
    pub(crate) fn states(self) -> bool {
        matches!(self, Self::States | Self::All)
    }
    pub(crate) fn outputs(self) -> bool {
        matches!(self, Self::Outputs | Self::All)
    }
    pub(crate) fn inputs(self) -> bool {
        matches!(self, Self::Inputs | Self::All)
    }
}

/// Reads the attribute's value.
pub(crate) fn parse<'t>(text: &'t Text<'_>, diagnostics: &mut Diagnostics) -> Vec<Asked<'t>> {
    let mut asked = Vec::new();
    let mut start = 0;
    for item in text.as_str().split(',') {
        let trimmed = item.trim();
        let from = start + item.len() - item.trim_start().len();
        let span = text.part(from, from + trimmed.len());
        start += item.len() + 1;
        match parse_item(trimmed) {
            Some((object, what)) => asked.push(Asked { object, what, span }),
            None => {
                let message = match trimmed {
                    "" => "FileOutput: an item is empty".to_owned(),
                    item => format!("FileOutput: `{item}` names nothing to record"),
                };
                diagnostics.push(Diagnostic::error("bad-file-output", message).at(span).help(HELP));
            }
        }
    }
    asked
}

fn parse_item(item: &str) -> Option<(Option<&str>, What)> {
    let (who, what) = item.split_once(':')?;
    let what = match what.trim() {
        "states" => What::States,
        "outputs" => What::Outputs,
        "inputs" => What::Inputs,
        "all" => What::All,
        _ => return None,
    };
    match who.trim() {
        "objects" => Some((None, what)),
        object => Some((Some(object.strip_prefix("object.")?), what)),
    }
}
