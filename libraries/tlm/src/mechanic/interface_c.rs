use std::marker::PhantomData;

use simobject::{Clock, Creator, In, Io, Out, Private, Rate, Result, SimObject};
use simobject_elements::tlm::MechanicC;

use super::freedom::{Axis, Freedom, Line};
use crate::start::Told;

/// Port `P1`, of side C, of what pushes continuously.
pub type InterfaceC = OutsideC<Line>;

/// Port `P1`, of side C, of what turns something continuously.
pub type RotationalInterfaceC = OutsideC<Axis>;

/// Lets a spring or damper outside, which is continuous, take the place of side
/// C: it takes position and velocity of what it acts on, and gives its force.
pub struct OutsideC<F> {
    port: MechanicC,
    force: In<1>,
    position: Out<1>,
    velocity: Out<1>,
    /// s: time of the tick.
    since: Private<1>,
    /// N s/m.
    impedance: f64,
    /// N s/m.
    damping: f64,
    /// Velocity of P1 at the start, m/s.
    start: f64,
    /// Force there, N.
    start_force: f64,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for OutsideC<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/RotationalInterfaceC" } else { "Mechanic/InterfaceC" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A port of side C for springs and dampers outside that are continuous: for Rotational/SpringDamper of mechanics, say

At all times: AngVel = P1.w, Angle = P1.a + P1.w (t - t(tick))
Zc = k T + B, c(next) = -Torque - B P1.w, with the step T; at the start c = StartTorque - Zc StartAngularVelocity
The torque is taken one step late. With k and B, the stiffness and damping of what is outside, that costs no accuracy: the error falls with the square of the step, without with the step."
    } else {
        "\
A port of side C for springs and dampers outside that are continuous: for Translational/SpringDamper of mechanics, say

At all times: Vel = P1.v, Pos = P1.x + P1.v (t - t(tick))
Zc = k T + B, c(next) = -Force - B P1.v, with the step T; at the start c = StartForce - Zc StartVelocity
The force is taken one step late. With k and B, the stiffness and damping of what is outside, that costs no accuracy: the error falls with the square of the step, without with the step."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let names = F::NAMES;
        let stiffness = c.parameter("k").unit(names.stiffness_unit).doc("Stiffness of what is outside");
        let stiffness: f64 = stiffness.at_least(0.0).default(0.0);
        let damping = c.parameter("B").unit(names.damping_unit).doc("Damping of what is outside");
        let damping: f64 = damping.at_least(0.0).default(0.0);
        let impedance = stiffness * c.sample_time(Clock::model()) + damping;
        let start = c.parameter(names.force.start).unit(names.force.unit);
        let start: f64 = start.doc("At the start; positive: it pushes").default(0.0);
        let velocity = c.parameter(names.velocity.start).unit(names.velocity.unit);
        let velocity_at_start: f64 = velocity.doc("Of P1 at the start").default(0.0);
        let wave = c.discrete_state("c", names.force.unit, "Wave variable");
        c.initial_value(wave, start - impedance * velocity_at_start);
        let port = F::side_c_of(c, "P1", "What is acted on", wave);
        let [position, velocity, force] = names.outside;
        let position = c.out_port(position, names.position.unit, "Where it is");
        let velocity = c.out_port(velocity, names.velocity.unit, "How fast it moves, positive into P1");
        let force = c.in_port(force, names.force.unit, "What acts on it, positive as its velocity");
        let since = c.private("since");
        if impedance > 0.0 {
            c.initial(Self::compare).reads(port.v).reads_no_states().only_at_the_start();
        }
        c.initial(Self::compare_force).reads(force).reads_no_states().only_at_the_start();
        c.common_computation(Self::impedance).rate(Rate::Constant).reads(()).fills(port.zc);
        c.common_computation(Self::sample).on(Clock::model()).reads(()).fills(since);
        c.common_computation(Self::go_on).reads((port.x, port.v, since)).reads_no_states().fills((position, velocity));
        c.update(Self::take).on(Clock::model()).reads((force, port.v)).reads_no_states().sets(wave);
        Ok(Self {
            port,
            force,
            position,
            velocity,
            since,
            impedance,
            damping,
            start: velocity_at_start,
            start_force: start,
            freedom: PhantomData,
        })
    }
}

impl<F: Freedom> OutsideC<F> {
    fn compare(&self, io: &mut Io<'_>) -> Result<()> {
        let consequence = "and the first force is wrong by as much times Zc";
        let there = [io.get(self.port.v)[0]];
        let told =
            Told { name: F::NAMES.velocity.start, unit: F::NAMES.velocity.unit, numbers: &[self.start], is_one: false };
        told.compare_velocities(io, &there, consequence)
    }

    fn compare_force(&self, io: &mut Io<'_>) {
        let there = [0.0 - io.get(self.force)[0]];
        let consequence = "and the first step is done with the former";
        let told =
            Told { name: F::NAMES.force.start, unit: F::NAMES.force.unit, numbers: &[self.start_force], is_one: false };
        told.compare_forces(io, &there, consequence);
    }

    fn impedance(&self, io: &mut Io<'_>) {
        io.set(self.port.zc, [self.impedance]);
    }

    fn sample(&self, io: &mut Io<'_>) {
        let time = io.time();
        io.set(self.since, [time]);
    }

    fn go_on(&self, io: &mut Io<'_>) {
        let ([x], [v], [since]) = (io.get(self.port.x), io.get(self.port.v), io.get(self.since));
        let position = x + v * (io.time() - since);
        io.set(self.position, [position]);
        io.set(self.velocity, [v]);
    }

    fn take(&self, io: &mut Io<'_>) {
        let ([force], [v]) = (io.get(self.force), io.get(self.port.v));
        io.set_next(self.port.c, [-force - self.damping * v]);
    }
}
