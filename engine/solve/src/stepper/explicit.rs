//! The stepper of all explicit Runge-Kutta methods, with fixed and with
//! adaptive steps.

use std::ops::Range;

use super::bend_watch::BendWatch;
use super::combine::combine;
use super::controller::{Controller, Trial};
use super::error_norm::Tolerances;
use super::first_size::{Beginning, first_size};
use super::memory_watch::{Known, MemoryWatch};
use super::size_limits::SizeLimits;
use super::{
    Because, Evaluated, EvaluationFailure, Integration, Problem, Restart, StepError, StepLimit, System, Threads,
};
use crate::arithmetic::{MOST_TERMS, Row};
use crate::integration::tableau::Tableau;

/// Safety factor and limits of the step size's change from step to step
/// (Hairer, Norsett, Wanner I, section II.4).
const SAFETY: f64 = 0.9;
const SMALLEST_FACTOR: f64 = 0.2;
const LARGEST_FACTOR: f64 = 5.0;
/// What rounding may leave of a fixed step, as a part of it.
const SLIVER: f64 = 1e-9;
/// Factor after a step in which an evaluation failed.
const FACTOR_AFTER_FAILURE: f64 = 0.25;
/// Factor after a step that bends.
const HALF: f64 = 0.5;

/// Advances a run by an explicit Runge-Kutta method.
#[derive(Debug)]
pub(super) struct Explicit {
    tableau: &'static Tableau,
    /// For the state of each stage; behind them that of the step's end, unless
    /// the last stage is it.
    rows: Vec<Row>,
    /// For the error; empty if the method has none.
    error: Row,
    sizes: Sizes,
    tolerances: Tolerances,
    /// After an error below this, in units of the tolerance, a step grows as much
    /// as it may, so that no root has to be taken of it.
    negligible: f64,
    time: f64,
    /// Start of the last step, s.
    previous_time: f64,
    /// State at the start of the last step.
    previous: Vec<f64>,
    /// Derivatives of the stages; behind them that of the step's end, unless
    /// the last stage is it.
    k: Vec<Vec<f64>>,
    /// Whether the derivative at `time` is still that of the last step's end.
    begins_with_last: bool,
    watch: Option<MemoryWatch>,
    /// None: the method has none, or fixed steps.
    bends: Option<BendWatch>,
}

/// Which step sizes are allowed.
#[derive(Debug)]
enum Sizes {
    /// To `origin + count * size`; one that a stop cuts short is followed by
    /// the rest of it.
    Fixed { size: f64, origin: f64, count: f64 },
    /// Chosen by the error.
    Adaptive(Controller),
}

impl Explicit {
    pub(super) fn new(problem: Problem<'_>, tableau: &'static Tableau) -> Self {
        let (settings, n) = (problem.settings, problem.size());
        let sizes = match settings.step_size {
            Some(size) => Sizes::Fixed { size, origin: 0.0, count: 0.0 },
            None => Sizes::Adaptive(Controller::new(SizeLimits::of(problem))),
        };
        let end = (!tableau.first_same_as_last()).then_some(tableau.b);
        let rows: Vec<Row> = tableau.a.iter().copied().chain(end).map(Row::new).collect();
        let k = vec![vec![f64::NAN; n]; rows.len()];
        Self {
            tableau,
            rows,
            negligible: tableau.error.map_or(0.0, |estimate| negligible_error(estimate.order)),
            error: Row::new(tableau.error.map_or(&[], |estimate| estimate.weights)),
            sizes,
            tolerances: Tolerances::asked(problem),
            time: 0.0,
            previous_time: 0.0,
            previous: vec![0.0; n],
            // Not-a-number, so that a derivative that nobody sets is found.
            k,
            begins_with_last: false,
            watch: MemoryWatch::of(problem),
            bends: BendWatch::of(tableau).filter(|_| settings.step_size.is_none()),
        }
    }

    /// The method's name.
    pub(super) fn name(&self) -> &'static str {
        self.tableau.name
    }

    /// The last step's size times the largest rate of change that its last two
    /// stages show, which lie at the same time (Hairer, Wanner II, section
    /// IV.2, eq. 2.26); for tableaus whose last stage is the step's end.
    pub(super) fn stiffness(&self) -> f64 {
        let (last, before) = (self.last(), self.last() - 1);
        let size = self.time - self.previous_time;
        let (mut states, mut rates) = ([0.0; MOST_TERMS], [0.0; MOST_TERMS]);
        for (j, state) in states.iter_mut().enumerate().take(last) {
            *state = self.tableau.b[j] - self.tableau.a[before].get(j).copied().unwrap_or(0.0);
        }
        (rates[before], rates[last]) = (-1.0, 1.0);
        let x = &self.previous;
        let length = |weights: &[f64]| {
            self.tolerances.error(x, x, Row::new(&weights[..=last]).terms(1.0, &self.k), Threads::ONE).ratio
        };
        size * (length(&rates) / (size * length(&states)))
    }

    /// Index of the derivative at the step's end.
    fn last(&self) -> usize {
        self.k.len() - 1
    }

    fn propose<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<Trial, StepError<S::Error>> {
        if let Sizes::Adaptive(controller) = &self.sizes
            && controller.is_new()
        {
            let size = match controller.first() {
                Some(size) => size,
                None => self.first_size(integration, controller.most().min(limit.stop - self.time), limit.latest)?,
            };
            if let Sizes::Adaptive(controller) = &mut self.sizes {
                controller.plan(self.time, size);
            }
        }
        match &self.sizes {
            Sizes::Adaptive(controller) => controller.propose(self.time, limit),
            Sizes::Fixed { size, origin, count } => {
                let end = origin + (count + 1.0) * size;
                // A sliver left by rounding is joined to the step before it.
                if end - self.time >= limit.stop - self.time || end + SLIVER * size >= limit.stop {
                    return Ok(Trial::to_stop(self.time, limit));
                }
                Trial::of_size(self.time, *size, end)
            }
        }
    }

    /// A first step size; the second row of `k` is used on the way.
    fn first_size<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        most: f64,
        latest: f64,
    ) -> Result<f64, StepError<S::Error>> {
        // Every tableau has a second row, for its second stage or the step's end.
        let (first, rest) = self.k.split_at_mut(1);
        let (x, dx, order) = (&self.previous, &first[0], self.tableau.order);
        let beginning = Beginning { time: self.time, x, dx, most, latest, order };
        first_size(integration, &self.tolerances, beginning, &mut rest[0])
    }

    /// Evaluates the stages. The new state is left in the workspace, its
    /// derivative in the last row of `k`.
    fn stages<S: System>(&mut self, integration: &mut Integration<'_, S>, trial: Trial) -> Evaluated<S::Error> {
        let Tableau { c, .. } = self.tableau;
        for (stage, row) in self.rows.iter().enumerate().skip(1) {
            combine(&self.previous, &row.terms(trial.size, &self.k), integration.system.x_mut(), integration.threads);
            // Behind the stages comes the step's end.
            let c = c.get(stage).copied().unwrap_or(1.0);
            let time = if c == 1.0 { trial.end } else { self.time + c * trial.size };
            integration.evaluate(time.min(trial.latest), &mut self.k[stage])?;
        }
        Ok(())
    }

    /// Tries steps until one is accepted.
    fn advance<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        loop {
            let trial = self.propose(integration, limit)?;
            if let Sizes::Fixed { .. } = self.sizes {
                self.step_fixed(integration, trial)?;
            } else if let Err(rejection) = self.step_adaptive(integration, trial) {
                integration.statistics.reject();
                self.shrink(integration, trial, rejection)?;
                if let Some(watch) = &mut self.watch {
                    watch.repeat(integration, Known { time: self.time, x: &self.previous, dx: &self.k[0] })?;
                }
                continue;
            }
            integration.statistics.accept(self.time, trial.size, trial.reaches_stop);
            self.time = trial.end;
            self.begins_with_last = true;
            return Ok(trial.end);
        }
    }

    fn step_fixed<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        trial: Trial,
    ) -> Result<(), StepError<S::Error>> {
        if let Err(error) = self.stages(integration, trial) {
            return Err(StepError::Evaluation(error));
        }
        if let Sizes::Fixed { size, origin, count } = &mut self.sizes
            && trial.end >= *origin + (*count + 1.0) * *size - SLIVER * *size
        {
            *count += 1.0;
        }
        Ok(())
    }

    /// Tries a step; if it has to be repeated, says why.
    fn step_adaptive<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        trial: Trial,
    ) -> Result<(), Rejection<S::Error>> {
        if let Err(error) = self.stages(integration, trial) {
            return Err(Rejection::Failed(error));
        }
        let Some(estimate) = self.tableau.error else { return Ok(()) };
        let (new, terms) = (integration.system.x(), self.error.terms(trial.size, &self.k));
        let error = self.tolerances.error(&self.previous, new, terms, integration.threads);
        let factor = if !error.finite {
            FACTOR_AFTER_FAILURE
        } else if error.ratio > self.negligible {
            factor_after(error.ratio, estimate.order)
        } else {
            LARGEST_FACTOR
        };
        if error.finite && error.ratio <= 1.0 {
            if self.is_bent(integration, trial) {
                return Err(Rejection::Bent);
            }
            if let Sizes::Adaptive(controller) = &mut self.sizes {
                controller.grow(self.time, factor, trial);
            }
            return Ok(());
        }
        let (element, ratio) = self.tolerances.worst(&self.previous, new, &terms);
        Err(Rejection::Inaccurate { element, ratio, factor: factor.min(1.0) })
    }

    /// Whether a step that the error estimate accepts bends, so that half of it has to be tried.
    fn is_bent<S: System>(&mut self, integration: &Integration<'_, S>, trial: Trial) -> bool {
        let (Some(bends), Sizes::Adaptive(controller)) = (&mut self.bends, &self.sizes) else { return false };
        let terms = bends.row.terms(trial.size, &self.k);
        let new = integration.system.x();
        let coarse = self.tolerances.error(&self.previous, new, terms, integration.threads);
        HALF * trial.size > controller.h_min(self.time) && bends.is_bent(coarse.ratio, trial.size)
    }

    /// Makes the next trial smaller, or says why there is none.
    fn shrink<S: System>(
        &mut self,
        integration: &Integration<'_, S>,
        trial: Trial,
        rejection: Rejection<S::Error>,
    ) -> Result<(), StepError<S::Error>> {
        let factor = match &rejection {
            Rejection::Failed(error) if !error.is_recoverable() => {
                return Err(StepError::Evaluation(error.clone()));
            }
            Rejection::Failed(_) => FACTOR_AFTER_FAILURE,
            Rejection::Inaccurate { factor, .. } => *factor,
            Rejection::Bent => HALF,
        };
        let Sizes::Adaptive(controller) = &mut self.sizes else { return Ok(()) };
        controller.shrink(self.time, factor, trial, || match rejection {
            Rejection::Failed(error) => Because::Failed(error),
            Rejection::Inaccurate { element, ratio, .. } => {
                Because::Inaccurate(integration.system.state_name(element), ratio)
            }
            Rejection::Bent => Because::NoProgress,
        })
    }
}

/// The change of the step size after such an error, in units of the tolerance,
/// as an estimate of that order has it.
fn factor_after(ratio: f64, order: u32) -> f64 {
    let exponent = -1.0 / f64::from(order + 1);
    (SAFETY * ratio.powf(exponent)).clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
}

/// Below this error the change of the step size is the largest one. A hundredth
/// less than that: what is rounded never comes to another factor.
fn negligible_error(order: u32) -> f64 {
    0.99 * (SAFETY / LARGEST_FACTOR).powi(order as i32 + 1)
}

/// How many steps of that size from the origin end by a time. One that a sliver
/// is missing of counts: its rest belongs to the next one.
fn steps_behind(time: f64, origin: f64, size: f64) -> f64 {
    let behind = |count: f64| origin + count * size <= time + SLIVER * size;
    let about = ((time - origin) / size).floor();
    // The quotient may be off by its rounding.
    let count = [about + 1.0, about, about - 1.0].into_iter().find(|count| behind(*count));
    count.unwrap_or(about).max(0.0)
}

/// Why a step has to be repeated.
enum Rejection<E> {
    Failed(Box<E>),
    Inaccurate {
        element: usize,
        ratio: f64,
        factor: f64,
    },
    /// A rate bends, and the error estimate does not show it.
    Bent,
}

impl Explicit {
    pub(super) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        self.time = time;
        self.previous_time = time;
        self.begins_with_last = false;
        self.previous.copy_from_slice(integration.system.x());
        match &mut self.sizes {
            Sizes::Fixed { origin, count, .. } if restart == Restart::Afresh => (*origin, *count) = (time, 0.0),
            Sizes::Fixed { size, origin, count } => *count = steps_behind(time, *origin, *size),
            Sizes::Adaptive(controller) => controller.restart(restart),
        }
        if let Some(bends) = &mut self.bends {
            bends.restart();
        }
        integration.evaluate_afresh(time, &mut self.k[0])
    }

    pub(super) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if self.begins_with_last {
            let last = self.last();
            self.k.swap(0, last);
            self.begins_with_last = false;
        }
        self.previous_time = self.time;
        let threads = integration.threads;
        let outcome = threads.step(|| {
            threads.copy(integration.system.x(), &mut self.previous);
            self.advance(integration, limit)
        });
        if outcome.is_err() {
            integration.system.x_mut().copy_from_slice(&self.previous);
        }
        outcome
    }

    pub(super) fn interpolate_some(&self, time: f64, elements: Range<usize>, x: &mut [f64]) {
        let previous = &self.previous[elements.clone()];
        let x = &mut x[elements.clone()];
        let size = self.time - self.previous_time;
        debug_assert!(time >= self.previous_time, "{time} lies before the last step");
        debug_assert!(!self.begins_with_last || time <= self.time, "{time} lies behind the last step");
        if size <= 0.0 {
            x.copy_from_slice(previous);
            return;
        }
        // The cubic Hermite polynomial through both ends, as weights of the
        // stages, and the tableau's addition. A step of order 1 uses a straight
        // line: a polynomial that deviates from it falls below 0 where a step
        // starts at 0 and rises.
        let theta = (time - self.previous_time) / size;
        let rest = 1.0 - theta;
        let bend = (theta * rest) * (theta * rest);
        let (step, start, end) = match self.tableau.order {
            1 => (theta, 0.0, 0.0),
            _ => (theta * theta * (3.0 - 2.0 * theta), theta * rest * rest, -theta * theta * rest),
        };
        let mut weights = [0.0; MOST_TERMS];
        for (i, weight) in weights.iter_mut().enumerate().take(self.tableau.stages()) {
            *weight = size * (step * self.tableau.b[i] + self.tableau.dense.map_or(0.0, |d| bend * d[i]));
        }
        weights[0] += size * start;
        weights[self.last()] += size * end;
        let row = Row::new(&weights[..self.k.len()]);
        combine(previous, &row.terms(1.0, &self.k).behind(elements.start), x, Threads::ONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_negligible_only_where_a_step_grows_as_much_as_it_may() {
        for order in 1..=8 {
            let most = negligible_error(order);
            let smaller = (0..2000).map(|i| most * 0.97_f64.powi(i));
            assert!(smaller.into_iter().all(|ratio| factor_after(ratio, order) == LARGEST_FACTOR));
            assert!(factor_after(1.02 * most, order) < LARGEST_FACTOR, "order {order}: few errors are negligible");
        }
    }
}
