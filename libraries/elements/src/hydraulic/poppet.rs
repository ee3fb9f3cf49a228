//! A spring-loaded poppet, which opens with the pressure difference across it.

use simobject::{Creator, SimObject};

use super::Throttle;

/// What opens in proportion to the pressure difference above that at which it
/// cracks.
#[derive(Debug, Clone, Copy)]
pub struct Poppet {
    /// Pa.
    crack_pressure: f64,
    /// 1/Pa.
    per_range: f64,
    throttle: Throttle,
}

/// What the pressure differences of a poppet are called, and are by default, Pa.
#[derive(Debug, Clone, Copy)]
pub struct Pressures {
    /// At which it begins to open; without it the parameter has no default.
    pub crack: Option<f64>,
    /// From which on it is wide open.
    pub full: Option<f64>,
}

/// Where it would open within less, the differences of a Jacobian see nothing of
/// it, and implicit methods come to no end, Pa.
const LEAST_RANGE: f64 = 1.0;

impl Poppet {
    /// Asks for `CrackPressure`, `FullPressure`, `NominalFlow` and
    /// `TransitionPressure`.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, default: &Pressures) -> Self {
        let crack = c.parameter("CrackPressure").unit("Pa").doc("Pressure difference at which it begins to open");
        let crack = crack.at_least(0.0);
        let crack_pressure: f64 = match default.crack {
            Some(pressure) => crack.default(pressure),
            None => crack.required(),
        };
        let full = c.parameter("FullPressure").unit("Pa").doc("Pressure difference at which it is wide open");
        let full = full.more_than(0.0);
        let full_pressure: f64 = match default.full {
            Some(pressure) => full.default(pressure),
            None => full.required(),
        };
        if full_pressure < crack_pressure + LEAST_RANGE {
            let message = format!(
                "is {full_pressure} Pa; it must be {LEAST_RANGE} Pa more than `CrackPressure`, {crack_pressure} Pa, or \
                 higher: no step is short enough for a valve that opens within less"
            );
            c.error("FullPressure", message);
        }
        let throttle = Throttle::at_drop(c, "Flow through it at FullPressure, where it is wide open", full_pressure);
        Self { crack_pressure, per_range: 1.0 / (full_pressure - crack_pressure), throttle }
    }

    /// How far that pressure difference opens it, 0 to 1.
    #[inline]
    pub fn opening(&self, pressure_drop: f64) -> f64 {
        ((pressure_drop - self.crack_pressure) * self.per_range).clamp(0.0, 1.0)
    }

    /// Through it where it is open that far, m^3/s.
    #[inline]
    pub fn flow(&self, opening: f64, pressure_drop: f64) -> f64 {
        self.throttle.flow(opening, pressure_drop)
    }
}
