//! The system of the step under way, as equations find it that outlive the step.

use std::cell::Cell;
use std::mem;
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

    /// The product of their Jacobian there and a direction.
    fn along(&mut self, time: f64, x: &[f64], direction: &[f64], product: &mut [f64]);

    /// Their derivatives there by a parameter.
    fn by_parameter(&mut self, parameter: usize, time: f64, x: &[f64], by: &mut [f64]);
}

/// A system of some kind, and the failure that was met last.
#[derive(Debug)]
pub(super) struct Borrowed<'i, 'p, S: System> {
    pub(super) integration: &'i mut Integration<'p, S>,
    pub(super) failure: Option<Box<S::Error>>,
    dx: Vec<f64>,
    /// Sizes of the states that count, for differences along a direction.
    sizes: &'i [f64],
    moved: Vec<f64>,
}

impl<'i, 'p, S: System> Borrowed<'i, 'p, S> {
    pub(super) fn new(integration: &'i mut Integration<'p, S>) -> Self {
        Self { integration, failure: None, dx: Vec::new(), sizes: &[], moved: Vec::new() }
    }

    /// For products with the Jacobian, too: of differences in which a state moves by a small part of its own size,
    /// or of this one, if that is larger.
    pub(super) fn with_sizes(self, sizes: &'i [f64]) -> Self {
        Self { sizes, ..self }
    }

    /// How far to go in a direction on either side of a state.
    fn distance(&self, x: &[f64], direction: &[f64]) -> f64 {
        let parts = x.iter().zip(direction).zip(self.sizes);
        let fastest = parts.map(|((x, v), size)| v.abs() / x.abs().max(*size)).fold(0.0, f64::max);
        f64::EPSILON.cbrt() / fastest
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
        let mut dx = mem::take(&mut self.dx);
        dx.resize(x.len(), f64::NAN);
        let mut is_known = self.evaluate(time, x, &mut dx);
        if is_known && let Err(failure) = jacobian.evaluate(self.integration, time, x, &dx) {
            self.failure = Some(failure);
            is_known = false;
        }
        self.dx = dx;
        is_known
    }

    fn along(&mut self, time: f64, x: &[f64], direction: &[f64], product: &mut [f64]) {
        let distance = self.distance(x, direction);
        if distance.is_infinite() {
            product.fill(0.0);
            return;
        }
        let (mut moved, mut behind) = (mem::take(&mut self.moved), mem::take(&mut self.dx));
        behind.resize(x.len(), f64::NAN);
        let mut at = |factor: f64, dx: &mut [f64]| {
            moved.clear();
            moved.extend(x.iter().zip(direction).map(|(x, v)| x + factor * distance * v));
            self.evaluate(time, &moved, dx);
        };
        at(1.0, product);
        at(-1.0, &mut behind);
        product.iter_mut().zip(&behind).for_each(|(ahead, behind)| *ahead = (*ahead - behind) / (2.0 * distance));
        (self.moved, self.dx) = (moved, behind);
    }

    fn by_parameter(&mut self, parameter: usize, time: f64, x: &[f64], by: &mut [f64]) {
        let is_known = x.iter().all(|x| x.is_finite()) && {
            self.integration.system.x_mut().copy_from_slice(x);
            self.integration.statistics.evaluations += 2;
            let outcome = self.integration.system.by_parameter(parameter, time, by);
            outcome.map_err(|failure| self.failure = Some(failure)).is_ok()
        };
        if !is_known {
            by.fill(f64::NAN);
        }
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
        let lent = unsafe { mem::transmute::<NonNull<dyn Evaluate + '_>, NonNull<dyn Evaluate>>(lent) };
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
