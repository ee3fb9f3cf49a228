//! A SimObject that looks at the times of its ticks.

use simobject::{Clock, Creator, DiscreteState, Io, Result, SimObject};

/// Ticks at `(First + k Every) / PerSecond`, all of them whole numbers: the
/// quotient of two whole numbers is rounded once, to the nearest double. Counts
/// the ticks that were not exactly there, or had another number.
pub(crate) struct Timekeeping {
    wrong: DiscreteState<1>,
    count: DiscreteState<1>,
    first: f64,
    every: f64,
    per_second: f64,
}

impl SimObject for Timekeeping {
    const NAME: &'static str = "Timekeeping";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (wrong, count) = (c.discrete_state("Wrong", "", ""), c.discrete_state("Count", "", ""));
        c.out_port_of("Wrong", wrong);
        c.out_port_of("Count", count);
        c.initial_value(wrong, 0.0);
        c.initial_value(count, 0.0);
        let clock = Clock::every(c.sample_time(Clock::model()), c.parameter("Offset").default(0.0));
        c.update(Self::tick).on(clock).reads((wrong, count)).sets((wrong, count));
        let (first, every) = (c.parameter("First").default(0.0), c.parameter("Every").required());
        Ok(Self { wrong, count, first, every, per_second: c.parameter("PerSecond").required() })
    }
}

impl Timekeeping {
    fn tick(&self, io: &mut Io<'_>) {
        let ([wrong], [count]) = (io.get(self.wrong), io.get(self.count));
        let exact = (self.first + count * self.every) / self.per_second;
        let is_wrong = io.time() != exact || io.tick() as f64 != count;
        io.set_next(self.wrong, [wrong + f64::from(is_wrong)]);
        io.set_next(self.count, [count + 1.0]);
    }
}
