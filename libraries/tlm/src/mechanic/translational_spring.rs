use simobject::tlm::{Capacitance, MechanicC};
use simobject::{Clock, Creator, Io, Rate, Result, SimObject};

/// A massless spring between ports `P1` and `P2`, of side C.
pub struct TranslationalSpring {
    ports: [MechanicC; 2],
    spring: Capacitance,
}

impl SimObject for TranslationalSpring {
    const NAME: &'static str = "Mechanic/TranslationalSpring";
    const DOC: &'static str = "\
A massless spring

With the step T:
Zc = k T / (1 - alpha)
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc v2), c2(next) = alpha c2 + (1 - alpha) (c1 + 2 Zc v1)
At the start c_i = StartForce - Zc StartVelocity_i. Positions of its ends do not count.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let stiffness: f64 = c.parameter("k").unit("N/m").doc("Stiffness").more_than(0.0).default(100.0);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.0);
        let spring = Capacitance::new(stiffness, c.sample_time(Clock::model()), 2, alpha);
        let force: f64 =
            c.parameter("StartForce").unit("N").doc("Force at the start; positive: it pushes").default(0.0);
        let velocities: [f64; 2] = c
            .parameter("StartVelocity")
            .unit("m/s")
            .doc("Velocities of P1 and P2 at the start, positive into the spring")
            .default([0.0; 2]);
        let ports = [1, 2].map(|number| {
            let wave = c.sampled_state(format!("c{number}"), "N", format!("Wave variable of P{number}"));
            c.initial_value(wave, &[spring.start(force, velocities[number - 1])]);
            MechanicC::declare_of(c, format!("P{number}"), "An end of the spring", wave)
        });
        let states = ports.map(|port| port.c);
        c.common_computation(Self::impedance).rate(Rate::Constant).reads_no_states().fills(ports.map(|port| port.zc));
        c.update(Self::exchange).on(Clock::model()).reads((ports.map(|port| port.v), states)).sets(states);
        Ok(Self { ports, spring })
    }
}

impl TranslationalSpring {
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
