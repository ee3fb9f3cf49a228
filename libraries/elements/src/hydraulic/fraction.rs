//! States that stay between 0 and 1, since they follow what does.

use simobject::{Failure, Result};

/// What a method may be off by.
const SLACK: f64 = 0.01;

/// The value of such a state, which `name` is.
///
/// # Errors
/// It is not between 0 and 1, as only an initial value can be.
#[inline]
pub fn fraction(name: &'static str, value: f64) -> Result<f64> {
    if (value - 0.5).abs() > 0.5 + SLACK {
        return Err(outside(name, value));
    }
    Ok(value.clamp(0.0, 1.0))
}

#[cold]
fn outside(name: &'static str, value: f64) -> Failure {
    Failure::recoverable(format!("`{name}` is {value}; it must be between 0 and 1"))
}
