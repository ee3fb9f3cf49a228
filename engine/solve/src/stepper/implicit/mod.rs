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
pub(super) use super::first_size::Beginning;
use super::first_size::first_size;
use super::size_limits::SizeLimits;
use super::{Integration, StepError, System};

pub(super) use bdf::Bdf;
pub(super) use esdirk::Esdirk;
#[cfg(feature = "diffsol")]
pub(super) use {jacobian::CondensedJacobian, jacobian::Jacobian, weights::Weights};

/// The size of a first step, s. It is planned as if the stop were far away: a step
/// is cut short for it anyway.
pub(super) fn first_implicit_size<S: System>(
    integration: &mut Integration<'_, S>,
    tolerances: &Tolerances,
    beginning: Beginning<'_>,
    sizes: SizeLimits,
) -> Result<f64, StepError<S::Error>> {
    let size = match sizes.first {
        Some(size) => size,
        None => first_size(integration, tolerances, beginning, &mut vec![f64::NAN; beginning.x.len()])?,
    };
    Ok(size.max(sizes.least_at(beginning.time)).min(sizes.most))
}
