use simobject::{Creator, In, Io, Out, Resource, Result, SimObject};
use simobject_elements::hydraulic::{Hole, OIL};

use super::{ports, pressure_at};

/// A round hole in a thin wall between A and B: a [`Hole`], with density and viscosity at the mean of both pressures.
pub struct Orifice {
    pressures: [In<1>; 2],
    q: Out<1>,
    oil: Resource<1, 3>,
    hole: Hole,
}

impl SimObject for Orifice {
    const NAME: &'static str = "Hydraulic/Orifice";
    const DOC: &'static str = "\
A round hole between A and B, laminar to turbulent without a kink

q = DischargeCoefficient pi Diameter^2 / 4 sqrt(2 / Density) dp / (dp^2 + c^2)^(1/4)
c = Density / 2 (CriticalReynolds KinematicViscosity / (DischargeCoefficient Diameter))^2
Density, KinematicViscosity = Oil((p(A) + p(B)) / 2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let pressures = [
            pressure_at(c, ends.0, "p_a", "Absolute pressure at A"),
            pressure_at(c, ends.1, "p_b", "Absolute pressure at B"),
        ];
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        let oil = c.uses("Oil", &OIL, "The oil that flows, as of a `Hydraulic/Oil`");
        c.common_computation(Self::pass).reads((pressures, oil)).fills(q);
        c.gives_through(ends, q);
        Ok(Self { pressures, q, oil, hole: Hole::declare(c) })
    }
}

impl Orifice {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [[a], [b]] = self.pressures.map(|pressure| io.get(pressure));
        let [_, density, viscosity] = io.query(self.oil, [0.5 * (a + b)]);
        io.set(self.q, [self.hole.flow([density, viscosity], a - b)]);
    }
}
