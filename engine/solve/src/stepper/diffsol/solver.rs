//! One integration by a method of diffsol, from a restart on.

use std::marker::PhantomData;

use diffsol::error::OdeSolverError;
use diffsol::ode_solver::state::StateCommon;
use diffsol::{Context, DiffsolError, OdeSolverConfig, OdeSolverMethod, OdeSolverState, OdeSolverStopReason, Vector};

use super::equations::Equations;
use super::storage::Storage;

/// How far a step came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// To a time that the method chose.
    Step,
    /// To the stop.
    Stop,
}

/// A method's integration.
pub(super) trait Solver {
    /// Makes one step.
    fn step(&mut self) -> Result<Progress, DiffsolError>;

    /// Lets no step go beyond a time, s; whether that is reached already, as
    /// far as the method can tell.
    fn stop_at(&mut self, time: f64) -> Result<Progress, DiffsolError>;

    /// Limits the next step: to that multiple of the planned size, and to that
    /// size at the least, s.
    fn limit(&mut self, growth: f64, least: f64);

    /// Simulated time, s.
    fn time(&self) -> f64;

    /// Planned size of the next step, s.
    fn next_size(&self) -> f64;

    /// The state.
    fn x(&self) -> &[f64];

    /// The derivative of the state.
    fn dx(&self) -> &[f64];

    /// The state at a time within the last step; whether it is known.
    fn interpolate(&self, time: f64, x: &mut [f64]) -> bool;

    /// The state's sensitivities to parameters at a time within the last step; whether they are known.
    fn interpolate_sensitivities(&self, time: f64, by: &mut [Vec<f64>]) -> bool;

    /// Steps that had to be repeated so far.
    fn rejected(&self) -> u64;
}

/// From where an integration starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start<'a> {
    /// Simulated time, s.
    pub(super) time: f64,
    pub(super) x: &'a [f64],
    pub(super) dx: &'a [f64],
    /// Size of the first step, s.
    pub(super) size: f64,
    /// The sensitivities of the state to each parameter, and their derivatives; none, where they are not followed.
    pub(super) sensitivities: Option<[&'a [Vec<f64>]; 2]>,
}

impl Start<'_> {
    pub(super) fn state<M: Storage, S: OdeSolverState<M::V>>(&self, context: &M::C) -> Result<S, DiffsolError> {
        let vector = |numbers: &[f64]| M::V::from_slice(numbers, context.clone());
        let none = || M::V::zeros(0, context.clone());
        let [s, ds, sg, dsg] = match self.sensitivities {
            None => [none(), none(), none(), none()],
            Some([by, rates]) => {
                let lanes = context.clone_with_nbatch(by.len())?;
                let [s, ds] = [by, rates].map(|each| M::V::from_vec(each.concat(), lanes.clone()));
                [s, ds, M::V::zeros(0, lanes.clone()), M::V::zeros(0, lanes)]
            }
        };
        Ok(S::new_from_common(StateCommon {
            y: vector(self.x),
            dy: vector(self.dx),
            g: none(),
            dg: none(),
            s,
            ds,
            sg,
            dsg,
            t: self.time,
            h: self.size,
        }))
    }
}

/// An integration by one of the methods. A macro, because what diffsol asks of
/// matrices can be said of each kind, but not of all kinds at once.
macro_rules! begin {
    ($problem:expr, $method:expr, $start:expr) => {{
        let context = $problem.eqn.context();
        Ok(match $method {
            DiffsolMethod::Bdf => {
                solver::boxed($problem.bdf_solver::<<Self as Storage>::Solver>($start.state::<Self, _>(context)?)?)
            }
            DiffsolMethod::Esdirk34 => {
                solver::boxed($problem.esdirk34_solver::<<Self as Storage>::Solver>($start.state::<Self, _>(context)?)?)
            }
        })
    }};
}
pub(super) use begin;

/// The same with the sensitivities of the state beside it.
macro_rules! begin_with_sensitivities {
    ($problem:expr, $start:expr) => {{
        let state = $start.state::<Self, _>($problem.eqn.context())?;
        Ok(solver::boxed($problem.bdf_solver_sens::<<Self as Storage>::Solver>(state)?))
    }};
}
pub(super) use begin_with_sensitivities;

/// An integration by any of the methods.
pub(super) fn boxed<'a, M: Storage>(solver: impl OdeSolverMethod<'a, Equations<M>> + 'a) -> Box<dyn Solver + 'a> {
    Box::new(Method::<M, _> { solver, equations: PhantomData })
}

struct Method<'a, M: Storage, S> {
    solver: S,
    equations: PhantomData<&'a Equations<M>>,
}

impl<'a, M: Storage, S: OdeSolverMethod<'a, Equations<M>>> Solver for Method<'a, M, S> {
    fn step(&mut self) -> Result<Progress, DiffsolError> {
        Ok(match self.solver.step()? {
            OdeSolverStopReason::TstopReached => Progress::Stop,
            OdeSolverStopReason::InternalTimestep | OdeSolverStopReason::RootFound(..) => Progress::Step,
        })
    }

    fn stop_at(&mut self, time: f64) -> Result<Progress, DiffsolError> {
        match self.solver.set_stop_time(time) {
            Ok(()) => Ok(Progress::Step),
            Err(DiffsolError::OdeSolverError(OdeSolverError::StopTimeAtCurrentTime)) => Ok(Progress::Stop),
            Err(error) => Err(error),
        }
    }

    fn limit(&mut self, growth: f64, least: f64) {
        let config = self.solver.config_mut().as_base_mut();
        *config.maximum_timestep_growth = growth;
        *config.minimum_timestep = least;
    }

    fn time(&self) -> f64 {
        self.solver.state().t
    }

    fn next_size(&self) -> f64 {
        self.solver.state().h
    }

    fn x(&self) -> &[f64] {
        M::numbers(self.solver.state().y)
    }

    fn dx(&self) -> &[f64] {
        M::numbers(self.solver.state().dy)
    }

    fn interpolate(&self, time: f64, x: &mut [f64]) -> bool {
        let known = self.solver.interpolate(time);
        known.is_ok_and(|known| {
            x.copy_from_slice(M::numbers(&known));
            true
        })
    }

    fn interpolate_sensitivities(&self, time: f64, by: &mut [Vec<f64>]) -> bool {
        let known = self.solver.interpolate_sens(time);
        known.is_ok_and(|known| {
            by.iter_mut().enumerate().for_each(|(lane, by)| by.copy_from_slice(M::lane(&known, lane)));
            true
        })
    }

    fn rejected(&self) -> u64 {
        let statistics = self.solver.get_statistics();
        (statistics.number_of_error_test_failures + statistics.number_of_nonlinear_solver_fails) as u64
    }
}
