//! Modes: discrete states that are one of a few numbers.

use crate::failure::{Failure, Result};

/// Rejects a mode that is none of its numbers. Call it in an initial condition
/// that reads the mode and sets nothing, because a scenario or a state file may
/// give any number.
///
/// ```
/// # use simobject::check_mode;
/// assert!(check_mode("On", &[0.0, 1.0], &[0.0, 1.0]).is_ok());
/// assert_eq!(check_mode("On", &[0.5], &[0.0, 1.0]).unwrap_err().message(), "`On` is 0.5; it must be 0 or 1");
/// ```
///
/// # Errors
/// An element is another number.
pub fn check_mode(name: &str, mode: &[f64], numbers: &[f64]) -> Result<()> {
    let Some(wrong) = mode.iter().find(|element| !numbers.contains(element)) else { return Ok(()) };
    let (last, others) = numbers.split_last().map_or((String::new(), String::new()), |(last, others)| {
        (last.to_string(), others.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    });
    Err(Failure::fatal(format!("`{name}` is {wrong:?}; it must be {others} or {last}")))
}
