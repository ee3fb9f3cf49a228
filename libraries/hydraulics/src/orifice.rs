use simobject::{Creator, Datum, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::Hole;

/// A round hole in a thin wall between A and B.
///
/// Its law is that of a [`Hole`].
pub struct Orifice {
    pressure_a: In<1>,
    pressure_b: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
    hole: Hole,
}

impl SimObject for Orifice {
    const NAME: &'static str = "Hydraulic/Orifice";
    const DOC: &'static str = "\
A round hole between A and B, laminar to turbulent without a kink

x     = PressureA - PressureB
FlowB = DischargeCoefficient pi Diameter^2 / 4 sqrt(2 / Density) x / (x^2 + c^2)^(1/4), FlowA = -FlowB
c     = Density / 2 (CriticalReynolds KinematicViscosity / (DischargeCoefficient Diameter))^2
Density, KinematicViscosity = Oil((PressureA + PressureB) / 2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure at A");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure at B");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let hole = Hole::declare(c);
        c.common_computation(Self::pass).reads((pressure_a, pressure_b, hole.oil)).fills((flow_a, flow_b));
        Ok(Self { pressure_a, pressure_b, flow_a, flow_b, hole })
    }
}

impl Orifice {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let ([a], [b]) = (io.get(self.pressure_a), io.get(self.pressure_b));
        let flow = self.hole.flow(io, [a, b]);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
    }
}
