//! Where a function that rises crosses 0.

/// Most steps: bisection alone reaches rounding in fewer, from any bracket.
const MOST: usize = 200;

/// The root of a function that does not fall, between two places; `function` gives its value, and its slope where that
/// is known. By Newton's method from a place on, and by bisection where a step leaves the bracket, which gets narrower.
/// None if the function has no value.
pub(crate) fn root(
    [mut low, mut high]: [f64; 2],
    start: f64,
    mut function: impl FnMut(f64) -> Option<(f64, Option<f64>)>,
) -> Option<f64> {
    let mut at = start;
    for _ in 0..MOST {
        let (value, slope) = function(at)?;
        if value == 0.0 {
            return Some(at);
        }
        if value > 0.0 {
            high = at
        } else {
            low = at
        }
        let newton = slope.map(|slope| at - value / slope);
        let next = newton.filter(|next| low < *next && *next < high).unwrap_or(0.5 * (low + high));
        let is_as_near_as_can_be = next == at || next == low || next == high;
        at = next;
        if is_as_near_as_can_be {
            break;
        }
    }
    Some(at)
}
