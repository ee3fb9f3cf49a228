use simobject::tlm::MechanicQ;
use simobject::{Clock, Creator, Io, Rate, Result, SimObject};

/// A wall: port `P1`, of side Q, does not move.
pub struct FixedPosition {
    port: MechanicQ,
    /// m.
    x: f64,
    /// kg.
    mass: f64,
}

impl SimObject for FixedPosition {
    const NAME: &'static str = "Mechanic/FixedPosition";
    const DOC: &'static str = "\
A wall

P1.v = 0, P1.x = x, P1.f = c, P1.me = m_e";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = MechanicQ::declare(c, "P1", "What is fastened");
        c.common_computation(Self::reaction).on(Clock::model()).reads((port.c,)).fills((port.f,));
        c.common_computation(Self::rest).rate(Rate::Constant).fills((port.v, port.x, port.me));
        let x = c.parameter("x").unit("m").doc("Position").default(0.0);
        let mass = c.parameter("m_e").unit("kg").doc("Equivalent mass: large, so that nothing moves it");
        Ok(Self { port, x, mass: mass.more_than(0.0).default(1e300) })
    }
}

impl FixedPosition {
    #[inline]
    fn reaction(&self, io: &mut Io<'_>) {
        let force = io.get(self.port.c);
        io.set(self.port.f, force);
    }

    fn rest(&self, io: &mut Io<'_>) {
        io.set(self.port.v, [0.0]);
        io.set(self.port.x, [self.x]);
        io.set(self.port.me, [self.mass]);
    }
}
