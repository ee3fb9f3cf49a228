use std::marker::PhantomData;

use simobject::{Branch, Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A dog clutch, or any form fit: it holds whatever comes, or nothing.
pub struct DogClutch<M> {
    engaged: In<1>,
    through: In<1>,
    f: Out<1>,
    limit: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for DogClutch<M> {
    const NAME: &'static str = M::DOG_CLUTCH.0;
    const DOC: &'static str = M::DOG_CLUTCH.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = M::terminals(c);
        let engaged = c.in_port("Engaged", "", "Above 0.5 it is engaged");
        c.input_range(engaged, 0.0..=1.0);
        let through = c.in_port("Through", M::F.1, "What flows from A to B");
        let f = c.out_port(M::F.0, M::F.1, "The same");
        let limit = c.out_port("limit", M::F.1, "What it holds: anything, or nothing");
        c.common_computation(Self::engage).reads(engaged).fills(limit);
        c.common_computation(Self::show).reads(through).fills(f);
        c.holds(ends, limit).through(through);
        Ok(Self { engaged, through, f, limit, mechanics: PhantomData })
    }
}

impl<M> DogClutch<M> {
    #[inline]
    fn engage(&self, io: &mut Io<'_>) {
        let [engaged] = io.get(self.engaged);
        io.set(self.limit, [if engaged > 0.5 { Branch::UNLIMITED } else { 0.0 }]);
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let through = io.get(self.through);
        io.set(self.f, through);
    }
}
