use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Private, Result, SimObject};
use simobject_elements::tlm::{Motion, Moving};

use super::filter::check_range;
use crate::input::{input, not_negative};

/// What an acceleration becomes twice integrated, with damping, between stops.
pub struct DoubleIntegratorWithDamping {
    input: In<1>,
    damping: In<1>,
    out: Out<1>,
    velocity: Out<1>,
    acceleration: Private<1>,
    /// Output, velocity and acceleration at the tick before.
    before: DiscreteState<3>,
    motion: Motion,
    range: [f64; 2],
}

impl SimObject for DoubleIntegratorWithDamping {
    const NAME: &'static str = "Signal/DoubleIntegratorWithDamping";
    const DOC: &'static str = "\
A double integral with damping, between stops: out'' = in - B out'

By the trapezoidal rule, with the step T, v = Velocity and w = B T:
a = in - B v, v = v(before) + T/2 (a(before) + a), out = out(before) + T/2 (v(before) + v)
which with a constant B is v = (2 - w)/(2 + w) v(before) + T/(2 + w) (in(before) + in)
Where out would leave min to max it stays at that limit, with v = 0 and a = 0: the stops are inelastic.
At the first tick out = StartValue and v = StartVelocity.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signal = input(c, "in", "", "What is integrated", |signal| signal.default(0.0));
        let damping = input(c, "B", "1/s", "Damping", |damping| damping.at_least(0.0).default(0.0));
        let out = c.out_port("out", "", "What comes out");
        let velocity = c.out_port("Velocity", "", "Its derivative");
        let lower: f64 = c.parameter("min").doc("Lower limit of out").default(-1e300);
        let upper: f64 = c.parameter("max").doc("Upper limit of out").default(1e300);
        let start: f64 = c.parameter("StartValue").doc("out at the start").default(0.0);
        check_range(c, [lower, upper], start);
        let start_velocity: f64 = c.parameter("StartVelocity").doc("Velocity at the start").default(0.0);
        let acceleration = c.private("acceleration");
        let before = c.discrete_state("Before", "", "out, Velocity and its derivative at the tick before");
        c.initial_value(before, [start, start_velocity, 0.0]);
        c.common_computation(Self::advance).on(Clock::model()).reads((signal, damping, before)).fills((
            out,
            velocity,
            acceleration,
        ));
        c.update(Self::keep).on(Clock::model()).reads((out, velocity, acceleration)).reads_no_states().sets(before);
        let motion = Motion::new(c.sample_time(Clock::model()), 1.0, 0.0);
        let range = [lower, upper];
        Ok(Self { input: signal, damping, out, velocity, acceleration, before, motion, range })
    }
}

impl DoubleIntegratorWithDamping {
    #[inline]
    fn advance(&self, io: &mut Io<'_>) -> Result<()> {
        let ([u], [damping], [x, v, a]) = (io.get(self.input), io.get(self.damping), io.get(self.before));
        let damping = not_negative(damping, "B")?;
        let [lower, upper] = self.range;
        let now = if io.tick() == 0 {
            self.motion.start(x, v, u, damping)
        } else {
            self.motion.next(Moving { x, v, a }, u, damping).within(lower, upper)
        };
        io.set(self.out, [now.x]);
        io.set(self.velocity, [now.v]);
        io.set(self.acceleration, [now.a]);
        Ok(())
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([x], [v], [a]) = (io.get(self.out), io.get(self.velocity), io.get(self.acceleration));
        io.set_next(self.before, [x, v, a]);
    }
}
