//! Couplings of three hydraulic ports.

use simobject::{Creator, Io, Result, SimObject};

use crate::domain::Hydraulic;
use crate::pole::{End, Pole, Reads};

/// A coupling: one line that parts into two, or two that join. Port `GIVEN` (1, 2, 3) reads the pressure, the others flows.
pub struct Tee<const PARTS: bool, const GIVEN: u8> {
    poles: [Pole; 3],
}

impl<const PARTS: bool, const GIVEN: u8> SimObject for Tee<PARTS, GIVEN> {
    const NAME: &'static str = if PARTS {
        ["TeeOut/P1", "TeeOut/P2", "TeeOut/P3"][GIVEN as usize - 1]
    } else {
        ["TeeIn/P1", "TeeIn/P2", "TeeIn/P3"][GIVEN as usize - 1]
    };
    const DOC: &'static str = if PARTS {
        "\
A line that parts into two

p1 = p2 = p3, Q1 = Q2 + Q3: P1 on the left, P2 and P3 on the right
The form is called after the port that is given the pressure; the others are given flows."
    } else {
        "\
Two lines that join

p1 = p2 = p3, Q1 + Q2 = Q3: P1 and P2 on the left, P3 on the right
The form is called after the port that is given the pressure; the others are given flows."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = if PARTS { [End::Right, End::Left, End::Left] } else { [End::Right, End::Right, End::Left] };
        let mut pole = |name: &'static str, number: u8| {
            let reads = if number == GIVEN { Reads::Potential } else { Reads::Flow };
            Pole::declare::<Hydraulic, Self>(c, name, ends[number as usize - 1], reads, "A line")
        };
        let poles = [pole("P1", 1), pole("P2", 2), pole("P3", 3)];
        let given = poles[GIVEN as usize - 1];
        let others = Self::OTHERS.map(|at| poles[at]);
        c.common_computation(Self::pass).reads(given.reads).fills(others.map(|pole| pole.gives));
        c.common_computation(Self::balance).reads(others.map(|pole| pole.reads)).fills(given.gives);
        Ok(Self { poles })
    }
}

impl<const PARTS: bool, const GIVEN: u8> Tee<PARTS, GIVEN> {
    const OTHERS: [usize; 2] = match GIVEN {
        1 => [1, 2],
        2 => [0, 2],
        _ => [0, 1],
    };

    /// Whether flows go into the coupling at a port.
    const fn sign(at: usize) -> f64 {
        if at == 0 || (!PARTS && at == 1) { 1.0 } else { -1.0 }
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let pressure = self.poles[GIVEN as usize - 1].get(io);
        Self::OTHERS.into_iter().for_each(|at| self.poles[at].set(io, pressure));
    }

    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let given = GIVEN as usize - 1;
        let into: f64 = Self::OTHERS.into_iter().map(|at| Self::sign(at) * self.poles[at].get(io)).sum();
        self.poles[given].set(io, -Self::sign(given) * into);
    }
}
