use std::marker::PhantomData;

use simobject::tlm::{Capacitance, MechanicC};
use simobject::{Clock, Creator, Io, Rate, Result, SimObject};

use super::freedom::{Axis, Freedom, Line};

/// A massless spring between ports `P1` and `P2`, of side C.
pub type TranslationalSpring = Spring<Line>;

/// A massless torsional spring between ports `P1` and `P2`, of side C.
pub type TorsionalSpring = Spring<Axis>;

/// What gives way and comes back.
pub struct Spring<F> {
    ports: [MechanicC; 2],
    spring: Capacitance,
    freedom: PhantomData<F>,
}

impl<F: Freedom> SimObject for Spring<F> {
    const NAME: &'static str = if F::ROTATIONAL { "Mechanic/TorsionalSpring" } else { "Mechanic/TranslationalSpring" };
    const DOC: &'static str = if F::ROTATIONAL {
        "\
A massless torsional spring

With the step T:
Zc = k T / (1 - alpha)
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc w2), c2(next) = alpha c2 + (1 - alpha) (c1 + 2 Zc w1)
At the start c_i = StartTorque - Zc StartAngularVelocity_i. Angles of its ends do not count."
    } else {
        "\
A massless spring

With the step T:
Zc = k T / (1 - alpha)
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc v2), c2(next) = alpha c2 + (1 - alpha) (c1 + 2 Zc v1)
At the start c_i = StartForce - Zc StartVelocity_i. Positions of its ends do not count."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (force, velocity) = (F::NAMES.force, F::NAMES.velocity);
        let stiffness = c.parameter("k").unit(F::NAMES.stiffness_unit).doc("Stiffness").more_than(0.0).default(100.0);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.0);
        let spring = Capacitance::new(stiffness, c.sample_time(Clock::model()), 2, alpha);
        let start = c.parameter(format!("Start{}", force.name)).unit(force.unit);
        let start: f64 = start.doc("At the start; positive: it pushes").default(0.0);
        let velocities = c.parameter(format!("Start{}", velocity.name)).unit(velocity.unit);
        let velocities: [f64; 2] = velocities.doc("Of P1 and P2 at the start, positive into it").default([0.0; 2]);
        let ports = [1, 2].map(|number| {
            let wave = c.sampled_state(format!("c{number}"), force.unit, format!("Wave variable of P{number}"));
            c.initial_value(wave, &[spring.start(start, velocities[number - 1])]);
            F::side_c_of(c, &format!("P{number}"), "An end of the spring", wave)
        });
        let states = ports.map(|port| port.c);
        c.common_computation(Self::impedance).rate(Rate::Constant).reads_no_states().fills(ports.map(|port| port.zc));
        c.update(Self::exchange).on(Clock::model()).reads((ports.map(|port| port.v), states)).sets(states);
        Ok(Self { ports, spring, freedom: PhantomData })
    }
}

impl<F> Spring<F> {
    fn impedance(&self, io: &mut Io<'_>) {
        for port in self.ports {
            io.set(port.zc, [self.spring.impedance()]);
        }
    }

    #[inline]
    fn exchange(&self, io: &mut Io<'_>) {
        let waves = self.ports.map(|port| io.get(port.c)[0]);
        let velocities = self.ports.map(|port| io.get(port.v)[0]);
        for (port, wave) in self.ports.into_iter().zip(self.spring.exchange(waves, velocities)) {
            io.set_next(port.c, [wave]);
        }
    }
}
