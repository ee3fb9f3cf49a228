//! Which signals are recorded.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::RandomState;
use simobject_host::Role;

use super::column_formulas::ColumnFormula;
use super::column_units;
use super::recordable::{Named, Part, Recordable, is_recordable, recorded_as};
use bowline_description::attributes::engine::Recording;
use bowline_description::attributes::further_output::FurtherOutput;
use bowline_description::attributes::output::{self, Group, NamedFormula};
use bowline_description::reference::{OfObject, Reference};
use bowline_description::variables::Variables;
use bowline_model::model::calculated::Conversion;
use bowline_model::model::columns::{Column, nominal, numbers};
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_model::model::{Object, Output};
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// What a scenario records, found among its objects.
#[derive(Debug)]
pub(crate) struct Selection {
    /// One after the other, or all of it at once.
    asked: Vec<Asked>,
    units: Units,
}

/// The numbers that are recorded in other units than their own; by their names, if these are others.
type Units = HashMap<(SignalId, u32, Option<String>), InUnit>;

/// A unit that is asked for.
#[derive(Debug, Clone)]
struct InUnit {
    /// None for the one that is declared.
    conversion: Option<Rc<Conversion>>,
    written: String,
    place: Span,
}

/// The recorded signals of the objects, in file order, and the formulas.
#[derive(Debug, Default)]
struct Asked {
    of_all: Vec<Wanted>,
    /// By the position of an object.
    of_one: BTreeMap<usize, OfOne>,
    formulas: Vec<ColumnFormula>,
}

/// The recorded signals of one object.
#[derive(Debug, Default)]
struct OfOne {
    wanted: Vec<Wanted>,
    /// Under other names: the signal, the element, and the name.
    renamed: Vec<(u32, u32, String)>,
}

/// Recorded signals of an object under their own names.
#[derive(Debug, Clone)]
enum Wanted {
    /// All of its signals with such a role.
    Group(fn(&Role) -> bool),
    /// Elements of a signal.
    Elements(u32, Range<usize>),
}

/// What is recorded in the results, and in further ones.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) results: Selection,
    pub(crate) further: Vec<Selection>,
}

impl Recorded {
    /// Finds what a scenario asks for, in its results and in further ones.
    pub(crate) fn of(
        recording: &Recording<'_>,
        further: &[FurtherOutput<'_>],
        recordable: Recordable<'_, '_>,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let results = Selection::of(recording, recordable, variables, diagnostics);
        let selection = |further: &FurtherOutput<'_>| {
            let mut faults = Diagnostics::default();
            let selection = Selection::of(&further.recording, recordable, variables, &mut faults);
            // The errors in the FileOutput of Engine have been reported.
            if further.recording.asked != recording.asked {
                diagnostics.append(faults);
            }
            selection
        };
        let further = further.iter().map(selection).collect();
        Self { results, further }
    }

    /// The columns of the results, and the `further` results that a scenario asks for.
    pub(crate) fn columns(&self, further: Vec<FurtherOutput<'_>>, model: LaidOut<'_>) -> (Vec<Column>, Vec<Output>) {
        let output = |(FurtherOutput { name, times, .. }, selection): (FurtherOutput<'_>, &Selection)| Output {
            name,
            times,
            columns: selection.columns(model),
        };
        (self.results.columns(model), further.into_iter().zip(&self.further).map(output).collect())
    }
}

/// The objects of a model, the places of their numbers, and the magnitudes of its states.
#[derive(Clone, Copy)]
pub(crate) struct LaidOut<'l> {
    pub(crate) objects: &'l [Object],
    pub(crate) layout: &'l Layout,
    pub(crate) nominal: &'l [f64],
}

impl Selection {
    /// Finds what a scenario asks for.
    fn of(
        recording: &Recording<'_>,
        recordable: Recordable<'_, '_>,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let units = Units::new();
        let mut reading = Reading { recordable, variables, units, names: HashMap::new(), diagnostics };
        let mut asked = vec![Asked::default()];
        match &recording.asked {
            None if recording.log_states => asked[0].of_all.push(Wanted::Group(Role::is_any_state)),
            None => {}
            Some(items) if recording.keep_order => asked = items.iter().map(|item| reading.alone(item)).collect(),
            Some(items) => items.iter().for_each(|item| reading.item(item, &mut asked[0])),
        }
        Self { asked, units: reading.units }
    }

    /// The columns, each once: in file order and then in the order of declaration, formulas last;
    /// or in the order in which they are asked for.
    fn columns(&self, model: LaidOut<'_>) -> Vec<Column> {
        let mut columns = Vec::new();
        let mut renamed = HashSet::new();
        if let [asked] = self.asked.as_slice() {
            asked.add(&mut columns, model, &self.units, |_| true, &mut renamed);
        } else {
            let mut seen = HashSet::with_hasher(RandomState::default());
            let mut is_new = |number| seen.insert(number);
            self.asked.iter().for_each(|asked| asked.add(&mut columns, model, &self.units, &mut is_new, &mut renamed));
        }
        columns.shrink_to_fit();
        columns
    }
}

impl Asked {
    /// Appends the columns of what is asked for: element by element where `is_new`, and under other names that are not
    /// in `renamed` yet.
    fn add<'a>(
        &'a self,
        columns: &mut Vec<Column>,
        model: LaidOut<'_>,
        units: &Units,
        mut is_new: impl FnMut((SignalId, u32)) -> bool,
        renamed: &mut HashSet<&'a str>,
    ) {
        let mut of_object = |position: usize, more: &'a OfOne| {
            let object = &model.objects[position];
            let mut others = more.renamed.iter().collect::<Vec<_>>();
            others.sort_by_key(|(signal, ..)| *signal);
            let mut others = others.into_iter().peekable();
            let mut elements = elements(object, self.of_all.iter().chain(&more.wanted));
            for (signal, ..) in others.clone() {
                elements.entry(*signal).or_default();
            }
            for (signal, elements) in elements {
                let id = SignalId { object: position as u32, signal };
                let wanted = (0..).zip(elements).filter(|(_, wanted)| *wanted).map(|(element, _)| element);
                let own = wanted.filter(|element| is_new((id, *element)));
                if units.is_empty() {
                    columns.extend(numbers(object, model.layout, id, own).map(Column::from));
                } else {
                    own.for_each(|element| columns.extend(model.column(id, element, None, units)));
                }
                while let Some((_, element, name)) = others.next_if(|(of, ..)| *of == signal) {
                    if renamed.insert(name) {
                        columns.extend(model.column(id, *element, Some(name), units));
                    }
                }
            }
        };
        if self.of_all.is_empty() {
            self.of_one.iter().for_each(|(position, more)| of_object(*position, more));
        } else {
            const NOTHING: &OfOne = &OfOne { wanted: Vec::new(), renamed: Vec::new() };
            for position in 0..model.objects.len() {
                of_object(position, self.of_one.get(&position).unwrap_or(NOTHING));
            }
        }
        columns.extend(self.formulas.iter().flat_map(|formula| formula.columns(model.objects, model.layout)));
    }
}

impl LaidOut<'_> {
    /// A number as a column, perhaps under another name, and in the unit that is asked for.
    fn column(self, id: SignalId, element: u32, name: Option<&String>, units: &Units) -> Option<Column> {
        let object = &self.objects[id.object as usize];
        let number = numbers(object, self.layout, id, std::iter::once(element)).next()?;
        let in_unit = units.get(&(id, element, name.cloned())).and_then(|unit| unit.conversion.as_ref());
        Some(match (in_unit, name) {
            (Some(conversion), name) => {
                let name =
                    name.map_or_else(|| object.element_name(id.signal as usize, element as usize), String::clone);
                let nominal = nominal(&number, self.nominal);
                Column::calculated(conversion.of(number, name, nominal))
            }
            (None, Some(name)) => Column::named(number, name.clone()),
            (None, None) => Column::from(number),
        })
    }
}

/// What has a name that the scenario gives.
#[derive(Debug, PartialEq)]
enum Meaning {
    Number(SignalId, u32),
    /// As it is written, and its unit.
    Formula(String, String),
}

/// Items of `FileOutput`, as they are read.
struct Reading<'r, 'd> {
    recordable: Recordable<'r, 'd>,
    variables: &'r Variables,
    units: Units,
    /// The names of columns that are not those of signals, and where they are asked for.
    names: HashMap<String, (Meaning, Span)>,
    diagnostics: &'r mut Diagnostics,
}

impl Reading<'_, '_> {
    /// An item by itself.
    fn alone(&mut self, item: &output::Asked<'_>) -> Asked {
        let mut asked = Asked::default();
        self.item(item, &mut asked);
        asked
    }

    /// Finds out what an item of `FileOutput` means.
    fn item(&mut self, item: &output::Asked<'_>, asked: &mut Asked) {
        let outcome = match item {
            output::Asked::OfAll(group) => {
                asked.of_all.push(wanted(*group));
                Ok(())
            }
            output::Asked::OfObject(name, group) => self.group(*name, *group, asked),
            output::Asked::InObject { object, name, elements, unit } => {
                self.recordable.object(*object).and_then(|found| {
                    let meant = OfObject { object: found, object_name: *object, name: *name };
                    let named = self.recordable.of_object(meant, *elements)?;
                    self.own(named, meant.span(), *unit, asked)
                })
            }
            output::Asked::Signal(reference, unit) => self.signal(*reference, *unit, asked),
            output::Asked::Calculated(formula) => self.named(formula, asked),
        };
        if let Err(diagnostic) = outcome {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Signals of an object, or of all of an instance.
    fn group(&mut self, name: Text<'_>, group: Group, asked: &mut Asked) -> Result<(), Diagnostic> {
        let objects = match self.recordable.object(name) {
            Ok(object) => vec![object as usize],
            Err(unknown) => match self.recordable.below(name.as_str()) {
                below if below.is_empty() => return Err(unknown),
                below => below,
            },
        };
        objects.into_iter().for_each(|object| asked.of_one.entry(object).or_default().wanted.push(wanted(group)));
        Ok(())
    }

    /// A signal, a bundle, or a port of an instance.
    fn signal(
        &mut self,
        reference: Reference<'_>,
        unit: Option<Text<'_>>,
        asked: &mut Asked,
    ) -> Result<(), Diagnostic> {
        let name = reference.path;
        if let Some(formula) = self.recordable.formula(name.as_str()) {
            let slice = reference
                .elements
                .map_or_else(String::new, |elements| format!("[{}:{}]", elements.first, elements.end));
            let formula = output::part_of(formula, &slice);
            let formula = Text::new(&formula, name.span());
            return self.of_formula(&NamedFormula { name, elements: reference.elements, formula, unit }, asked);
        }
        match self.recordable.find(reference)? {
            Named::Signal(part) if self.recordable.is_other_name(name.as_str()) => {
                let is_wide = self.recordable.declared(part.id).width > 1;
                let elements = part.elements.clone();
                let names = elements
                    .map(|i| if is_wide { format!("{}[{i}]", name.as_str()) } else { name.as_str().to_owned() });
                self.renamed(&part, names.collect(), name.span(), unit, asked)
            }
            named => self.own(named, name.span(), unit, asked),
        }
    }

    /// A signal or a bundle under its own name.
    fn own(&mut self, named: Named, place: Span, unit: Option<Text<'_>>, asked: &mut Asked) -> Result<(), Diagnostic> {
        let parts = match (named, unit) {
            (Named::Signal(part), unit) => {
                let keys = part.elements.clone().map(|element| (part.id, element as u32, None)).collect();
                self.in_unit(&part, keys, place, unit)?;
                vec![part]
            }
            (Named::Bundle(members), None) => members,
            (Named::Bundle(_), Some(unit)) => {
                let message = "FileOutput: a bundle is several signals, which have no unit in common";
                let diagnostic = Diagnostic::error("bad-file-output", message).at(unit.span());
                return Err(diagnostic.help("name its members, each with its unit"));
            }
        };
        for Part { id, elements } in parts {
            let of_one = asked.of_one.entry(id.object as usize).or_default();
            of_one.wanted.push(Wanted::Elements(id.signal, elements));
        }
        Ok(())
    }

    /// A column whose name the scenario gives.
    fn named(&mut self, formula: &NamedFormula<'_>, asked: &mut Asked) -> Result<(), Diagnostic> {
        let name = formula.name;
        let is_time = (name.as_str() == "Time").then(|| "`Time` is the first column already".to_owned());
        if let Some(message) = is_time.or_else(|| self.recordable.taken(name)) {
            let diagnostic = Diagnostic::error("repeated-column", format!("FileOutput: {message}")).at(name.span());
            return Err(diagnostic.help("give the column another name"));
        }
        self.of_formula(formula, asked)
    }

    /// The signal that a formula is, or what it gives.
    fn of_formula(&mut self, formula: &NamedFormula<'_>, asked: &mut Asked) -> Result<(), Diagnostic> {
        let alone = formula.signal_alone(self.variables);
        let alone = alone.filter(|reference| self.recordable.formula(reference.path.as_str()).is_none());
        match alone.map(|reference| self.recordable.find(reference)) {
            Some(Ok(Named::Signal(part))) => {
                let names = formula.column_names(part.elements.len())?;
                self.renamed(&part, names, formula.formula.span(), formula.unit, asked)
            }
            Some(Err(unknown)) => Err(unknown),
            Some(Ok(Named::Bundle(_))) | None => {
                self.formula(formula, asked);
                Ok(())
            }
        }
    }

    /// What a formula gives.
    fn formula(&mut self, formula: &NamedFormula<'_>, asked: &mut Asked) {
        let Some(read) = ColumnFormula::read(formula, self.recordable, self.variables, self.diagnostics) else {
            return;
        };
        let mut is_new = true;
        for name in read.names() {
            let meaning = Meaning::Formula(formula.formula.as_str().to_owned(), read.unit().to_owned());
            match self.claim(name.to_owned(), meaning, formula.name.span()) {
                Ok(claimed) => is_new &= claimed,
                Err(diagnostic) => {
                    self.diagnostics.push(diagnostic);
                    return;
                }
            }
        }
        if is_new {
            asked.formulas.push(read);
        }
    }

    /// Elements of a signal under other names.
    fn renamed(
        &mut self,
        part: &Part,
        names: Vec<String>,
        place: Span,
        unit: Option<Text<'_>>,
        asked: &mut Asked,
    ) -> Result<(), Diagnostic> {
        let elements = || part.elements.clone().map(|element| element as u32);
        let keys = elements().zip(&names).map(|(element, name)| (part.id, element, Some(name.clone()))).collect();
        self.in_unit(part, keys, place, unit)?;
        for (element, name) in elements().zip(names) {
            self.claim(name.clone(), Meaning::Number(part.id, element), place)?;
            let of_one = asked.of_one.entry(part.id.object as usize).or_default();
            of_one.renamed.push((part.id.signal, element, name));
        }
        Ok(())
    }

    /// Takes a name for a column; whether it is new. The same column may be asked for again.
    fn claim(&mut self, name: String, meaning: Meaning, place: Span) -> Result<bool, Diagnostic> {
        match self.names.get(&name) {
            None => {
                self.names.insert(name, (meaning, place));
                Ok(true)
            }
            Some((known, _)) if *known == meaning => Ok(false),
            Some((_, first)) => {
                let message = format!("FileOutput: two columns are called `{name}`");
                let diagnostic = Diagnostic::error("repeated-column", message).label(place, "again here");
                Err(diagnostic.label(*first, "first here").help("give one of them another name"))
            }
        }
    }

    /// Notes the unit that numbers of a signal are asked for in.
    fn in_unit(
        &mut self,
        part: &Part,
        keys: Vec<(SignalId, u32, Option<String>)>,
        place: Span,
        unit: Option<Text<'_>>,
    ) -> Result<(), Diagnostic> {
        let Some(unit) = unit else { return Ok(()) };
        let conversion = column_units::conversion(self.recordable, part.id, unit)?.map(Rc::new);
        for key in keys {
            let asked =
                InUnit { conversion: conversion.clone(), written: unit.as_str().to_owned(), place: unit.span() };
            match self.units.get(&key) {
                Some(known) if known.written != asked.written => {
                    let object = &self.recordable.objects.list[part.id.object as usize];
                    let own = object.element_name(part.id.signal as usize, key.1 as usize);
                    let name = key.2.as_ref().unwrap_or(&own);
                    let message =
                        format!("FileOutput: `{name}` is asked for in {} and in {}", known.written, asked.written);
                    let diagnostic = Diagnostic::error("repeated-column", message);
                    let diagnostic = diagnostic.label(place.to(asked.place), "in another unit here");
                    let help = format!("give the second one another name, as in `X = {own} [{}]`", asked.written);
                    return Err(diagnostic.label(known.place, "in one here").help(help));
                }
                _ => {
                    self.units.insert(key, asked);
                }
            }
        }
        Ok(())
    }
}

fn wanted(group: Group) -> Wanted {
    Wanted::Group(match group {
        Group::States => Role::is_any_state,
        Group::Outputs => Role::is_out_port,
        Group::Inputs => Role::is_in_port,
        Group::All => is_recordable,
    })
}

/// The signals of an object that are recorded, in the order of declaration,
/// and which of their elements.
fn elements<'w>(object: &Object, wanted: impl Iterator<Item = &'w Wanted>) -> BTreeMap<u32, Vec<bool>> {
    let signals = &object.interface.signals;
    let mut elements: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    let mut want = |index: u32, range: Option<&Range<usize>>| {
        let signal = &signals[index as usize];
        let index = recorded_as(signals, index);
        let elements = elements.entry(index).or_insert_with(|| vec![false; signal.width as usize]);
        match range {
            Some(range) => elements[range.clone()].fill(true),
            None => elements.fill(true),
        }
    };
    for wanted in wanted {
        match wanted {
            Wanted::Group(role) => {
                (0..).zip(signals).filter(|(_, signal)| role(&signal.role)).for_each(|(index, _)| want(index, None));
            }
            Wanted::Elements(index, range) => want(*index, Some(range)),
        }
    }
    elements
}
