use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::{Mechanics, flange};

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
        let flange = flange::<M, Self>(c);
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

/// A flange that moves as in-ports say.
pub struct Position<M> {
    given: [In<1>; 3],
    moves: [Out<1>; 3],
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Position<M> {
    const NAME: &'static str = M::POSITION.0;
    const DOC: &'static str = M::POSITION.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = flange::<M, Self>(c);
        let given = [
            c.in_port("Ref", M::S.1, "Position"),
            c.in_port("RefVel", M::V.1, "Velocity"),
            c.in_port("RefAcc", M::A.1, "Acceleration"),
        ];
        let [s, v, a] = [
            c.out_port(M::S.0, M::S.1, "The same position"),
            c.out_port(M::V.0, M::V.1, "The same velocity"),
            c.out_port(M::A.0, M::A.1, "The same acceleration"),
        ];
        let f = c.in_port(M::F.0, M::F.1, "What flows into it");
        c.common_computation(Self::drive).reads((given[0], given[1], given[2])).fills((s, v, a));
        c.fixes_across(flange).position(s).across(v).rate(a).through(f);
        Ok(Self { given, moves: [s, v, a], mechanics: PhantomData })
    }
}

impl<M> Position<M> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        for (given, moves) in self.given.into_iter().zip(self.moves) {
            let given = io.get(given);
            io.set(moves, given);
        }
    }
}
