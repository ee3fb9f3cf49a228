//! How waves and currents begin.

/// Which part of its full size something has that grows within a time, s: smooth at both ends, with two derivatives.
#[inline]
pub(crate) fn ramp(time: f64, within: f64) -> f64 {
    if time >= within {
        return 1.0;
    }
    let s = (time / within).max(0.0);
    s * s * s * (10.0 - s * (15.0 - 6.0 * s))
}
