/// What follows a signal with play, as a hand that moves a cup by its sides: it stays
/// where it was before as long as that is within half of the width of the signal.
///
/// ```
/// use simobject_elements::tlm::hysteresis;
///
/// let mut y = 0.0;
/// let out = [0.5, 2.0, 1.5, 0.0, -3.0].map(|u| {
///     y = hysteresis(y, u, 2.0);
///     y
/// });
/// assert_eq!(out, [0.0, 1.0, 1.0, 1.0, -2.0]);
/// ```
#[inline]
pub fn hysteresis(before: f64, u: f64, width: f64) -> f64 {
    let half = 0.5 * width;
    if before < u - half {
        u - half
    } else if before > u + half {
        u + half
    } else {
        before
    }
}
