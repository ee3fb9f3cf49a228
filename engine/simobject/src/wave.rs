//! Sine waves, for those who announce where they turn round.

use std::f64::consts::PI;

/// The first extreme of `sin(angular_frequency t + phase)` after a time, s, of an
/// angular frequency in rad/s: where a source of such waves lets a step end
/// ([`Creator::stops`](crate::Creator::stops)), so that none jumps over a wave.
/// None if it has none, or none that a double tells from that time.
#[must_use]
pub fn next_extreme(angular_frequency: f64, phase: f64, after: f64) -> Option<f64> {
    let first = phase - 0.5 * PI;
    let half_waves = ((angular_frequency * after + first) / PI).floor();
    // Where rounding has found the one before, the one behind it.
    let [next, second] = [1.0, 2.0].map(|more| ((half_waves + more) * PI - first) / angular_frequency);
    let extreme = if next > after { next } else { second };
    (extreme > after && extreme.is_finite()).then_some(extreme)
}
