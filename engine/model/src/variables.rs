//! The variables of a scenario: constants that its formulas name.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use bowline_formula::{Fault, Found, Meaning, Names, Quantity, is_free_word, literal_unit, variable, words};
use serde::Serialize;

use crate::description::{ModelDescription, VariableDescription};
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;
use bowline_text::source::Span;

/// The attributes of a variable.
const ATTRIBUTES: [&str; 4] = ["Name", "Value", "Unit", "Doc"];

/// Most variables of which each needs the next.
const MOST_DEEP: usize = 500;

/// A variable, for the record of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VariableRecord {
    /// Its name.
    pub name: String,
    /// What it is, as it is written or set.
    pub formula: String,
    /// The unit that a number without one is in; empty, if there is none.
    pub unit: String,
    /// Its numbers, in that unit, or else in SI units.
    pub numbers: Vec<f64>,
}

/// The variables of a scenario, by their names.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    known: BTreeMap<String, Variable>,
}

/// A variable.
#[derive(Debug)]
pub(crate) struct Variable {
    quantity: Quantity,
    formula: String,
    /// Where its name stands.
    name: Span,
    /// Whether a formula names it.
    is_used: AtomicBool,
    /// The unit that a number without one is in, as it is written.
    pub(crate) unit: String,
}

/// A variable as it is written.
struct Written<'d> {
    name: Text<'d>,
    /// What an override gives, or the scenario.
    value: Text<'d>,
    /// What the scenario gives.
    original: Text<'d>,
    unit: String,
    /// The words in its formula that are other variables.
    needs: Vec<String>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    /// It is needed by one that is being calculated.
    Open,
    Done,
}

impl Variables {
    /// Calculates all of a description; what is wrong goes to `diagnostics`.
    pub(crate) fn read(description: &ModelDescription, diagnostics: &mut Diagnostics) -> Self {
        let mut written: BTreeMap<&str, Written<'_>> = BTreeMap::new();
        for variable in description.variables() {
            let Some(read) = of(&variable, diagnostics) else { continue };
            let name = read.name.as_str();
            if let Some(first) = written.get(name) {
                let message = format!("the variable `{name}` is given twice");
                let diagnostic = Diagnostic::error("repeated-variable", message).label(read.name.span(), "again here");
                diagnostics.push(diagnostic.label(first.name.span(), "first given here"));
                continue;
            }
            written.insert(name, read);
        }
        let mut all = Self::default();
        let names: Vec<&str> = written.keys().copied().collect();
        for name in names {
            all.calculate(name, &mut written, &mut Vec::new(), diagnostics);
        }
        all
    }

    /// Calculates a variable, and before it those that it needs.
    fn calculate<'d>(
        &mut self,
        name: &'d str,
        written: &mut BTreeMap<&'d str, Written<'d>>,
        path: &mut Vec<&'d str>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(variable) = written.get_mut(name) else { return };
        match variable.state {
            State::Done => return,
            State::Open => {
                let begin = path.iter().position(|open| *open == name).unwrap_or(0);
                let circle: Vec<_> = path[begin..].iter().chain([&name]).map(|name| format!("`{name}`")).collect();
                let message = format!("variables that need each other: {}", circle.join(" needs "));
                let diagnostic = Diagnostic::error("circular-variables", message).at(variable.value.span());
                diagnostics.push(diagnostic.help("give one of them a value of its own"));
                variable.state = State::Done;
                return;
            }
            State::New => variable.state = State::Open,
        }
        if path.len() == MOST_DEEP {
            let message = format!("more than {MOST_DEEP} variables need each other in a row");
            diagnostics.push(Diagnostic::error("deep-variables", message).at(variable.value.span()));
            variable.state = State::Done;
            return;
        }
        path.push(name);
        let needs = std::mem::take(&mut variable.needs);
        for needed in &needs {
            if let Some((known, _)) = written.get_key_value(needed.as_str()) {
                let known = *known;
                self.calculate(known, written, path, diagnostics);
            }
        }
        path.pop();
        // What is wrong with one that it needs was told there.
        let is_known = |needed: &String| self.known.contains_key(needed) || !written.contains_key(needed.as_str());
        let are_known = needs.iter().all(is_known);
        let Some(variable) = written.get_mut(name).filter(|variable| variable.state == State::Open) else { return };
        variable.state = State::Done;
        if !are_known {
            return;
        }
        if variable.unit.is_empty() {
            // Else that of what the formula measures.
            variable.unit = unit_of(variable.original, self);
        }
        match variable_of(variable, self) {
            Ok(quantity) => {
                let (formula, unit) = (variable.value.as_str().to_owned(), variable.unit.clone());
                let is_used = AtomicBool::default();
                let known = Variable { quantity, formula, name: variable.name.span(), is_used, unit };
                self.known.insert(name.to_owned(), known);
            }
            Err(fault) => {
                diagnostics.push(diagnostic("bad-variable", &format!("the variable `{name}`"), variable.value, &fault))
            }
        }
    }

    /// Reports those that no formula names.
    pub(crate) fn warn_of_unused(&self, diagnostics: &mut Diagnostics) {
        for (name, variable) in self.known.iter().filter(|(_, variable)| !variable.is_used.load(Ordering::Relaxed)) {
            let diagnostic = Diagnostic::warning("unused-variable", format!("nothing uses the variable `{name}`"));
            diagnostics.push(diagnostic.at(variable.name));
        }
    }

    /// All of them, for the record of a run.
    pub(crate) fn records(&self) -> Vec<VariableRecord> {
        let record = |(name, variable): (&String, &Variable)| VariableRecord {
            name: name.clone(),
            formula: variable.formula.clone(),
            unit: variable.unit.clone(),
            numbers: variable.quantity.numbers_in(&variable.unit),
        };
        self.known.iter().map(record).collect()
    }

    /// The variable of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Variable> {
        self.known.get(name)
    }
}

impl Names for Variables {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        if is_path {
            let message = format!("`{name}` changes while the model runs, and a constant is needed");
            return Found::Unknown { message, help: "name variables only".to_owned() };
        }
        match self.known.get(name) {
            Some(variable) => {
                variable.is_used.store(true, Ordering::Relaxed);
                Found::Constant(&variable.quantity)
            }
            None => Found::Unknown {
                message: format!("`{name}` is neither a number nor a variable"),
                help: match self.known.is_empty() {
                    true => "variables stand in `<VARIABLES>`".to_owned(),
                    false => nearest::advice(name, "variables", self.known.keys().map(String::as_str)),
                },
            },
        }
    }
}

/// The SI unit of what a formula gives; empty, if that is bare, or the formula is wrong.
fn unit_of(formula: Text<'_>, known: &Variables) -> String {
    match variable(formula.as_str(), known, "").map(|quantity| quantity.meaning) {
        Ok(Meaning::Of(measure)) => measure.dimension.to_string(),
        _ => String::new(),
    }
}

fn variable_of(written: &Written<'_>, known: &Variables) -> Result<Quantity, Fault> {
    variable(written.value.as_str(), known, &written.unit)
}

/// What is wrong with a formula, at its place.
pub(crate) fn diagnostic(code: &'static str, what: &str, text: Text<'_>, fault: &Fault) -> Diagnostic {
    let span = text.span();
    // A text with entities is not where it is written.
    let place = if span.len() == text.as_str().len() {
        Span::new(span.start() + fault.place.start, span.start() + fault.place.end)
    } else {
        span
    };
    let place = if place.is_empty() { span } else { place };
    let diagnostic = Diagnostic::error(code, format!("{what}: {}", fault.message)).at(place);
    match &fault.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

/// A variable as it is written, if it has a name and a value.
fn of<'d>(variable: &VariableDescription<'d>, diagnostics: &mut Diagnostics) -> Option<Written<'d>> {
    let attributes = variable.attributes;
    for attribute in attributes.iter() {
        let name = attribute.name.as_str();
        if !ATTRIBUTES.contains(&name) {
            let message = format!("unknown attribute `{name}` of `<Variable>`");
            let advice = nearest::advice(name, "attributes", ATTRIBUTES);
            diagnostics.push(Diagnostic::error("unknown-attribute", message).at(attribute.name.span()).help(advice));
        }
    }
    let (Some(name), Some(value)) = (attributes.find("Name"), attributes.find("Value")) else {
        let missing = if attributes.find("Name").is_none() { "Name" } else { "Value" };
        let message = format!("`<Variable>` without `{missing}`");
        let help = "write `<Variable Name=\"k\" Value=\"100 kN/m\"/>`";
        diagnostics.push(Diagnostic::error("missing-attribute", message).at(variable.span).help(help));
        return None;
    };
    if !is_free_word(name.value.as_str()) {
        let message = format!("`{}` cannot be the name of a variable", name.value.as_str());
        let help = "it is made of letters, digits and `_`, and is neither a function nor a word of formulas";
        diagnostics.push(Diagnostic::error("bad-name", message).at(name.value.span()).help(help));
        return None;
    }
    let unit = attributes.find("Unit").map(|unit| unit.value.as_str().trim().to_owned());
    if let (Some(unit), Some(attribute)) = (&unit, attributes.find("Unit"))
        && !unit.is_empty()
        && simobject_host::Unit::parse(unit).is_none()
    {
        let message = format!("`{unit}` is no unit that is known");
        diagnostics.push(Diagnostic::error("bad-unit", message).at(attribute.value.span()));
        return None;
    }
    // A number that is put in its place is in the unit of the one that is written.
    let unit = unit.filter(|unit| !unit.is_empty()).or_else(|| literal_unit(value.value.as_str()));
    let (name, original) = (name.value, value.value);
    let value = variable.set.unwrap_or(original);
    let mut needs = words(value.as_str());
    needs.extend(words(original.as_str()));
    Some(Written { name, value, original, unit: unit.unwrap_or_default(), needs, state: State::New })
}
