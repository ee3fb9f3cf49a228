//! The least distance between times of a run.

/// Times within this many units in the last place are one instant.
const INSTANT: f64 = 8.0;
/// The least instants in a period: its ticks are then right to a thousandth.
const LEAST: f64 = 1000.0;

/// The distance from a time to the next double, s.
pub fn unit_in_the_last_place(time: f64) -> f64 {
    let size = time.abs();
    size.next_up() - size
}

/// The width of an instant around a time, s.
pub fn instant_width(time: f64) -> f64 {
    INSTANT * unit_in_the_last_place(time)
}

/// The shortest period, step or distance of rows, s, of a run between two times, s.
pub fn least_distance(start: f64, end: f64) -> f64 {
    LEAST * INSTANT * unit_in_the_last_place(start.abs().max(end.abs()))
}

/// The shortest period in words, rounded up.
pub fn least_in_words(start: f64, end: f64) -> String {
    format!("{:.1e} s", 1.05 * least_distance(start, end))
}
