use std::marker::PhantomData;

use simobject::{Adjacent, Clock, Creator, DiscreteState, In, Io, Look, Rate, Result, SimObject};
use simobject_elements::tlm::{Capacitance, MechanicC};

use super::appearance::{Appearance, HasAppearance};
use super::freedom::{Axis, Freedom, Line};
use crate::start::Told;
use crate::steps::warn_of_long_step;

/// A massless spring between ports `P1` and `P2`, of side C.
pub type TranslationalSpring = Spring<Line>;

/// A massless torsional spring between ports `P1` and `P2`, of side C.
pub type TorsionalSpring = Spring<Axis>;

/// What gives way and comes back.
pub struct Spring<F> {
    velocities: [In<1>; 2],
    waves: Adjacent<DiscreteState<1>, 2>,
    spring: Capacitance,
    start: Box<Start>,
    freedom: PhantomData<F>,
}

/// How a spring begins, which no tick needs.
struct Start {
    ports: [MechanicC; 2],
    /// Of both ends, m/s.
    velocities: [f64; 2],
    /// Wave variables, N.
    waves: [f64; 2],
    /// N/m.
    stiffness: f64,
    /// s.
    step: f64,
    appearance: Option<Box<Appearance>>,
}

impl<F: Freedom> SimObject for Spring<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/TorsionalSpring" } else { "Mechanic/TranslationalSpring" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A massless torsional spring

With the step T:
Zc = k T / (1 - alpha)
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc w2), c2(next) = alpha c2 + (1 - alpha) (c1 + 2 Zc w1)
At the start c_i = StartTorque - Zc StartAngularVelocity_i, with the velocities of what is connected. Angles of its ends do not count."
    } else {
        "\
A massless spring

With the step T:
Zc = k T / (1 - alpha)
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc v2), c2(next) = alpha c2 + (1 - alpha) (c1 + 2 Zc v1)
At the start c_i = StartForce - Zc StartVelocity_i, with the velocities of what is connected. Positions of its ends do not count."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (force, velocity) = (F::NAMES.force, F::NAMES.velocity);
        let stiffness: f64 =
            c.parameter("k").unit(F::NAMES.stiffness_unit).doc("Stiffness").more_than(0.0).default(100.0);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.0);
        let step = c.sample_time(Clock::model());
        let spring = Capacitance::new(stiffness, step, 2, alpha);
        let start = c.parameter(force.start).unit(force.unit);
        let start: f64 = start.doc("At the start; positive: it pushes").default(0.0);
        let velocities = c.parameter(velocity.start).unit(velocity.unit);
        let velocities: [f64; 2] = velocities.doc("Of P1 and P2 at the start, positive into it").default([0.0; 2]);
        let ends = [("P1", "c1", "Wave variable of P1"), ("P2", "c2", "Wave variable of P2")];
        let ports = ends.map(|(port, wave, doc)| {
            let wave = c.discrete_state(wave, force.unit, doc);
            F::side_c_of(c, port, "An end of the spring", wave)
        });
        let states = ports.map(|port| port.c);
        c.initial(Self::begin).reads(ports.map(|port| port.me)).sets(states);
        c.initial(Self::compare).reads(ports.map(|port| port.v)).reads_no_states().only_at_the_start();
        c.common_computation(Self::impedance).rate(Rate::Constant).reads(()).fills(ports.map(|port| port.zc));
        c.update(Self::exchange).on(Clock::model()).reads((ports.map(|port| port.v), states)).sets(states);
        let appearance =
            Appearance::declare::<Self, F, _>(c, &ports, |from, to, radius, _| Look::coil(from, to, radius));
        let start = Box::new(Start {
            ports,
            velocities,
            waves: velocities.map(|v| spring.start(start, v)),
            stiffness,
            step,
            appearance,
        });
        let velocities = ports.map(|port| port.v);
        Ok(Self { velocities, waves: Adjacent::of(states), spring, start, freedom: PhantomData })
    }
}

impl<F: Freedom> HasAppearance for Spring<F> {
    fn draw(&self, io: &mut Io<'_>) {
        if let Some(appearance) = &self.start.appearance {
            appearance.draw(io);
        }
    }
}

impl<F: Freedom> Spring<F> {
    fn begin(&self, io: &mut Io<'_>) {
        let Start { ports, waves, stiffness, step, .. } = *self.start;
        for (port, wave) in ports.into_iter().zip(waves) {
            io.set_initial(port.c, [wave]);
        }
        // With the waves one step late, tan(w T / 2) tan(w T) = k T^2 / (2 m).
        let inverse: f64 = ports.iter().map(|port| io.get(port.me)[0].recip()).sum();
        let square = stiffness * step * step * inverse;
        let names = F::NAMES;
        let (unit, masses) = (names.stiffness_unit, if F::ROTATIONAL { "moments of inertia" } else { "masses" });
        let what = format!("k, {stiffness:?} {unit}, and the {masses} at its ends");
        warn_of_long_step(io, step, square, &what, &format!("k T^2 / {}", names.mass.symbol));
    }

    fn compare(&self, io: &mut Io<'_>) -> Result<()> {
        let consequence = "and the first force is wrong by as much times Zc";
        let there = self.velocities.map(|velocity| io.get(velocity)[0]);
        let told = Told {
            name: F::NAMES.velocity.start,
            unit: F::NAMES.velocity.unit,
            numbers: &self.start.velocities,
            is_one: false,
        };
        told.compare_velocities(io, &there, consequence)
    }

    fn impedance(&self, io: &mut Io<'_>) {
        for port in self.start.ports {
            io.set(port.zc, [self.spring.impedance()]);
        }
    }

    #[inline]
    fn exchange(&self, io: &mut Io<'_>) {
        let velocities = self.velocities.map(|velocity| io.get(velocity)[0]);
        io.set_next(self.waves, self.spring.exchange(io.get(self.waves), velocities));
    }
}
