use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A force or a torque that an in-port gives, between two flanges.
pub struct ForceBetween<M> {
    given: In<1>,
    f: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for ForceBetween<M> {
    const NAME: &'static str = M::FORCE_BETWEEN.0;
    const DOC: &'static str = M::FORCE_BETWEEN.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = M::terminals(c);
        let given = c.in_port("F", M::F.1, "What drives B towards higher positions, and A towards lower ones");
        let f = c.out_port(M::F.0, M::F.1, "What flows into A, which is F");
        c.common_computation(Self::drive).reads(given).fills(f);
        c.gives_through(ends, f);
        Ok(Self { given, f, mechanics: PhantomData })
    }
}

impl<M> ForceBetween<M> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.f, given);
    }
}
