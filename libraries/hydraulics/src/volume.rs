use simobject::{Creator, Datum, Failure, Io, Result, SimObject, State, Sum};
use simobject_elements::hydraulic::{Bounded, Bounds, Volume as Law};

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
    law: Law,
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
        let law = Law::declare(c, pressure);
        c.common_computation(Self::stiffness).reads((pressure, law.oil)).fills(law.bulk_modulus);
        c.derivatives(Self::build_up).reads((flow, law.bulk_modulus)).reads_no_states();
        Ok(Self { flow, pressure, law })
    }
}

impl Bounded for Volume {
    fn bounds(&self) -> &Bounds {
        &self.law.bounds
    }

    #[inline]
    fn pressure(&self, io: &Io<'_>) -> f64 {
        io.get(self.pressure)[0]
    }

    fn check_start(&self, pressure: f64) -> Result<()> {
        if pressure > 0.0 {
            return Ok(());
        }
        let message = format!("`Pressure` begins with {pressure} Pa; it is absolute, and must be more than 0");
        Err(Failure::fatal(message))
    }
}

impl Volume {
    #[inline]
    fn stiffness(&self, io: &mut Io<'_>) {
        let [pressure] = io.get(self.pressure);
        self.law.stiffness(io, pressure);
    }

    #[inline]
    fn build_up(&self, io: &mut Io<'_>) {
        let ([flow], [bulk_modulus]) = (io.get(self.flow), io.get(self.law.bulk_modulus));
        io.set_derivative(self.pressure, [bulk_modulus / self.law.volume() * flow]);
    }
}
