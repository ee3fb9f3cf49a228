//! `FileOutput`: which signals are recorded.
//!
//! ```text
//! items = item { "," item }                                  commas in parentheses and brackets are none of these
//! item  = "objects" ":" what
//!       | "object" "." path ":" ( what | path [elements] [unit] )
//!       | path [elements] [unit]                             a signal, a bundle, or a member of one
//!       | path [elements] "=" formula [unit]                 a column that is calculated
//! what  = "states" | "outputs" | "inputs" | "all"
//! unit  = "[" not only digits and ":" "]"
//! ```
//!
//! Paths and elements are those of a reference (`engine/description/src/reference.rs`).

use crate::reference::{Reference, is_unit, without_unit};
use crate::variables::Variables;
use bowline_formula::is_path;
use bowline_text::cursor::{Cursor, Malformed};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::elements::Elements;
use bowline_text::{Text, piece_length, pieces};

const HELP: &str = "one or more, with commas: `objects:WHAT` or `object.NAME:WHAT`, where WHAT is `states`, `outputs`, \
                    `inputs` or `all`; `NAME.Signal`, `NAME.Signal[0]`, `NAME.Signal[0:2]`, `NAME.Bundle` or `NAME.Bundle.member`; \
                    a signal in a unit, `NAME.Signal [mm]`; a formula, `Power = NAME.Force*NAME.Vel [kW]`";

/// One item of `FileOutput`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asked<'t> {
    /// Of all objects.
    OfAll(Group),
    /// Of the object with that name.
    OfObject(Text<'t>, Group),
    /// A signal, bundle or member of the object with that name, or some elements of it, perhaps in a unit.
    InObject {
        /// The object.
        object: Text<'t>,
        /// The signal, bundle or member.
        name: Text<'t>,
        /// The elements, if not all of them.
        elements: Option<Elements>,
        /// The unit, where one is asked for.
        unit: Option<Text<'t>>,
    },
    /// The same, by all of its names.
    Signal(Reference<'t>, Option<Text<'t>>),
    /// What a formula gives.
    Calculated(NamedFormula<'t>),
}

/// A formula, and how its numbers are called.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedFormula<'t> {
    /// The name of the column.
    pub name: Text<'t>,
    /// Which elements of that name its numbers are; none: all, from 0 on.
    pub elements: Option<Elements>,
    /// The formula.
    pub formula: Text<'t>,
    /// The unit of the column, where one is asked for.
    pub unit: Option<Text<'t>>,
}

/// Which signals of an object are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// States.
    States,
    /// Out-ports.
    Outputs,
    /// In-ports.
    Inputs,
    /// All of these.
    All,
}

/// The words that mean more than one signal.
pub const WORDS: [&str; 4] = ["states", "outputs", "inputs", "all"];

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
pub fn parse<'t>(text: Text<'t>, diagnostics: &mut Diagnostics) -> Vec<Asked<'t>> {
    let mut asked = Vec::new();
    let mut cursor = Cursor::new(text);
    loop {
        let end = cursor.position() + piece_length(cursor.rest(), ',');
        match item(&mut cursor, end) {
            Ok(item) => asked.push(item),
            Err(Malformed { message, span, help }) => {
                let diagnostic = Diagnostic::error("bad-file-output", format!("FileOutput: {message}")).at(span);
                diagnostics.push(diagnostic.help(help.unwrap_or(HELP)));
                cursor.take_to(end.max(cursor.position()));
                cursor.skip_to(',');
            }
        }
        if !cursor.accept(',') {
            return asked;
        }
    }
}

/// The formula that elements of a source are; all of it, if they are empty.
pub fn part_of(source: &str, elements: &str) -> String {
    let is_one = pieces(source, ',').len() == 1 && elements.is_empty();
    if is_one { source.to_owned() } else { format!("({source}){elements}") }
}

/// Reads the item that ends there.
fn item<'t>(cursor: &mut Cursor<'t>, end: usize) -> Result<Asked<'t>, Malformed> {
    cursor.skip_space();
    if end > cursor.position() && cursor.rest()[..end - cursor.position()].contains('=') {
        return named_formula(cursor, end).map(Asked::Calculated);
    }
    let start = cursor.position();
    let first = cursor.name_with_dashes()?;
    let object = cursor.text_from(start);
    let item = if cursor.accept(':') {
        cursor.skip_space();
        let from = cursor.position();
        let word = cursor.name_with_dashes()?;
        match (first, Group::of_word(word)) {
            ("objects", Some(group)) => of_group(Asked::OfAll(group), start, cursor)?,
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
            of_object(name, start, cursor)?
        } else if whole.as_str().len() == object.as_str().len() + 1 + name.as_str().len() {
            Asked::Signal(Reference { path: whole, elements: elements(cursor)? }, unit(cursor)?)
        } else {
            // There are spaces around the first point.
            Asked::InObject { object, name, elements: elements(cursor)?, unit: unit(cursor)? }
        }
    };
    cursor.skip_space();
    if !(cursor.rest().is_empty() || cursor.rest().starts_with(',')) {
        return Err(cursor.unexpected("`,` or the end"));
    }
    Ok(item)
}

/// What of an object is asked for.
fn of_object<'t>(object: Text<'t>, start: usize, cursor: &mut Cursor<'t>) -> Result<Asked<'t>, Malformed> {
    let from = cursor.position();
    path(cursor)?;
    let name = cursor.text_from(from);
    match Group::of_word(name.as_str()) {
        Some(group) => of_group(Asked::OfObject(object, group), start, cursor),
        None => Ok(Asked::InObject { object, name, elements: elements(cursor)?, unit: unit(cursor)? }),
    }
}

/// Several signals, which have no unit in common.
fn of_group<'t>(item: Asked<'t>, start: usize, cursor: &mut Cursor<'t>) -> Result<Asked<'t>, Malformed> {
    let group = cursor.text_from(start).as_str();
    match unit(cursor)? {
        None => Ok(item),
        Some(unit) => {
            let message = format!("`{group}` is several signals, which have no unit in common");
            let malformed = Malformed { message, span: unit.span(), help: None };
            Err(Malformed { help: Some("name the signals, each with its unit, as in `B.Pos [mm]`"), ..malformed })
        }
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
    let is_unit = cursor
        .rest()
        .strip_prefix('[')
        .and_then(|inner| inner.split_once(']'))
        .is_some_and(|(inner, _)| is_unit(inner));
    if cursor.rest().starts_with('[') && !is_unit { cursor.elements().map(Some) } else { Ok(None) }
}

/// Reads a unit, if one comes next.
fn unit<'t>(cursor: &mut Cursor<'t>) -> Result<Option<Text<'t>>, Malformed> {
    cursor.skip_space();
    if !cursor.accept_at_once('[') {
        return Ok(None);
    }
    cursor.skip_space();
    let start = cursor.position();
    cursor.skip_to(']');
    let unit = cursor.text_from(start);
    cursor.expect(']')?;
    let length = unit.as_str().trim_end().len();
    if is_unit(unit.as_str()) {
        return Ok(Some(unit.slice(0, length)));
    }
    let message = format!("expected a unit, found `{}`", unit.as_str());
    Err(cursor.malformed(start, cursor.position() - 1, message))
}

/// Reads a name and its formula, which ends there.
fn named_formula<'t>(cursor: &mut Cursor<'t>, end: usize) -> Result<NamedFormula<'t>, Malformed> {
    let start = cursor.position();
    path(cursor)?;
    let name = cursor.text_from(start);
    let elements = elements(cursor)?;
    cursor.expect('=')?;
    cursor.skip_space();
    if cursor.position() >= end || cursor.rest().starts_with('[') {
        return Err(cursor.unexpected("a formula"));
    }
    let (formula, unit) = without_unit(cursor.take_to(end));
    Ok(NamedFormula { name, elements, formula, unit })
}

impl<'t> NamedFormula<'t> {
    /// The names of its columns, where it has so many numbers.
    pub fn column_names(&self, width: usize) -> Result<Vec<String>, Diagnostic> {
        let name = self.name.as_str();
        match self.elements {
            None if width == 1 => Ok(vec![name.to_owned()]),
            None => Ok((0..width).map(|element| format!("{name}[{element}]")).collect()),
            Some(elements) if elements.end - elements.first == width => {
                Ok((elements.first..elements.end).map(|element| format!("{name}[{element}]")).collect())
            }
            Some(elements) => {
                let message = format!(
                    "FileOutput: `{name}` has {} elements here, but its formula has width {width}",
                    elements.end - elements.first
                );
                let span = self.name.span().to(elements.span);
                Err(Diagnostic::error("width-mismatch", message).at(span).help(format!("write `{name} = ...`")))
            }
        }
    }

    /// The signal, or elements of one, that the formula is, if it is no more than that.
    pub fn signal_alone(&self, variables: &Variables) -> Option<Reference<'t>> {
        let reference = Reference::read(self.formula).ok()?;
        let path = reference.path.slice(0, reference.path.as_str().trim_end().len());
        (is_path(path.as_str()) && variables.get(path.as_str()).is_none()).then_some(Reference { path, ..reference })
    }
}
