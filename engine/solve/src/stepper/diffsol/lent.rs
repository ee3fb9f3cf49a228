//! The system of the step under way, as equations find it that outlive the step.

use std::cell::Cell;
use std::ptr::NonNull;

use crate::stepper::implicit::Jacobian;
use crate::stepper::{EvaluationFailure, Integration, System};

/// What diffsol evaluates. A failure gives numbers that are none, from which its
/// methods know that they must do without.
pub(super) trait Evaluate {
    /// The derivatives at a time and a state.
    fn derivatives(&mut self, time: f64, x: &[f64], dx: &mut [f64]);

    /// Their Jacobian there; whether it could be evaluated.
    fn differentiate(&mut self, time: f64, x: &[f64], jacobian: &mut Jacobian) -> bool;
}

/// A system of some kind, and the failure that was met last.
#[derive(Debug)]
pub(super) struct Borrowed<'i, 'p, S: System> {
    pub(super) integration: &'i mut Integration<'p, S>,
    pub(super) failure: Option<Box<S::Error>>,
    dx: Vec<f64>,
}

impl<'i, 'p, S: System> Borrowed<'i, 'p, S> {
    pub(super) fn new(integration: &'i mut Integration<'p, S>) -> Self {
        Self { integration, failure: None, dx: Vec::new() }
    }

    fn evaluate(&mut self, time: f64, x: &[f64], dx: &mut [f64]) -> bool {
        // After a failure that no smaller step avoids nothing more is evaluated.
        let is_lost = self.failure.as_ref().is_some_and(|failure| !failure.is_recoverable());
        if !is_lost && x.iter().all(|x| x.is_finite()) {
            self.integration.system.x_mut().copy_from_slice(x);
            match self.integration.evaluate(time, dx) {
                Ok(()) => return true,
                Err(failure) => self.failure = Some(failure),
            }
        }
        dx.fill(f64::NAN);
        false
    }
}

impl<S: System> Evaluate for Borrowed<'_, '_, S> {
    fn derivatives(&mut self, time: f64, x: &[f64], dx: &mut [f64]) {
        self.evaluate(time, x, dx);
    }

    fn differentiate(&mut self, time: f64, x: &[f64], jacobian: &mut Jacobian) -> bool {
        let mut dx = std::mem::take(&mut self.dx);
        dx.resize(x.len(), f64::NAN);
        let mut is_known = self.evaluate(time, x, &mut dx);
        if is_known && let Err(failure) = jacobian.evaluate(self.integration, time, x, &dx) {
            self.failure = Some(failure);
            is_known = false;
        }
        self.dx = dx;
        is_known
    }
}

/// Where the system is found while a step is made, and nothing in between.
#[derive(Debug, Default)]
pub(super) struct Lent(Cell<Option<NonNull<dyn Evaluate>>>);

impl Lent {
    /// Lends the system to whoever [uses](Self::with) it during `work`.
    pub(super) fn during<R>(&self, system: &mut dyn Evaluate, work: impl FnOnce() -> R) -> R {
        /// Takes it back, also from work that panics.
        struct TakesBack<'l>(&'l Lent);
        impl Drop for TakesBack<'_> {
            fn drop(&mut self) {
                self.0.0.set(None);
            }
        }
        let lent = NonNull::from(system);
        // SAFETY: only the lifetime of what is behind the pointer changes. It is
        // not used after it: `TakesBack` takes it away before this function ends.
        let lent = unsafe { std::mem::transmute::<NonNull<dyn Evaluate + '_>, NonNull<dyn Evaluate>>(lent) };
        self.0.set(Some(lent));
        let _takes_back = TakesBack(self);
        work()
    }

    /// Uses the system.
    ///
    /// # Panics
    /// None is lent, or it is in use.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut dyn Evaluate) -> R) -> R {
        let Some(mut lent) = self.0.take() else { panic!("a system is evaluated in steps only") };
        // SAFETY: it is lent for as long as this cell may have it, nobody else
        // uses it then, and taking it out of the cell keeps it from being used twice.
        let done = work(unsafe { lent.as_mut() });
        self.0.set(Some(lent));
        done
    }
}
