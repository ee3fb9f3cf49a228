//! In-ports that need not be connected.

use simobject::{Creator, DefaultInput, Failure, In, Parameter, Result, SimObject};

/// An in-port that has the parameter of its name where it is not connected.
pub(crate) fn input<T: SimObject>(
    c: &mut Creator<'_, T>,
    name: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: impl FnOnce(Parameter<'_, f64>) -> f64,
) -> In<1> {
    let port = c.in_port(name, unit, doc);
    c.default_input(port, DefaultInput::Parameter(name.into()));
    value(c.parameter(name).unit(unit).doc(format!("{doc}, where that is not connected")));
    port
}

/// A number that a signal of that name gives, 0 or more.
///
/// # Errors
/// It is less.
#[inline]
pub(crate) fn not_negative(value: f64, name: &'static str) -> Result<f64> {
    if value < 0.0 { Err(negative(value, name)) } else { Ok(value) }
}

#[cold]
fn negative(value: f64, name: &'static str) -> Failure {
    Failure::fatal(format!("`{name}` is {value}, and must be 0 or more: limit the signal that it is connected to"))
}
