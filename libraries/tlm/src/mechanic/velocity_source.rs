use std::marker::PhantomData;

use simobject::{Clock, Creator, DiscreteState, In, Io, Rate, Result, SimObject};
use simobject_elements::tlm::{FirstOrder, MechanicQ};

use super::freedom::{Axis, Freedom, Line};
use crate::input::input;

/// A velocity that nothing changes at port `P1`, of side Q.
pub type VelocitySource = Drive<Line>;

/// An angular velocity that nothing changes at port `P1`, of side Q.
pub type AngularVelocitySource = Drive<Axis>;

/// A source of velocity.
pub struct Drive<F> {
    port: MechanicQ,
    velocity: In<1>,
    /// Velocity and position at the tick before.
    before: [DiscreteState<1>; 2],
    integrator: FirstOrder,
    /// kg.
    mass: f64,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for Drive<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/AngularVelocitySource" } else { "Mechanic/VelocitySource" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
An angular velocity that nothing changes

P1.w = w, P1.T = c + Zc w, P1.Je = J_e
P1.a = a(before) + T/2 (w(before) + w), with the step T; at the start it is StartAngle"
    } else {
        "\
A velocity that nothing changes

P1.v = v, P1.f = c + Zc v, P1.me = m_e
P1.x = x(before) + T/2 (v(before) + v), with the step T; at the start it is StartPosition"
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let names = F::NAMES;
        let port = F::side_q(c, "P1", "What it drives");
        let doc = if F::ROTATIONAL { "Angular velocity out of it" } else { "Velocity out of it" };
        let mut start_velocity = 0.0;
        let velocity = input(c, names.velocity.symbol, names.velocity.unit, doc, |velocity| {
            start_velocity = velocity.default(0.0);
            start_velocity
        });
        let start = c.parameter(names.position.start).unit(names.position.unit);
        let start: f64 = start.doc("At the start").default(0.0);
        let mass = c.parameter(names.equivalent_mass).unit(names.mass.unit);
        let mass = mass.doc("What counts as moving with it: large, so that nothing moves it");
        let mass = mass.more_than(0.0).default(1e300);
        let before = [names.velocity, names.position]
            .map(|quantity| c.discrete_state(format!("{}Before", quantity.name), quantity.unit, quantity.before));
        c.initial_value(before[0], 0.0);
        c.initial_value(before[1], start);
        port.starts_at(c, start, start_velocity);
        c.common_computation(Self::advance)
            .on(Clock::model())
            .reads((port.reads(), velocity, before))
            .fills(port.fills());
        c.update(Self::keep).on(Clock::model()).reads((port.v, port.x)).reads_no_states().sets(before);
        c.common_computation(Self::equivalent_mass).rate(Rate::Constant).reads(()).fills(port.me);
        let integrator = FirstOrder::integrator(c.sample_time(Clock::model()));
        Ok(Self { port, velocity, before, integrator, mass, freedom: PhantomData })
    }
}

impl<F> Drive<F> {
    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        let ([velocity], wave) = (io.get(self.velocity), self.port.wave(io));
        let before = self.before.map(|state| io.get(state)[0]);
        let x = if io.tick() == 0 { before[1] } else { self.integrator.output(before, velocity) };
        self.port.set(io, wave, velocity, x);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        for (state, now) in self.before.into_iter().zip([self.port.v, self.port.x]) {
            let now = io.get(now);
            io.set_next(state, now);
        }
    }

    fn equivalent_mass(&self, io: &mut Io<'_>) {
        io.set(self.port.me, [self.mass]);
    }
}
