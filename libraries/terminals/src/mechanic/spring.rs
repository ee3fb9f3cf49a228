use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A spring: `f = c (s_rel - s_rel0)`, `s_rel` the position of `B` less that of `A`; it pulls `B` back with `f`.
pub struct Spring<M> {
    s_rel: In<1>,
    f: Out<1>,
    stiffness: f64,
    relaxed: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Spring<M> {
    const NAME: &'static str = M::SPRING.0;
    const DOC: &'static str = M::SPRING.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b) = M::terminals(c);
        let s_rel = c.in_port(M::S_REL, M::S.1, "Position of B less that of A");
        let f = c.out_port(M::F.0, M::F.1, "What flows into B");
        c.common_computation(Self::pull).reads(s_rel).fills(f);
        c.gives_through((b, a), f).position(s_rel);
        Ok(Self {
            s_rel,
            f,
            stiffness: c.parameter("c").unit(M::STIFFNESS).doc("Stiffness").at_least(0.0).required(),
            relaxed: c.parameter(M::S_REL0).unit(M::S.1).doc("Where it is relaxed").default(0.0),
            mechanics: PhantomData,
        })
    }
}

impl<M> Spring<M> {
    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let [s_rel] = io.get(self.s_rel);
        io.set(self.f, [self.stiffness * (s_rel - self.relaxed)]);
    }
}
