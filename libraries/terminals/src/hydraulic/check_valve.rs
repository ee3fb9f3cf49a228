use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Poppet, Pressures};

use super::ports;

/// A valve that lets oil flow from A to B only.
pub struct CheckValve {
    dp: In<1>,
    q: Out<1>,
    poppet: Poppet,
}

impl SimObject for CheckValve {
    const NAME: &'static str = "Hydraulic/CheckValve";
    const DOC: &'static str = "\
A valve that lets oil flow from A to B only

opening = (dp - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
q       = opening NominalFlow r(dp) / r(FullPressure)
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)

It does not leak: where it is shut, something else has to determine the pressures on both sides.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let q = c.out_port("q", "m^3/s", "Flow from A to B: never below 0");
        c.common_computation(Self::pass).reads(dp).fills(q);
        c.gives_through(ends, q).across(dp);
        let poppet = Poppet::declare(c, &Pressures { crack: Some(5e4), full: Some(2e5) });
        Ok(Self { dp, q, poppet })
    }
}

impl CheckValve {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [dp] = io.get(self.dp);
        io.set(self.q, [self.poppet.flow(self.poppet.opening(dp), dp)]);
    }
}
