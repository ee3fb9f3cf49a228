//! Between which a pressure is what the elements are made for.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Level, Reads, Result, SimObject, check_mode};

/// Pressures at which Bowline warns, once each: nothing else happens there.
pub struct Bounds {
    cavitation: Bound,
    burst: Bound,
}

struct Bound {
    passed: DiscreteState<1>,
    reserve: Indicator,
    /// Pa.
    pressure: f64,
}

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
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let (Bounds { cavitation, burst }, pressure) = (self.bounds(), self.pressure(io));
        for (bound, inside) in [(cavitation, pressure - cavitation.pressure), (burst, burst.pressure - pressure)] {
            let [passed] = io.get(bound.passed);
            io.set(bound.reserve, [if passed == 0.0 { inside } else { 1.0 }]);
        }
    }

    #[doc(hidden)]
    fn cavitate(&self, io: &mut Io<'_>) {
        let bound = &self.bounds().cavitation;
        bound.pass(io, TOO_LOW);
        io.set_now(bound.passed, [1.0]);
    }

    #[doc(hidden)]
    fn burst(&self, io: &mut Io<'_>) {
        let bound = &self.bounds().burst;
        bound.pass(io, TOO_HIGH);
        io.set_now(bound.passed, [1.0]);
    }

    #[doc(hidden)]
    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let Bounds { cavitation, burst } = self.bounds();
        check_mode("Cavitated", &io.get(cavitation.passed), &[0.0, 1.0])?;
        check_mode("Burst", &io.get(burst.passed), &[0.0, 1.0])
    }

    #[doc(hidden)]
    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let (Bounds { cavitation, burst }, pressure) = (self.bounds(), self.pressure(io));
        self.check_start(pressure)?;
        for (bound, is_passed, told) in
            [(cavitation, pressure < cavitation.pressure, TOO_LOW), (burst, pressure > burst.pressure, TOO_HIGH)]
        {
            if is_passed {
                bound.pass(io, told);
            }
            io.set_initial(bound.passed, [f64::from(is_passed)]);
        }
        Ok(())
    }
}

/// The warnings of a pressure that is too low, and of one that is too high.
const TOO_LOW: &str = "the pressure is low: real oil gives off air and vapour, and pumps and valves lose their flow, below \
                       `CavitationPressure`";
const TOO_HIGH: &str = "the pressure is too high for what holds it: it is above `BurstPressure`";

impl Bounds {
    /// Asks for `CavitationPressure` and `BurstPressure`, and declares what watches a pressure.
    pub fn declare<T: Bounded>(c: &mut Creator<'_, T>, pressure: impl Reads + Copy) -> Self {
        let mut bound = |[passed, doc]: [&'static str; 2], [reserve, how_far]: [&'static str; 2]| {
            let passed_state = c.discrete_state(passed, "", doc);
            c.out_port_of(passed, passed_state);
            (passed_state, c.indicator(reserve, "Pa", how_far, Crossing::Falling))
        };
        let (cavitated, above) = bound(
            ["Cavitated", "1 once the pressure has been below CavitationPressure, else 0"],
            ["AboveCavitation", "Pressure less CavitationPressure; 1 once it was below"],
        );
        let (burst, below) = bound(
            ["Burst", "1 once the pressure has been above BurstPressure, else 0"],
            ["BelowBurst", "BurstPressure less Pressure; 1 once it was above"],
        );
        // Without air, a pressure may fall below 0 in a run.
        c.initial(T::begin).reads(pressure).sets((cavitated, burst)).only_at_the_start();
        c.initial(T::check).reads((cavitated, burst));
        c.common_computation(T::watch).reads((pressure, cavitated, burst)).fills((above, below));
        c.on_event(above, T::cavitate).reads(()).sets(cavitated);
        c.on_event(below, T::burst).reads(()).sets(burst);
        let cavitation_pressure: f64 = c
            .parameter("CavitationPressure")
            .unit("Pa")
            .doc("A pressure below this is a warning, once")
            .at_least(0.0)
            .default(1e4);
        let burst_pressure: f64 = c
            .parameter("BurstPressure")
            .unit("Pa")
            .doc("A pressure above this is a warning, once")
            .more_than(0.0)
            .default(1e8);
        if burst_pressure <= cavitation_pressure {
            let message =
                format!("is {burst_pressure} Pa; it must be more than `CavitationPressure`, {cavitation_pressure} Pa");
            c.error("BurstPressure", message);
        }
        Self {
            cavitation: Bound { passed: cavitated, reserve: above, pressure: cavitation_pressure },
            burst: Bound { passed: burst, reserve: below, pressure: burst_pressure },
        }
    }
}

impl Bound {
    /// Notes that the pressure is beyond it, which `told` says.
    #[cold]
    fn pass(&self, io: &mut Io<'_>, told: &str) {
        io.log(Level::Warning, &format!("{told}, {} Pa (this is said only once)", self.pressure));
    }
}
