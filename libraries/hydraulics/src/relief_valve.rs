use simobject::{Creator, Datum, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Lag, Lagging, Relief};

/// A valve that keeps a pressure from rising: closed up to `CrackPressure`, wide
/// open from `FullPressure` on, in proportion between the two. With a
/// `TimeConstant` its poppet follows with a lag.
pub struct ReliefValve {
    pressure_a: In<1>,
    pressure_b: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
    relief: Relief,
}

impl SimObject for ReliefValve {
    const NAME: &'static str = "Hydraulic/ReliefValve";
    const DOC: &'static str = "\
A valve from A to B that opens where a pressure difference is too high

x       = PressureA - PressureB
wanted  = (x - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
Opening = wanted; with TimeConstant, Opening = PoppetPos, TimeConstant dPoppetPos/dt = wanted - PoppetPos
FlowB   = Opening NominalFlow r(x) / r(FullPressure), FlowA = -FlowB
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure that it limits");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure of where the oil goes");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let pressures = (pressure_a, pressure_b);
        let relief = Relief::declare(c, pressures);
        c.common_computation(Self::pass).reads((pressures, relief.lag.map(|lag| lag.state()))).fills((
            flow_a,
            flow_b,
            relief.opening,
        ));
        Ok(Self { pressure_a, pressure_b, flow_a, flow_b, relief })
    }
}

impl Lagging for ReliefValve {
    #[inline]
    fn lag(&self) -> Option<&Lag> {
        self.relief.lag.as_ref()
    }

    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        self.relief.poppet.opening(self.pressure_drop(io))
    }
}

impl ReliefValve {
    #[inline]
    fn pressure_drop(&self, io: &Io<'_>) -> f64 {
        io.get(self.pressure_a)[0] - io.get(self.pressure_b)[0]
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) -> Result<()> {
        let pressure_drop = self.pressure_drop(io);
        let flow = self.relief.flow(io, pressure_drop)?;
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
        Ok(())
    }
}
