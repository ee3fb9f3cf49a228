//! The size of a first step.

use super::error_norm::Tolerances;
use super::{EvaluationFailure, Integration, StepError, System};

/// Where a first step begins, and how far it may go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beginning<'a> {
    /// Simulated time, s.
    pub(super) time: f64,
    /// The state there.
    pub(super) x: &'a [f64],
    /// Its derivative.
    pub(super) dx: &'a [f64],
    /// Largest size allowed, s.
    pub(super) most: f64,
    /// Evaluations see no later time, s.
    pub(super) latest: f64,
    /// Order of the method.
    pub(super) order: u32,
}

/// A first step size (Hairer, Norsett, Wanner I, section II.4). The state in
/// the system's workspace is anything afterwards, and so is `ahead`, a row
/// as long as the state.
pub(super) fn first_size<S: System>(
    integration: &mut Integration<'_, S>,
    tolerances: &Tolerances,
    beginning: Beginning<'_>,
    ahead: &mut [f64],
) -> Result<f64, StepError<S::Error>> {
    const SMALL: f64 = 1e-6;
    let Beginning { time, x, dx, most, latest, order } = beginning;
    let d0 = tolerances.scaled(x.iter().copied(), x);
    let d1 = tolerances.scaled(dx.iter().copied(), x);
    let h0 = positive_or(if d0 < 1e-5 || d1 < 1e-5 { SMALL } else { 0.01 * d0 / d1 }, SMALL).min(most);
    for ((out, x), dx) in integration.system.x_mut().iter_mut().zip(x).zip(dx) {
        *out = x + h0 * dx;
    }
    match integration.evaluate((time + h0).min(latest), ahead) {
        Ok(()) => {}
        Err(error) if error.is_recoverable() => return Ok(h0),
        Err(error) => return Err(StepError::Evaluation(error)),
    }
    let change = ahead.iter().zip(dx).map(|(ahead, now)| ahead - now);
    let d2 = tolerances.scaled(change, x) / h0;
    let steepest = if d1 > d2 { d1 } else { d2 };
    let h1 =
        if steepest <= 1e-15 { (h0 * 1e-3).max(SMALL) } else { (0.01 / steepest).powf(1.0 / (f64::from(order) + 1.0)) };
    Ok(positive_or((100.0 * h0).min(h1), h0).min(most))
}

/// The number if it is more than 0 and finite, else the other.
fn positive_or(number: f64, other: f64) -> f64 {
    if number > 0.0 && number.is_finite() { number } else { other }
}
