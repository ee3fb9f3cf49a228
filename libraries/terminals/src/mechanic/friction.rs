use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// Dry friction between two flanges: it sticks up to one force, and slides with another.
pub struct Friction<M> {
    v_rel: In<1>,
    f: Out<1>,
    through: In<1>,
    limit: Out<1>,
    sliding: Out<1>,
    coulomb: f64,
    breakaway: f64,
    /// Velocity over which the one falls to the other.
    stribeck: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Friction<M> {
    const NAME: &'static str = M::FRICTION.0;
    const DOC: &'static str = M::FRICTION.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b) = M::terminals(c);
        let v_rel = c.in_port(M::V_REL, M::V.1, "Velocity of B less that of A");
        let through = c.in_port("Through", M::F.1, "What flows into B");
        let f = c.out_port(M::F.0, M::F.1, "The same");
        let limit = c.out_port("limit", M::F.1, "What it holds at rest");
        let sliding = c.out_port("sliding", M::F.1, "What it brakes with where it slides");
        c.common_computation(Self::law).reads(v_rel).fills((limit, sliding));
        c.common_computation(Self::show).reads(through).fills(f);
        c.holds((b, a), limit).sliding(sliding).across(v_rel).through(through);
        let (breakaway, coulomb) = (format!("{}_s", M::F.0), format!("{}_c", M::F.0));
        let at_rest = format!("Friction at rest; without it, {coulomb}");
        let coulomb: f64 = c.parameter(coulomb).unit(M::F.1).doc("Friction where it slides").at_least(0.0).required();
        let at_rest: f64 =
            c.parameter(breakaway.clone()).unit(M::F.1).doc(at_rest).at_least(0.0).optional().unwrap_or(coulomb);
        if at_rest < coulomb {
            c.error(breakaway, format!("is {at_rest}, less than where it slides, {coulomb}"));
        }
        let stribeck = c
            .parameter("v_s")
            .unit(M::V.1)
            .doc("Velocity by which friction falls from that at rest; 0: at once")
            .at_least(0.0)
            .default(0.0);
        Ok(Self { v_rel, f, through, limit, sliding, coulomb, breakaway: at_rest, stribeck, mechanics: PhantomData })
    }
}

impl<M> Friction<M> {
    #[inline]
    fn law(&self, io: &mut Io<'_>) {
        let [v_rel] = io.get(self.v_rel);
        let more = match self.stribeck {
            0.0 => 0.0,
            stribeck => (self.breakaway - self.coulomb) * (-v_rel.abs() / stribeck).exp(),
        };
        io.set(self.limit, [self.breakaway]);
        io.set(self.sliding, [self.coulomb + more]);
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let through = io.get(self.through);
        io.set(self.f, through);
    }
}
