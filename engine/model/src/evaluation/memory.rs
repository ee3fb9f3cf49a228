//! Calculations that remember earlier calls.

use simobject_host::Purpose;

use super::{Cause, EvaluationError};
use crate::model::Model;
use crate::model::store::Store;
use crate::workspace::Workspace;

impl Model {
    /// Whether calculations may remember something: those of loaded libraries,
    /// and of types that keep scratch in themselves.
    pub fn may_remember(&self) -> bool {
        let is_loaded = self.libraries.iter().any(|library| library.origin.path().is_some());
        is_loaded || self.stores.iter().any(|store| !store.is_reentrant())
    }

    /// How many SimObjects each workspace has constructed for itself.
    pub fn constructed_by_workspaces(&self) -> usize {
        self.stores.iter().filter(|store| !store.is_reentrant()).map(Store::count).sum()
    }

    /// The error that names the SimObject that remembers, if an evaluation in the
    /// workspace may have given other derivatives, `now`, than one `before` it, or than
    /// newly constructed SimObjects give. It names the first signal whose value
    /// differs from `known`, or else from theirs, else the state whose derivative
    /// differs; or the provider that gave it another answer.
    #[cold]
    pub fn remembered(
        &self,
        workspace: &mut Workspace,
        time: f64,
        before: &[f64],
        now: &[f64],
        known: Option<&[f64]>,
    ) -> Option<Box<EvaluationError>> {
        let mut fresh = self.workspace();
        // With the inputs set from outside, and what depends on them alone.
        fresh.values.copy_from_slice(&workspace.values);
        fresh.loops.take_record(&workspace.loops);
        fresh.loops.continuity = workspace.loops.continuity;
        let mut of_fresh = vec![f64::NAN; now.len()];
        let is_fresh = known.is_none() && self.evaluate(&mut fresh, time, &mut of_fresh).is_ok();
        let before = if is_fresh && first_difference(before, now).is_none() { &of_fresh } else { before };
        let is_known = known.is_some() || self.evaluate_signals(&mut fresh, time).is_ok();
        let known = known.unwrap_or(&fresh.values);
        let is_filled = self.evaluate_signals(workspace, time).is_ok();
        let workspace = &*workspace;
        let found = self.filled_in_order(self.schedule.filling(true)).find_map(|(id, calculation)| {
            let now = self.values_of(workspace, id);
            let first = self.layout.place(id).first as usize;
            let before = &known[first..first + now.len()];
            first_difference(before, now).map(|element| (id, element, before, now, Some(calculation)))
        });
        // Unfilled numbers differ too, but say nothing.
        let found = found.filter(|_| is_known && is_filled);
        let changed = first_difference(before, now);
        let of_state = || {
            let changed = changed?;
            let (id, range) = self.states().find(|(_, range)| range.contains(&changed))?;
            let mut calculations = self.objects[id.object as usize].interface.calculations.iter();
            let derivatives = calculations.find(|c| c.purpose == Purpose::Derivatives);
            Some((id, changed - range.start, &before[range.clone()], &now[range], derivatives))
        };
        let derivative = found.is_none();
        let (id, element, before, now, calculation) = found.or_else(of_state)?;
        let answered = calculation.and_then(|calculation| {
            let position = self.position_of(id.object, calculation);
            self.answered_wrongly(workspace, id.object, position, time)
        });
        if answered.is_some() {
            return answered;
        }
        let signal = self.element_name(id, element);
        let object = &self.objects[id.object as usize];
        let cause = Cause::Remembers {
            object: object.name().to_owned(),
            kind: object.kind.name(),
            library: object.library.name(),
            signal,
            derivative,
            before: before[element],
            now: now[element],
        };
        Some(Box::new(EvaluationError { time, cause }))
    }
}

/// The first number that differs, bit for bit.
fn first_difference(before: &[f64], now: &[f64]) -> Option<usize> {
    before.iter().zip(now).position(|(before, now)| before.to_bits() != now.to_bits())
}
