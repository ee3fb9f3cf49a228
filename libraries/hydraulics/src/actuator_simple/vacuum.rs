//! Tells of a pressure that oil cannot have.

use simobject::{Creator, Io, State};
use simobject_elements::alarm::{Alarm, Alarmed};

use super::ActuatorSimple;

/// Whether a pressure was ever below that of a vacuum.
#[derive(Clone, Copy)]
pub(super) struct Vacuum {
    alarm: Alarm,
    /// That of a vacuum, as pressures are given, Pa.
    pressure: f64,
}

/// The standard atmosphere, Pa.
pub(super) const ATMOSPHERE: f64 = 101_325.0;
/// Number of the alarm.
const VACUUM: u8 = 2;

impl Vacuum {
    /// Declares the alarm of these pressures, with another one around the actuator, Pa.
    pub(super) fn declare(c: &mut Creator<'_, ActuatorSimple>, pressures: [State<1>; 2], ambient: f64) -> Self {
        let alarm = Alarm::declare::<_, VACUUM>(
            c,
            ["BelowVacuum", "1 once a pressure has been below that of a vacuum, else 0"],
            ["AboveVacuum", "Pa", "How far the lower pressure is above that of a vacuum; 1 once it was below"],
            pressures,
        );
        Self { alarm, pressure: ambient - ATMOSPHERE }
    }
}

impl ActuatorSimple {
    /// The lower pressure, Pa, and the number of its chamber.
    #[inline]
    fn lower_pressure(&self, io: &Io<'_>) -> (f64, usize) {
        let [[p0], [p1]] = self.signals.states.map(|state| io.get(state));
        if p0 < p1 { (p0, 0) } else { (p1, 1) }
    }
}

impl Alarmed<VACUUM> for ActuatorSimple {
    #[inline]
    fn alarm(&self) -> Option<&Alarm> {
        self.vacuum.as_ref().map(|vacuum| &vacuum.alarm)
    }

    #[inline]
    fn reserve(&self, io: &Io<'_>) -> f64 {
        self.vacuum.map_or(1.0, |vacuum| self.lower_pressure(io).0 - vacuum.pressure)
    }

    fn warning(&self, io: &Io<'_>) -> String {
        let (_, chamber) = self.lower_pressure(io);
        format!(
            "the pressure of chamber {chamber} is below that of a vacuum, which oil cannot have: forces are wrong from \
             here on, and this is said only once; `CavitationPressure` keeps them right"
        )
    }
}
