//! The watch on calculations that remember steps which were rejected.

use super::{EvaluationFailure, Integration, Problem, StepError, System};

/// An evaluation: of this time and state, these derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    /// Simulated time, s.
    pub(super) time: f64,
    pub(super) x: &'a [f64],
    pub(super) dx: &'a [f64],
}

/// Repeats evaluations, and compares them bit for bit.
#[derive(Debug)]
pub(super) struct MemoryWatch {
    dx: Vec<f64>,
}

impl MemoryWatch {
    /// None where no calculation can remember anything.
    pub(super) fn of(problem: Problem<'_>) -> Option<Self> {
        problem.may_remember.then(|| Self { dx: vec![f64::NAN; problem.size()] })
    }

    /// Evaluates again after a step was rejected. The state in the workspace is
    /// that of the evaluation afterwards.
    ///
    /// # Errors
    /// It gave something else.
    pub(super) fn repeat<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        known: Known<'_>,
    ) -> Result<(), StepError<S::Error>> {
        integration.system.x_mut().copy_from_slice(known.x);
        match integration.evaluate(known.time, &mut self.dx) {
            Ok(()) => {}
            // It is told if no step that is short enough goes round it.
            Err(error) if error.is_recoverable() => return Ok(()),
            Err(error) => return Err(StepError::Evaluation(error)),
        }
        if self.dx.iter().zip(known.dx).all(|(now, before)| now.to_bits() == before.to_bits()) {
            return Ok(());
        }
        let remembered = integration.system.remembered(known.time, known.dx, &self.dx);
        remembered.map_or(Ok(()), |error| Err(StepError::Evaluation(error)))
    }
}

/// The watch of a method whose steps do not begin with an evaluation of their
/// start: it keeps the last evaluation of the last step that was accepted.
#[derive(Debug)]
pub(super) struct KeepingWatch {
    watch: MemoryWatch,
    /// Of the step that is being made, and of the last one that was accepted.
    latest: Kept,
    accepted: Kept,
}

#[derive(Debug, Clone)]
struct Kept {
    time: f64,
    x: Vec<f64>,
    dx: Vec<f64>,
}

impl KeepingWatch {
    /// None where no calculation can remember anything; nor where loops are solved from the end of the step, since an
    /// evaluation elsewhere is not repeated to the bit then.
    pub(super) fn of(problem: Problem<'_>) -> Option<Self> {
        let watch = MemoryWatch::of(problem).filter(|_| !problem.solves_loops)?;
        let none = || vec![f64::NAN; problem.size()];
        let kept = Kept { time: f64::NAN, x: none(), dx: none() };
        Some(Self { watch, latest: kept.clone(), accepted: kept })
    }

    /// Keeps an evaluation.
    pub(super) fn see(&mut self, known: Known<'_>) {
        self.latest.time = known.time;
        self.latest.x.copy_from_slice(known.x);
        self.latest.dx.copy_from_slice(known.dx);
    }

    /// The last evaluation belongs to a step that was accepted.
    pub(super) fn accept(&mut self) {
        std::mem::swap(&mut self.latest, &mut self.accepted);
    }

    /// As [`MemoryWatch::repeat`], of the last step that was accepted.
    pub(super) fn repeat<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
    ) -> Result<(), StepError<S::Error>> {
        let Kept { time, x, dx } = &self.accepted;
        self.watch.repeat(integration, Known { time: *time, x, dx })
    }
}
