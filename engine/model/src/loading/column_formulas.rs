//! Columns that formulas calculate.

use std::borrow::Cow;

use bowline_formula::{Calculation, Program, measured, names};
use simobject_host::Unit;

use super::formula_names::Known;
use super::recordable::{Named, Recordable};
use crate::attributes::output::NamedFormula;
use crate::model::Object;
use crate::model::calculated::{Calculated, Taken};
use crate::model::columns::{Column, numbers};
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;
use crate::reference::Reference;
use crate::variables::{Variables, diagnostic};
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// A formula of signals, whose numbers are columns.
#[derive(Debug)]
pub(super) struct ColumnFormula {
    unit: String,
    columns: Vec<OfFormula>,
}

/// A number of a formula.
#[derive(Debug)]
struct OfFormula {
    name: String,
    program: Program,
    inputs: Vec<Input>,
}

/// What a program takes.
#[derive(Debug, Clone, Copy)]
enum Input {
    Number(SignalId, u32),
    Time,
}

impl ColumnFormula {
    /// Finds out what a formula means; none, after what is wrong with it is told.
    pub(super) fn read(
        asked: &NamedFormula<'_>,
        recordable: Recordable<'_, '_>,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let name = asked.name.as_str();
        let mut refuse = |text: Text<'_>, fault: &bowline_formula::Fault| {
            diagnostics.push(diagnostic("bad-file-output", &format!("FileOutput: `{name}`"), text, fault));
        };
        let unit = asked.unit.map_or("", Text::as_str);
        if let Some(Err(fault)) = asked.unit.map(|unit| bowline_formula::unit(unit.as_str())) {
            refuse(asked.unit.unwrap_or(asked.formula), &fault);
            return None;
        }
        let written = with_ports(asked.formula.as_str(), recordable);
        let text = Text::new(&written, asked.formula.span());
        let found = match names(&written) {
            Ok(found) => found,
            Err(fault) => {
                refuse(text, &fault);
                return None;
            }
        };
        let signal = |path: Text<'_>| match recordable.find(Reference::whole(path)) {
            Ok(Named::Signal(part)) => Some((part.id, recordable.declared(part.id))),
            Ok(Named::Bundle(_)) => {
                let message = format!("FileOutput: `{}` is a bundle, which is no number", path.as_str());
                diagnostics
                    .push(Diagnostic::error("bad-file-output", message).at(path.span()).help("name a member of it"));
                None
            }
            Err(fault) => {
                diagnostics.push(fault);
                None
            }
        };
        let known = Known::of(text, &found, variables, signal)?;
        let measured = match measured(&written, &known, known.slots(), unit) {
            Ok(measured) => measured,
            Err(fault) => {
                diagnostics.push(diagnostic("bad-file-output", &format!("FileOutput: `{name}`"), text, &fault));
                return None;
            }
        };
        let names = match asked.column_names(measured.numbers.len()) {
            Ok(names) => names,
            Err(fault) => {
                diagnostics.push(fault);
                return None;
            }
        };
        let inputs: Vec<Input> = known.inputs().map(|(id, element)| Input::Number(id, element)).collect();
        let input = |slot: usize| inputs.get(slot).copied().unwrap_or(Input::Time);
        let column = |(name, number): (String, Calculation)| {
            // As connections have it: from the time of a comparison on.
            let time = number.inputs.iter().position(|slot| *slot == known.time());
            let program = time.map_or(number.program.clone(), |time| number.program.from_the_right(time));
            OfFormula { name, program, inputs: number.inputs.into_iter().map(input).collect() }
        };
        Some(Self { unit: measured.unit, columns: names.into_iter().zip(measured.numbers).map(column).collect() })
    }

    /// The names of its columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The unit of its columns.
    pub(super) fn unit(&self) -> &str {
        &self.unit
    }

    /// Its columns.
    pub(super) fn columns<'c>(
        &'c self,
        objects: &'c [Object],
        layout: &'c Layout,
    ) -> impl Iterator<Item = Column> + 'c {
        // An SI unit is so many of the column's.
        let nominal = Unit::parse(&self.unit).map_or(1.0, |unit| 1.0 / unit.factor());
        let taken = move |input: &Input| match *input {
            Input::Time => Some(Taken::Time),
            Input::Number(id, element) => {
                let object = &objects[id.object as usize];
                numbers(object, layout, id, std::iter::once(element)).map(Taken::Number).next()
            }
        };
        self.columns.iter().map(move |OfFormula { name, program, inputs }| {
            Column::calculated(Calculated {
                name: name.clone(),
                unit: self.unit.clone(),
                program: program.clone(),
                inputs: inputs.iter().filter_map(taken).collect(),
                nominal,
                is_conversion: false,
            })
        })
    }
}

impl<'t> NamedFormula<'t> {
    /// The names of its columns, where it has so many numbers.
    pub(super) fn column_names(&self, width: usize) -> Result<Vec<String>, Diagnostic> {
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
    pub(super) fn signal_alone(&self, variables: &Variables) -> Option<Reference<'t>> {
        let reference = Reference::read(self.formula).ok()?;
        let path = reference.path.slice(0, reference.path.as_str().trim_end().len());
        let is_path = names(path.as_str()).is_ok_and(
            |found| matches!(found.as_slice(), [name] if name.is_path && name.place == (0..path.as_str().len())),
        );
        (is_path && variables.get(path.as_str()).is_none()).then_some(Reference { path, ..reference })
    }
}

/// A formula, with the formulas that ports of instances are in the places of their names.
fn with_ports<'t>(text: &'t str, recordable: Recordable<'_, '_>) -> Cow<'t, str> {
    // What is malformed is told where it is read.
    let found = names(text).unwrap_or_default();
    let ports =
        found.iter().filter_map(|name| Some((name.place.clone(), recordable.formula(&text[name.place.clone()])?)));
    let (mut written, mut at) = (String::new(), 0);
    for (place, formula) in ports {
        written.push_str(&text[at..place.start]);
        written.push_str(&format!("({formula})"));
        at = place.end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    written.push_str(&text[at..]);
    Cow::Owned(written)
}
