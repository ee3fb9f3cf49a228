//! Detects calculations that remember accepted steps.

use super::{Restart, StepError, StepLimit, Stepper, System};
use crate::evaluation::Evaluated;
use crate::model::Model;

/// The checks spread over a run.
const CHECKS: f64 = 10.0;

/// With more SimObjects, only the last check constructs them anew.
const MANY: usize = 10_000;

/// A method that evaluates the start of some steps again after accepting them: of
/// the first one after each start and event, and of ten that are spread over the
/// run. At those ten, newly constructed SimObjects also have to give the same. It
/// does not count as evaluations, and leaves all numbers unchanged.
#[derive(Debug)]
pub(super) struct Attentive {
    method: Box<dyn Stepper>,
    time: f64,
    /// Whether the next step is the first one after a start or an event.
    is_first: bool,
    /// When the next spread check is due, s.
    next: f64,
    spread: Spread,
    /// All numbers at the start of the step, and at its end.
    begin: Vec<f64>,
    end: Vec<f64>,
    /// Derivatives at the start, before the step and after it.
    before: Vec<f64>,
    now: Vec<f64>,
}

/// The checks spread over a run.
#[derive(Debug, Clone, Copy)]
struct Spread {
    start: f64,
    /// The distance from one to the next, s.
    distance: f64,
    /// Before this time, checks do not construct SimObjects anew, s.
    costly_until: f64,
}

impl Spread {
    fn new(model: &Model) -> Self {
        let times = &model.settings().output_times;
        let (start, distance) = (times.start(), (times.end() - times.start()) / CHECKS);
        let own = model.stores.iter().filter(|store| !store.is_reentrant()).map(|store| store.len()).sum::<usize>();
        let costly_until = if own > MANY { start + (CHECKS - 1.0) * distance } else { start };
        Self { start, distance, costly_until }
    }

    /// The first one behind a time, s.
    fn after(self, time: f64) -> f64 {
        self.start + (((time - self.start) / self.distance).floor() + 1.0) * self.distance
    }
}

impl Attentive {
    pub(super) fn new(model: &Model, method: Box<dyn Stepper>) -> Self {
        let derivatives = || vec![f64::NAN; model.state_count()];
        Self {
            method,
            time: f64::NAN,
            is_first: true,
            next: f64::NEG_INFINITY,
            spread: Spread::new(model),
            begin: Vec::new(),
            end: Vec::new(),
            before: derivatives(),
            now: derivatives(),
        }
    }

    /// Makes a step, and checks whether its start gives the same afterwards.
    fn step_twice_begun(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        let (time, is_spread) = (self.time, self.time >= self.next);
        keep(system, &mut self.begin);
        let begins = system.model.evaluate(system.workspace, time, &mut self.before);
        system.workspace.values.copy_from_slice(&self.begin);
        let reached = self.method.step(system, limit)?;
        // If it fails there, whoever has to evaluate it reports the error.
        if begins.is_ok() {
            keep(system, &mut self.end);
            system.workspace.values.copy_from_slice(&self.begin);
            self.compare(system, time, is_spread)?;
            system.workspace.values.copy_from_slice(&self.end);
        }
        self.is_first = false;
        if is_spread {
            self.next = self.spread.after(time);
        }
        Ok(reached)
    }

    /// Evaluates the start of the step once more; the workspace has its numbers.
    fn compare(&mut self, system: &mut System<'_>, time: f64, is_spread: bool) -> Result<(), StepError> {
        let outcome = system.model.evaluate(system.workspace, time, &mut self.now);
        let is_same = outcome.is_ok() && self.before.iter().zip(&self.now).all(|(a, b)| a.to_bits() == b.to_bits());
        let error = match outcome {
            Err(error) => Some(error),
            Ok(()) if is_same && !(is_spread && time >= self.spread.costly_until) => None,
            Ok(()) => system.model.remembered(system.workspace, time, (&self.before, &self.now), None),
        };
        system.workspace.values.copy_from_slice(&self.begin);
        error.map_or(Ok(()), |error| Err(StepError::Evaluation(error)))
    }
}

fn keep(system: &System<'_>, numbers: &mut Vec<f64>) {
    numbers.clear();
    numbers.extend_from_slice(&system.workspace.values);
}

impl Stepper for Attentive {
    fn restart(&mut self, system: &mut System<'_>, time: f64, restart: Restart) -> Evaluated {
        self.time = time;
        self.is_first |= restart != Restart::Tick;
        self.method.restart(system, time, restart)
    }

    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        let is_due = self.is_first || self.time >= self.next;
        let reached = if is_due { self.step_twice_begun(system, limit)? } else { self.method.step(system, limit)? };
        self.time = reached;
        Ok(reached)
    }

    fn end_at(&mut self, system: &mut System<'_>, time: f64) -> Result<(), StepError> {
        self.method.end_at(system, time)
    }

    fn steps_to_output_times(&self) -> bool {
        self.method.steps_to_output_times()
    }

    fn interpolate(&self, time: f64, x: &mut [f64]) {
        self.method.interpolate(time, x);
    }
}
