use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::{Mechanics, flanges};

/// A damper: `f = d v_rel`, `v_rel` the velocity of `B` less that of `A`; it pulls `B` back with `f`.
pub struct Damper<M> {
    v_rel: In<1>,
    f: Out<1>,
    damping: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Damper<M> {
    const NAME: &'static str = M::DAMPER.0;
    const DOC: &'static str = M::DAMPER.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b) = flanges::<M, Self>(c);
        let v_rel = c.in_port(M::V_REL, M::V.1, "Velocity of B less that of A");
        let f = c.out_port(M::F.0, M::F.1, "What flows into B");
        c.common_computation(Self::pull).reads(v_rel).fills(f);
        c.gives_through((b, a), f).across(v_rel);
        let damping = c.parameter("d").unit(M::DAMPING).doc("Damping").more_than(0.0).required();
        Ok(Self { v_rel, f, damping, mechanics: PhantomData })
    }
}

impl<M> Damper<M> {
    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let [v_rel] = io.get(self.v_rel);
        io.set(self.f, [self.damping * v_rel]);
    }
}
