//! A stepper that detects calculations which remember accepted steps.

use std::ops::Range;

use bowline_solve::stepper::{Integration, Restart, StepError, StepLimit, Stepper};

use bowline_model::evaluation::{Evaluated, EvaluationError, ModelSystem};
use bowline_model::model::Model;

/// The checks spread over a run.
const CHECKS: f64 = 10.0;

/// With more SimObjects, only the last check constructs them anew.
const MANY: usize = 10_000;

/// A stepper that detects calculations which remember accepted steps.
///
/// If calculations may remember something, it evaluates the start of some steps again after it accepted them: of the first
/// step after each start and event, and of ten steps that are spread over the run. For those ten, newly constructed
/// SimObjects also have to return the same derivatives. The check does not count as evaluations, and leaves all numbers
/// unchanged.
#[derive(Debug)]
pub(super) struct CheckedStepper {
    stepper: Stepper,
    /// Whether every step of every model is checked.
    always: bool,
    check: Option<MemoryCheck>,
}

/// The memory check of a model.
#[derive(Debug)]
struct MemoryCheck {
    time: f64,
    /// Whether the next step is the first one after a start or an event.
    is_first: bool,
    always: bool,
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
        let costly_until =
            if model.constructed_by_workspaces() > MANY { start + (CHECKS - 1.0) * distance } else { start };
        Self { start, distance, costly_until }
    }

    /// The first one behind a time, s.
    fn after(self, time: f64) -> f64 {
        self.start + (((time - self.start) / self.distance).floor() + 1.0) * self.distance
    }
}

type Integrating<'a> = Integration<'a, ModelSystem<'a>>;

impl MemoryCheck {
    fn new(model: &Model, always: bool) -> Self {
        let derivatives = || vec![f64::NAN; model.state_count()];
        Self {
            time: f64::NAN,
            is_first: true,
            always,
            next: f64::NEG_INFINITY,
            spread: Spread::new(model),
            begin: Vec::new(),
            end: Vec::new(),
            before: derivatives(),
            now: derivatives(),
        }
    }

    fn is_due(&self) -> bool {
        self.always || self.is_first || self.time >= self.next
    }

    /// Makes a step, and checks whether its start gives the same afterwards.
    fn step_twice_begun(
        &mut self,
        stepper: &mut Stepper,
        integration: &mut Integrating<'_>,
        limit: StepLimit,
    ) -> Result<f64, StepError<EvaluationError>> {
        let (time, is_spread) = (self.time, self.time >= self.next);
        keep(&integration.system, &mut self.begin);
        let begins = integration.system.model.evaluate(integration.system.workspace, time, &mut self.before);
        integration.system.workspace.values.copy_from_slice(&self.begin);
        let reached = stepper.step(integration, limit)?;
        // If it fails there, whoever has to evaluate it reports the error.
        if begins.is_ok() {
            let system = &mut integration.system;
            keep(system, &mut self.end);
            system.workspace.values.copy_from_slice(&self.begin);
            self.compare(system, time, is_spread).map_err(StepError::Evaluation)?;
            system.workspace.values.copy_from_slice(&self.end);
        }
        self.is_first = false;
        if is_spread {
            self.next = self.spread.after(time);
        }
        Ok(reached)
    }

    /// Evaluates the start of the step once more; the workspace has its numbers.
    fn compare(&mut self, system: &mut ModelSystem<'_>, time: f64, is_spread: bool) -> Evaluated {
        let outcome = system.model.evaluate(system.workspace, time, &mut self.now);
        let is_same = outcome.is_ok() && self.before.iter().zip(&self.now).all(|(a, b)| a.to_bits() == b.to_bits());
        let error = match outcome {
            Err(error) => Some(error),
            Ok(()) if is_same && !(is_spread && time >= self.spread.costly_until) => None,
            Ok(()) => system.model.remembered(system.workspace, time, &self.before, &self.now, None),
        };
        system.workspace.values.copy_from_slice(&self.begin);
        error.map_or(Ok(()), Err)
    }
}

fn keep(system: &ModelSystem<'_>, numbers: &mut Vec<f64>) {
    numbers.clear();
    numbers.extend_from_slice(&system.workspace.values);
}

impl CheckedStepper {
    /// The stepper of the method that a model asks for.
    pub(super) fn of(model: &Model, always: bool) -> Self {
        let check = (always || model.may_remember()).then(|| MemoryCheck::new(model, always));
        Self { stepper: Stepper::new(model.problem()), always, check }
    }

    /// A new one with the same options.
    pub(super) fn anew(&self, model: &Model) -> Self {
        Self::of(model, self.always)
    }

    /// Begins at `time`, with the state in the workspace.
    pub(super) fn restart(&mut self, integration: &mut Integrating<'_>, time: f64, restart: Restart) -> Evaluated {
        if let Some(check) = &mut self.check {
            check.time = time;
            check.is_first |= restart != Restart::Tick;
        }
        self.stepper.restart(integration, time, restart)
    }

    /// Makes one step, and says where it ended.
    #[inline]
    pub(super) fn step(
        &mut self,
        integration: &mut Integrating<'_>,
        limit: StepLimit,
    ) -> Result<f64, StepError<EvaluationError>> {
        let Some(check) = &mut self.check else { return self.stepper.step(integration, limit) };
        let reached = match check.is_due() {
            true => check.step_twice_begun(&mut self.stepper, integration, limit)?,
            false => self.stepper.step(integration, limit)?,
        };
        check.time = reached;
        Ok(reached)
    }

    /// Ends the last step at an earlier time.
    pub(super) fn end_at(
        &mut self,
        integration: &mut Integrating<'_>,
        time: f64,
    ) -> Result<(), StepError<EvaluationError>> {
        self.stepper.end_at(integration, time)
    }

    /// Whether steps must end at the rows.
    pub(super) fn steps_to_output_times(&self) -> bool {
        self.stepper.steps_to_output_times()
    }

    /// The state at a time within the last step as it was made.
    pub(super) fn interpolate(&self, time: f64, x: &mut [f64]) {
        self.stepper.interpolate(time, x);
    }

    /// The same, if only these elements of the state are needed.
    pub(super) fn interpolate_some(&self, time: f64, elements: Range<usize>, x: &mut [f64]) {
        self.stepper.interpolate_some(time, elements, x);
    }
}
