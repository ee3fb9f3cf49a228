use simobject::tlm::MechanicC;
use simobject::{Clock, Creator, In, Io, Out, Rate, Result, SimObject};

use crate::input::input;

/// A force that nothing changes, `c = F`, `Zc = 0`, at port `P1`, of side C.
pub struct ForceSource {
    port: MechanicC<Out<1>>,
    force: In<1>,
}

impl SimObject for ForceSource {
    const NAME: &'static str = "Mechanic/ForceSource";
    const DOC: &'static str = "\
A force that nothing changes

c = F, Zc = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = MechanicC::<Out<1>>::declare(c, "P1", "What it pushes");
        let force = input(c, "F", "N", "Force that pushes what is there", |force| force.default(0.0));
        c.common_computation(Self::force).on(Clock::model()).reads((force,)).fills((port.c,));
        c.common_computation(Self::impedance).rate(Rate::Constant).fills((port.zc,));
        Ok(Self { port, force })
    }
}

impl ForceSource {
    #[inline]
    fn force(&self, io: &mut Io<'_>) {
        let force = io.get(self.force);
        io.set(self.port.c, force);
    }

    fn impedance(&self, io: &mut Io<'_>) {
        io.set(self.port.zc, [0.0]);
    }
}
