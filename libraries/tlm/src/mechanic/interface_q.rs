use std::marker::PhantomData;

use simobject::{Clock, Creator, In, Io, Out, Private, Rate, Result, SimObject};
use simobject_elements::tlm::{MechanicQ, Wave, WaveAhead};

use super::freedom::{Axis, Freedom, Line};
use crate::steps::keep_in_step;

/// Port `P1`, of side Q, of what moves continuously along a line.
pub type InterfaceQ = OutsideQ<Line>;

/// Port `P1`, of side Q, of what turns continuously.
pub type RotationalInterfaceQ = OutsideQ<Axis>;

/// Lets a body outside, which moves continuously, take the place of side Q: it
/// gives its position and velocity, and takes the force of the wave.
///
/// From a tick to the next one it takes the wave that is to be expected on average ([`WaveAhead`]).
pub struct OutsideQ<F> {
    port: MechanicQ,
    position: In<1>,
    velocity: In<1>,
    force: Out<1>,
    /// N: the wave to be expected.
    expected: Private<1>,
    ahead: WaveAhead,
    /// kg.
    mass: f64,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for OutsideQ<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/RotationalInterfaceQ" } else { "Mechanic/InterfaceQ" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A port of side Q for a body outside that turns continuously: for Rotational/Inertia of mechanics, say

At a tick: P1.w = AngVel, P1.a = Angle, P1.T = c + Zc w, P1.Je = J_e
At all times: Torque = -(1.5 c - c(two ticks before) + 0.5 c(three ticks before) + Zc AngVel), which acts on the body
Before the first tick c is what it is there. The step T must be short: Zc T < 0.25 J of the body, and short against what lies behind a spring."
    } else {
        "\
A port of side Q for a body outside that moves continuously: for Translational/Mass of mechanics, say

At a tick: P1.v = Vel, P1.x = Pos, P1.f = c + Zc v, P1.me = m_e
At all times: Force = -(1.5 c - c(two ticks before) + 0.5 c(three ticks before) + Zc Vel), which acts on the body
Before the first tick c is what it is there. The step T must be short: Zc T < 0.25 m of the body, and short against what lies behind a spring."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let names = F::NAMES;
        let port = F::side_q(c, "P1", "What acts on the body");
        keep_in_step(c, &[port]);
        let [position, velocity, force] = names.outside;
        let position = c.in_port(position, names.position.unit, "Where the body is");
        let velocity = c.in_port(velocity, names.velocity.unit, "How fast it moves, positive out of P1");
        let force = c.out_port(force, names.force.unit, "What acts on the body, positive as its velocity");
        let mass = c.parameter(names.equivalent_mass).unit(names.mass.unit);
        let mass = mass.doc("What moves with it, for elements that ask").more_than(0.0).default(100.0);
        let expected = c.private("expected");
        let ahead = WaveAhead::declare(c, port.c, names.force.unit);
        c.initial(Self::begin).reads((position, velocity)).sets((port.x, port.v));
        c.common_computation(Self::sample)
            .on(Clock::model())
            .reads((port.reads(), position, velocity, ahead.reads()))
            .fills((port.fills(), expected));
        c.update(Self::keep).on(Clock::model()).reads(ahead.reads()).sets(ahead.sets());
        c.common_computation(Self::act).reads((port.zc, velocity, expected)).reads_no_states().fills(force);
        c.common_computation(Self::equivalent_mass).rate(Rate::Constant).reads(()).fills(port.me);
        Ok(Self { port, position, velocity, force, expected, ahead, mass, freedom: PhantomData })
    }
}

impl<F> OutsideQ<F> {
    /// For elements that use the previous position, and start with the initial
    /// one.
    fn begin(&self, io: &mut Io<'_>) {
        let (position, velocity) = (io.get(self.position), io.get(self.velocity));
        io.set_initial(self.port.x, position);
        io.set_initial(self.port.v, velocity);
    }

    fn sample(&self, io: &mut Io<'_>) {
        let ([x], [v], wave) = (io.get(self.position), io.get(self.velocity), self.port.wave(io));
        self.port.set(io, wave, v, x);
        let average = self.ahead.average(io);
        io.set(self.expected, [average]);
    }

    fn keep(&self, io: &mut Io<'_>) {
        self.ahead.keep(io);
    }

    fn act(&self, io: &mut Io<'_>) {
        let ([c], [zc], [v]) = (io.get(self.expected), io.get(self.port.zc), io.get(self.velocity));
        io.set(self.force, [-Wave { c, zc }.effort(v)]);
    }

    fn equivalent_mass(&self, io: &mut Io<'_>) {
        io.set(self.port.me, [self.mass]);
    }
}
