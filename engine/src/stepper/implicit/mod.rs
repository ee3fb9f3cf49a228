//! Implicit methods for stiff models.

mod bdf;
mod dense_lu;
mod differences;
mod esdirk;
mod factors;
mod jacobian;
#[cfg(test)]
mod matrices;
mod newton;
mod ordering;
mod rejection;
mod sparse_lu;
mod spectral_radius;
mod tableau;
mod weights;

use std::sync::Arc;

use super::error_norm::Tolerances;
use super::first_size::{Beginning, first_size};
use super::{StepError, StepLimit, Stepper, System, smallest_step};
use crate::integration::ImplicitMethod;
use crate::model::Model;
use crate::model::sparsity::JacobianStructure;
use bdf::Bdf;
use esdirk::Esdirk;

/// A stepper of an implicit method, for one that chooses.
pub(crate) trait ImplicitStepper: Stepper {
    /// Estimates the spectral radius of every Jacobian from now on.
    fn watch_spectral_radius(&mut self);

    /// The spectral radius of the last Jacobian, 1/s.
    fn spectral_radius(&self) -> f64;
}

/// The stepper of an implicit method.
pub(crate) fn stepper(
    model: &Model,
    method: ImplicitMethod,
    structure: &Arc<JacobianStructure>,
) -> Box<dyn ImplicitStepper> {
    match method {
        ImplicitMethod::Bdf => Box::new(Bdf::new(model, structure)),
        ImplicitMethod::TrBdf2 => Box::new(Esdirk::new(model, structure, &tableau::TR_BDF2)),
        ImplicitMethod::Esdirk34 => Box::new(Esdirk::new(model, structure, &tableau::ESDIRK34)),
    }
}

/// The size of a first step from a time, a state and its derivative, s. It is
/// planned as if the stop were far away: a step is cut short for it anyway.
fn first_implicit_size(
    system: &mut System<'_>,
    tolerances: &Tolerances,
    (time, x, dx): (f64, &[f64], &[f64]),
    order: u32,
    limit: StepLimit,
) -> Result<f64, StepError> {
    let settings = system.model.settings();
    let most = settings.h_max;
    let size = match settings.h_first {
        Some(size) => size,
        None => {
            let beginning = Beginning { time, x, dx, most, latest: limit.latest, order };
            first_size(system, tolerances, beginning, &mut vec![f64::NAN; x.len()])?
        }
    };
    Ok(size.max(smallest_step(time, settings.h_min)).min(most))
}
