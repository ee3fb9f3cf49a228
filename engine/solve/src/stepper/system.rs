//! What a method integrates.

use std::convert::Infallible;
use std::fmt;

use super::threads::Threads;
use crate::statistics::Statistics;

/// A system of ordinary differential equations, `dx/dt = f(t, x)`, with its state.
pub trait System {
    /// Why the derivatives could not be evaluated.
    type Error: EvaluationFailure;

    /// The state.
    fn x(&self) -> &[f64];

    /// The state, to be changed. Methods evaluate where they need to, and leave
    /// the state there.
    fn x_mut(&mut self) -> &mut [f64];

    /// The derivatives at a time and the state.
    ///
    /// # Errors
    /// They are not known there.
    fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<Self::Error>;

    /// The same, with whatever checks cost more than an evaluation may: where a
    /// method begins, and once in a while.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), or a check failed.
    fn evaluate_checked(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<Self::Error> {
        self.evaluate(time, dx)
    }

    /// What the last evaluation solved for, if it solved equations: the unknowns `z`, and their magnitudes.
    fn solved(&mut self, _z: &mut [f64], _magnitudes: &mut [f64]) {}

    /// The derivatives at a time, the state and unknowns that are not solved for, and the residuals of their equations.
    ///
    /// # Errors
    /// They are not known there.
    fn evaluate_with(
        &mut self,
        time: f64,
        _z: &[f64],
        dx: &mut [f64],
        _residuals: &mut [f64],
    ) -> Evaluated<Self::Error> {
        self.evaluate(time, dx)
    }

    /// A name for a state, for messages.
    fn state_name(&self, state: usize) -> String;

    /// The error for an evaluation at the present state which gave other
    /// derivatives than one before it, in a system that may remember something.
    fn remembered(&mut self, _time: f64, _before: &[f64], _now: &[f64]) -> Option<Box<Self::Error>> {
        None
    }

    /// Number of parameters by which the derivatives can be differentiated.
    fn parameters(&self) -> usize {
        0
    }

    /// The derivative of `dx/dt` by a parameter, at a time and the state.
    ///
    /// # Errors
    /// It is not known there.
    fn by_parameter(&mut self, _parameter: usize, _time: f64, by: &mut [f64]) -> Evaluated<Self::Error> {
        by.fill(0.0);
        Ok(())
    }
}

impl<S: System> System for &mut S {
    type Error = S::Error;

    fn x(&self) -> &[f64] {
        (**self).x()
    }

    fn x_mut(&mut self) -> &mut [f64] {
        (**self).x_mut()
    }

    fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<Self::Error> {
        (**self).evaluate(time, dx)
    }

    fn evaluate_checked(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<Self::Error> {
        (**self).evaluate_checked(time, dx)
    }

    fn solved(&mut self, z: &mut [f64], magnitudes: &mut [f64]) {
        (**self).solved(z, magnitudes)
    }

    fn evaluate_with(&mut self, time: f64, z: &[f64], dx: &mut [f64], residuals: &mut [f64]) -> Evaluated<Self::Error> {
        (**self).evaluate_with(time, z, dx, residuals)
    }

    fn state_name(&self, state: usize) -> String {
        (**self).state_name(state)
    }

    fn remembered(&mut self, time: f64, before: &[f64], now: &[f64]) -> Option<Box<Self::Error>> {
        (**self).remembered(time, before, now)
    }

    fn parameters(&self) -> usize {
        (**self).parameters()
    }

    fn by_parameter(&mut self, parameter: usize, time: f64, by: &mut [f64]) -> Evaluated<Self::Error> {
        (**self).by_parameter(parameter, time, by)
    }
}

/// Why derivatives could not be evaluated.
pub trait EvaluationFailure: fmt::Debug + fmt::Display + Clone {
    /// Whether a smaller step may avoid it.
    fn is_recoverable(&self) -> bool;
}

/// Of systems that can always be evaluated.
impl EvaluationFailure for Infallible {
    fn is_recoverable(&self) -> bool {
        match *self {}
    }
}

/// An evaluation's outcome; the error is boxed to keep the way through small.
pub type Evaluated<E> = Result<(), Box<E>>;

/// One evaluation in so many is checked.
const CHECKED_EVERY: u64 = 256;

/// A system on its way: with the threads that share the work of its states, and
/// what it has cost so far.
#[derive(Debug)]
pub struct Integration<'a, S> {
    /// What is integrated.
    pub system: S,
    /// Who shares what goes through all states.
    pub threads: Threads<'a>,
    /// What it has cost.
    pub statistics: &'a mut Statistics,
}

impl<S: System> Integration<'_, S> {
    /// The derivatives at a time and the state of the system.
    #[inline]
    pub(super) fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<S::Error> {
        self.statistics.evaluations += 1;
        if self.statistics.evaluations.is_multiple_of(CHECKED_EVERY) {
            return self.system.evaluate_checked(time, dx);
        }
        self.system.evaluate(time, dx)
    }

    /// The same with unknowns that are not solved for, and the residuals of their equations.
    pub(super) fn evaluate_with(
        &mut self,
        time: f64,
        z: &[f64],
        dx: &mut [f64],
        residuals: &mut [f64],
    ) -> Evaluated<S::Error> {
        self.statistics.evaluations += 1;
        self.system.evaluate_with(time, z, dx, residuals)
    }

    /// The derivatives where a method starts afresh, checked.
    pub(super) fn evaluate_afresh(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<S::Error> {
        self.statistics.evaluations += 1;
        self.system.evaluate_checked(time, dx)
    }
}
