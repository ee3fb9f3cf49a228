//! Columns that formulas calculate.

use bowline_formula::{Calculation, Fault, Measured, Program, is_path, measured, names, with_names};
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
    /// Reads a formula; none, after its errors are reported.
    pub(super) fn read(
        asked: &NamedFormula<'_>,
        recordable: Recordable<'_, '_>,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        // With the formulas that ports of instances are in the places of their names.
        let port = |name: &str| recordable.formula(name).map(|formula| format!("({formula})"));
        let written = with_names(asked.formula.as_str(), port);
        let text = Text::new(&written, asked.formula.span());
        let known = asked.known(text, recordable, variables, diagnostics)?;
        let read = asked.measured(text, &known).and_then(|Measured { numbers, unit }| {
            let names = asked.column_names(numbers.len())?;
            let columns = names.into_iter().zip(numbers).map(|(name, number)| OfFormula::new(name, number, &known));
            Ok(Self { unit, columns: columns.collect() })
        });
        read.map_err(|fault| diagnostics.push(fault)).ok()
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

impl<'t> NamedFormula<'t> {
    fn diagnostic(&self, text: Text<'_>, fault: &Fault) -> Diagnostic {
        diagnostic("bad-file-output", &format!("FileOutput: `{}`", self.name.as_str()), text, fault)
    }

    /// The signals that its text names; none, after errors in them are reported.
    fn known<'k>(
        &self,
        text: Text<'_>,
        recordable: Recordable<'k, '_>,
        variables: &'k Variables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Known<'k>> {
        let found = names(text.as_str()).map_err(|fault| diagnostics.push(self.diagnostic(text, &fault))).ok()?;
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
    fn measured(&self, text: Text<'_>, known: &Known<'_>) -> Result<Measured, Diagnostic> {
        if let Some(unit) = self.unit
            && let Err(fault) = bowline_formula::unit(unit.as_str())
        {
            let what = format!("FileOutput: `{}`: {}", self.name.as_str(), fault.message);
            let place = unit.slice(fault.place.start, fault.place.end).span();
            let elements =
                format!("elements by a formula stand in parentheses, `({}[{}])`", text.as_str(), unit.as_str());
            let help = fault.help.map_or_else(|| elements.clone(), |help| format!("{help}; {elements}"));
            return Err(Diagnostic::error("bad-file-output", what).at(place).help(help));
        }
        let unit = self.unit.map_or("", Text::as_str);
        measured(text.as_str(), known, known.slots(), unit).map_err(|fault| self.diagnostic(text, &fault))
    }

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
        (is_path(path.as_str()) && variables.get(path.as_str()).is_none()).then_some(Reference { path, ..reference })
    }
}
