use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::Throttle;

use super::ports;

/// A throttle between A and B that an in-port opens.
pub struct ThrottleValve {
    opening: In<1>,
    dp: In<1>,
    q: Out<1>,
    throttle: Throttle,
}

impl SimObject for ThrottleValve {
    const NAME: &'static str = "Hydraulic/ThrottleValve";
    const DOC: &'static str = "\
A throttle between A and B that an in-port opens

q    = Opening NominalFlow r(dp) / r(NominalPressureDrop), Opening from 0 to 1
r(x) = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let opening = c.in_port("Opening", "", "How far it is open, 0 to 1");
        c.input_range(opening, 0.0..=1.0);
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        c.common_computation(Self::pass).reads((opening, dp)).fills(q);
        c.gives_through(ends, q).across(dp);
        let throttle = Throttle::declare(c, "Flow through it at NominalPressureDrop, where it is wide open", 5e5);
        Ok(Self { opening, dp, q, throttle })
    }
}

impl ThrottleValve {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let ([opening], [dp]) = (io.get(self.opening), io.get(self.dp));
        io.set(self.q, [self.throttle.flow(opening.clamp(0.0, 1.0), dp)]);
    }
}
