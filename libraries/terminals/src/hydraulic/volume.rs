use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Bounded, Bounds, Volume as Law};

use super::{ATMOSPHERE, absolute, check_start, port};

/// A volume of oil with one pressure: a hose, a pipe, the block between two valves. Several at one node are one.
///
/// In rigid walls `Density(p) Volume` is its mass, and changes by what flows in, at the density that is there. The air in
/// the oil keeps the pressure above 0, down to 1 Pa, whatever flows out.
pub struct Volume {
    p: In<1>,
    capacity: Out<1>,
    law: Law,
}

impl SimObject for Volume {
    const NAME: &'static str = "Hydraulic/Volume";
    const DOC: &'static str = "\
A volume of oil with one pressure

Capacity dp/dt = flow into it
Capacity       = Volume / EffectiveBulkModulus
1 / EffectiveBulkModulus = 1 / BulkModulus of the Oil at p + 1 / WallBulkModulus
A WallBulkModulus of 0 is that of rigid walls
Cavitated = 1 once p has been below CavitationPressure, Burst = 1 once it has been above BurstPressure: warnings";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = port(c);
        let p = absolute(c, "p", "Absolute pressure");
        let capacity = c.out_port("Capacity", "m^3/Pa", "Oil that it takes for each pascal");
        let law = Law::declare(c, p);
        c.common_computation(Self::stiffness).reads((p, law.oil)).reads_no_states().fills((capacity, law.bulk_modulus));
        c.stores(port, capacity).across(p).begins(ATMOSPHERE);
        Ok(Self { p, capacity, law })
    }
}

impl Bounded for Volume {
    fn bounds(&self) -> &Bounds {
        &self.law.bounds
    }

    #[inline]
    fn pressure(&self, io: &Io<'_>) -> f64 {
        io.get(self.p)[0]
    }

    fn check_start(&self, pressure: f64) -> Result<()> {
        check_start("A", pressure)
    }
}

impl Volume {
    #[inline]
    fn stiffness(&self, io: &mut Io<'_>) {
        let [p] = io.get(self.p);
        let bulk_modulus = self.law.stiffness(io, p);
        io.set(self.capacity, [self.law.volume() / bulk_modulus]);
    }
}
