//! Handles of in-ports that can be set from outside.

use std::ops::{Range, RangeInclusive};

use simobject_host::{Meaning, Number, Place, Role};

use super::Model;
use super::probe::NameError;
use super::signal_id::SignalId;
use crate::workspace::ModelId;

/// An in-port that is fed by numbers or by its default input, to be set in a run.
#[derive(Debug, Clone)]
pub struct Input {
    model: ModelId,
    name: String,
    unit: String,
    places: Range<usize>,
    value: Vec<f64>,
    bounds: [Vec<f64>; 2],
}

impl Input {
    /// `Object.InPort`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// SI unit, empty for a pure number.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// How many numbers it has.
    pub fn width(&self) -> usize {
        self.places.len()
    }

    /// What the scenario gives it.
    pub fn value(&self) -> &[f64] {
        &self.value
    }

    /// Between which values an element means something, as its SimObject declares it; infinite where it says nothing.
    /// Others may be given too: what comes of them, the SimObject says.
    pub fn range(&self, element: usize) -> RangeInclusive<f64> {
        let [low, high] = &self.bounds;
        let of = |bounds: &[f64], none: f64| bounds.get(element).copied().unwrap_or(none);
        of(low, f64::NEG_INFINITY)..=of(high, f64::INFINITY)
    }

    /// Where its numbers are in the workspace.
    pub fn places(&self) -> Range<usize> {
        self.places.clone()
    }

    pub(super) fn is_of(&self, model: &Model) -> bool {
        self.model == model.id
    }

    /// Why it cannot be given these values in a run of the model, in words.
    pub fn check(&self, model: &Model, values: &[f64]) -> Result<(), String> {
        let name = &self.name;
        if !self.is_of(model) {
            return Err(format!("the input `{name}` is that of another model"));
        }
        if values.len() != self.width() {
            return Err(format!("the input `{name}` has width {}, but is given {}", self.width(), values.len()));
        }
        match values.iter().find(|value| !value.is_finite()) {
            Some(wrong) => Err(format!("the input `{name}` is given {wrong}: give finite numbers")),
            None => Ok(()),
        }
    }
}

impl Model {
    /// Advice to who takes another in-port for an input.
    pub const WHAT_IS_AN_INPUT: &str =
        "only in-ports that are connected to numbers, or to nothing, can be set from outside";

    /// All in-ports that can be set from outside, in file order.
    pub fn inputs(&self) -> impl Iterator<Item = Input> + '_ {
        self.signals_of(Role::is_in_port).filter_map(|(id, _)| self.input_of(id))
    }

    /// An in-port that can be set from outside, by its name, `Object.InPort`.
    ///
    /// # Errors
    /// There is no such in-port, or another port feeds it.
    pub fn input(&self, name: &str) -> Result<Input, NameError> {
        let id = self.find_signal(name, "in-port", Role::is_in_port)?;
        self.input_of(id).ok_or_else(|| NameError {
            message: format!("`{name}` is fed by `{}`", self.feeders_of(id).join("`, `")),
            help: Self::WHAT_IS_AN_INPUT.to_owned(),
        })
    }

    /// The input that sets a signal, if one does.
    pub fn input_of(&self, id: SignalId) -> Option<Input> {
        let places = self.input_places(id)?;
        let first = self.layout.constant_places().start;
        let declared = &self.objects[id.object as usize].numbers;
        let bound = |of: Meaning| {
            Number::find(declared, id.signal, |meaning| *meaning == of).map_or_else(Vec::new, <[f64]>::to_vec)
        };
        Some(Input {
            model: self.id.clone(),
            name: self.signal_name(id),
            unit: self.objects[id.object as usize].interface.signals[id.signal as usize].unit.to_string(),
            value: self.layout.constants[places.start - first..places.end - first].to_vec(),
            places,
            bounds: [bound(Meaning::Lower), bound(Meaning::Upper)],
        })
    }

    /// Where the numbers of an in-port are that can be set from outside.
    pub(crate) fn input_places(&self, id: SignalId) -> Option<Range<usize>> {
        let width = self.objects[id.object as usize].interface.signals[id.signal as usize].width as usize;
        if self.is_added(id)
            && let Some(first) = self.added_to(id)
        {
            return Some(first..first + width);
        }
        let places = match self.sources(id).as_slice() {
            [first] => *first as usize..*first as usize + width,
            _ => return None,
        };
        let constants = self.layout.constant_places();
        (constants.start <= places.start && places.end <= constants.end).then_some(places)
    }

    /// Where the numbers begin that are added to what an opened in-port reads; none if they do not lie side by side.
    fn added_to(&self, id: SignalId) -> Option<usize> {
        let assemblies = &self.layout.assemblies;
        let Ok(number) = assemblies.binary_search_by_key(&id, |assembly| assembly.port) else {
            return self.sources(id).last().map(|place| *place as usize);
        };
        let assembly = &assemblies[number];
        if let Some(formula) = &assembly.formula {
            return formula.inputs.first().map(|place| *place as usize);
        }
        let mut next = assembly.rows.first()?.terms.last()?.place;
        let first = next;
        for row in &assembly.rows {
            let place = row.terms.last()?.place;
            if place != next {
                return None;
            }
            next = place + row.width;
        }
        Some(first as usize)
    }

    /// Where the numbers begin that an in-port reads, or adds up.
    fn sources(&self, id: SignalId) -> Vec<u32> {
        let Place { first, count } = self.layout.place(id);
        let is_sum = self.objects[id.object as usize].interface.signals[id.signal as usize].role == Role::Sum;
        if is_sum { self.layout.summed[first as usize..(first + count) as usize].to_vec() } else { vec![first] }
    }

    /// The out-ports and states that an in-port is made of, by name; none of an
    /// in-port that is fed by numbers alone.
    ///
    /// # Errors
    /// There is no such in-port.
    pub fn feeders(&self, name: &str) -> Result<Vec<String>, NameError> {
        Ok(self.feeders_of(self.find_signal(name, "in-port", Role::is_in_port)?))
    }

    fn feeders_of(&self, id: SignalId) -> Vec<String> {
        let mut names: Vec<String> = self.feeder_signals(id).into_iter().map(|id| self.signal_name(id)).collect();
        names.dedup();
        names
    }

    pub(crate) fn feeder_signals(&self, id: SignalId) -> Vec<SignalId> {
        let assembly = self.layout.assemblies.iter().find(|assembly| assembly.port == id);
        let places: Vec<u32> = match assembly {
            Some(assembly) => assembly.rows.iter().flat_map(|row| row.terms.iter().map(|term| term.place)).collect(),
            None => self.sources(id),
        };
        // Where each place is asked for first; a model has many signals, so that they are looked through once.
        let mut asked: Vec<(usize, usize)> = places.iter().map(|place| *place as usize).zip(0..).collect();
        asked.sort_unstable();
        let mut found: Vec<(usize, SignalId)> = Vec::new();
        for (feeder, range) in self.signals_of(|role| role.is_out_port() || role.is_any_state()) {
            let first = asked.partition_point(|(place, _)| *place < range.start);
            let within = asked[first..].iter().take_while(|(place, _)| *place < range.end);
            found.extend(within.map(|(_, order)| (*order, feeder)));
        }
        // A state may be an out-port too: the one that is declared first is told.
        found.sort_unstable();
        found.dedup_by_key(|(order, _)| *order);
        let mut feeders: Vec<SignalId> = found.into_iter().map(|(_, feeder)| feeder).collect();
        feeders.dedup();
        feeders
    }
}
