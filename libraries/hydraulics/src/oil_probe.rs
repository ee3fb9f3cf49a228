use simobject::{Creator, Datum, In, Io, Out, Resource, Result, SimObject};

use crate::oil::OIL;

/// What the oil is like at a pressure, for those who want to see it, and for
/// types that do not ask themselves.
pub struct OilProbe {
    pressure: In<1>,
    oil: Resource<1, 3>,
    bulk_modulus: Out<1>,
    density: Out<1>,
    kinematic_viscosity: Out<1>,
}

impl SimObject for OilProbe {
    const NAME: &'static str = "Hydraulic/OilProbe";
    const DOC: &'static str = "\
What the oil is like at a pressure

BulkModulus, Density, KinematicViscosity = Oil(Pressure)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure = c.in_port("Pressure", "Pa", "Absolute pressure");
        c.datum(pressure, Datum::Absolute);
        let bulk_modulus = c.out_port("BulkModulus", "Pa", "Bulk modulus of the oil and the air in it");
        let density = c.out_port("Density", "kg/m^3", "Density of the oil and the air in it");
        let kinematic_viscosity = c.out_port("KinematicViscosity", "m^2/s", "Kinematic viscosity of the oil");
        let oil = c.uses("Oil", &OIL, "The oil that is asked, as of a `Hydraulic/Oil`");
        c.common_computation(Self::look).reads((pressure, oil)).fills((bulk_modulus, density, kinematic_viscosity));
        Ok(Self { pressure, oil, bulk_modulus, density, kinematic_viscosity })
    }
}

impl OilProbe {
    #[inline]
    fn look(&self, io: &mut Io<'_>) {
        let [bulk_modulus, density, kinematic_viscosity] = io.query(self.oil, io.get(self.pressure));
        io.set(self.bulk_modulus, [bulk_modulus]);
        io.set(self.density, [density]);
        io.set(self.kinematic_viscosity, [kinematic_viscosity]);
    }
}
