use simobject::{Clock, Creator, Failure, In, Io, Memory, Out, Result, SimObject};
use simobject_elements::tlm::Delay;

use crate::input::input;

/// Most steps of a delay.
const LONGEST: f64 = 1e6;

/// A signal of some time ago.
pub struct TimeDelay {
    input: In<1>,
    out: Out<1>,
    /// What has come in.
    memory: Memory,
    delay: Delay,
    /// s.
    time: f64,
    /// s.
    step: f64,
    start: Option<f64>,
}

impl SimObject for TimeDelay {
    const NAME: &'static str = "Signal/Delay";
    const DOC: &'static str = "\
A delay: what in was deltat ago

With n the whole steps T in deltat and r the rest, as a part of T:
out = (1 - r) in of n ticks before + r in of n + 1 ticks before
Between two ticks in counts as straight; a whole number of steps gives what came in. With a step or more, out does not depend on in at the same tick.
Before in has got through, out = StartValue, or what in is at the first tick, if that is not given.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signal = input(c, "in", "", "The signal", |signal| signal.default(0.0));
        let out = c.out_port("out", "", "What comes out");
        let time: f64 = c.parameter("deltat").unit("s").doc("Time of the delay").at_least(0.0).default(1.0);
        let start: Option<f64> = c.parameter("StartValue").doc("out before in has got through").optional();
        let step = c.sample_time(Clock::model());
        let delay = Delay::new(time.min(LONGEST * step), step);
        let memory = c.ring("Passing", delay.room().max(1), 1);
        c.initial(Self::begin).reads((start.is_none().then_some(signal),)).sets(memory);
        c.common_computation(Self::send)
            .on(Clock::model())
            .reads((delay.is_direct().then_some(signal), memory))
            .fills(out);
        c.update(Self::keep).on(Clock::model()).reads((signal, memory)).sets(memory);
        Ok(Self { input: signal, out, memory, delay, time, step, start })
    }
}

impl TimeDelay {
    /// # Errors
    /// It is too long: only now the step is known for sure.
    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let (time, step) = (self.time, self.step);
        if time > LONGEST * step {
            let steps = time / step;
            let message = format!("`deltat`, {time}, is {steps} steps of {step}, and at most {LONGEST} are kept");
            return Err(Failure::fatal(message));
        }
        let start = self.start.unwrap_or_else(|| io.get(self.input)[0]);
        let all = vec![start; io.memory(self.memory).len()];
        io.set_initial_slice(self.memory, &all);
        Ok(())
    }

    #[inline]
    fn send(&self, io: &mut Io<'_>) {
        let u = if self.delay.is_direct() { io.get(self.input)[0] } else { 0.0 };
        let y = self.delay.output(io.memory(self.memory), io.tick(), u);
        io.set(self.out, [y]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([u], tick) = (io.get(self.input), io.tick());
        self.delay.keep(io.memory_mut(self.memory), tick, u);
    }
}
