//! The equations of an implicit step, solved by Newton's method with a
//! Jacobian that is kept for as long as it serves.
//!
//! When an iteration has converged is decided by the rate that is measured in
//! this very solution. A rate that is remembered from earlier steps says
//! nothing once a model has passed a kink: with a Jacobian from before it the
//! corrections may be small because they are divided by rates that are no
//! longer there, not because the solution is near. So every solution is
//! verified by a second evaluation, unless the first correction is no larger
//! than what rounding makes, and would not be an error without those rates.

use super::jacobian::Jacobian;
use super::step_matrix::StepMatrix;
use super::weights::Weights;
use crate::stepper::memory_watch::{KeepingWatch, Known};
use crate::stepper::{Evaluated, EvaluationFailure, Integration, Problem, StepError, System};

/// Most corrections of one solution.
const MOST_ITERATIONS: u32 = 7;
/// What may be left of a solution's error, as a multiple of the tolerance.
const ENOUGH: f64 = 0.05;
/// A residual of so many tolerances that changed by no more than this part of
/// itself has not been touched by its correction.
const UNTOUCHED: f64 = 10.0;
const CHANGE_OF_UNTOUCHED: f64 = 0.2;
/// Corrections below so many roundings of the states say nothing, and
/// residuals below so many of the numbers that they are made of.
const ROUNDINGS: f64 = 1e3;
const ROUNDINGS_OF_RESIDUAL: f64 = 16.0;
/// An iteration whose corrections shrink by less is not worth going on with.
const WORST_RATE: f64 = 0.9;
/// A Jacobian serves for so many steps at the most.
const LONGEST_LIFE: u32 = 50;

/// Solves the equations of implicit steps.
#[derive(Debug)]
pub(super) struct Newton {
    jacobian: Jacobian,
    /// Steps since the Jacobian was evaluated; none if there is none.
    age: Option<u32>,
    /// `1 - c J`.
    matrix: StepMatrix,
    /// Derivatives where the iteration started, and where it is.
    dx_start: Vec<f64>,
    dx: Vec<f64>,
    /// What the last two corrections were to remove.
    residual: Vec<f64>,
    last_residual: Vec<f64>,
    change: Vec<f64>,
    magnitudes: Vec<f64>,
    /// Size of a correction that may be rounding alone, in tolerances.
    rounding: f64,
    watch: Option<KeepingWatch>,
}

/// The equation `d = c f(time, start + d) - offset` for `d`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Equation<'a> {
    /// Simulated time, s.
    pub(super) time: f64,
    /// s.
    pub(super) c: f64,
    /// The state if `d` is 0.
    pub(super) start: &'a [f64],
    pub(super) offset: &'a [f64],
    pub(super) weights: &'a Weights,
}

/// Why an equation was not solved.
#[derive(Debug)]
pub(super) enum Unsolved<E> {
    /// The corrections do not shrink, or not fast enough.
    Diverged,
    /// The model could not be evaluated.
    Failed(Box<E>),
}

impl<E> From<Box<E>> for Unsolved<E> {
    fn from(error: Box<E>) -> Self {
        Self::Failed(error)
    }
}

impl Newton {
    pub(super) fn new(problem: Problem<'_>) -> Self {
        let (n, jacobian) = (problem.size(), Jacobian::new(problem));
        Self {
            age: None,
            matrix: StepMatrix::of(&jacobian),
            jacobian,
            dx_start: vec![f64::NAN; n],
            dx: vec![f64::NAN; n],
            residual: vec![f64::NAN; n],
            last_residual: vec![f64::NAN; n],
            change: vec![f64::NAN; n],
            magnitudes: vec![0.0; n],
            rounding: (ROUNDINGS * f64::EPSILON / problem.settings.rel_tol).min(0.2 * ENOUGH),
            watch: KeepingWatch::of(problem),
        }
    }

    /// The Jacobian.
    pub(super) fn jacobian(&self) -> &Jacobian {
        &self.jacobian
    }

    /// The last correction.
    pub(super) fn last_change(&self) -> &[f64] {
        &self.change
    }

    /// Estimates the spectral radius of every Jacobian from now on.
    pub(super) fn watch_spectral_radius(&mut self) {
        self.jacobian.watch_spectral_radius();
    }

    /// Forgets the Jacobian.
    pub(super) fn forget(&mut self) {
        self.age = None;
        self.matrix.forget();
    }

    /// Tells the evaluation that steps begin with.
    pub(super) fn begin(&mut self, known: Known<'_>) {
        if let Some(watch) = &mut self.watch {
            watch.see(known);
            watch.accept();
        }
    }

    /// Tells that a step was accepted.
    pub(super) fn end_step(&mut self) {
        self.age = self.age.map(|age| age + 1);
        if let Some(watch) = &mut self.watch {
            watch.accept();
        }
    }

    /// Tells that a step was rejected.
    ///
    /// # Errors
    /// A calculation remembers it.
    pub(super) fn reject_step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
    ) -> Result<(), StepError<S::Error>> {
        self.watch.as_mut().map_or(Ok(()), |watch| watch.repeat(integration))
    }

    /// Divides by `1 - c J`; whether it could.
    pub(super) fn filter(&mut self, values: &mut [f64]) -> bool {
        self.matrix.solve(values)
    }

    /// Solves an equation for `d`, and leaves `start + d` in the workspace.
    ///
    /// # Errors
    /// It could not be solved, also not with a Jacobian of its own.
    pub(super) fn solve<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        equation: Equation<'_>,
        d: &mut [f64],
    ) -> Result<(), Unsolved<S::Error>> {
        integration.system.x_mut().copy_from_slice(equation.start);
        integration.evaluate(equation.time, &mut self.dx_start)?;
        if let Some(watch) = &mut self.watch {
            watch.see(Known { time: equation.time, x: equation.start, dx: &self.dx_start });
        }
        let mut is_new = false;
        if self.age.is_none_or(|age| age >= LONGEST_LIFE) {
            self.renew(integration, equation)?;
            is_new = true;
        }
        loop {
            self.matrix.factorise(&self.jacobian, equation.c);
            match self.iterate(integration, equation, d, is_new) {
                Ok(()) => return Ok(()),
                Err(Unsolved::Failed(error)) if !error.is_recoverable() => return Err(Unsolved::Failed(error)),
                Err(unsolved) if is_new => {
                    self.jacobian.change_increments();
                    self.forget();
                    return Err(unsolved);
                }
                Err(_) => {
                    self.renew(integration, equation)?;
                    is_new = true;
                }
            }
        }
    }

    /// Evaluates the Jacobian where the iteration starts.
    fn renew<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        equation: Equation<'_>,
    ) -> Evaluated<S::Error> {
        self.forget();
        self.jacobian.evaluate(integration, equation.time, equation.start, &self.dx_start)?;
        self.age = Some(0);
        Ok(())
    }

    /// `is_new` says that the Jacobian is that of the equation's start.
    fn iterate<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        equation: Equation<'_>,
        d: &mut [f64],
        is_new: bool,
    ) -> Result<(), Unsolved<S::Error>> {
        let Equation { time, c, start, offset, weights } = equation;
        // Halfway between what states that hardly change need, and fast ones,
        // where the factors are those of another step size.
        let correct = if c == self.matrix.c() { 1.0 } else { 2.0 / (1.0 + c / self.matrix.c()) };
        let (mut last, mut was_untouched) = (f64::INFINITY, false);
        for iteration in 1..=MOST_ITERATIONS {
            std::mem::swap(&mut self.residual, &mut self.last_residual);
            if iteration == 1 {
                for ((residual, dx), offset) in self.residual.iter_mut().zip(&self.dx_start).zip(offset) {
                    *residual = c * dx - offset;
                }
            } else {
                integration.evaluate(time, &mut self.dx)?;
                if let Some(watch) = &mut self.watch {
                    watch.see(Known { time, x: integration.system.x(), dx: &self.dx });
                }
                for (((residual, dx), offset), d) in self.residual.iter_mut().zip(&self.dx).zip(offset).zip(&*d) {
                    *residual = c * dx - offset - d;
                }
            }
            self.change.copy_from_slice(&self.residual);
            if !self.matrix.solve(&mut self.change) {
                return Err(Unsolved::Diverged);
            }
            if correct != 1.0 {
                self.change.iter_mut().for_each(|change| *change *= correct);
            }
            let size = weights.norm(&self.change);
            let x = integration.system.x_mut();
            if iteration == 1 {
                d.copy_from_slice(&self.change);
                x.iter_mut().zip(start).zip(&*d).for_each(|((x, start), d)| *x = start + d);
            } else {
                for (((x, start), d), change) in x.iter_mut().zip(start).zip(d.iter_mut()).zip(&self.change) {
                    *d += change;
                    *x = start + *d;
                }
            }
            let rate = size / last;
            let shrinks = iteration > 1 && rate < WORST_RATE;
            let is_rounding = size <= self.rounding;
            if iteration == 1 && is_rounding && weights.norm(&self.residual) <= 1.0 {
                return Ok(());
            }
            if iteration > 1 && (is_rounding || shrinks && rate / (1.0 - rate) * size <= ENOUGH) {
                if !self.leaves_untouched(start, weights, is_new) {
                    return Ok(());
                }
                // What other states did to it may look so, once.
                if was_untouched {
                    return Err(Unsolved::Diverged);
                }
                was_untouched = true;
            }
            // Written so that not-a-number counts as diverging.
            let remaining = (MOST_ITERATIONS - iteration) as i32;
            let reaches_enough = is_rounding || shrinks && rate.powi(remaining) / (1.0 - rate) * size <= ENOUGH;
            if !(reaches_enough || iteration == 1 && size.is_finite()) {
                return Err(Unsolved::Diverged);
            }
            last = size;
        }
        Err(Unsolved::Diverged)
    }

    /// Whether a correction left the residual of a state as it was.
    ///
    /// With a fast rate that is gone, a state's corrections are close to
    /// nothing, and what the other states do hides that they do not shrink; its
    /// residual, which nothing divides, tells: it would be the state's error if
    /// it had no rate of its own. With rates that are there, it may be rounding.
    fn leaves_untouched(&mut self, x: &[f64], weights: &Weights, is_new: bool) -> bool {
        let residuals = self.residual.iter().zip(&self.last_residual).enumerate();
        let mut untouched = residuals.filter(|(i, (residual, before))| {
            (*residual - *before).abs() <= CHANGE_OF_UNTOUCHED * before.abs()
                && weights.ratio(*i, residual.abs()) > UNTOUCHED
        });
        if !is_new {
            return untouched.next().is_some();
        }
        let Some(first) = untouched.next() else { return false };
        // The sum of the magnitudes that a residual is the difference of.
        self.matrix.magnitudes(&self.jacobian, x, &mut self.magnitudes);
        std::iter::once(first)
            .chain(untouched)
            .any(|(i, (residual, _))| residual.abs() > ROUNDINGS_OF_RESIDUAL * f64::EPSILON * self.magnitudes[i])
    }
}
