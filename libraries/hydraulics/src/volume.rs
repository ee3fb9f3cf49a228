use simobject::{
    Creator, Crossing, Failure, Indicator, Io, Level, Out, Resource, Result, Sampled, SimObject, State, Sum,
};

use crate::oil::OIL;

/// A volume of oil with one pressure, into which any number of flows come: a
/// hose, a pipe, the block between two valves.
///
/// `Density(Pressure) Volume` is its mass, and changes by what flows in, at the
/// density that is there. The air in the oil keeps the pressure above 0, down
/// to 1 Pa, whatever flows out; without air, or still lower, it falls in
/// proportion to what is missing, and comes back as that is filled again. A
/// pressure below `CavitationPressure` is a warning, once.
pub struct Volume {
    flow: Sum<1>,
    pressure: State<1>,
    bulk_modulus: Out<1>,
    oil: Resource<1, 3>,
    cavitated: Sampled<1>,
    reserve: Indicator,
    /// m^3.
    volume: f64,
    /// 1/Pa; 0 of rigid walls.
    per_wall_modulus: f64,
    /// Pa.
    cavitation_pressure: f64,
}

impl SimObject for Volume {
    const NAME: &'static str = "Hydraulic/Volume";
    const DOC: &'static str = "\
A volume of oil with one pressure, into which any number of flows come

dPressure/dt = EffectiveBulkModulus / Volume Flow
1 / EffectiveBulkModulus = 1 / BulkModulus of the Oil at Pressure + 1 / WallBulkModulus
A WallBulkModulus of 0 is that of rigid walls
Cavitated    = 1 once Pressure has been below CavitationPressure, which is a warning, else 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flow = c.sum_port("Flow", "m^3/s", "Sum of the flows into it");
        c.fallback(flow, 0.0);
        let pressure = c.state("Pressure", "Pa", "Absolute pressure");
        c.nominal(pressure, 1e5);
        c.out_port_of("Pressure", pressure);
        let bulk_modulus = c.out_port("EffectiveBulkModulus", "Pa", "Bulk modulus of oil, air and walls together");
        let cavitated =
            c.sampled_state("Cavitated", "", "1 once the pressure has been below CavitationPressure, else 0");
        c.out_port_of("Cavitated", cavitated);
        let reserve = c.indicator("Reserve", "Pa", "Pressure less CavitationPressure", Crossing::Falling);
        let oil = c.uses("Oil", &OIL, "The oil in it, as of a `Hydraulic/Oil`");
        c.initial(Self::begin).reads((pressure,)).sets((cavitated,));
        c.common_computation(Self::stiffness).reads((pressure, oil)).fills((bulk_modulus,));
        c.common_computation(Self::watch).reads((pressure, cavitated)).fills((reserve,));
        c.on_event(reserve, Self::cavitate).reads(()).reads_no_states().sets((cavitated,));
        c.derivatives(Self::build_up).reads((flow, bulk_modulus)).reads_no_states();
        let wall_modulus: f64 = c
            .parameter("WallBulkModulus")
            .unit("Pa")
            .doc("Bulk modulus of the walls; 0: they are rigid")
            .at_least(0.0)
            .default(0.0);
        Ok(Self {
            flow,
            pressure,
            bulk_modulus,
            oil,
            cavitated,
            reserve,
            volume: c.parameter("Volume").unit("m^3").doc("How much oil it holds").more_than(0.0).required(),
            per_wall_modulus: if wall_modulus == 0.0 { 0.0 } else { 1.0 / wall_modulus },
            cavitation_pressure: c
                .parameter("CavitationPressure")
                .unit("Pa")
                .doc("A pressure below this is a warning, once")
                .at_least(0.0)
                .default(1e4),
        })
    }
}

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
        let ([pressure], [cavitated]) = (io.get(self.pressure), io.get(self.cavitated));
        io.set(self.reserve, [if cavitated == 0.0 { pressure - self.cavitation_pressure } else { 1.0 }]);
    }

    fn cavitate(&self, io: &mut Io<'_>) {
        self.warn(io);
        io.set_now(self.cavitated, [1.0]);
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let [pressure] = io.get(self.pressure);
        if pressure <= 0.0 {
            let message = format!("`Pressure` begins with {pressure} Pa; it is absolute, and must be more than 0");
            return Err(Failure::fatal(message));
        }
        let is_low = pressure < self.cavitation_pressure;
        if is_low {
            self.warn(io);
        }
        io.set_initial(self.cavitated, [f64::from(is_low)]);
        Ok(())
    }

    #[cold]
    fn warn(&self, io: &mut Io<'_>) {
        let message = format!(
            "the pressure is below `CavitationPressure`, {} Pa: real oil gives off air and vapour there, and pumps and \
             valves lose their flow (this is said only once)",
            self.cavitation_pressure
        );
        io.log(Level::Warning, &message);
    }
}
