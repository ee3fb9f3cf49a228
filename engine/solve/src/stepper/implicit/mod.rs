//! Implicit methods for stiff models.

mod bdf;
mod differences;
mod esdirk;
mod jacobian;
mod newton;
mod rejection;
mod step_matrix;
pub(super) mod tableau;
mod weights;

use super::error_norm::Tolerances;
use super::first_size::{Beginning, first_size};
use super::size_limits::SizeLimits;
use super::{Integration, StepError, StepLimit, System};

pub(super) use bdf::Bdf;
pub(super) use esdirk::Esdirk;
#[cfg(feature = "diffsol")]
pub(super) use {jacobian::Jacobian, weights::Weights};

/// The size of a first step from a time, a state and its derivative, s. It is
/// planned as if the stop were far away: a step is cut short for it anyway.
pub(super) fn first_implicit_size<S: System>(
    integration: &mut Integration<'_, S>,
    tolerances: &Tolerances,
    (time, x, dx): (f64, &[f64], &[f64]),
    sizes: SizeLimits,
    order: u32,
    limit: StepLimit,
) -> Result<f64, StepError<S::Error>> {
    let most = sizes.most;
    let size = match sizes.first {
        Some(size) => size,
        None => {
            let beginning = Beginning { time, x, dx, most, latest: limit.latest, order };
            first_size(integration, tolerances, beginning, &mut vec![f64::NAN; x.len()])?
        }
    };
    Ok(size.max(sizes.least_at(time)).min(most))
}
