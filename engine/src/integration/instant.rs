//! Times that are one instant.

/// What lies so near to a time is the same instant, s: 8 units in the last place.
pub(crate) fn instant_width(time: f64) -> f64 {
    8.0 * (time.abs().next_up() - time.abs())
}
