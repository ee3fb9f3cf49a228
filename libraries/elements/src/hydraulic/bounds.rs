//! Bounds of a pressure, between which the elements work as intended.

use simobject::{Creator, Io, Reads, Result, SimObject};

use crate::alarm::{Alarm, Alarmed};

/// Pressures at which Bowline warns, once each: nothing else happens there.
pub struct Bounds {
    cavitation: Bound,
    burst: Bound,
}

struct Bound {
    alarm: Alarm,
    /// Pa.
    pressure: f64,
}

/// Numbers of the alarms.
const CAVITATION: u8 = 0;
const BURST: u8 = 1;

/// A SimObject with a pressure that has bounds.
pub trait Bounded: SimObject {
    /// The bounds.
    fn bounds(&self) -> &Bounds;

    /// The pressure, Pa.
    fn pressure(&self, io: &Io<'_>) -> f64;

    /// Rejects a pressure of the start that is no absolute one.
    ///
    /// # Errors
    /// It is not above 0.
    fn check_start(&self, pressure: f64) -> Result<()>;

    #[doc(hidden)]
    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        self.check_start(self.pressure(io))
    }
}

impl<T: Bounded> Alarmed<CAVITATION> for T {
    #[inline]
    fn alarm(&self) -> Option<&Alarm> {
        Some(&self.bounds().cavitation.alarm)
    }

    #[inline]
    fn reserve(&self, io: &Io<'_>) -> f64 {
        self.pressure(io) - self.bounds().cavitation.pressure
    }

    fn warning(&self, _: &Io<'_>) -> String {
        format!(
            "the pressure is low: real oil gives off air and vapour, and pumps and valves lose their flow, below \
             `CavitationPressure`, {} Pa (this is said only once)",
            self.bounds().cavitation.pressure
        )
    }

    fn is_valid_start(&self, io: &Io<'_>) -> bool {
        self.check_start(self.pressure(io)).is_ok()
    }
}

impl<T: Bounded> Alarmed<BURST> for T {
    #[inline]
    fn alarm(&self) -> Option<&Alarm> {
        Some(&self.bounds().burst.alarm)
    }

    #[inline]
    fn reserve(&self, io: &Io<'_>) -> f64 {
        self.bounds().burst.pressure - self.pressure(io)
    }

    fn warning(&self, _: &Io<'_>) -> String {
        format!(
            "the pressure is too high for what holds it: it is above `BurstPressure`, {} Pa (this is said only once)",
            self.bounds().burst.pressure
        )
    }
}

impl Bounds {
    /// Asks for `CavitationPressure` and `BurstPressure`, and declares their alarms.
    pub fn declare<T: Bounded>(c: &mut Creator<'_, T>, pressure: impl Reads + Copy) -> Self {
        // Without air, a pressure may fall below 0 in a run.
        c.initial(T::begin).reads(pressure).only_at_the_start();
        let cavitation = Alarm::declare::<T, CAVITATION>(
            c,
            ["Cavitated", "1 once the pressure has been below CavitationPressure, else 0"],
            ["AboveCavitation", "Pa", "Pressure less CavitationPressure; 1 once it was below"],
            pressure,
        );
        let burst = Alarm::declare::<T, BURST>(
            c,
            ["Burst", "1 once the pressure has been above BurstPressure, else 0"],
            ["BelowBurst", "Pa", "BurstPressure less Pressure; 1 once it was above"],
            pressure,
        );
        let doc = "A pressure below this is a warning, once";
        let lower: f64 = c.parameter("CavitationPressure").unit("Pa").doc(doc).at_least(0.0).default(1e4);
        let doc = "A pressure above this is a warning, once";
        let upper: f64 = c.parameter("BurstPressure").unit("Pa").doc(doc).more_than(0.0).default(1e8);
        if upper <= lower {
            c.error("BurstPressure", format!("is {upper} Pa; it must be more than `CavitationPressure`, {lower} Pa"));
        }
        Self {
            cavitation: Bound { alarm: cavitation, pressure: lower },
            burst: Bound { alarm: burst, pressure: upper },
        }
    }
}
