//! Methods of the crate diffsol: an implementation by others, for a second
//! opinion. Nothing else of ours names that crate.

mod equations;
mod forward;
mod lent;
mod solver;
mod state_jacobian;
mod storage;

use std::fmt;

use diffsol::error::OdeSolverError;
use diffsol::{
    DiffsolError, FaerSparseMat, InitialConditionSolverOptions, NalgebraMat, OdeSolverOptions, OdeSolverProblem, Vector,
};
use self_cell::self_cell;

use super::error_norm::Tolerances;
use super::implicit::{Beginning, Weights, first_implicit_size};
use super::size_limits::SizeLimits;
use super::{Because, Evaluated, EvaluationFailure, Integration, Problem, StepError, StepLimit, System};
use crate::integration::{DiffsolMethod, Norm};
use equations::{Equations, Shared};
use lent::Borrowed;
use solver::{Progress, Solver, Start};
use storage::Storage;

pub use forward::{SensitiveStart, forward_sensitivities};

/// Largest state whose matrices are dense.
const LARGEST_DENSE: usize = 50;
/// A step is at most so many times as long as the one before it.
const LARGEST_GROWTH: f64 = 2.0;

/// Advances a run by a method of diffsol. It begins anew at each restart, whatever
/// that is for.
pub(super) struct Diffsol {
    method: DiffsolMethod,
    tolerances: Tolerances,
    weights: Weights,
    sizes: SizeLimits,
    /// Only within a restart and a begin there is none.
    phase: Option<Phase>,
    time: f64,
    /// Start of the last step, s, and state and derivative there.
    previous_time: f64,
    previous: Vec<f64>,
    previous_dx: Vec<f64>,
    /// The state at the end of the last step.
    end: Vec<f64>,
    /// Rejections of this integration that are in the statistics already.
    rejected: u64,
}

enum Phase {
    /// After a restart, before the first step.
    Waiting(Box<dyn Begins>),
    Stepping(Integrating),
}

// SAFETY: what keeps it from being `Send` is that a solver refers to its problem, in
// which there are cells, and the place of a system that is lent. Both are in this value
// and move with it, nobody else refers to them, and between steps no system is lent.
unsafe impl Send for Phase {}

type Running<'a> = Box<dyn Solver + 'a>;

self_cell!(
    /// What diffsol integrates, and its integration from the last restart on.
    struct Integrating {
        owner: Box<dyn Begins>,
        #[not_covariant]
        dependent: Running,
    }
);

/// A problem of diffsol, whatever its matrices are.
trait Begins {
    fn shared(&self) -> &Shared;

    fn begin<'a>(&'a self, method: DiffsolMethod, start: &Start<'_>) -> Result<Running<'a>, DiffsolError>;
}

impl<M: Storage> Begins for OdeSolverProblem<Equations<M>> {
    fn shared(&self) -> &Shared {
        &self.eqn.shared
    }

    fn begin<'a>(&'a self, method: DiffsolMethod, start: &Start<'_>) -> Result<Running<'a>, DiffsolError> {
        M::begin(self, method, start)
    }
}

impl fmt::Debug for Diffsol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diffsol").field("method", &self.method).field("time", &self.time).finish_non_exhaustive()
    }
}

impl Diffsol {
    pub(super) fn new(problem: Problem<'_>, method: DiffsolMethod) -> Self {
        let n = problem.size();
        let begins: Box<dyn Begins> = if n <= LARGEST_DENSE {
            Box::new(of_diffsol::<NalgebraMat<f64>>(problem, 0))
        } else {
            Box::new(of_diffsol::<FaerSparseMat<f64>>(problem, 0))
        };
        Self {
            method,
            tolerances: Tolerances::asked(problem),
            weights: Weights::of(problem),
            sizes: SizeLimits::of(problem),
            phase: Some(Phase::Waiting(begins)),
            time: 0.0,
            previous_time: 0.0,
            previous: vec![0.0; n],
            previous_dx: vec![f64::NAN; n],
            end: vec![0.0; n],
            rejected: 0,
        }
    }

    /// Whether what lies within its steps is not known well enough.
    pub(super) fn steps_to_output_times(&self) -> bool {
        self.method == DiffsolMethod::Esdirk34
    }

    pub(super) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        _: super::Restart,
    ) -> Evaluated<S::Error> {
        (self.previous_time, self.time) = (time, time);
        self.previous.copy_from_slice(integration.system.x());
        self.end.copy_from_slice(&self.previous);
        self.phase = match self.phase.take() {
            Some(Phase::Stepping(integrating)) => Some(Phase::Waiting(integrating.into_owner())),
            waiting => waiting,
        };
        if let Some(Phase::Waiting(problem)) = &self.phase {
            integration.statistics.colours = problem.shared().colours();
        }
        integration.evaluate_afresh(time, &mut self.previous_dx)
    }

    pub(super) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        let size = match &self.phase {
            Some(Phase::Waiting(_)) => Some(self.first_size(integration, limit)?),
            _ => None,
        };
        let mut system = Borrowed::new(integration);
        let outcome = match size {
            Some(size) => self.begin(&mut system, size, limit).and_then(|()| self.advance(&mut system, limit)),
            None => self.advance(&mut system, limit),
        };
        let failure = system.failure.take();
        match outcome {
            Ok(reached) if reached > self.time => {
                integration.system.x_mut().copy_from_slice(&self.end);
                integration.statistics.accept(self.time, reached - self.time, reached >= limit.stop);
                (self.previous_time, self.time) = (self.time, reached);
                Ok(reached)
            }
            Ok(_) => Err(self.too_small(0.0, Because::NoProgress)),
            Err((error, size)) => Err(self.because(integration, &error, size, failure)),
        }
    }

    fn first_size<S: System>(
        &self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        let beginning = Beginning {
            time: self.time,
            x: &self.previous,
            dx: &self.previous_dx,
            most: self.sizes.most,
            latest: limit.latest,
            order: if self.method == DiffsolMethod::Bdf { 1 } else { 3 },
        };
        let size = first_implicit_size(integration, &self.tolerances, beginning, self.sizes)?;
        Ok(size.min(limit.stop - self.time))
    }

    /// Begins an integration at the last restart; the size that failed, if it cannot.
    fn begin<S: System>(
        &mut self,
        system: &mut Borrowed<'_, '_, S>,
        size: f64,
        limit: StepLimit,
    ) -> Result<(), (DiffsolError, f64)> {
        let Some(Phase::Waiting(problem)) = self.phase.take() else { return Ok(()) };
        problem.shared().latest.set(limit.latest);
        let start = Start { time: self.time, x: &self.previous, dx: &self.previous_dx, size, sensitivities: None };
        let begun = Integrating::try_new_or_recover(problem, |problem| {
            problem.shared().lent.during(system, || problem.begin(self.method, &start))
        });
        match begun {
            Ok(integrating) => {
                (self.phase, self.rejected) = (Some(Phase::Stepping(integrating)), 0);
                Ok(())
            }
            Err((problem, error)) => {
                self.phase = Some(Phase::Waiting(problem));
                Err((error, size))
            }
        }
    }

    /// Makes a step of the integration that is begun: where it ends; the size that failed, if none does.
    fn advance<S: System>(
        &mut self,
        system: &mut Borrowed<'_, '_, S>,
        limit: StepLimit,
    ) -> Result<f64, (DiffsolError, f64)> {
        let Some(Phase::Stepping(integrating)) = &mut self.phase else { return Ok(self.time) };
        let remaining = limit.stop - self.time;
        let h_min = self.sizes.least_at(self.time);
        // The last step up to a stop may be shorter.
        let least = if remaining < 2.0 * h_min { 0.01 * remaining } else { h_min }.max(f64::MIN_POSITIVE);
        let (most, previous, previous_dx, end) =
            (self.sizes.most, &mut self.previous, &mut self.previous_dx, &mut self.end);
        let rejected = &mut self.rejected;
        integrating.with_dependent_mut(|problem, solver| {
            let shared = problem.shared();
            shared.latest.set(limit.latest);
            previous.copy_from_slice(solver.x());
            previous_dx.copy_from_slice(solver.dx());
            solver.limit((most / solver.next_size()).min(LARGEST_GROWTH), least);
            let outcome = shared.lent.during(system, || match solver.stop_at(limit.stop)? {
                Progress::Step => solver.step(),
                Progress::Stop => Ok(Progress::Stop),
            });
            let all = solver.rejected();
            system.integration.statistics.rejected += all - *rejected;
            *rejected = all;
            match outcome {
                Ok(progress) => {
                    let is_stop = progress == Progress::Stop || solver.time() >= limit.stop;
                    // The rest of the way, where the stop is nearer than the method can tell apart.
                    let rest = if is_stop { limit.stop - solver.time() } else { 0.0 };
                    let known = solver.x().iter().zip(solver.dx());
                    end.iter_mut()
                        .zip(known)
                        .for_each(|(end, (x, dx))| *end = if rest > 0.0 { x + rest * dx } else { *x });
                    Ok(if is_stop { limit.stop } else { solver.time() })
                }
                Err(error) => Err((error, solver.next_size())),
            }
        })
    }

    /// Why a step could not be made.
    #[cold]
    fn because<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        error: &DiffsolError,
        step_size: f64,
        failure: Option<Box<S::Error>>,
    ) -> StepError<S::Error> {
        integration.system.x_mut().copy_from_slice(&self.previous);
        let because = match failure {
            Some(failure) if !failure.is_recoverable() => return StepError::Evaluation(failure),
            Some(failure) => Because::Failed(failure),
            None if matches!(error, DiffsolError::OdeSolverError(OdeSolverError::StepSizeTooSmall { .. })) => {
                self.weights.set(&self.previous, &self.previous);
                let fastest = self.weights.largest(&self.previous_dx);
                Because::NotSolved(integration.system.state_name(fastest))
            }
            None => return StepError::Method { time: self.time, message: format!("diffsol: {error}") },
        };
        self.too_small(step_size, because)
    }

    fn too_small<E>(&self, step_size: f64, because: Because<E>) -> StepError<E> {
        StepError::TooSmall { time: self.time, step_size, h_min: self.sizes.least_at(self.time), because }
    }

    /// Makes the way from the start of the last step anew, up to an earlier time.
    pub(super) fn end_at<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
    ) -> Result<(), StepError<S::Error>> {
        let known = if time >= self.time { Some(&self.end) } else { None };
        if let Some(known) = known.or_else(|| (time <= self.previous_time).then_some(&self.previous)) {
            integration.system.x_mut().copy_from_slice(known);
            return Ok(());
        }
        let Some(Phase::Stepping(integrating)) = &self.phase else { return Ok(()) };
        let mut system = Borrowed::new(integration);
        let size = time - self.previous_time;
        let start =
            Start { time: self.previous_time, x: &self.previous, dx: &self.previous_dx, size, sensitivities: None };
        let shared = integrating.borrow_owner().shared();
        let mut x = vec![f64::NAN; self.end.len()];
        let outcome = shared.lent.during(&mut system, || {
            let mut solver = integrating.borrow_owner().begin(self.method, &start)?;
            solver.limit(LARGEST_GROWTH, (0.01 * size).min(self.sizes.least_at(time)).max(f64::MIN_POSITIVE));
            let mut progress = solver.stop_at(time)?;
            while progress == Progress::Step {
                progress = solver.step()?;
            }
            x.copy_from_slice(solver.x());
            Ok(())
        });
        let failure = system.failure.take();
        outcome.map_err(|error| self.because(integration, &error, size, failure))?;
        integration.system.x_mut().copy_from_slice(&x);
        Ok(())
    }

    pub(super) fn interpolate(&self, time: f64, x: &mut [f64]) {
        let is_known = match &self.phase {
            Some(Phase::Stepping(integrating)) if time < self.time && time >= self.previous_time => {
                integrating.with_dependent(|_, solver| solver.interpolate(time.min(solver.time()), x))
            }
            _ => false,
        };
        if !is_known {
            x.copy_from_slice(&self.end);
        }
    }
}

/// A problem, with the options that served best when they were measured.
fn of_diffsol<M: Storage>(problem: Problem<'_>, parameters: usize) -> OdeSolverProblem<Equations<M>> {
    let settings = problem.settings;
    // Its norm is the root mean square; divided by the root of the number of
    // states the tolerances make it the root of the sum of squares.
    let scale = match settings.norm {
        Norm::Max | Norm::RootSumSquare => 1.0 / (problem.size() as f64).sqrt(),
        Norm::RootMeanSquare => 1.0,
    };
    let absolute = |nominal: &f64| (scale * settings.abs_tol * nominal).max(f64::MIN_POSITIVE);
    let context = M::C::default();
    let options = OdeSolverOptions {
        max_nonlinear_solver_iterations: 4,
        min_timestep_growth: Some(1.5),
        // Steps fail as often as HMin allows.
        max_nonlinear_solver_failures: usize::MAX,
        max_error_test_failures: usize::MAX,
        ..OdeSolverOptions::default()
    };
    OdeSolverProblem {
        eqn: Equations::new(Shared::new(problem, parameters)),
        rtol: scale * settings.rel_tol,
        atol: M::V::from_vec(problem.nominal.iter().map(absolute).collect(), context),
        t0: settings.output_times.start(),
        h0: 1.0,
        integrate_out: false,
        sens_rtol: None,
        sens_atol: None,
        out_rtol: None,
        out_atol: None,
        param_rtol: None,
        param_atol: None,
        ic_options: InitialConditionSolverOptions::default(),
        ode_options: options,
    }
}
