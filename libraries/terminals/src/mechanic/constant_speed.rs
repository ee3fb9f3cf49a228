use std::marker::PhantomData;

use simobject::{Creator, Io, Out, Rate, Result, SimObject};

use super::Mechanics;

/// A flange that moves with a constant velocity.
pub struct ConstantSpeed<M> {
    velocity: Out<1>,
    rate: Out<1>,
    value: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for ConstantSpeed<M> {
    const NAME: &'static str = M::CONSTANT_SPEED.0;
    const DOC: &'static str = M::CONSTANT_SPEED.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let f = c.in_port(M::F.0, M::F.1, "What flows into it");
        let velocity = c.out_port(M::V.0, M::V.1, "Velocity");
        let rate = c.out_port(M::A.0, M::A.1, "Its rate, which is 0");
        c.common_computation(Self::drive).reads(()).fills((velocity, rate)).rate(Rate::Constant);
        c.fixes_across(flange).across(velocity).rate(rate).through(f);
        let value = c.parameter(format!("{}_fixed", M::V.0)).unit(M::V.1).doc("Velocity").required();
        Ok(Self { velocity, rate, value, mechanics: PhantomData })
    }
}

impl<M> ConstantSpeed<M> {
    fn drive(&self, io: &mut Io<'_>) {
        io.set(self.velocity, [self.value]);
        io.set(self.rate, [0.0]);
    }
}
