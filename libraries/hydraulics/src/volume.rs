use simobject::{
    Creator, Crossing, Datum, DiscreteState, Failure, Indicator, Io, Level, Out, Resource, Result, SimObject, State,
    Sum, check_mode,
};

use crate::oil::OIL;

/// A volume of oil with one pressure, into which any number of flows come: a
/// hose, a pipe, the block between two valves.
///
/// In rigid walls `Density(Pressure) Volume` is its mass, and changes by what
/// flows in, at the density that is there. The air in the oil keeps the pressure
/// above 0, down to 1 Pa, whatever flows out; without air, or still lower, it
/// falls in proportion to what is missing, and comes back as that is filled
/// again. A pressure below `CavitationPressure`, or above `BurstPressure`, is a
/// warning, once each: nothing else happens there.
pub struct Volume {
    flow: Sum<1>,
    pressure: State<1>,
    bulk_modulus: Out<1>,
    oil: Resource<1, 3>,
    cavitation: Bound,
    burst: Bound,
    /// m^3.
    volume: f64,
    /// 1/Pa; 0 of rigid walls.
    per_wall_modulus: f64,
}

/// A pressure that is told when it is passed, once.
struct Bound {
    passed: DiscreteState<1>,
    reserve: Indicator,
    /// Pa.
    pressure: f64,
}

impl Bound {
    /// Notes that the pressure is beyond it, which `told` says.
    #[cold]
    fn pass(&self, io: &mut Io<'_>, told: &str) {
        io.log(Level::Warning, &format!("{told}, {} Pa (this is said only once)", self.pressure));
    }
}

impl SimObject for Volume {
    const NAME: &'static str = "Hydraulic/Volume";
    const DOC: &'static str = "\
A volume of oil with one pressure, into which any number of flows come

dPressure/dt = EffectiveBulkModulus / Volume Flow
1 / EffectiveBulkModulus = 1 / BulkModulus of the Oil at Pressure + 1 / WallBulkModulus
A WallBulkModulus of 0 is that of rigid walls
Cavitated = 1 once Pressure has been below CavitationPressure, Burst = 1 once it has been above BurstPressure: warnings";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flow = c.sum_port("Flow", "m^3/s", "Sum of the flows into it");
        c.default_input(flow, 0.0);
        let pressure = c.state("Pressure", "Pa", "Absolute pressure");
        c.datum(pressure, Datum::Absolute);
        c.nominal(pressure, 1e5);
        c.out_port_of("Pressure", pressure);
        let bulk_modulus = c.out_port("EffectiveBulkModulus", "Pa", "Bulk modulus of oil, air and walls together");
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
        let oil = c.uses("Oil", &OIL, "The oil in it, as of a `Hydraulic/Oil`");
        // Without air, a pressure may fall below 0 in a run.
        c.initial(Self::begin).reads(pressure).sets((cavitated, burst)).only_at_the_start();
        c.initial(Self::check).reads((cavitated, burst));
        c.common_computation(Self::stiffness).reads((pressure, oil)).fills(bulk_modulus);
        c.common_computation(Self::watch).reads((pressure, cavitated, burst)).fills((above, below));
        c.on_event(above, Self::cavitate).reads(()).sets(cavitated);
        c.on_event(below, Self::burst).reads(()).sets(burst);
        c.derivatives(Self::build_up).reads((flow, bulk_modulus)).reads_no_states();
        let wall_modulus: f64 = c
            .parameter("WallBulkModulus")
            .unit("Pa")
            .doc("Bulk modulus of the walls; 0: they are rigid")
            .at_least(0.0)
            .default(0.0);
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
        Ok(Self {
            flow,
            pressure,
            bulk_modulus,
            oil,
            cavitation: Bound { passed: cavitated, reserve: above, pressure: cavitation_pressure },
            burst: Bound { passed: burst, reserve: below, pressure: burst_pressure },
            volume: c.parameter("Volume").unit("m^3").doc("How much oil it holds").more_than(0.0).required(),
            per_wall_modulus: if wall_modulus == 0.0 { 0.0 } else { 1.0 / wall_modulus },
        })
    }
}

/// What is said of a pressure that is too low, and of one that is too high.
const TOO_LOW: &str = "the pressure is low: real oil gives off air and vapour, and pumps and valves lose their flow, below \
                       `CavitationPressure`";
const TOO_HIGH: &str = "the pressure is too high for what holds it: it is above `BurstPressure`";

impl Volume {
    #[inline]
    fn stiffness(&self, io: &mut Io<'_>) {
        let [of_oil, _, _] = io.query(self.oil, io.get(self.pressure));
        io.set(self.bulk_modulus, [of_oil / (1.0 + of_oil * self.per_wall_modulus)]);
    }

    #[inline]
    fn build_up(&self, io: &mut Io<'_>) {
        let ([flow], [bulk_modulus]) = (io.get(self.flow), io.get(self.bulk_modulus));
        io.set_derivative(self.pressure, [bulk_modulus / self.volume * flow]);
    }

    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let [pressure] = io.get(self.pressure);
        for (bound, inside) in
            [(&self.cavitation, pressure - self.cavitation.pressure), (&self.burst, self.burst.pressure - pressure)]
        {
            let [passed] = io.get(bound.passed);
            io.set(bound.reserve, [if passed == 0.0 { inside } else { 1.0 }]);
        }
    }

    fn cavitate(&self, io: &mut Io<'_>) {
        self.cavitation.pass(io, TOO_LOW);
        io.set_now(self.cavitation.passed, [1.0]);
    }

    fn burst(&self, io: &mut Io<'_>) {
        self.burst.pass(io, TOO_HIGH);
        io.set_now(self.burst.passed, [1.0]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Cavitated", &io.get(self.cavitation.passed), &[0.0, 1.0])?;
        check_mode("Burst", &io.get(self.burst.passed), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let [pressure] = io.get(self.pressure);
        if pressure <= 0.0 {
            let message = format!("`Pressure` begins with {pressure} Pa; it is absolute, and must be more than 0");
            return Err(Failure::fatal(message));
        }
        for (bound, is_passed, told) in [
            (&self.cavitation, pressure < self.cavitation.pressure, TOO_LOW),
            (&self.burst, pressure > self.burst.pressure, TOO_HIGH),
        ] {
            if is_passed {
                bound.pass(io, told);
            }
            io.set_initial(bound.passed, [f64::from(is_passed)]);
        }
        Ok(())
    }
}
