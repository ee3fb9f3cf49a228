//! Runge-Kutta methods whose first stage is explicit, and whose other stages
//! are implicit one after the other, with one coefficient on the diagonal.

use super::newton::{Equation, Newton};
use super::rejection::Rejection;
use super::tableau::Tableau;
use super::weights::Weights;
use super::{Beginning, first_implicit_size};
use crate::arithmetic::Row;
use crate::stepper::combine::combine;
use crate::stepper::controller::{Controller, Trial};
use crate::stepper::error_norm::Tolerances;
use crate::stepper::memory_watch::Known;
use crate::stepper::size_limits::SizeLimits;
use crate::stepper::{
    Because, Evaluated, EvaluationFailure, Integration, Problem, Restart, StepError, StepLimit, System, Threads,
};

/// Safety factor and limits of the step size's change from step to step.
const SAFETY: f64 = 0.75;
const SMALLEST_FACTOR: f64 = 0.2;
const LARGEST_FACTOR: f64 = 5.0;
/// Growing by less is not worth new factors.
const WORTH_GROWING: f64 = 1.3;
/// Factor after a step that could not be solved.
const FACTOR_AFTER_FAILURE: f64 = 0.25;

/// Advances a run by such a method.
#[derive(Debug)]
pub(in crate::stepper) struct Esdirk {
    tableau: &'static Tableau,
    controller: Controller,
    tolerances: Tolerances,
    weights: Weights,
    newton: Newton,
    time: f64,
    /// Start of the last step, s, and the state there.
    previous_time: f64,
    previous: Vec<f64>,
    /// Derivatives of the stages, the first one that of the step's start.
    k: Vec<Vec<f64>>,
    /// State and derivative at the end of the last step as it was made.
    end: Vec<f64>,
    end_dx: Vec<f64>,
    /// Whether the next step begins with them.
    begins_with_end: bool,
    /// What a stage is thought to be: its derivative times the step size and
    /// the diagonal coefficient, and its state.
    offset: Vec<f64>,
    guess: Vec<f64>,
    /// Stage less its guess; then the error.
    d: Vec<f64>,
}

impl Esdirk {
    pub(in crate::stepper) fn new(problem: Problem<'_>, tableau: &'static Tableau) -> Self {
        let n = problem.size();
        Self {
            tableau,
            controller: Controller::new(SizeLimits::of(problem)),
            tolerances: Tolerances::asked(problem),
            weights: Weights::of(problem),
            newton: Newton::new(problem),
            time: 0.0,
            previous_time: 0.0,
            previous: vec![0.0; n],
            k: vec![vec![f64::NAN; n]; tableau.b().len()],
            end: vec![0.0; n],
            end_dx: vec![f64::NAN; n],
            begins_with_end: false,
            offset: vec![0.0; n],
            guess: vec![0.0; n],
            d: vec![0.0; n],
        }
    }

    /// Tries steps until one is accepted; where it ends.
    fn advance<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if self.controller.is_new() {
            let sizes = self.controller.limits();
            let beginning = Beginning {
                time: self.time,
                x: &self.previous,
                dx: &self.k[0],
                most: sizes.most,
                latest: limit.latest,
                order: self.tableau.order,
            };
            let size = first_implicit_size(integration, &self.tolerances, beginning, sizes)?;
            self.controller.plan(self.time, size);
        }
        loop {
            let trial = self.controller.propose(self.time, limit)?;
            let outcome = self.solve(integration, trial).and_then(|()| self.judge(integration, trial));
            let (rejection, factor) = match outcome {
                Ok(factor) => {
                    integration.statistics.accept(self.time, trial.size, trial.reaches_stop);
                    self.controller.grow(self.time, factor, trial);
                    return Ok(trial.end);
                }
                Err(Rejection::Failed(error)) if !error.is_recoverable() => return Err(StepError::Evaluation(error)),
                Err(rejection) => {
                    let factor = match rejection {
                        Rejection::Inaccurate(ratio) => self.factor(ratio).min(1.0),
                        _ => FACTOR_AFTER_FAILURE,
                    };
                    (rejection, factor)
                }
            };
            integration.statistics.reject();
            let name = |values: &[f64]| integration.system.state_name(self.weights.largest(values));
            self.controller.shrink(self.time, factor, trial, || match rejection {
                Rejection::Failed(error) => Because::Failed(error),
                Rejection::NotSolved => Because::NotSolved(name(self.newton.last_change())),
                Rejection::Inaccurate(ratio) => Because::Inaccurate(name(&self.d), ratio),
            })?;
            self.newton.reject_step(integration)?;
        }
    }

    /// By how much the step size may change after an error.
    fn factor(&self, ratio: f64) -> f64 {
        let factor = SAFETY * ratio.powf(-1.0 / f64::from(self.tableau.error_order + 1));
        // Not-a-number shrinks the step.
        if factor > SMALLEST_FACTOR { factor.min(LARGEST_FACTOR) } else { SMALLEST_FACTOR }
    }

    /// Solves the stages of a step, and leaves its end in the workspace.
    fn solve<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        trial: Trial,
    ) -> Result<(), Rejection<S::Error>> {
        let Tableau { c, a, .. } = self.tableau;
        let diagonal = self.tableau.diagonal();
        self.weights.set(&self.previous, &self.previous);
        for stage in 1..c.len() {
            let time = if c[stage] == 1.0 { trial.end } else { self.previous_time + c[stage] * trial.size };
            self.guess(stage, trial.size);
            let equation = Equation {
                time: time.min(trial.latest),
                c: trial.size * diagonal,
                start: &self.guess,
                offset: &self.offset,
                weights: &self.weights,
            };
            self.newton.solve(integration, equation, &mut self.d)?;
            let per_size = 1.0 / (trial.size * diagonal);
            for ((k, offset), d) in self.k[stage].iter_mut().zip(&self.offset).zip(&self.d) {
                *k = (offset + d) * per_size;
            }
        }
        debug_assert_eq!(a.len(), c.len(), "the last stage is the step's end");
        Ok(())
    }

    /// By how much the next step may be longer, if this one is accurate enough.
    fn judge<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        trial: Trial,
    ) -> Result<f64, Rejection<S::Error>> {
        self.weights.set(&self.previous, integration.system.x());
        let ratio = self.error(trial.size);
        if ratio > 1.0 || ratio.is_nan() {
            return Err(Rejection::Inaccurate(ratio));
        }
        self.newton.end_step();
        let factor = self.factor(ratio);
        Ok(if (1.0..WORTH_GROWING).contains(&factor) { 1.0 } else { factor })
    }

    /// What a stage is thought to be, from those before it.
    fn guess(&mut self, stage: usize, size: f64) {
        let Tableau { c, a, .. } = self.tableau;
        let diagonal = size * self.tableau.diagonal();
        // A constant derivative, or a straight line through two.
        let (last, before) = (stage - 1, stage.saturating_sub(2));
        let slope = if stage > 1 { (c[stage] - c[before]) / (c[last] - c[before]) } else { 1.0 };
        let (first, second) = (diagonal * (1.0 - slope), diagonal * slope);
        for ((offset, k), last) in self.offset.iter_mut().zip(&self.k[before]).zip(&self.k[last]) {
            *offset = if stage > 1 { first * k + second * last } else { diagonal * last };
        }
        combine(&self.previous, &Row::new(&a[stage][..stage]).terms(size, &self.k), &mut self.guess, Threads::ONE);
        self.guess.iter_mut().zip(&self.offset).for_each(|(guess, offset)| *guess += offset);
    }

    /// The error of a step in units of the tolerance, damped where the model
    /// is stiff (Hosea, Shampine 1996, section 5); left in `d`.
    fn error(&mut self, size: f64) -> f64 {
        self.d.fill(0.0);
        for (weight, k) in self.tableau.error.iter().zip(&self.k) {
            self.d.iter_mut().zip(k).for_each(|(d, k)| *d += size * weight * k);
        }
        if self.newton.filter(&mut self.d) { self.weights.norm(&self.d) } else { f64::NAN }
    }
}

impl Esdirk {
    pub(in crate::stepper) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        (self.previous_time, self.time) = (time, time);
        self.begins_with_end = false;
        self.controller.restart(restart);
        if restart != Restart::Tick {
            self.newton.forget();
        }
        integration.statistics.colours = self.newton.jacobian().colours();
        self.previous.copy_from_slice(integration.system.x());
        self.end.copy_from_slice(&self.previous);
        integration.evaluate_afresh(time, &mut self.k[0])?;
        self.newton.begin(Known { time, x: &self.previous, dx: &self.k[0] });
        Ok(())
    }

    pub(in crate::stepper) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if std::mem::take(&mut self.begins_with_end) {
            // What the step's end satisfies is known better than what an
            // evaluation there would give where the model is stiff.
            std::mem::swap(&mut self.k[0], &mut self.end_dx);
            std::mem::swap(&mut self.previous, &mut self.end);
            self.previous_time = self.time;
        }
        match self.advance(integration, limit) {
            Ok(end) => {
                self.time = end;
                self.end.copy_from_slice(integration.system.x());
                let last = self.k.len() - 1;
                std::mem::swap(&mut self.k[last], &mut self.end_dx);
                self.begins_with_end = true;
                Ok(end)
            }
            Err(error) => {
                integration.system.x_mut().copy_from_slice(&self.previous);
                Err(error)
            }
        }
    }

    /// Makes the step again, shorter. It needs no estimate of its error: that of
    /// the longer one was small enough.
    pub(in crate::stepper) fn end_at<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
    ) -> Result<(), StepError<S::Error>> {
        debug_assert!((self.previous_time..=self.time).contains(&time), "{time} lies outside the last step");
        let known = if time >= self.time { Some(&self.end) } else { None };
        if let Some(known) = known.or_else(|| (time <= self.previous_time).then_some(&self.previous)) {
            integration.system.x_mut().copy_from_slice(known);
            return Ok(());
        }
        let size = time - self.previous_time;
        let trial = Trial { size, end: time, latest: time, reaches_stop: true };
        self.solve(integration, trial).map_err(|rejection| match rejection {
            Rejection::Failed(error) => StepError::Evaluation(error),
            Rejection::NotSolved | Rejection::Inaccurate(_) => {
                let state = integration.system.state_name(self.weights.largest(self.newton.last_change()));
                let h_min = self.controller.h_min(self.previous_time);
                StepError::TooSmall {
                    time: self.previous_time,
                    step_size: size,
                    h_min,
                    because: Because::NotSolved(state),
                }
            }
        })
    }

    /// The cubic Hermite polynomial through both ends.
    pub(in crate::stepper) fn interpolate(&self, time: f64, x: &mut [f64]) {
        let size = self.time - self.previous_time;
        if size <= 0.0 || time >= self.time {
            x.copy_from_slice(&self.end);
            return;
        }
        let theta = (time - self.previous_time) / size;
        let rest = 1.0 - theta;
        let (step, start, end) = (theta * theta * (3.0 - 2.0 * theta), theta * rest * rest, -theta * theta * rest);
        let ends = self.previous.iter().zip(&self.end).zip(self.k[0].iter().zip(&self.end_dx));
        for (x, ((previous, last), (first_dx, last_dx))) in x.iter_mut().zip(ends) {
            *x = previous + step * (last - previous) + size * (start * first_dx + end * last_dx);
        }
    }
}
