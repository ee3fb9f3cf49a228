use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A force or a torque that an in-port gives, from the reference onto a flange.
pub struct Force<M> {
    given: In<1>,
    f: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Force<M> {
    const NAME: &'static str = M::FORCE.0;
    const DOC: &'static str = M::FORCE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let given = c.in_port("F", M::F.1, "What drives the flange towards higher positions");
        let f = c.out_port(M::F.0, M::F.1, "What flows into it, which is -F");
        c.common_computation(Self::drive).reads(given).fills(f);
        c.gives_through(flange, f);
        Ok(Self { given, f, mechanics: PhantomData })
    }
}

impl<M> Force<M> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let [given] = io.get(self.given);
        io.set(self.f, [-given]);
    }
}
