//! Discrete states that an indicator's own calculation reads.
//!
//! An indicator that reads its mode may be beyond 0 before its handler runs
//! and beyond 0 after it, for another reason: for example a switch that compares
//! with one threshold when it is on, and with another when it is off, and whose
//! input jumped past both. Sides alone do not show that. So if a handler changed
//! a discrete state that the calculation of a fired indicator reads, and the
//! indicator is still beyond 0 but has another value because of that, it fires
//! again.

use std::ops::Range;

use simobject::Crossing;
use simobject_host::{Purpose, Role};

use super::{Fired, Watch};
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::Model;
use bowline_model::model::signal_id::SignalId;
use bowline_model::workspace::Workspace;

/// Places of the discrete states that the calculation of an indicator reads.
fn places(model: &Model, indicator: SignalId) -> Vec<Range<usize>> {
    let interface = model.objects()[indicator.object as usize].interface();
    let fills = |purpose: Purpose| matches!(purpose, Purpose::Common(_));
    let mut calculations = interface.calculations.iter();
    let Some(own) = calculations.find(|c| fills(c.purpose) && c.gives.contains(&indicator.signal)) else {
        return Vec::new();
    };
    let is_discrete = |signal: &&u32| interface.signals[**signal as usize].role == Role::DiscreteState;
    let place = |signal: &u32| {
        let first = model.layout().place(SignalId { object: indicator.object, signal: *signal }).first as usize;
        first..first + interface.signals[*signal as usize].width as usize
    };
    own.reads.iter().filter(is_discrete).map(place).collect()
}

impl Watch {
    /// Notes the discrete states that fired indicators read, before handlers
    /// run.
    pub(in crate::happenings) fn note_modes(&mut self, fired: &Fired, workspace: &Workspace) {
        self.noted.clear();
        for index in fired.iter() {
            let id = self.indicators[index].id;
            for place in self.modes.entry(index).or_insert_with(|| places(&self.model, id)) {
                self.noted.extend_from_slice(&workspace.values[place.clone()]);
            }
        }
    }

    /// The indicators that fire after the handlers of `fired` have run.
    pub(in crate::happenings) fn compare_after(
        &mut self,
        fired: &Fired,
        workspace: &mut Workspace,
        time: f64,
    ) -> Result<Fired, Box<EvaluationError>> {
        let mut next = self.compare(workspace, time)?;
        let mut noted = 0;
        let mut again = Vec::new();
        for index in fired.iter() {
            let first = noted;
            noted += self.modes[&index].iter().map(ExactSizeIterator::len).sum::<usize>();
            let comes_back = self.indicators[index].crossing != Crossing::Either;
            let is_stuck = comes_back && self.past[index] && !next.contains(index);
            if is_stuck && self.depends_on_mode(index, first..noted, workspace, time)? {
                again.push(index);
            }
        }
        if !again.is_empty() {
            next.add(&again.into_iter().collect());
        }
        Ok(next)
    }

    /// Whether the noted discrete states would give an indicator another value.
    fn depends_on_mode(
        &mut self,
        index: usize,
        noted: Range<usize>,
        workspace: &mut Workspace,
        time: f64,
    ) -> Result<bool, Box<EvaluationError>> {
        let places = &self.modes[&index];
        let now: Vec<f64> = places.iter().flat_map(|place| &workspace.values[place.clone()]).copied().collect();
        let before = &self.noted[noted];
        if before.iter().zip(&now).all(|(before, now)| before.to_bits() == now.to_bits()) {
            return Ok(false);
        }
        put(places, before, workspace);
        self.model.watch(workspace, time, &mut self.seen)?;
        let without = self.seen[index];
        put(&self.modes[&index], &now, workspace);
        self.model.watch(workspace, time, &mut self.seen)?;
        Ok(without.to_bits() != self.now[index].to_bits())
    }
}

fn put(places: &[Range<usize>], numbers: &[f64], workspace: &mut Workspace) {
    let mut from = 0;
    for place in places {
        workspace.values[place.clone()].copy_from_slice(&numbers[from..from + place.len()]);
        from += place.len();
    }
}
