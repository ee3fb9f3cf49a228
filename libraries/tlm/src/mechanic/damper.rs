use std::marker::PhantomData;

use simobject::{Clock, Creator, DiscreteState, In, Io, Look, Out, Result, SimObject};
use simobject_elements::tlm::MechanicC;

use super::appearance::{Appearance, HasAppearance};
use super::freedom::{Axis, Freedom, Line};
use crate::input::{input, not_negative};
use crate::start::Told;

/// A massless damper between ports `P1` and `P2`, of side C.
pub type TranslationalDamper = Damper<Line>;

/// A massless torsional damper between ports `P1` and `P2`, of side C.
pub type TorsionalDamper = Damper<Axis>;

/// A damper. It is of side C, as a spring is, since it stands where a spring
/// does: between what has a velocity. It lets each end feel the other end's
/// velocity of the tick before, so that none waits for the other.
pub struct Damper<F> {
    ports: [MechanicC<Out<1>>; 2],
    damping: In<1>,
    /// Velocities of both ends at the tick before.
    before: DiscreteState<2>,
    /// The same before the start.
    start: [f64; 2],
    appearance: Option<Box<Appearance>>,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for Damper<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/TorsionalDamper" } else { "Mechanic/TranslationalDamper" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A massless torsional damper: T = B (w1 + w2)

Zc = B, c1 = B w2(before), c2 = B w1(before)
An end feels the other end's velocity of one step T ago. With the other end at a wall that is exact; between two that move it is as if it had a moment of inertia of 2 B T.
Before the start they have StartAngularVelocity, which is that of what is connected."
    } else {
        "\
A massless damper: f = B (v1 + v2)

Zc = B, c1 = B v2(before), c2 = B v1(before)
An end feels the other end's velocity of one step T ago. With the other end at a wall that is exact; between two that move it is as if it had a mass of 2 B T.
Before the start they have StartVelocity, which is that of what is connected."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let velocity = F::NAMES.velocity;
        let ports = ["P1", "P2"].map(|name| F::side_c(c, name, "An end of the damper"));
        let damping = input(c, "B", F::NAMES.damping_unit, "Damping", |damping| damping.at_least(0.0).default(10.0));
        let start = c.parameter(velocity.start).unit(velocity.unit);
        let start: [f64; 2] = start.doc("Of P1 and P2 at the start, positive into it").default([0.0; 2]);
        let before = c.discrete_state("Before", velocity.unit, "Velocities of P1 and P2 at the tick before");
        c.initial_value(before, start);
        c.initial(Self::compare).reads(ports.map(|port| port.v)).reads_no_states().only_at_the_start();
        let [p1, p2] = ports;
        c.common_computation(Self::waves).on(Clock::model()).reads((damping, before)).fills((p1.c, p1.zc, p2.c, p2.zc));
        c.update(Self::keep).on(Clock::model()).reads((p1.v, p2.v)).reads_no_states().sets(before);
        // A barrel with a rod that reaches into it.
        let appearance = Appearance::declare::<Self, F, _>(c, &ports, |from, to, radius, length| {
            Look::hydraulic_cylinder(from, to).barrel(radius, 0.6 * length).rod(radius / 3.0, 0.7 * length)
        });
        Ok(Self { ports, damping, before, start, appearance, freedom: PhantomData })
    }
}

impl<F: Freedom> HasAppearance for Damper<F> {
    fn draw(&self, io: &mut Io<'_>) {
        if let Some(appearance) = &self.appearance {
            appearance.draw(io);
        }
    }
}

impl<F: Freedom> Damper<F> {
    fn compare(&self, io: &mut Io<'_>) -> Result<()> {
        let consequence = "and the first force is wrong by as much times B";
        let there = self.ports.map(|port| io.get(port.v)[0]);
        let told =
            Told { name: F::NAMES.velocity.start, unit: F::NAMES.velocity.unit, numbers: &self.start, is_one: false };
        told.compare_velocities(io, &there, consequence)
    }

    #[inline]
    fn waves(&self, io: &mut Io<'_>) -> Result<()> {
        let ([damping], [v1, v2]) = (io.get(self.damping), io.get(self.before));
        let damping = not_negative(damping, "B")?;
        for (port, other) in self.ports.into_iter().zip([v2, v1]) {
            io.set(port.c, [damping * other]);
            io.set(port.zc, [damping]);
        }
        Ok(())
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let [v1, v2] = self.ports.map(|port| io.get(port.v)[0]);
        io.set_next(self.before, [v1, v2]);
    }
}
