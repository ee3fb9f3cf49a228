use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Private, Result, SimObject};
use simobject_elements::tlm::LimitedIntegrator;

use super::filter::check_range;
use crate::input::input;

/// An integral between limits, which may be signals, at which it begins again.
pub struct IntegratorLimited {
    input: In<1>,
    limits: [In<1>; 2],
    out: Out<1>,
    /// What counts as the input: 0 at a limit.
    counted: Private<1>,
    /// Input and output at the tick before.
    before: DiscreteState<2>,
    integrator: LimitedIntegrator,
}

impl SimObject for IntegratorLimited {
    const NAME: &'static str = "Signal/LimitedIntegrator";
    const DOC: &'static str = "\
An integral between limits, which may be signals, without wind-up

out = out(before) + T/2 (in(before) + in), kept between min and max; T is the step
At a limit in counts as 0 at the next tick: nothing of what pushed it there is left. Where max is below min, max counts.
At the first tick out = StartValue.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signal = input(c, "in", "", "The signal", |signal| signal.default(0.0));
        let mut range = [-1e300, 1e300];
        let limits = [("min", "Lower limit of out"), ("max", "Upper limit of out")];
        let mut place = 0;
        let limits = limits.map(|(name, doc)| {
            let limit = input(c, name, "", doc, |limit| {
                range[place] = limit.default(range[place]);
                range[place]
            });
            place += 1;
            limit
        });
        let out = c.out_port("out", "", "What comes out");
        let start: f64 = c.parameter("StartValue").doc("out at the start").default(0.0);
        check_range(c, range, start);
        let counted = c.private("counted");
        let before = c.discrete_state("Before", "", "Input, 0 at a limit, and output at the tick before");
        c.initial_value(before, [0.0, start]);
        c.common_computation(Self::advance).on(Clock::model()).reads((signal, limits, before)).fills((out, counted));
        c.update(Self::keep).on(Clock::model()).reads((out, counted)).reads_no_states().sets(before);
        let integrator = LimitedIntegrator::new(c.sample_time(Clock::model()));
        Ok(Self { input: signal, limits, out, counted, before, integrator })
    }
}

impl IntegratorLimited {
    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        let ([u], before) = (io.get(self.input), io.get(self.before));
        let limits = self.limits.map(|limit| io.get(limit)[0]);
        let [counted, y] = if io.tick() == 0 { [u, before[1]] } else { self.integrator.next(before, u, limits) };
        io.set(self.out, [y]);
        io.set(self.counted, [counted]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([counted], [y]) = (io.get(self.counted), io.get(self.out));
        io.set_next(self.before, [counted, y]);
    }
}
