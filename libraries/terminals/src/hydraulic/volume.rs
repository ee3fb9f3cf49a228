use simobject::{Creator, In, Io, Out, Resource, Result, SimObject};
use simobject_elements::hydraulic::{Bounded, Bounds, OIL};

use super::{ATMOSPHERE, absolute, check_start, port};

/// A volume of oil with one pressure: a hose, a pipe, the block between two valves. Several at one node are one.
///
/// In rigid walls `Density(p) Volume` is its mass, and changes by what flows in, at the density that is there. The air in
/// the oil keeps the pressure above 0, down to 1 Pa, whatever flows out.
pub struct Volume {
    p: In<1>,
    capacity: Out<1>,
    bulk_modulus: Out<1>,
    oil: Resource<1, 3>,
    bounds: Bounds,
    /// m^3.
    volume: f64,
    /// 1/Pa; 0 of rigid walls.
    per_wall_modulus: f64,
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
        let bulk_modulus = c.out_port("EffectiveBulkModulus", "Pa", "Bulk modulus of oil, air and walls together");
        let oil = c.uses("Oil", &OIL, "The oil in it, as of a `Hydraulic/Oil`");
        c.common_computation(Self::stiffness).reads((p, oil)).reads_no_states().fills((capacity, bulk_modulus));
        c.stores(port, capacity).across(p).begins(ATMOSPHERE);
        let wall_modulus: f64 = c
            .parameter("WallBulkModulus")
            .unit("Pa")
            .doc("Bulk modulus of the walls; 0: they are rigid")
            .at_least(0.0)
            .default(0.0);
        Ok(Self {
            p,
            capacity,
            bulk_modulus,
            oil,
            bounds: Bounds::declare(c, p),
            volume: c.parameter("Volume").unit("m^3").doc("How much oil it holds").more_than(0.0).required(),
            per_wall_modulus: if wall_modulus == 0.0 { 0.0 } else { 1.0 / wall_modulus },
        })
    }
}

impl Bounded for Volume {
    fn bounds(&self) -> &Bounds {
        &self.bounds
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
        let [of_oil, _, _] = io.query(self.oil, io.get(self.p));
        let bulk_modulus = of_oil / (1.0 + of_oil * self.per_wall_modulus);
        io.set(self.bulk_modulus, [bulk_modulus]);
        io.set(self.capacity, [self.volume / bulk_modulus]);
    }
}
