use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// Measures what flows from one flange to the other, which are one piece.
pub struct ForceSensor<M> {
    through: In<1>,
    f: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for ForceSensor<M> {
    const NAME: &'static str = M::FORCE_SENSOR.0;
    const DOC: &'static str = M::FORCE_SENSOR.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = M::terminals(c);
        let through = c.in_port("Through", M::F.1, "What flows from A to B");
        let f = c.out_port(M::F.0, M::F.1, "The same");
        c.common_computation(Self::measure).reads(through).fills(f);
        c.fixes_across(ends).through(through);
        Ok(Self { through, f, mechanics: PhantomData })
    }
}

impl<M> ForceSensor<M> {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let f = io.get(self.through);
        io.set(self.f, f);
    }
}
