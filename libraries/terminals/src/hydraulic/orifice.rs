use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::Hole;

use super::{ports, pressure_at};

/// A round hole in a thin wall between A and B: a [`Hole`].
pub struct Orifice {
    pressures: [In<1>; 2],
    q: Out<1>,
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
        let hole = Hole::declare(c);
        c.common_computation(Self::pass).reads((pressures, hole.oil)).fills(q);
        c.gives_through(ends, q);
        Ok(Self { pressures, q, hole })
    }
}

impl Orifice {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let pressures = self.pressures.map(|pressure| io.get(pressure)[0]);
        io.set(self.q, [self.hole.flow(io, pressures)]);
    }
}
