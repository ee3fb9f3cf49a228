//! Hydraulic elements. Pressures `p` are absolute; `dp` is the pressure at `A` less that at `B`, and `q` the flow from `A`
//! to `B`. Parameters are called as those of the library `hydraulics`, which has the same laws between signals.

mod accumulator;
mod check_valve;
mod cylinder;
mod line_end;
mod machine;
mod orifice;
mod relief_valve;
mod throttle_valve;
mod tube;
mod valve43;
mod volume;

pub use accumulator::Accumulator;
pub use check_valve::CheckValve;
pub use cylinder::Cylinder;
pub use line_end::LineEnd;
pub use machine::{Motor, Pump};
pub use orifice::Orifice;
pub use relief_valve::ReliefValve;
pub use throttle_valve::ThrottleValve;
pub use tube::Tube;
pub use valve43::Valve43;
pub use volume::Volume;

use simobject::{Creator, Failure, In, Result, SimObject, Terminal};
use simobject_elements::nature::HYDRAULIC;

use crate::domain::{Domain, Hydraulic};

/// With what pressures begin where nobody says anything, Pa.
const ATMOSPHERE: f64 = 101_325.0;

/// The two ports.
fn ports<T: SimObject>(c: &mut Creator<'_, T>) -> (Terminal, Terminal) {
    Hydraulic::terminals(c)
}

/// The only port.
fn port<T: SimObject>(c: &mut Creator<'_, T>) -> Terminal {
    c.terminal("A", &HYDRAULIC, "Port")
}

/// The in-port of an absolute pressure.
fn absolute<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str) -> In<1> {
    Hydraulic::potential_in(c, name, doc)
}

/// The pressure at a terminal, which is measured.
fn pressure_at<T: SimObject>(c: &mut Creator<'_, T>, at: Terminal, name: &'static str, doc: &'static str) -> In<1> {
    let pressure = absolute(c, name, doc);
    c.measures(at).across(pressure).named(name);
    pressure
}

/// Rejects a pressure of the start that is no absolute one.
///
/// # Errors
/// It is not above 0.
fn check_start(terminal: &str, pressure: f64) -> Result<()> {
    if pressure > 0.0 {
        return Ok(());
    }
    let message = format!(
        "the pressure at `{terminal}` begins with {pressure} Pa; it is absolute, and must be more than 0: give it an initial \
         condition, as `<InitialCondition Name.{terminal}.p=\"101325\"/>`"
    );
    Err(Failure::fatal(message))
}
