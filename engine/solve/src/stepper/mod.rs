//! Steppers: each advances a system by one step of an integration method.

mod auto;
mod bend_watch;
mod combine;
mod controller;
#[cfg(feature = "diffsol")]
mod diffsol;
mod error;
mod error_norm;
mod explicit;
mod first_size;
mod idle;
mod implicit;
mod memory_watch;
mod problem;
mod size_limits;
mod system;
mod threads;

use std::ops::Range;

use crate::integration::{ImplicitMethod, Method, tableau, unit_in_the_last_place};
use auto::Auto;
use explicit::Explicit;
use idle::Idle;
use implicit::{Bdf, Esdirk};

#[cfg(feature = "diffsol")]
pub use diffsol::{SensitiveStart, forward_sensitivities};
pub use error::{Because, StepError};
pub use problem::Problem;
pub use system::{Evaluated, EvaluationFailure, Integration, System};
pub use threads::{Threads, piece};

/// How far the next step may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepLimit {
    /// Not beyond this time, s.
    pub stop: f64,
    /// An evaluation within the step may see no later time, s: where something
    /// jumps at the stop, a time below it.
    pub latest: f64,
}

/// What a stepper may keep of what it learnt, when it begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restart {
    /// Nothing: a run begins, or might be resumed, here. Fixed steps are counted
    /// from here.
    Afresh,
    /// The model or its state jumped: the size of the steps is forgotten. Fixed
    /// steps go on to their old times.
    Jump,
    /// A discrete value changed, as it does again and again:
    /// the size of the steps is a good guess, and so is the Jacobian. Fixed steps
    /// go on to their old times.
    Tick,
}

/// Advances a system by one step of a method. The state lies in the system: that of
/// the current time between steps, anything during one.
#[derive(Debug)]
pub struct Stepper(Chosen);

#[derive(Debug)]
enum Chosen {
    Idle(Idle),
    Explicit(Box<Explicit>),
    Bdf(Box<Bdf>),
    Esdirk(Box<Esdirk>),
    Auto(Box<Auto>),
    #[cfg(feature = "diffsol")]
    Diffsol(Box<diffsol::Diffsol>),
}

/// Does the same with whichever method it is.
macro_rules! with {
    ($stepper:expr, $method:ident => $work:expr) => {
        match $stepper {
            Chosen::Idle($method) => $work,
            Chosen::Explicit($method) => $work,
            Chosen::Bdf($method) => $work,
            Chosen::Esdirk($method) => $work,
            Chosen::Auto($method) => $work,
            #[cfg(feature = "diffsol")]
            Chosen::Diffsol($method) => $work,
        }
    };
}

impl Stepper {
    /// The stepper of the method that the settings ask for.
    ///
    /// # Panics
    /// If the method needs the structure of the Jacobian, and the problem has none.
    pub fn new(problem: Problem<'_>) -> Self {
        if problem.size() == 0 {
            return Self(Chosen::Idle(Idle::new(problem)));
        }
        Self(match problem.settings.method {
            Method::Explicit(tableau) => Chosen::Explicit(Box::new(Explicit::new(problem, tableau))),
            Method::Implicit(ImplicitMethod::Bdf) => Chosen::Bdf(Box::new(Bdf::new(problem))),
            Method::Implicit(ImplicitMethod::TrBdf2) => {
                Chosen::Esdirk(Box::new(Esdirk::new(problem, &implicit::tableau::TR_BDF2)))
            }
            Method::Implicit(ImplicitMethod::Esdirk34) => {
                Chosen::Esdirk(Box::new(Esdirk::new(problem, &implicit::tableau::ESDIRK34)))
            }
            Method::Auto => {
                Chosen::Auto(Box::new(Auto::new(Explicit::new(problem, &tableau::DORMAND_PRINCE), Bdf::new(problem))))
            }
            #[cfg(feature = "diffsol")]
            Method::Diffsol(method) => Chosen::Diffsol(Box::new(diffsol::Diffsol::new(problem, method))),
        })
    }

    /// Begins at `time`, with the state in the system.
    ///
    /// # Errors
    /// The evaluation there failed.
    pub fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        with!(&mut self.0, method => method.restart(integration, time, restart))
    }

    /// Makes one step, and says where it ended. Steps that fail or are not
    /// accurate enough are repeated with a smaller size.
    ///
    /// # Errors
    /// No size that is allowed will do; the state is that before the step.
    #[inline]
    pub fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        with!(&mut self.0, method => method.step(integration, limit))
    }

    /// Ends the last step at an earlier time, and leaves the state there in the
    /// system: that of [`interpolate`](Self::interpolate), or, where the method
    /// steps to output times, that of a real step. It may be called again, also with
    /// a later time, up to the end of the step as it was made. The stepper must
    /// `restart` before the next step.
    ///
    /// # Errors
    /// The shorter step could not be solved.
    pub fn end_at<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
    ) -> Result<(), StepError<S::Error>> {
        match &mut self.0 {
            Chosen::Idle(_) => {}
            Chosen::Esdirk(method) => return method.end_at(integration, time),
            #[cfg(feature = "diffsol")]
            Chosen::Diffsol(method) => return method.end_at(integration, time),
            Chosen::Explicit(_) | Chosen::Bdf(_) | Chosen::Auto(_) => {
                self.interpolate(time, integration.system.x_mut());
            }
        }
        Ok(())
    }

    /// Whether steps must end at the rows, because what lies between their ends
    /// is not known well enough.
    #[inline]
    pub fn steps_to_output_times(&self) -> bool {
        match &self.0 {
            Chosen::Idle(_) | Chosen::Esdirk(_) => true,
            Chosen::Explicit(_) | Chosen::Bdf(_) | Chosen::Auto(_) => false,
            #[cfg(feature = "diffsol")]
            Chosen::Diffsol(method) => method.steps_to_output_times(),
        }
    }

    /// The state at a time within the last step as it was made, both ends
    /// included. Where the method steps to output times it is good enough to look
    /// what happened, no more.
    pub fn interpolate(&self, time: f64, x: &mut [f64]) {
        self.interpolate_some(time, 0..x.len(), x);
    }

    /// The same, if only these elements of the state are needed.
    pub fn interpolate_some(&self, time: f64, elements: Range<usize>, x: &mut [f64]) {
        match &self.0 {
            Chosen::Idle(_) => {}
            Chosen::Explicit(method) => method.interpolate_some(time, elements, x),
            Chosen::Bdf(method) => method.interpolate(time, x),
            Chosen::Esdirk(method) => method.interpolate(time, x),
            Chosen::Auto(method) => method.interpolate_some(time, elements, x),
            #[cfg(feature = "diffsol")]
            Chosen::Diffsol(method) => method.interpolate(time, x),
        }
    }
}

/// The smallest step that an error may ask for at a time, s: HMin if it is
/// given, but no less than what the time can be resolved to.
fn smallest_step(time: f64, h_min: Option<f64>) -> f64 {
    let unit = resolution(time);
    h_min.map_or(16.0 * unit, |given| if given > unit { given } else { unit })
}

/// The least change of a time by a step, s; 0 at 0, where there is no scale.
fn resolution(time: f64) -> f64 {
    if time == 0.0 { 0.0 } else { unit_in_the_last_place(time) }
}
