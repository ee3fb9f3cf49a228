use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Result, SimObject};
use simobject_elements::tlm::hysteresis;

use crate::input::{input, not_negative};

/// A signal with play.
pub struct Hysteresis {
    input: In<1>,
    width: In<1>,
    out: Out<1>,
    before: DiscreteState<1>,
    start: Option<f64>,
}

impl SimObject for Hysteresis {
    const NAME: &'static str = "Signal/Hysteresis";
    const DOC: &'static str = "\
A signal with play: out stays where it was as long as in is within half of y_h of it

out = in - y_h / 2 where out(before) is less, in + y_h / 2 where it is more, and out(before) else
Before the first tick out was StartValue, or what in is there, if that is not given.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signal = input(c, "in", "", "The signal", |signal| signal.default(0.0));
        let width = input(c, "y_h", "", "Width of the hysteresis", |width| width.at_least(0.0).default(1.0));
        let out = c.out_port("out", "", "What comes out");
        let start = c.parameter("StartValue").doc("out before the first tick").optional();
        let before = c.discrete_state("Before", "", "out at the tick before");
        c.initial_value(before, 0.0);
        c.common_computation(Self::follow).on(Clock::model()).reads((signal, width, before)).fills(out);
        c.update(Self::keep).on(Clock::model()).reads(out).reads_no_states().sets(before);
        Ok(Self { input: signal, width, out, before, start })
    }
}

impl Hysteresis {
    #[inline]
    fn follow(&self, io: &mut Io<'_>) -> Result<()> {
        let ([u], [width], [before]) = (io.get(self.input), io.get(self.width), io.get(self.before));
        let before = if io.tick() == 0 { self.start.unwrap_or(u) } else { before };
        io.set(self.out, [hysteresis(before, u, not_negative(width, "y_h")?)]);
        Ok(())
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let out = io.get(self.out);
        io.set_next(self.before, out);
    }
}
