//! Forward sensitivities: the derivatives of the state by parameters, integrated beside it.

use std::ops::ControlFlow;

use diffsol::{DiffsolError, FaerSparseMat, NalgebraMat, OdeSolverProblem, Vector};

use super::lent::Borrowed;
use super::solver::{Progress, Start};
use super::storage::Storage;
use super::{Equations, LARGEST_DENSE, LARGEST_GROWTH, of_diffsol};
use crate::stepper::error_norm::Tolerances;
use crate::stepper::implicit::{Beginning, first_implicit_size};
use crate::stepper::size_limits::SizeLimits;
use crate::stepper::{EvaluationFailure, Integration, Problem, StepError, System};

/// Where an integration with sensitivities starts.
#[derive(Debug, Clone, Copy)]
pub struct SensitiveStart<'a> {
    /// Simulated time, s.
    pub time: f64,
    /// The derivative of the initial state by each parameter.
    pub by: &'a [Vec<f64>],
    /// A size for each parameter: its sensitivities are as accurate as the state is, per change of that size.
    pub sizes: &'a [f64],
}

/// Integrates a system by the BDF of diffsol, and beside its state the derivatives of the state by the
/// [parameters](System::parameters) of the system. `row` gets time, state and derivatives at each of the times; it and
/// `step`, which is asked before each step, may break off.
///
/// Nothing may jump on the way: an event would move with a parameter.
///
/// # Errors
/// As a [step](crate::stepper::Stepper::step).
pub fn forward_sensitivities<S: System>(
    problem: Problem<'_>,
    integration: &mut Integration<'_, S>,
    start: SensitiveStart<'_>,
    times: impl Iterator<Item = f64>,
    step: impl FnMut() -> ControlFlow<()>,
    row: impl FnMut(f64, &[f64], &[Vec<f64>]) -> ControlFlow<()>,
) -> Result<(), StepError<S::Error>> {
    if problem.size() <= LARGEST_DENSE {
        follow::<NalgebraMat<f64>, S>(problem, integration, start, times, step, row)
    } else {
        follow::<FaerSparseMat<f64>, S>(problem, integration, start, times, step, row)
    }
}

fn follow<M: Storage, S: System>(
    problem: Problem<'_>,
    integration: &mut Integration<'_, S>,
    start: SensitiveStart<'_>,
    times: impl Iterator<Item = f64>,
    step: impl FnMut() -> ControlFlow<()>,
    row: impl FnMut(f64, &[f64], &[Vec<f64>]) -> ControlFlow<()>,
) -> Result<(), StepError<S::Error>> {
    let limits = SizeLimits::of(problem);
    let mut equations = of_diffsol::<M>(problem, integration.system.parameters());
    equations.sens_rtol = Some(equations.rtol);
    let tolerances = M::numbers(&equations.atol);
    let of_each = start.sizes.iter().flat_map(|size| tolerances.iter().map(move |tolerance| tolerance / size));
    let lanes = diffsol::Context::clone_with_nbatch(&M::C::default(), start.sizes.len());
    let lanes = lanes.map_err(|error| failed(None, &error.into(), start.time))?;
    equations.sens_atol = Some(M::V::from_vec(of_each.collect(), lanes));

    let (x, mut dx) = (integration.system.x().to_vec(), vec![f64::NAN; problem.size()]);
    integration.evaluate_afresh(start.time, &mut dx).map_err(StepError::Evaluation)?;
    let stop = problem.settings.output_times.end();
    let asked = Tolerances::asked(problem);
    let beginning = Beginning { time: start.time, x: &x, dx: &dx, most: limits.most, latest: stop, order: 1 };
    let size = first_implicit_size(integration, &asked, beginning, limits)?;
    let relative = problem.settings.abs_tol / problem.settings.rel_tol.max(f64::MIN_POSITIVE);
    let sizes: Vec<_> = problem.nominal.iter().map(|nominal| relative * nominal).collect();

    let mut system = Borrowed::new(integration).with_sizes(&sizes);
    let outcome = {
        // What is lent cannot be used meanwhile, so that the derivatives at the start are asked for like any others.
        let shared = &equations.eqn.shared;
        let equations = &equations;
        shared.lent.during(&mut system, || {
            let ds = rates(equations, &start, &x);
            let start = Start { time: start.time, x: &x, dx: &dx, size, sensitivities: Some([start.by, &ds]) };
            steps(equations, &start, Bounds { sizes: limits, stop }, times, step, row)
        })
    };
    let failure = system.failure.take();
    outcome.map_err(|(error, time)| failed(failure, &error, time))
}

/// The derivatives of the sensitivities at the start.
fn rates<M: Storage>(
    equations: &OdeSolverProblem<Equations<M>>,
    start: &SensitiveStart<'_>,
    x: &[f64],
) -> Vec<Vec<f64>> {
    let shared = &equations.eqn.shared;
    let rate = |(parameter, by): (usize, &Vec<f64>)| {
        let (mut rate, mut own) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        shared.lent.with(|system| {
            system.along(start.time, x, by, &mut rate);
            system.by_parameter(parameter, start.time, x, &mut own);
        });
        rate.iter_mut().zip(&own).for_each(|(rate, own)| *rate += own);
        rate
    };
    start.by.iter().enumerate().map(rate).collect()
}

/// The bounds of steps.
struct Bounds {
    /// Of their sizes.
    sizes: SizeLimits,
    /// No step goes beyond this time, s.
    stop: f64,
}

/// Makes steps over all of the times; where it failed, the time it had come to.
fn steps<M: Storage>(
    equations: &OdeSolverProblem<Equations<M>>,
    start: &Start<'_>,
    bounds: Bounds,
    times: impl Iterator<Item = f64>,
    mut step: impl FnMut() -> ControlFlow<()>,
    mut row: impl FnMut(f64, &[f64], &[Vec<f64>]) -> ControlFlow<()>,
) -> Result<(), (DiffsolError, f64)> {
    let mut solver = M::begin_with_sensitivities(equations, start).map_err(|error| (error, start.time))?;
    let mut progress = solver.stop_at(bounds.stop).map_err(|error| (error, start.time))?;
    let (mut x, mut by) = (start.x.to_vec(), start.sensitivities.map_or_else(Vec::new, |[by, _]| by.to_vec()));
    for time in times {
        while solver.time() < time && progress == Progress::Step {
            if step().is_break() {
                return Ok(());
            }
            let least = bounds.sizes.least_at(solver.time()).max(f64::MIN_POSITIVE);
            solver.limit((bounds.sizes.most / solver.next_size()).min(LARGEST_GROWTH), least);
            progress = solver.step().map_err(|error| (error, solver.time()))?;
        }
        if time > start.time {
            let at = time.min(solver.time());
            let is_known = solver.interpolate(at, &mut x) && solver.interpolate_sensitivities(at, &mut by);
            if !is_known {
                let error = diffsol::error::OdeSolverError::InterpolationTimeOutsideCurrentStep;
                return Err((error.into(), time));
            }
        }
        if row(time, &x, &by).is_break() {
            break;
        }
    }
    Ok(())
}

/// Why it could not go on.
#[cold]
fn failed<E: EvaluationFailure>(failure: Option<Box<E>>, error: &DiffsolError, time: f64) -> StepError<E> {
    match failure {
        Some(failure) if !failure.is_recoverable() => StepError::Evaluation(failure),
        Some(failure) => StepError::Method { time, message: format!("diffsol: {failure}") },
        None => StepError::Method { time, message: format!("diffsol: {error}") },
    }
}
