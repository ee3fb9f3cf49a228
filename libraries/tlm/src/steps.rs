//! What is said of steps that do not suit what has a mass.

use simobject::tlm::MechanicQ;
use simobject::{Creator, Io, Level, SimObject};

/// From which (omega T)^2 on a mass at a spring swings too slowly by a tenth, and
/// where by 2 %.
const SLOW: f64 = 0.5;
const RIGHT: f64 = 0.1;

/// Why a mass belongs to the step of the waves that it gets.
pub(crate) const MASS_OUT_OF_STEP: &str = "what has a mass gets that wave late, and may swing up; let the border of steps lie at an orifice, a valve or a pump";

/// Says that what a port with a mass gets has to tick as it does.
pub(crate) fn keep_in_step<T: SimObject>(c: &mut Creator<'_, T>, ports: &[MechanicQ]) {
    for port in ports {
        c.in_step(port.c, MASS_OUT_OF_STEP);
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
