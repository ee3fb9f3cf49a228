use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Result, SimObject};
use simobject_elements::tlm::{FirstOrder, HydraulicQ};

use super::delivery::Delivery;
use crate::input::{input, not_negative};

/// A pump from port `P1` to `P2`, of side Q, driven at a given speed, with
/// leakage as the pressures say.
pub struct FixedDisplacementPump {
    ports: [HydraulicQ; 2],
    speed: In<1>,
    displacement: In<1>,
    leakage: In<1>,
    delivery: Delivery,
    /// How far it has turned.
    angle: Out<1>,
    /// Speed and angle at the tick before.
    turned: DiscreteState<2>,
    integrator: FirstOrder,
}

impl SimObject for FixedDisplacementPump {
    const NAME: &'static str = "Hydraulic/FixedDisplacementPump";
    const DOC: &'static str = "\
A pump of fixed displacement, with leakage, driven at a given speed

q2 = (D_p n_p / (2 pi) + C_lp (c1 - c2)) / (1 + C_lp (Zc1 + Zc2)), q1 = -q2
a = a(before) + T/2 (n_p(before) + n_p), with the step T, from 0 on
Cavitation=\"Limit\": q2 is at least -c2 / Zc2, and then at most c1 / Zc1, so that no pressure is below 0; where Zc is 0 there is no limit.
What is then left below 0, as that of the outlet where the inlet is empty already (c1 < 0), counts as 0.
Cavitation=\"Zero\": where a pressure would fall below 0, c and Zc of that port count as 0, and q2 is calculated once more.
At the first tick q2 = StartFlow.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "Inlet"), ("P2", "Outlet")].map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let speed = input(c, "n_p", "rad/s", "Angular velocity", |speed| speed.default(250.0));
        let displacement =
            input(c, "D_p", "m^3/rev", "Displacement of a revolution", |volume| volume.at_least(0.0).default(5e-5));
        let leakage =
            input(c, "C_lp", "m^3/(s Pa)", "Leakage for each pascal", |leakage| leakage.at_least(0.0).default(1e-12));
        let angle = c.out_port("a", "rad", "How far it has turned");
        let turned = c.discrete_state("Turned", "", "Angular velocity, rad/s, and angle, rad, at the tick before");
        c.initial_value(turned, [0.0; 2]);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), speed, displacement, leakage, turned))
            .fills((ports.map(|port| port.fills()), angle));
        c.update(Self::keep).on(Clock::model()).reads((speed, angle)).reads_no_states().sets(turned);
        let integrator = FirstOrder::integrator(c.sample_time(Clock::model()));
        Ok(Self { ports, speed, displacement, leakage, delivery: Delivery::new(c), angle, turned, integrator })
    }
}

impl FixedDisplacementPump {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) -> Result<()> {
        let waves = HydraulicQ::waves(self.ports, io);
        let ([speed], [displacement], [leakage]) =
            (io.get(self.speed), io.get(self.displacement), io.get(self.leakage));
        let leakage = not_negative(leakage, "C_lp")?;
        let ideal = displacement * speed / std::f64::consts::TAU;
        self.delivery.through(waves, ideal, leakage, io.tick()).set(self.ports, io);
        let before = io.get(self.turned);
        let angle = if io.tick() == 0 { before[1] } else { self.integrator.output(before, speed) };
        io.set(self.angle, [angle]);
        Ok(())
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([speed], [angle]) = (io.get(self.speed), io.get(self.angle));
        io.set_next(self.turned, [speed, angle]);
    }
}
