//! Backward differentiation formulas of orders 1 to 5, as numerical
//! differentiation formulas, with steps of equal size for as long as it pays
//! (Shampine, Reichelt 1997, The MATLAB ODE suite, SIAM J. Sci. Comput. 18).

use super::differences::{Differences, MOST_ORDER};
use super::newton::{Equation, Newton};
use super::rejection::Rejection;
use super::weights::Weights;
use super::{Beginning, first_implicit_size};
use crate::stepper::error_norm::Tolerances;
use crate::stepper::memory_watch::Known;
use crate::stepper::size_limits::SizeLimits;
use crate::stepper::{
    Because, Evaluated, EvaluationFailure, Integration, Problem, Restart, StepError, StepLimit, System,
};

/// What the formulas of orders 1 to 5 add to those of backward
/// differentiation (table 1 there, `kappa`); element 0 is not used.
const ADDED: [f64; MOST_ORDER + 1] = [0.0, -0.1850, -1.0 / 9.0, -0.0823, -0.0415, 0.0];
/// Sums of 1 / j for j up to the order.
const HARMONIC: [f64; MOST_ORDER + 1] = [0.0, 1.0, 1.5, 11.0 / 6.0, 25.0 / 12.0, 137.0 / 60.0];

/// Factors of the step size after a step that was not solved, and the least
/// and most after one that was.
const FACTOR_AFTER_FAILURE: f64 = 0.25;
const SMALLEST_FACTOR: f64 = 0.2;
const LARGEST_FACTOR: f64 = 2.0;
const SAFETY: f64 = 0.8;
/// Growing by less is not worth new factors.
const WORTH_GROWING: f64 = 1.3;
/// The error, in tolerances, of the first step after a tick: those of thousands
/// of ticks add up.
const FIRST_ERROR: f64 = 0.02;
/// The same of one that goes on with the past of before the tick.
const CARRIED_ERROR: f64 = 0.05;
/// Shorter than so much of before such a step is not worth its past.
const SMALLEST_FACTOR_CARRIED: f64 = 0.1;
/// After so many rejections of one step nothing that lies behind is trusted.
const REJECTIONS_TO_FORGET: u32 = 3;

/// Whether a step behind a tick is tried with the past before it. Where what jumped is small that is good enough; where it was
/// not, it is tried again after twice as many ticks as before.
#[derive(Debug, Clone, Copy, Default)]
struct Carrying {
    /// Ticks to be let by, and how many there were after the last failure.
    wait: u32,
    last: u32,
}

/// The most ticks that are let by.
const MOST_WAITING: u32 = 32;

impl Carrying {
    /// Whether it is tried at this tick.
    fn is_due(&mut self) -> bool {
        let is_due = self.wait == 0;
        self.wait = self.wait.saturating_sub(1);
        is_due
    }

    fn fail(&mut self) {
        self.last = (2 * self.last).clamp(1, MOST_WAITING);
        self.wait = self.last;
    }

    fn succeed(&mut self) {
        self.last = 0;
    }
}

/// Advances a run by backward differentiation.
#[derive(Debug)]
pub(in crate::stepper) struct Bdf {
    sizes: SizeLimits,
    tolerances: Tolerances,
    weights: Weights,
    newton: Newton,
    time: f64,
    /// Whether `time` is a stop, or where the method started.
    is_at_stop: bool,
    /// The last states, as differences over steps of one size.
    differences: Differences,
    order: usize,
    /// Size of the steps, s; none before the first step.
    size: Option<f64>,
    /// What the first step after the last restart showed: the size that would
    /// have done, s.
    first_size: Option<f64>,
    is_first: bool,
    /// Whether the next step goes on with the past of the last tick.
    is_carried: bool,
    carrying: Carrying,
    /// Steps since order or size changed.
    equal_steps: usize,
    /// Order and factor of the step size from the next step on.
    plan: Option<(usize, f64)>,
    predicted: Vec<f64>,
    offset: Vec<f64>,
    /// New state less the predicted one.
    d: Vec<f64>,
    /// Derivative at the last restart.
    dx: Vec<f64>,
}

/// A step while it is tried.
struct Attempt {
    /// s.
    size: f64,
    /// The least size, s.
    h_min: f64,
    rejections: u32,
}

impl Bdf {
    pub(in crate::stepper) fn new(problem: Problem<'_>) -> Self {
        let n = problem.size();
        Self {
            sizes: SizeLimits::of(problem),
            tolerances: Tolerances::asked(problem),
            weights: Weights::of(problem),
            newton: Newton::new(problem),
            time: 0.0,
            is_at_stop: true,
            differences: Differences::new(n),
            order: 1,
            size: None,
            first_size: None,
            is_first: true,
            is_carried: false,
            carrying: Carrying::default(),
            equal_steps: 0,
            plan: None,
            predicted: vec![0.0; n],
            offset: vec![0.0; n],
            d: vec![0.0; n],
            dx: vec![f64::NAN; n],
        }
    }

    /// The size of the steps, s, estimated if there was none.
    fn begin<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if let Some(size) = self.size {
            return Ok(size);
        }
        let size = match self.first_size {
            Some(size) => size.max(self.sizes.least_at(self.time)).min(self.sizes.most),
            None => {
                let beginning = Beginning {
                    time: self.time,
                    x: self.differences.state(),
                    dx: &self.dx,
                    most: self.sizes.most,
                    latest: limit.latest,
                    order: 1,
                };
                first_implicit_size(integration, &self.tolerances, beginning, self.sizes)?
            }
        };
        self.differences.begin(&self.dx, size);
        self.size = Some(size);
        Ok(size)
    }

    /// Changes the size of the steps, of which the last states are told.
    fn rescale(&mut self, factor: f64) {
        self.differences.rescale(self.order, factor);
        self.size = self.size.map(|size| size * factor);
        self.equal_steps = 0;
    }

    /// Tries steps until one is accepted; where it ends.
    fn advance<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        let mut size = self.begin(integration, limit)?;
        if let Some((order, factor)) = self.plan.take() {
            self.order = order;
            self.rescale(factor);
            size *= factor;
        }
        let h_min = self.sizes.least_at(self.time).min(self.sizes.most);
        let mut attempt = Attempt { size, h_min, rejections: 0 };
        loop {
            let reaches_stop = self.fit(&mut attempt, limit);
            let size = attempt.size;
            let end = if reaches_stop { limit.stop } else { self.time + size };
            if end <= self.time {
                return Err(self.too_small(size, h_min, Because::NoProgress));
            }
            let latest = if reaches_stop { limit.latest } else { end };
            match self.trial(integration, end.min(latest)) {
                Ok(()) => {
                    if std::mem::take(&mut self.is_carried) {
                        self.carrying.succeed();
                    }
                    integration.statistics.accept(self.time, size, reaches_stop);
                    self.is_at_stop = reaches_stop;
                    return Ok(end);
                }
                Err(Rejection::Failed(error)) if !error.is_recoverable() => return Err(StepError::Evaluation(error)),
                Err(rejection) if self.is_carried => {
                    self.shorten_carried(integration, limit, &rejection, &mut attempt)?;
                }
                Err(rejection) => self.shorten(integration, rejection, &mut attempt)?,
            }
        }
    }

    /// Fits a step to the next stop and the largest size; whether it reaches the stop.
    #[inline(always)]
    fn fit(&mut self, attempt: &mut Attempt, limit: StepLimit) -> bool {
        let remaining = limit.stop - self.time;
        let mut target = attempt.size.min(self.sizes.most);
        // The last two steps up to a stop are of one size, and a sliver left
        // by rounding is joined to the step before it. The model is seen at
        // the ends of steps alone: so there are two from stop to stop.
        let may_stretch = attempt.rejections == 0 && 1.01 * target <= self.sizes.most;
        let is_near = remaining <= if may_stretch { 1.01 * target } else { target };
        let half = 0.5 * remaining;
        let can_halve = self.time + half > self.time && self.time + half < limit.stop;
        let reaches_stop = is_near && !(self.is_at_stop && can_halve);
        if reaches_stop {
            target = remaining;
        } else if remaining < 2.0 * target {
            target = half;
        }
        if target != attempt.size {
            self.rescale(target / attempt.size);
            attempt.size = target;
            self.size = Some(target);
        }
        reaches_stop
    }

    /// Shortens a rejected step that goes on with the past of the last tick, or begins without that past.
    fn shorten_carried<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
        rejection: &Rejection<S::Error>,
        attempt: &mut Attempt,
    ) -> Result<(), StepError<S::Error>> {
        integration.statistics.reject();
        self.newton.reject_step(integration)?;
        // The error is that of the derivative's own jump, which is not known: of the square of the step.
        let factor = match rejection {
            Rejection::Inaccurate(ratio) if attempt.rejections == 0 => SAFETY * (CARRIED_ERROR / ratio).sqrt(),
            _ => 0.0,
        };
        attempt.rejections += 1;
        if factor > SMALLEST_FACTOR_CARRIED && attempt.size * factor >= attempt.h_min {
            self.rescale(factor);
            attempt.size *= factor;
            self.size = Some(attempt.size);
        } else {
            attempt.rejections = 0;
            self.carrying.fail();
            self.begin_anew();
            attempt.size = self.begin(integration, limit)?;
        }
        Ok(())
    }

    /// Shortens a rejected step; the error if it cannot be shorter.
    fn shorten<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        rejection: Rejection<S::Error>,
        attempt: &mut Attempt,
    ) -> Result<(), StepError<S::Error>> {
        integration.statistics.reject();
        attempt.rejections += 1;
        let factor = match rejection {
            Rejection::Inaccurate(ratio) if attempt.rejections < REJECTIONS_TO_FORGET => {
                let factor = SAFETY * ratio.powf(-1.0 / (self.order as f64 + 1.0));
                if factor > SMALLEST_FACTOR { factor.min(0.9) } else { SMALLEST_FACTOR }
            }
            _ => FACTOR_AFTER_FAILURE,
        };
        let Attempt { size, h_min, rejections } = *attempt;
        // HMin itself is tried.
        let smaller = (size * factor).max(h_min);
        if smaller >= size || self.time + smaller <= self.time {
            let because = self.because(integration, rejection);
            return Err(self.too_small(size * factor, h_min, because));
        }
        self.newton.reject_step(integration)?;
        if rejections == REJECTIONS_TO_FORGET {
            self.forget(integration)?;
        }
        self.rescale(smaller / size);
        attempt.size = smaller;
        self.size = Some(smaller);
        Ok(())
    }

    /// Goes on from the state as from a start, if the model can be evaluated there.
    fn forget<S: System>(&mut self, integration: &mut Integration<'_, S>) -> Result<(), StepError<S::Error>> {
        let Some(size) = self.size else { return Ok(()) };
        integration.system.x_mut().copy_from_slice(self.differences.state());
        match integration.evaluate(self.time, &mut self.dx) {
            Ok(()) => {
                self.differences.begin(&self.dx, size);
                self.order = 1;
                Ok(())
            }
            Err(error) if error.is_recoverable() => Ok(()),
            Err(error) => Err(StepError::Evaluation(error)),
        }
    }

    /// Tries a step that ends where evaluations see that time.
    fn trial<S: System>(&mut self, integration: &mut Integration<'_, S>, time: f64) -> Result<(), Rejection<S::Error>> {
        let (order, size) = (self.order, self.size.unwrap_or(0.0));
        // With x = predicted + d: sum_{m <= k} (1 / m) del^m x = h f + kappa gamma_k d,
        // where the sum is sum_{m <= k} gamma_m del^m x_last + gamma_k d.
        let alpha = 1.0 / ((1.0 - ADDED[order]) * HARMONIC[order]);
        self.differences.predict(order, alpha, &HARMONIC, &mut self.predicted, &mut self.offset);
        self.weights.set(self.differences.state(), &self.predicted);
        let equation =
            Equation { time, c: size * alpha, start: &self.predicted, offset: &self.offset, weights: &self.weights };
        self.newton.solve(integration, equation, &mut self.d)?;
        self.weights.set(self.differences.state(), integration.system.x());
        let ratio = error_constant(order) * self.weights.norm(&self.d);
        let most = if self.is_carried { CARRIED_ERROR } else { 1.0 };
        if ratio > most || ratio.is_nan() {
            return Err(Rejection::Inaccurate(ratio));
        }
        self.newton.end_step();
        self.differences.accept(order, &self.d, integration.system.x());
        if std::mem::take(&mut self.is_first) {
            let factor = if ratio > 0.0 { (FIRST_ERROR / ratio).sqrt() } else { LARGEST_FACTOR };
            self.first_size = Some(size * factor.min(LARGEST_FACTOR));
        }
        self.equal_steps += 1;
        if self.equal_steps > order {
            self.plan = self.best_plan(ratio);
        }
        Ok(())
    }

    /// The order and the step size that promise the longest steps, if they are
    /// worth a change.
    fn best_plan(&self, ratio: f64) -> Option<(usize, f64)> {
        let factor = |order: usize, ratio: f64, safety: f64| {
            if ratio > 0.0 { safety * ratio.powf(-1.0 / (order as f64 + 1.0)) } else { LARGEST_FACTOR }
        };
        let order = self.order;
        let mut best = (order, factor(order, ratio, SAFETY));
        if order > 1 {
            let ratio = error_constant(order - 1) * self.weights.norm(self.differences.row(order));
            let lower = factor(order - 1, ratio, 0.95 * SAFETY);
            if lower > best.1 {
                best = (order - 1, lower);
            }
        }
        if order < MOST_ORDER {
            let ratio = error_constant(order + 1) * self.weights.norm(self.differences.row(order + 2));
            let higher = factor(order + 1, ratio, 0.9 * SAFETY);
            if higher > best.1 {
                best = (order + 1, higher);
            }
        }
        let (order, factor) = (best.0, best.1.min(LARGEST_FACTOR));
        if factor >= WORTH_GROWING {
            Some((order, factor))
        } else if order < self.order {
            Some((order, factor.min(1.0)))
        } else {
            None
        }
    }

    #[cold]
    fn because<S: System>(
        &self,
        integration: &Integration<'_, S>,
        rejection: Rejection<S::Error>,
    ) -> Because<S::Error> {
        let name = |element| integration.system.state_name(element);
        match rejection {
            Rejection::Failed(error) => Because::Failed(error),
            Rejection::NotSolved => Because::NotSolved(name(self.weights.largest(self.newton.last_change()))),
            Rejection::Inaccurate(ratio) => Because::Inaccurate(name(self.weights.largest(&self.d)), ratio),
        }
    }

    #[cold]
    fn too_small<E>(&self, step_size: f64, h_min: f64, because: Because<E>) -> StepError<E> {
        StepError::TooSmall { time: self.time, step_size, h_min, because }
    }
}

/// The error of a step over its correction.
fn error_constant(order: usize) -> f64 {
    ADDED[order] * HARMONIC[order] + 1.0 / (order as f64 + 1.0)
}

impl Bdf {
    /// Goes on without a past.
    fn begin_anew(&mut self) {
        (self.order, self.size, self.equal_steps, self.plan) = (1, None, 0, None);
        (self.is_first, self.is_carried) = (true, false);
    }

    pub(in crate::stepper) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        let has_past =
            restart == Restart::Tick && time == self.time && self.differences.state() == integration.system.x();
        self.time = time;
        self.is_at_stop = true;
        if restart != Restart::Tick {
            self.first_size = None;
            self.newton.forget();
            self.carrying = Carrying::default();
        }
        integration.statistics.colours = self.newton.jacobian().colours();
        self.differences.restart(integration.system.x());
        integration.evaluate_afresh(time, &mut self.dx)?;
        match self.size.filter(|_| has_past && !self.is_first && self.carrying.is_due()) {
            Some(size) => {
                if let Some((order, factor)) = self.plan.take() {
                    self.order = order;
                    self.rescale(factor);
                }
                self.differences.jump(self.order, &self.dx, self.size.unwrap_or(size));
                self.is_carried = true;
            }
            None => self.begin_anew(),
        }
        self.newton.begin(Known { time, x: self.differences.state(), dx: &self.dx });
        Ok(())
    }

    pub(in crate::stepper) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        match self.advance(integration, limit) {
            Ok(end) => {
                self.time = end;
                Ok(end)
            }
            Err(error) => {
                integration.system.x_mut().copy_from_slice(self.differences.state());
                Err(error)
            }
        }
    }

    pub(in crate::stepper) fn interpolate(&self, time: f64, x: &mut [f64]) {
        match self.size {
            Some(size) if time < self.time => self.differences.at(self.order, (time - self.time) / size, x),
            _ => x.copy_from_slice(self.differences.state()),
        }
    }

    /// Estimates the spectral radius of every Jacobian from now on.
    pub(in crate::stepper) fn watch_spectral_radius(&mut self) {
        self.newton.watch_spectral_radius();
    }

    /// The spectral radius of the last Jacobian, 1/s.
    pub(in crate::stepper) fn spectral_radius(&self) -> f64 {
        self.newton.jacobian().spectral_radius()
    }
}
