//! What elements of side C are told of the start, and what is connected to them.

use simobject::{Failure, In, Io, Level, Result};

use super::freedom::Quantity;

/// By which part two numbers may differ that are meant to be the same.
const ROUNDING: f64 = 1e-6;

/// Compares velocities that ports begin with, as their element was told, with those that are there.
///
/// # Errors
/// They differ, and the element was told of any. What was told nothing begins with 0, and warns.
pub(super) fn compare<const N: usize>(
    io: &mut Io<'_>,
    velocity: &Quantity,
    told: [f64; N],
    ports: [In<1>; N],
    consequence: &str,
) -> Result<()> {
    let there = ports.map(|port| io.get(port)[0]);
    let is_same = |(told, there): (f64, f64)| (told - there).abs() <= ROUNDING * told.abs().max(there.abs());
    if told.into_iter().zip(there).all(is_same) {
        return Ok(());
    }
    let listed = |numbers: [f64; N]| numbers.map(|number| format!("{:?}", number + 0.0)).join(", ");
    let ports = if N == 1 { "P1" } else { "P1 and P2" };
    let (name, unit) = (format!("Start{}", velocity.name), velocity.unit);
    let message = format!(
        "`{name}` is {} {unit}, but what is at {ports} starts with {}, {consequence}: give {name}=\"{}\", or start that \
         otherwise",
        listed(told),
        listed(there),
        listed(there),
    );
    if told.iter().any(|velocity| *velocity != 0.0) {
        return Err(Failure::fatal(message));
    }
    io.log(Level::Warning, &message);
    Ok(())
}
