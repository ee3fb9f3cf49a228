use simobject::{Creator, Datum, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Poppet, Pressures};

/// A valve that lets oil flow from A to B only: a poppet on a spring, closed
/// up to `CrackPressure`, wide open from `FullPressure` on, in proportion between
/// the two. It has no inertia, and does not leak.
pub struct CheckValve {
    pressure_a: In<1>,
    pressure_b: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
    poppet: Poppet,
}

impl SimObject for CheckValve {
    const NAME: &'static str = "Hydraulic/CheckValve";
    const DOC: &'static str = "\
A valve that lets oil flow from A to B only

x       = PressureA - PressureB
opening = (x - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
FlowB   = opening NominalFlow r(x) / r(FullPressure), FlowA = -FlowB
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure of where the oil comes from");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure of where it goes");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A: never above 0");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        c.common_computation(Self::pass).reads((pressure_a, pressure_b)).fills((flow_a, flow_b));
        let poppet = Poppet::declare(c, &Pressures { crack: Some(5e4), full: Some(2e5) });
        Ok(Self { pressure_a, pressure_b, flow_a, flow_b, poppet })
    }
}

impl CheckValve {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let pressure_drop = io.get(self.pressure_a)[0] - io.get(self.pressure_b)[0];
        let flow = self.poppet.flow(self.poppet.opening(pressure_drop), pressure_drop);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
    }
}
