use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A flange that moves with the velocity that an in-port gives.
pub struct Speed<M> {
    given: In<1>,
    velocity: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Speed<M> {
    const NAME: &'static str = M::SPEED.0;
    const DOC: &'static str = M::SPEED.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let given = c.in_port("Ref", M::V.1, "Velocity");
        let velocity = c.out_port(M::V.0, M::V.1, "The same");
        c.common_computation(Self::drive).reads(given).fills(velocity);
        c.fixes_across(flange).across(velocity);
        Ok(Self { given, velocity, mechanics: PhantomData })
    }
}

impl<M> Speed<M> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.velocity, given);
    }
}
