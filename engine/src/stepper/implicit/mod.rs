//! Implicit methods for stiff models, from the crate diffsol: this is where
//! its steps become ours.

mod equations;
mod solver;
mod sparse_lu;
mod spectral_radius;
mod storage;

use std::cell::RefCell;
use std::fmt;

use diffsol::error::OdeSolverError;
use diffsol::{
    DiffsolError, FaerSparseMat, InitialConditionSolverOptions, NalgebraMat, OdeSolverOptions, OdeSolverProblem, Vector,
};
use ouroboros::self_referencing;

use super::error_norm::Tolerances;
use super::first_size::{Beginning, first_size};
use super::{Because, StepError, StepLimit, Stepper, System, smallest_step};
use crate::evaluation::{Evaluated, EvaluationError};
use crate::execution::Execution;
use crate::model::Model;
use crate::model::sparsity::JacobianStructure;
use crate::scenario::{Norm, Settings};
use equations::Equations;
use solver::{Progress, Solver, Start};
use storage::Storage;

/// Largest state vector whose matrices are dense.
const LARGEST_DENSE: usize = 15;
/// A step is at most so many times as long as the one before it.
const LARGEST_GROWTH: f64 = 2.0;

/// An implicit integration method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImplicitMethod {
    /// Backward differentiation formulas of orders 1 to 5.
    Bdf,
    /// The trapezoidal rule and a second-order BDF in one step.
    TrBdf2,
    /// A singly diagonally implicit Runge-Kutta method of order 3.
    Esdirk34,
}

impl ImplicitMethod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bdf, Self::TrBdf2, Self::Esdirk34];

    /// Its name, as scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bdf => "BDF",
            Self::TrBdf2 => "TRBDF2",
            Self::Esdirk34 => "ESDIRK34",
        }
    }

    /// Where it comes from.
    pub fn reference(self) -> &'static str {
        match self {
            Self::Bdf => {
                "Shampine, Reichelt 1997, The MATLAB ODE suite, SIAM J. Sci. Comput. 18: numerical differentiation \
                 formulas of variable order 1 to 5 (crate diffsol 0.18)"
            }
            Self::TrBdf2 => {
                "Hosea, Shampine 1996, Analysis and implementation of TR-BDF2, Appl. Numer. Math. 20 (crate diffsol 0.18)"
            }
            Self::Esdirk34 => {
                "Jørgensen, Kristensen, Thomsen 2018, A family of ESDIRK integration methods, arXiv:1803.01613 (crate \
                 diffsol 0.18)"
            }
        }
    }

    /// Whether a step rests on several before it.
    fn is_multistep(self) -> bool {
        self == Self::Bdf
    }

    /// Order of the first step.
    fn first_order(self) -> u32 {
        match self {
            Self::Bdf => 1,
            Self::TrBdf2 => 2,
            Self::Esdirk34 => 3,
        }
    }
}

/// Advances a run by an implicit method.
struct Implicit<'m, M: Storage> {
    method: ImplicitMethod,
    settings: &'m Settings,
    tolerances: Tolerances,
    /// Only within a restart and a begin there is none.
    phase: Option<Phase<'m, M>>,
    time: f64,
    /// Start of the last step, s.
    previous_time: f64,
    /// State and derivative at the last restart.
    x: Vec<f64>,
    dx: Vec<f64>,
    /// What the method had planned before a stop cut it short, s.
    planned: Option<f64>,
    /// Rejections of this integration that are in the statistics already.
    rejected: u64,
    /// A vector in the method's own storage.
    interpolated: RefCell<M::V>,
}

type Problem<'m, M> = Box<OdeSolverProblem<Equations<'m, M>>>;

enum Phase<'m, M: Storage> {
    /// After a restart, before the first step.
    Waiting(Problem<'m, M>),
    Stepping(Integration<'m, M>),
}

/// What diffsol integrates, and its integration from the last restart on.
#[self_referencing]
struct Integration<'m, M: Storage> {
    problem: Problem<'m, M>,
    #[borrows(problem)]
    #[not_covariant]
    solver: Box<dyn Solver<M> + 'this>,
}

/// A stepper of an implicit method, for one that chooses.
pub(crate) trait ImplicitStepper: Stepper {
    /// Estimates the spectral radius of every Jacobian from now on.
    fn watch_spectral_radius(&mut self);

    /// The spectral radius of the last Jacobian, 1/s.
    fn spectral_radius(&self) -> f64;
}

/// The stepper of an implicit method, with matrices that suit the model.
pub(crate) fn stepper<'m>(
    model: &'m Model,
    method: ImplicitMethod,
    structure: &'m JacobianStructure,
    execution: Execution,
) -> Box<dyn ImplicitStepper + 'm> {
    if model.state_count() <= LARGEST_DENSE {
        Box::new(Implicit::<NalgebraMat<f64>>::new(model, method, structure, execution))
    } else {
        Box::new(Implicit::<FaerSparseMat<f64>>::new(model, method, structure, execution))
    }
}

impl<M: Storage> fmt::Debug for Implicit<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Implicit").field("method", &self.method).field("time", &self.time).finish_non_exhaustive()
    }
}

impl<'m, M: Storage> Implicit<'m, M> {
    fn new(model: &'m Model, method: ImplicitMethod, structure: &'m JacobianStructure, execution: Execution) -> Self {
        let settings = model.settings();
        let n = model.state_count();
        Self {
            method,
            settings,
            tolerances: Tolerances::new(settings.abs_tol, model.nominal(), settings.rel_tol, settings.norm),
            phase: Some(Phase::Waiting(problem(model, structure, execution))),
            time: 0.0,
            previous_time: 0.0,
            x: vec![0.0; n],
            dx: vec![f64::NAN; n],
            planned: None,
            rejected: 0,
            interpolated: RefCell::new(M::V::zeros(n, M::C::default())),
        }
    }

    fn equations(&self) -> Option<&Equations<'m, M>> {
        self.phase.as_ref().map(|phase| match phase {
            Phase::Waiting(problem) => &problem.eqn,
            Phase::Stepping(integration) => &integration.borrow_problem().eqn,
        })
    }

    /// Begins an integration at the last restart, unless it is begun.
    fn begin(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<(), StepError> {
        let Some(Phase::Waiting(_)) = &self.phase else { return Ok(()) };
        // Where the stop is near, the estimate is for what comes after it.
        let most = self.settings.h_max;
        let natural = match self.settings.h_first {
            Some(size) => size.min(most),
            None => {
                let (x, dx, order) = (&self.x, &self.dx, self.method.first_order());
                let beginning = Beginning { time: self.time, x, dx, most, latest: limit.latest(), order };
                let size = first_size(system, &self.tolerances, beginning, &mut vec![f64::NAN; x.len()]);
                system.workspace.x_mut().copy_from_slice(x);
                size?
            }
        };
        let natural = natural.max(smallest_step(self.time, self.settings.h_min)).min(most);
        let size = natural.min(limit.stop - self.time);
        let Some(Phase::Waiting(problem)) = self.phase.take() else { return Ok(()) };
        problem.eqn.start_from(&self.x);
        let start = Start { time: self.time, x: &self.x, dx: &self.dx, size };
        let integration = Integration::try_new_or_recover(problem, |problem| M::begin(problem, self.method, &start));
        match integration {
            Ok(integration) => {
                self.phase = Some(Phase::Stepping(integration));
                self.rejected = 0;
                self.planned = (natural > size).then_some(natural);
                Ok(())
            }
            Err((error, heads)) => {
                self.phase = Some(Phase::Waiting(heads.problem));
                Err(StepError::Method { time: self.time, message: error.to_string() })
            }
        }
    }

    /// Makes a step of the integration that is begun.
    fn advance(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        let Some(Phase::Stepping(integration)) = &mut self.phase else { return Ok(self.time) };
        let h_max = self.settings.h_max;
        let h_min = smallest_step(self.time, self.settings.h_min).min(0.5 * h_max);
        let remaining = limit.stop - self.time;
        // The last step up to a stop may be shorter.
        let least = if remaining < 2.0 * h_min { 0.01 * remaining } else { h_min }.max(f64::MIN_POSITIVE);
        integration.borrow_problem().eqn.see_no_later_than(limit.latest());
        let (method, planned) = (self.method, &mut self.planned);
        let (outcome, next_size, rejected) = integration.with_solver_mut(|solver| {
            let aimed = if method.is_multistep() {
                solver.stop_at(limit.stop)
            } else {
                Ok(aim(&mut **solver, planned, limit.stop, remaining))
            };
            solver.limit((h_max / solver.next_size()).min(LARGEST_GROWTH), least);
            let outcome = match aimed {
                Ok(Progress::Step) => solver.step().map(|progress| Reached::of(progress, &**solver, limit.stop)),
                Ok(Progress::Stop) => Ok(Reached::Sliver),
                Err(error) => Err(error),
            };
            (outcome, solver.next_size(), solver.rejected())
        });
        let equations = &integration.borrow_problem().eqn;
        let counts = equations.take_counts();
        let failure = equations.take_failure();
        system.statistics.evaluations += counts.evaluations;
        system.statistics.jacobians += counts.jacobians;
        system.statistics.rejected += rejected - self.rejected;
        self.rejected = rejected;
        let step_size = next_size.min(h_min);
        match outcome {
            Ok(Reached::Time(time)) if time <= self.time => {
                Err(StepError::TooSmall { time: self.time, step_size, h_min, because: Because::NoProgress })
            }
            Ok(Reached::Sliver) => {
                let x = system.workspace.x_mut();
                let ratio = integration.with_solver(|solver| {
                    let moved = solver.dx().iter().map(|dx| remaining * dx);
                    let ratio = self.tolerances.scaled(moved, x);
                    x.iter_mut().zip(solver.dx()).for_each(|(x, dx)| *x += remaining * dx);
                    ratio
                });
                if ratio <= 1.0 { Ok(limit.stop) } else { Err(self.too_near(system, remaining, h_min)) }
            }
            Ok(reached) => {
                integration.with_solver(|solver| system.workspace.x_mut().copy_from_slice(solver.x()));
                Ok(reached.time(limit.stop))
            }
            Err(error) => Err(self.because(system, error, failure, step_size, h_min)),
        }
    }

    /// A stop is nearer than the method can tell apart, but not near enough
    /// for a straight line to it.
    #[cold]
    fn too_near(&self, system: &mut System<'_>, step_size: f64, h_min: f64) -> StepError {
        if let Some(Phase::Stepping(integration)) = &self.phase {
            integration.with_solver(|solver| system.workspace.x_mut().copy_from_slice(solver.x()));
        }
        StepError::TooSmall { time: self.time, step_size, h_min, because: Because::NoProgress }
    }

    #[cold]
    fn because(
        &self,
        system: &mut System<'_>,
        error: DiffsolError,
        failure: Option<Box<EvaluationError>>,
        step_size: f64,
        h_min: f64,
    ) -> StepError {
        let because = match failure {
            Some(failure) if !failure.is_recoverable() => return StepError::Evaluation(failure),
            Some(failure) => Because::Failed(failure),
            None if !matches!(error, DiffsolError::OdeSolverError(OdeSolverError::StepSizeTooSmall { .. })) => {
                return StepError::Method { time: self.time, message: error.to_string() };
            }
            None => {
                let mut dx = vec![f64::NAN; self.x.len()];
                match system.evaluate(self.time, &mut dx) {
                    Ok(()) => {
                        let element = self.tolerances.largest(&dx, system.workspace.x());
                        Because::NotSolved(system.model.state_name(element))
                    }
                    Err(failure) => Because::Failed(failure),
                }
            }
        };
        StepError::TooSmall { time: self.time, step_size, h_min, because }
    }
}

/// Plans the next step of a method whose steps stand alone so that it ends at
/// the stop, if it would come there: the method itself would only shorten it,
/// and solve it with the factors of the longer one.
fn aim<M: Storage>(
    solver: &mut (dyn Solver<M> + '_),
    planned: &mut Option<f64>,
    stop: f64,
    remaining: f64,
) -> Progress {
    let size = solver.next_size();
    let rounding = 100.0 * f64::EPSILON * (stop.abs() + size);
    if remaining <= rounding {
        return Progress::Stop;
    }
    // Long steps that were cut short are taken up again.
    let wanted = planned.take().filter(|planned| *planned > 2.0 * size).unwrap_or(size);
    let target = wanted.min(remaining);
    if wanted > remaining {
        *planned = Some(wanted);
    }
    if (target - size).abs() > rounding {
        solver.set_size(target);
    }
    Progress::Step
}

/// Where a step ended.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Reached {
    /// At a time that the method chose, s.
    Time(f64),
    Stop,
    /// At the stop, without a step of the method's.
    Sliver,
}

impl Reached {
    fn of<M: Storage>(progress: Progress, solver: &(dyn Solver<M> + '_), stop: f64) -> Self {
        let time = solver.time();
        let rounding = 100.0 * f64::EPSILON * (time.abs() + solver.next_size());
        match progress {
            Progress::Step if stop - time > rounding => Self::Time(time),
            _ => Self::Stop,
        }
    }

    fn time(self, stop: f64) -> f64 {
        if let Self::Time(time) = self { time } else { stop }
    }
}

/// The model as a problem of diffsol, with the options that served best
/// (docs/decisions/0007-implicit-methods.md).
fn problem<'m, M: Storage>(model: &'m Model, structure: &'m JacobianStructure, execution: Execution) -> Problem<'m, M> {
    let settings = model.settings();
    // The method's norm is the root mean square; divided by the root of the
    // number of states the tolerances make it the root of the sum of squares.
    let scale = match settings.norm {
        Norm::Max | Norm::RootSumSquare => 1.0 / (model.state_count() as f64).sqrt(),
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
    Box::new(OdeSolverProblem {
        eqn: Equations::new(model, structure, execution),
        rtol: scale * settings.rel_tol,
        atol: M::V::from_vec(model.nominal().iter().map(absolute).collect(), context),
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
    })
}

impl<M: Storage> ImplicitStepper for Implicit<'_, M> {
    fn watch_spectral_radius(&mut self) {
        if let Some(equations) = self.equations() {
            equations.watch_spectral_radius();
        }
    }

    fn spectral_radius(&self) -> f64 {
        self.equations().map_or(f64::NAN, Equations::spectral_radius)
    }
}

impl<M: Storage> Stepper for Implicit<'_, M> {
    fn restart(&mut self, system: &mut System<'_>, time: f64) -> Evaluated {
        self.time = time;
        self.previous_time = time;
        self.x.copy_from_slice(system.workspace.x());
        self.phase = match self.phase.take() {
            Some(Phase::Stepping(integration)) => Some(Phase::Waiting(integration.into_heads().problem)),
            waiting => waiting,
        };
        if let Some(equations) = self.equations() {
            system.statistics.colours = equations.colours();
        }
        system.evaluate_afresh(time, &mut self.dx)
    }

    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        self.begin(system, limit)?;
        let reached = self.advance(system, limit)?;
        system.statistics.accept(self.time, reached - self.time, reached >= limit.stop);
        (self.previous_time, self.time) = (self.time, reached);
        Ok(reached)
    }

    fn lands_on_rows(&self) -> bool {
        !self.method.is_multistep()
    }

    fn interpolate(&self, time: f64, system_x: &[f64], x: &mut [f64]) {
        debug_assert!(time >= self.previous_time, "{time} lies before the last step");
        let mut interpolated = self.interpolated.borrow_mut();
        if let Some(Phase::Stepping(integration)) = &self.phase
            && time < self.time
            && integration.with_solver(|solver| solver.interpolate(time.min(solver.time()), &mut interpolated)).is_ok()
        {
            x.copy_from_slice(M::numbers(&interpolated));
        } else {
            x.copy_from_slice(system_x);
        }
    }
}
