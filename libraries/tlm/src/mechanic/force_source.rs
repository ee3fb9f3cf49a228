use std::marker::PhantomData;

use simobject::{Clock, Creator, In, Io, Out, Rate, Result, SimObject};
use simobject_elements::tlm::MechanicC;

use super::freedom::{Axis, Freedom, Line};
use crate::input::input;

/// A force that nothing changes, `c = F`, `Zc = 0`, at port `P1`, of side C.
pub type ForceSource = Push<Line>;

/// A torque that nothing changes, `c = T`, `Zc = 0`, at port `P1`, of side C.
pub type TorqueSource = Push<Axis>;

/// A source of force or torque.
pub struct Push<F> {
    port: MechanicC<Out<1>>,
    force: In<1>,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for Push<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/TorqueSource" } else { "Mechanic/ForceSource" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A torque that nothing changes

c = T, Zc = 0"
    } else {
        "\
A force that nothing changes

c = F, Zc = 0"
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = F::side_c(c, "P1", "What it drives");
        let (symbol, unit) = (F::NAMES.force.symbol, F::NAMES.force.unit);
        let doc = if F::ROTATIONAL { "Torque that turns what is there" } else { "Force that pushes what is there" };
        let force = input(c, symbol, unit, doc, |force| force.default(0.0));
        c.common_computation(Self::force).on(Clock::model()).reads(force).fills(port.c);
        c.common_computation(Self::impedance).rate(Rate::Constant).reads(()).fills(port.zc);
        Ok(Self { port, force, freedom: PhantomData })
    }
}

impl<F> Push<F> {
    #[inline]
    fn force(&self, io: &mut Io<'_>) {
        let force = io.get(self.force);
        io.set(self.port.c, force);
    }

    fn impedance(&self, io: &mut Io<'_>) {
        io.set(self.port.zc, [0.0]);
    }
}
