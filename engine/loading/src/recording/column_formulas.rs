//! Columns that formulas calculate.

use bowline_formula::{Calculation, Fault, Measured, Program, measured, names, with_names};
use simobject_host::Unit;

use super::recordable::{Named, Recordable};
use crate::connecting::formula_names::Known;
use bowline_description::attributes::output::NamedFormula;
use bowline_description::reference::Reference;
use bowline_description::variables::{Variables, diagnostic};
use bowline_model::model::Object;
use bowline_model::model::calculated::{Calculated, Taken};
use bowline_model::model::columns::{Column, numbers};
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// A formula of signals, whose numbers are columns.
#[derive(Debug)]
pub(crate) struct ColumnFormula {
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
    /// Reads a formula; none, after its errors are reported.
    pub(crate) fn read(
        asked: &NamedFormula<'_>,
        recordable: Recordable<'_, '_>,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        // With the formulas that ports of instances are in the places of their names.
        let port = |name: &str| recordable.formula(name).map(|formula| format!("({formula})"));
        let written = with_names(asked.formula.as_str(), port);
        let text = Text::new(&written, asked.formula.span());
        let known = known(asked, text, recordable, variables, diagnostics)?;
        let read = measured_numbers(asked, text, &known).and_then(|Measured { numbers, unit }| {
            let names = asked.column_names(numbers.len())?;
            let columns = names.into_iter().zip(numbers).map(|(name, number)| OfFormula::new(name, number, &known));
            Ok(Self { unit, columns: columns.collect() })
        });
        read.map_err(|fault| diagnostics.push(fault)).ok()
    }

    /// The names of its columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The unit of its columns.
    pub(crate) fn unit(&self) -> &str {
        &self.unit
    }

    /// Its columns.
    pub(crate) fn columns<'c>(
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

impl OfFormula {
    fn new(name: String, number: Calculation, known: &Known<'_>) -> Self {
        let Calculation { program, inputs } = number;
        // As connections have it: from the time of a comparison on.
        let program = match inputs.iter().position(|slot| *slot == known.time()) {
            Some(time) => program.from_the_right(time),
            None => program,
        };
        let numbers: Vec<_> = known.inputs().collect();
        let input = |slot: &usize| numbers.get(*slot).map_or(Input::Time, |(id, element)| Input::Number(*id, *element));
        Self { name, program, inputs: inputs.iter().map(input).collect() }
    }
}

fn diagnostic_of(asked: &NamedFormula<'_>, text: Text<'_>, fault: &Fault) -> Diagnostic {
    diagnostic("bad-file-output", &format!("FileOutput: `{}`", asked.name.as_str()), text, fault)
}

/// The signals that its text names; none, after errors in them are reported.
fn known<'k>(
    asked: &NamedFormula<'_>,
    text: Text<'_>,
    recordable: Recordable<'k, '_>,
    variables: &'k Variables,
    diagnostics: &mut Diagnostics,
) -> Option<Known<'k>> {
    let found = names(text.as_str()).map_err(|fault| diagnostics.push(diagnostic_of(asked, text, &fault))).ok()?;
    let signal = |path: Text<'_>| match recordable.find(Reference::whole(path)) {
        Ok(Named::Signal(part)) => Some((part.id, recordable.declared(part.id))),
        Ok(Named::Bundle(_)) => {
            let message = format!("FileOutput: `{}` is a bundle, which is no number", path.as_str());
            let diagnostic = Diagnostic::error("bad-file-output", message).at(path.span());
            diagnostics.push(diagnostic.help("name a member of it"));
            None
        }
        Err(fault) => {
            diagnostics.push(fault);
            None
        }
    };
    Known::of(text, &found, variables, signal)
}

/// Its numbers, in its unit.
fn measured_numbers(asked: &NamedFormula<'_>, text: Text<'_>, known: &Known<'_>) -> Result<Measured, Diagnostic> {
    if let Some(unit) = asked.unit
        && let Err(fault) = bowline_formula::unit(unit.as_str())
    {
        let what = format!("FileOutput: `{}`: {}", asked.name.as_str(), fault.message);
        let place = unit.slice(fault.place.start, fault.place.end).span();
        let elements = format!("elements by a formula stand in parentheses, `({}[{}])`", text.as_str(), unit.as_str());
        let help = fault.help.map_or_else(|| elements.clone(), |help| format!("{help}; {elements}"));
        return Err(Diagnostic::error("bad-file-output", what).at(place).help(help));
    }
    let unit = asked.unit.map_or("", Text::as_str);
    measured(text.as_str(), known, known.slots(), unit).map_err(|fault| diagnostic_of(asked, text, &fault))
}
