use std::marker::PhantomData;

use simobject::{Clock, Creator, Io, Rate, Result, SimObject};
use simobject_elements::tlm::MechanicQ;

use super::freedom::{Axis, Freedom, Line};

/// A wall: port `P1`, of side Q, does not move.
pub type FixedPosition = Wall<Line>;

/// A wall: port `P1`, of side Q, does not turn.
pub type FixedRotation = Wall<Axis>;

/// What does not move.
pub struct Wall<F> {
    port: MechanicQ,
    /// m.
    x: f64,
    /// kg.
    mass: f64,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for Wall<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/FixedRotation" } else { "Mechanic/FixedPosition" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A wall

P1.w = 0, P1.a = a, P1.T = c, P1.Je = J_e"
    } else {
        "\
A wall

P1.v = 0, P1.x = x, P1.f = c, P1.me = m_e"
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = F::side_q(c, "P1", "What is fastened");
        c.common_computation(Self::reaction).on(Clock::model()).reads(port.c).fills(port.f);
        c.common_computation(Self::rest).rate(Rate::Constant).reads(()).fills((port.v, port.x, port.me));
        let (position, mass) = (F::NAMES.position, F::NAMES.mass);
        let x = c.parameter(position.symbol).unit(position.unit).doc(position.name).default(0.0);
        let mass = c.parameter(F::NAMES.equivalent_mass).unit(mass.unit);
        let mass = mass.doc("What counts as moving with it: large, so that nothing moves it");
        Ok(Self { port, x, mass: mass.more_than(0.0).default(1e300), freedom: PhantomData })
    }
}

impl<F> Wall<F> {
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
