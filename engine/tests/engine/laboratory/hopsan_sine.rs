//! What a source of Hopsan gives: its time is a sum of steps.

use std::f64::consts::TAU;

use simobject::{Clock, Creator, DiscreteState, Io, Out, Result, SimObject};

/// `Bias + Amplitude sin(2 pi Frequency t)` at ticks, with `t` the sum of as many steps.
pub(crate) struct HopsanSine {
    out: Out<1>,
    time: DiscreteState<1>,
    bias: f64,
    amplitude: f64,
    frequency: f64,
    step: f64,
}

impl SimObject for HopsanSine {
    const NAME: &'static str = "HopsanSine";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (out, time) = (c.out_port("Out", "", ""), c.discrete_state("Time", "s", ""));
        c.initial_value(time, 0.0);
        c.common_computation(Self::wave).on(Clock::model()).reads(time).fills(out);
        c.update(Self::step).on(Clock::model()).reads(time).sets(time);
        Ok(Self {
            out,
            time,
            bias: c.parameter("Bias").default(0.0),
            amplitude: c.parameter("Amplitude").default(1.0),
            frequency: c.parameter("Frequency").default(1.0),
            step: c.sample_time(Clock::model()),
        })
    }
}

impl HopsanSine {
    fn wave(&self, io: &mut Io<'_>) {
        let [time] = io.get(self.time);
        io.set(self.out, [self.bias + self.amplitude * (TAU * self.frequency * time).sin()]);
    }
    fn step(&self, io: &mut Io<'_>) {
        let [time] = io.get(self.time);
        io.set_next(self.time, [time + self.step]);
    }
}
