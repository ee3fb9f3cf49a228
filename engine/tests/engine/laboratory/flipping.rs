//! SimObjects whose indicators share a calculation with their discrete states.

use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Result, SimObject};

/// A switch with one indicator, which looks at its mode: on where In is more than
/// 1, off where it is less than -1. Count counts its transitions.
pub(crate) struct Flipping {
    input: In<1>,
    on: DiscreteState<1>,
    count: DiscreteState<1>,
    distance: Indicator,
}

impl SimObject for Flipping {
    const NAME: &'static str = "Flipping";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let (on, count) = (c.discrete_state("On", "", ""), c.discrete_state("Count", "", ""));
        c.out_port_of("On", on);
        c.out_port_of("Count", count);
        c.initial_value(count, 0.0);
        let distance = c.indicator("Distance", "", "", Crossing::Falling);
        c.common_computation(Self::watch).reads((input, on)).fills(distance);
        c.on_event(distance, Self::switch).reads((on, count)).sets((on, count));
        Ok(Self { input, on, count, distance })
    }
}

impl Flipping {
    fn watch(&self, io: &mut Io<'_>) {
        let ([input], [on]) = (io.get(self.input), io.get(self.on));
        io.set(self.distance, [if on != 0.0 { input + 1.0 } else { 1.0 - input }]);
    }
    fn switch(&self, io: &mut Io<'_>) {
        let ([on], [count]) = (io.get(self.on), io.get(self.count));
        io.set_now(self.on, [1.0 - on]);
        io.set_now(self.count, [count + 1.0]);
    }
}

/// Counts how often In rises above 1, and shows the count where it watches In.
pub(crate) struct Tallying {
    input: In<1>,
    count: DiscreteState<1>,
    excess: Indicator,
    twice: simobject::Out<1>,
}

impl SimObject for Tallying {
    const NAME: &'static str = "Tallying";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, count) = (c.in_port("In", "", ""), c.discrete_state("Count", "", ""));
        c.out_port_of("Count", count);
        c.initial_value(count, 0.0);
        let (twice, excess) = (c.out_port("Twice", "", ""), c.indicator("Excess", "", "", Crossing::Rising));
        c.common_computation(Self::watch).reads((input, count)).fills((twice, excess));
        c.on_event(excess, Self::add).reads(count).sets(count);
        Ok(Self { input, count, excess, twice })
    }
}

impl Tallying {
    fn watch(&self, io: &mut Io<'_>) {
        let ([input], [count]) = (io.get(self.input), io.get(self.count));
        io.set(self.excess, [input - 1.0]);
        io.set(self.twice, [2.0 * count]);
    }
    fn add(&self, io: &mut Io<'_>) {
        let [count] = io.get(self.count);
        io.set_now(self.count, [count + 1.0]);
    }
}
