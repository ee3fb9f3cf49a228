//! What is said of steps that do not suit what has a mass.

use simobject::{Creator, Io, Level, SimObject};
use simobject_elements::tlm::{HydraulicQ, MechanicQ};

/// From which (omega T)^2 on a mass at a spring swings too slowly by a tenth, and
/// where by 2 %.
const SLOW: f64 = 0.5;
const RIGHT: f64 = 0.1;

/// Says that what ports with a mass get has to tick as it does: springs, and what gives a force.
pub(crate) fn keep_in_step<T: SimObject>(c: &mut Creator<'_, T>, ports: &[MechanicQ]) {
    ports.iter().for_each(|port| port.keep_in_step(c));
}

/// Says the same of the oil that pushes a mass.
pub(crate) fn keep_oil_in_step<T: SimObject>(c: &mut Creator<'_, T>, ports: &[HydraulicQ]) {
    for port in ports {
        let why = "what has a mass gets that wave late, and may swing up; let the border of steps lie at an orifice, a valve or a \
                   pump";
        c.in_step(port.c, why);
    }
}

/// Says that a flow which answers to pressures has to do so as often as they change.
pub(crate) fn follow<T: SimObject>(c: &mut Creator<'_, T>, ports: &[HydraulicQ]) {
    for port in ports {
        let why = "its flow is held while the oil there goes on: where dq/dp Beta_e / V times the longer of both steps is above 1 it \
                   swings, above 2 without a bound";
        c.no_finer(port.c, why);
    }
}

/// Warns where a step, s, is too long for a mass and what is stiff beside it: `square` is (omega T)^2,
/// which is `formula`, and `what` names both.
pub(crate) fn warn_of_long_step(io: &mut Io<'_>, step: f64, square: f64, what: &str, formula: &str) {
    if square > SLOW && square.is_finite() {
        let message = format!(
            "a step of {step:?} s is long for {what}: (omega T)^2 = {formula} is {square:.1e}, and they swing too slowly: \
             by a tenth at {SLOW}, by 2 % at {RIGHT}, with a SampleTime of {:.1e}",
            step * (RIGHT / square).sqrt()
        );
        io.log(Level::Warning, &message);
    }
}
