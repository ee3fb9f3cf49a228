use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// An elastic stop between two flanges, or one on each side. It pushes, and never pulls.
pub struct ElastoGap<M> {
    s_rel: In<1>,
    v_rel: In<1>,
    f: Out<1>,
    stiffness: f64,
    damping: f64,
    least: f64,
    most: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for ElastoGap<M> {
    const NAME: &'static str = M::ELASTO_GAP.0;
    const DOC: &'static str = M::ELASTO_GAP.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b) = M::terminals(c);
        let least = c
            .parameter(format!("{}_min", M::S.0))
            .unit(M::S.1)
            .doc("Where it touches as B comes nearer to A")
            .required();
        let most: Option<f64> = c
            .parameter(format!("{}_max", M::S.0))
            .unit(M::S.1)
            .doc("Where it touches as B goes away from A")
            .optional();
        let most = most.unwrap_or(f64::INFINITY);
        if least >= most {
            c.error(format!("{}_min", M::S.0), format!("is {least}, not below the other side, {most}"));
        }
        let s_rel = c.in_port(M::S_REL, M::S.1, "Position of B less that of A");
        let v_rel = c.in_port(M::V_REL, M::V.1, "Velocity of B less that of A");
        let f = c.out_port(M::F.0, M::F.1, "What flows into B");
        c.common_computation(Self::push).reads((s_rel, v_rel)).fills(f);
        c.gives_through((b, a), f).position(s_rel).across(v_rel);
        Ok(Self {
            s_rel,
            v_rel,
            f,
            stiffness: c.parameter("c").unit(M::STIFFNESS).doc("Stiffness of the contact").more_than(0.0).required(),
            damping: c.parameter("d").unit(M::DAMPING).doc("Damping while it touches").at_least(0.0).default(0.0),
            least,
            most,
            mechanics: PhantomData,
        })
    }
}

impl<M> ElastoGap<M> {
    #[inline]
    fn push(&self, io: &mut Io<'_>) {
        let ([s], [v]) = (io.get(self.s_rel), io.get(self.v_rel));
        let elastic = self.stiffness * (s - s.clamp(self.least, self.most));
        let damping = (self.damping * v).clamp(-elastic.abs(), elastic.abs());
        io.set(self.f, [elastic + damping]);
    }
}
