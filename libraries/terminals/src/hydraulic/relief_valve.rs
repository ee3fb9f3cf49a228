use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Lag, Lagging, Relief};

use super::ports;

/// A valve that keeps the pressure at A from rising; with a `TimeConstant` its poppet follows with a lag.
pub struct ReliefValve {
    dp: In<1>,
    q: Out<1>,
    relief: Relief,
}

impl SimObject for ReliefValve {
    const NAME: &'static str = "Hydraulic/ReliefValve";
    const DOC: &'static str = "\
A valve from A to B that opens where a pressure difference is too high

wanted  = (dp - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
Opening = wanted; with TimeConstant, Opening = PoppetPos, TimeConstant dPoppetPos/dt = wanted - PoppetPos
q       = Opening NominalFlow r(dp) / r(FullPressure)
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        let relief = Relief::declare(c, dp);
        c.common_computation(Self::pass).reads((dp, relief.lag.map(|lag| lag.state()))).fills((q, relief.opening));
        c.gives_through(ends, q).across(dp);
        Ok(Self { dp, q, relief })
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
        io.get(self.dp)[0]
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) -> Result<()> {
        let dp = self.pressure_drop(io);
        let flow = self.relief.flow(io, dp)?;
        io.set(self.q, [flow]);
        Ok(())
    }
}
