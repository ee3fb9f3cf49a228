use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Rate, Result, SimObject};

use super::{Mechanics, flange};

/// A flange that stands still.
pub struct Fixed<M> {
    position: Out<1>,
    velocity: Out<1>,
    acceleration: Out<1>,
    _f: In<1>,
    at: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Fixed<M> {
    const NAME: &'static str = M::FIXED.0;
    const DOC: &'static str = M::FIXED.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = flange::<M, Self>(c);
        let position = c.out_port(M::S.0, M::S.1, "Position");
        let velocity = c.out_port(M::V.0, M::V.1, "Velocity, which is 0");
        let acceleration = c.out_port(M::A.0, M::A.1, "Acceleration, which is 0");
        let f = c.in_port(M::F.0, M::F.1, "What flows into it");
        c.common_computation(Self::stand).reads(()).fills((position, velocity, acceleration)).rate(Rate::Constant);
        c.fixes_across(flange).across(velocity).position(position).rate(acceleration).through(f);
        let at = c.parameter(M::S0).unit(M::S.1).doc("Where it stands").default(0.0);
        Ok(Self { position, velocity, acceleration, _f: f, at, mechanics: PhantomData })
    }
}

impl<M> Fixed<M> {
    fn stand(&self, io: &mut Io<'_>) {
        io.set(self.position, [self.at]);
        io.set(self.velocity, [0.0]);
        io.set(self.acceleration, [0.0]);
    }
}
