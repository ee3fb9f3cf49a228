use simobject::{Clock, Creator, In, Io, Out, Rate, Result, SimObject};
use simobject_elements::tlm::HydraulicC;

use super::ATMOSPHERE;
use crate::input::{input, not_negative};

/// A pressure that nothing changes, `c = p`, `Zc = 0`, at port `P1`, of side C.
pub struct PressureSource {
    port: HydraulicC<Out<1>>,
    p: In<1>,
}

impl SimObject for PressureSource {
    const NAME: &'static str = "Hydraulic/PressureSource";
    const DOC: &'static str = "\
A pressure that nothing changes

c = p, Zc = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = HydraulicC::<Out<1>>::declare(c, "P1", "Where it feeds");
        let p = input(c, "p", "Pa", "Pressure", |p| p.at_least(0.0).default(ATMOSPHERE));
        c.common_computation(Self::pressure).on(Clock::model()).reads(p).fills(port.c);
        c.common_computation(Self::impedance).rate(Rate::Constant).reads(()).fills(port.zc);
        Ok(Self { port, p })
    }
}

impl PressureSource {
    #[inline]
    fn pressure(&self, io: &mut Io<'_>) -> Result<()> {
        let [p] = io.get(self.p);
        io.set(self.port.c, [not_negative(p, "p")?]);
        Ok(())
    }

    fn impedance(&self, io: &mut Io<'_>) {
        io.set(self.port.zc, [0.0]);
    }
}
