//! The variables of a scenario: constants that its formulas name.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowline_formula::{
    Fault, Found, Meaning, NameIn, Names, Quantity, is_free_word, literal_unit, names as names_of, variable, words,
};
use serde::Serialize;

use crate::store::{ModelDescription, VariableDescription};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Text, nearest};

/// The attributes of a variable.
const ATTRIBUTES: [&str; 5] = ["Name", "Value", "Unit", "Text", "Doc"];

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

/// The variables of a scenario, and the variables and parameters of its instances, by their full names.
#[derive(Debug, Default)]
pub struct Variables {
    known: BTreeMap<String, Variable>,
    /// Whether there are constants of instances.
    has_paths: bool,
    /// Variables and parameters that are texts.
    texts: BTreeMap<String, String>,
    /// The numbers of in-ports of instances, by their full names. Sources alone name them.
    port_numbers: BTreeMap<String, Quantity>,
    /// Those of instances and of repetitions, from 1 on; 0 is the scenario's own.
    scopes: Vec<Scope>,
}

/// Where names of formulas are looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    /// What stands in front of the names of an instance; empty for the scenario's own.
    pub(crate) prefix: String,
    /// The indices of the repetitions around, the outermost first.
    pub(crate) indices: Vec<(String, Quantity)>,
    /// What paths are relative to, where that is not the scenario's directory.
    pub(crate) directory: Option<Arc<Path>>,
}

/// The variables, as a scope sees them.
#[derive(Debug, Clone, Copy)]
pub struct Scoped<'v> {
    variables: &'v Variables,
    scope: Option<&'v Scope>,
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    pub(crate) quantity: Quantity,
    pub(crate) formula: String,
    /// Where its name stands.
    pub(crate) name: Span,
    /// Whether a formula names it.
    pub(crate) is_used: AtomicBool,
    /// The unit that a number without one is in, as it is written.
    pub unit: String,
}

/// What a variable is.
enum Read<'d> {
    Number(Written<'d>),
    Text { name: Text<'d>, text: Text<'d> },
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
    pub fn read(description: &ModelDescription, diagnostics: &mut Diagnostics) -> Self {
        let mut all = Self::default();
        all.add(description.variables(), 0, diagnostics);
        all
    }

    /// Calculates those of a scope, which know each other and what the scope has so far.
    pub fn add<'d>(
        &mut self,
        variables: impl IntoIterator<Item = VariableDescription<'d>>,
        scope: u32,
        diagnostics: &mut Diagnostics,
    ) {
        let mut written: BTreeMap<&str, Written<'_>> = BTreeMap::new();
        let prefix = self.within(scope).scope.map_or_else(String::new, |scope| scope.prefix.clone());
        for variable in variables {
            let read = match of(&variable, diagnostics) {
                Some(Read::Number(read)) => read,
                Some(Read::Text { name, text }) => {
                    self.add_text(&prefix, name, text, &written, diagnostics);
                    continue;
                }
                None => continue,
            };
            let name = read.name.as_str();
            if let Some(first) = written.get(name) {
                let message = format!("the variable `{name}` is given twice");
                let diagnostic = Diagnostic::error("repeated-variable", message).label(read.name.span(), "again here");
                diagnostics.push(diagnostic.label(first.name.span(), "first given here"));
                continue;
            }
            if let Some(diagnostic) = self.taken(&prefix, read.name) {
                diagnostics.push(diagnostic);
                continue;
            }
            written.insert(name, read);
        }
        let names: Vec<&str> = written.keys().copied().collect();
        let mut calculation = Calculation { all: self, scope, prefix: &prefix, written, path: Vec::new(), diagnostics };
        for name in names {
            calculation.calculate(name);
        }
    }

    /// Adds a variable that is a text, if its name is new.
    fn add_text(
        &mut self,
        prefix: &str,
        name: Text<'_>,
        text: Text<'_>,
        others: &BTreeMap<&str, Written<'_>>,
        diagnostics: &mut Diagnostics,
    ) {
        let own = name.as_str();
        let again = others.contains_key(own).then(|| format!("the variable `{own}` is given twice"));
        let again = again.map(|message| Diagnostic::error("repeated-variable", message).at(name.span()));
        match again.or_else(|| self.taken(prefix, name)) {
            Some(diagnostic) => diagnostics.push(diagnostic),
            None => self.insert_text(format!("{prefix}{own}"), text.as_str().to_owned()),
        }
    }

    /// What is wrong with a name that a parameter or a text has already.
    fn taken(&self, prefix: &str, name: Text<'_>) -> Option<Diagnostic> {
        let full = format!("{prefix}{}", name.as_str());
        let message = format!("`{}` is the name of a parameter or a text already", name.as_str());
        let diagnostic = Diagnostic::error("repeated-variable", message).label(name.span(), "again here");
        match (self.known.get(&full), self.texts.contains_key(&full)) {
            (Some(known), _) => Some(diagnostic.label(known.name, "first given here")),
            (None, is_text) => is_text.then_some(diagnostic),
        }
    }

    /// Adds a scope; its number.
    pub(crate) fn push_scope(&mut self, scope: Scope) -> u32 {
        self.scopes.push(scope);
        self.scopes.len() as u32
    }

    /// The names, as a scope sees them.
    pub fn within(&self, scope: u32) -> Scoped<'_> {
        let scope = (scope as usize).checked_sub(1).and_then(|scope| self.scopes.get(scope));
        Scoped { variables: self, scope }
    }

    /// What paths in a scope are relative to, where that is not the scenario's directory.
    pub fn directory(&self, scope: u32) -> Option<&Path> {
        self.within(scope).scope?.directory.as_deref()
    }

    /// Adds a text, under its full name.
    pub(crate) fn insert_text(&mut self, name: String, text: String) {
        self.texts.insert(name, text);
    }

    /// The text of that full name.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// Adds a constant of an instance, under its full name.
    pub fn insert(&mut self, name: String, variable: Variable) {
        self.has_paths |= name.contains('.');
        self.known.insert(name, variable);
    }

    /// Adds the numbers of an in-port of an instance, under its full name.
    pub(crate) fn insert_port(&mut self, name: String, numbers: Quantity) {
        self.has_paths = true;
        self.port_numbers.insert(name, numbers);
    }

    /// The numbers of an in-port of that full name.
    pub fn of_port(&self, name: &str) -> Option<&Quantity> {
        self.port_numbers.get(name)
    }

    /// What a name in a source stands for, if that is constant.
    pub fn constant(&self, name: &str) -> Option<&Quantity> {
        self.of_port(name).or_else(|| self.get(name).map(|variable| &variable.quantity))
    }

    /// Reports those that no formula names.
    pub fn warn_of_unused(&self, diagnostics: &mut Diagnostics) {
        let is_used = |variable: &Variable| variable.is_used.load(Ordering::Relaxed);
        // That of a scheme is one, however often the scheme is used.
        let used: HashSet<Span> =
            self.known.values().filter(|variable| is_used(variable)).map(|variable| variable.name).collect();
        let mut told = HashSet::new();
        for (name, variable) in self.known.iter().filter(|(_, variable)| !used.contains(&variable.name)) {
            if told.insert(variable.name) {
                let message = format!("nothing uses the variable `{name}`");
                diagnostics.push(Diagnostic::warning("unused-variable", message).at(variable.name));
            }
        }
    }

    /// All of them, for the record of a run.
    pub fn records(&self) -> Vec<VariableRecord> {
        let record = |(name, variable): (&String, &Variable)| VariableRecord {
            name: name.clone(),
            formula: variable.formula.clone(),
            unit: variable.unit.clone(),
            numbers: variable.quantity.numbers_in(&variable.unit),
        };
        let text = |(name, text): (&String, &String)| VariableRecord {
            name: name.clone(),
            formula: text.clone(),
            unit: String::new(),
            numbers: Vec::new(),
        };
        self.known.iter().map(record).chain(self.texts.iter().map(text)).collect()
    }

    /// Whether there are constants of instances.
    pub fn has_paths(&self) -> bool {
        self.has_paths
    }

    /// The variable of that name.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.known.get(name)
    }
}

/// The variables of one scope, as they are calculated.
struct Calculation<'c, 'd> {
    all: &'c mut Variables,
    scope: u32,
    /// What stands in front of their names.
    prefix: &'c str,
    written: BTreeMap<&'d str, Written<'d>>,
    /// Those that need each other, up to the one that is being calculated.
    path: Vec<&'d str>,
    diagnostics: &'c mut Diagnostics,
}

impl<'d> Calculation<'_, 'd> {
    /// Calculates a variable, and before it those that it needs.
    fn calculate(&mut self, name: &'d str) {
        let Some(variable) = self.written.get_mut(name) else { return };
        match variable.state {
            State::Done => return,
            State::Open => {
                let begin = self.path.iter().position(|open| *open == name).unwrap_or(0);
                let circle: Vec<_> = self.path[begin..].iter().chain([&name]).map(|name| format!("`{name}`")).collect();
                let message = format!("variables that need each other: {}", circle.join(" needs "));
                let diagnostic = Diagnostic::error("circular-variables", message).at(variable.value.span());
                self.diagnostics.push(diagnostic.help("give one of them a value of its own"));
                variable.state = State::Done;
                return;
            }
            State::New => variable.state = State::Open,
        }
        if self.path.len() == MOST_DEEP {
            let message = format!("more than {MOST_DEEP} variables need each other in a row");
            self.diagnostics.push(Diagnostic::error("deep-variables", message).at(variable.value.span()));
            variable.state = State::Done;
            return;
        }
        self.path.push(name);
        let needs = std::mem::take(&mut variable.needs);
        for needed in &needs {
            if let Some((known, _)) = self.written.get_key_value(needed.as_str()) {
                let known = *known;
                self.calculate(known);
            }
        }
        self.path.pop();
        // What is wrong with one that it needs was told there.
        let full = |name: &str| format!("{}{name}", self.prefix);
        let is_known =
            |needed: &String| self.all.known.contains_key(&full(needed)) || !self.written.contains_key(needed.as_str());
        let are_known = needs.iter().all(is_known);
        let full_name = full(name);
        let Some(variable) = self.written.get_mut(name).filter(|variable| variable.state == State::Open) else {
            return;
        };
        variable.state = State::Done;
        if !are_known {
            return;
        }
        let names = &self.all.within(self.scope);
        if variable.unit.is_empty() {
            // Else that of what the formula measures.
            variable.unit = unit_of(variable.original, names);
        }
        match variable_of(variable, names) {
            Ok(quantity) => {
                let (formula, unit) = (variable.value.as_str().to_owned(), variable.unit.clone());
                let is_used = AtomicBool::default();
                let known = Variable { quantity, formula, name: variable.name.span(), is_used, unit };
                self.all.insert(full_name, known);
            }
            Err(mut fault) => {
                let what = format!("the variable `{full_name}`");
                let place = fault.place.clone();
                let is_it = |name: &NameIn| name.is_path && name.place == place;
                if names_of(variable.value.as_str()).is_ok_and(|found| found.iter().any(is_it)) {
                    let path = &variable.value.as_str()[place];
                    fault.message =
                        format!("`{path}` is of an object or an instance, and these are made after the variables");
                    fault.help = Some("name variables only, and hand them over as parameters".to_owned());
                }
                self.diagnostics.push(diagnostic("bad-variable", &what, variable.value, &fault));
            }
        }
    }
}

impl Names for Variables {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        self.within(0).look_up(name, is_path)
    }
}

impl Names for Scoped<'_> {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        self.look_up(name, is_path)
    }
}

impl<'v> Scoped<'v> {
    fn look_up(self, name: &str, is_path: bool) -> Found<'v> {
        let Self { variables, scope } = self;
        let index = scope.and_then(|scope| scope.indices.iter().rev().find(|(index, _)| index == name));
        if let Some((_, number)) = index {
            return Found::Constant(number);
        }
        let prefix = scope.map_or("", |scope| scope.prefix.as_str());
        let variable = match prefix {
            "" => variables.known.get(name),
            prefix => variables.known.get(&format!("{prefix}{name}")),
        };
        if let Some(variable) = variable {
            variable.is_used.store(true, Ordering::Relaxed);
            return Found::Constant(&variable.quantity);
        }
        if is_path {
            let message = format!("`{name}` changes while the model runs, and a constant is needed");
            return Found::Unknown { message, help: "name variables only".to_owned() };
        }
        let of_scope = |full: &'_ String| full.starts_with(prefix) && !full[prefix.len()..].contains('.');
        let mut known =
            variables.known.keys().filter(|full| of_scope(full)).map(|full| &full[prefix.len()..]).peekable();
        let (what, whats) = match prefix {
            "" => ("a variable", "variables"),
            _ => ("a name of the scheme", "names of the scheme"),
        };
        Found::Unknown {
            message: format!("`{name}` is neither a number nor {what}"),
            help: match (known.peek(), prefix) {
                (None, "") => "variables stand in `<VARIABLES>`".to_owned(),
                (None, _) => "a scheme knows its own parameters and variables".to_owned(),
                (Some(_), _) => nearest::advice(name, whats, known),
            },
        }
    }
}

/// The SI unit of what a formula gives; empty, if that is bare, or the formula is wrong.
fn unit_of(formula: Text<'_>, known: &dyn Names) -> String {
    match variable(formula.as_str(), known, "").map(|quantity| quantity.meaning) {
        Ok(Meaning::Of(measure)) => measure.dimension.to_string(),
        _ => String::new(),
    }
}

fn variable_of(written: &Written<'_>, known: &dyn Names) -> Result<Quantity, Fault> {
    variable(written.value.as_str(), known, &written.unit)
}

/// What is wrong with a formula, at its place.
pub fn diagnostic(code: &'static str, what: &str, text: Text<'_>, fault: &Fault) -> Diagnostic {
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

/// A variable as it is written, if it has a name, and a value or a text.
fn of<'d>(variable: &VariableDescription<'d>, diagnostics: &mut Diagnostics) -> Option<Read<'d>> {
    let attributes = variable.attributes;
    for attribute in attributes.iter() {
        let name = attribute.name.as_str();
        if !ATTRIBUTES.contains(&name) {
            let message = format!("unknown attribute `{name}` of `<Variable>`");
            let advice = nearest::advice(name, "attributes", ATTRIBUTES);
            diagnostics.push(Diagnostic::error("unknown-attribute", message).at(attribute.name.span()).help(advice));
        }
    }
    let value = attributes.find("Value").or(attributes.find("Text"));
    let (Some(name), Some(value)) = (attributes.find("Name"), value) else {
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
    if value.name.as_str() == "Text" {
        return Some(Read::Text { name: name.value, text: variable.set.unwrap_or(value.value) });
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
    let unit = unit.unwrap_or_default();
    Some(Read::Number(Written { name, value, original, unit, needs, state: State::New }))
}
