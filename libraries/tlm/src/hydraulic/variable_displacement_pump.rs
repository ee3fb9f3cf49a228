use simobject::{Clock, Creator, In, Io, Result, SimObject};
use simobject_elements::tlm::HydraulicQ;

use super::delivery::Delivery;
use crate::input::{input, not_negative};

/// A pump from port `P1` to `P2`, of side Q, driven at a given speed, with
/// leakage from `P1` to `P2` as the pressures say.
///
/// Equations and names are those of the Hopsan tutorial on advanced components,
/// whose code is right where its printed formula has two signs wrong. Its rule
/// for cavitation is `Cavitation="Zero"`; that of Hopsan today, `Limit`.
pub struct VariableDisplacementPump {
    ports: [HydraulicQ; 2],
    eps: In<1>,
    speed: In<1>,
    displacement: In<1>,
    leakage: In<1>,
    delivery: Delivery,
}

impl SimObject for VariableDisplacementPump {
    const NAME: &'static str = "Hydraulic/VariableDisplacementPump";
    const DOC: &'static str = "\
A pump of variable displacement, with leakage, driven at a given speed

q2 = (D_p w_p eps / (2 pi) + C_leak (c1 - c2)) / (1 + C_leak (Zc1 + Zc2)), q1 = -q2
Cavitation=\"Limit\": q2 is at least -c2 / Zc2, and then at most c1 / Zc1, so that no pressure is below 0; where Zc is 0 there is no limit.
What is then left below 0, as that of the outlet where the inlet is empty already (c1 < 0), counts as 0.
Cavitation=\"Zero\": where a pressure would fall below 0, c and Zc of that port count as 0, and q2 is calculated once more.
At the first tick q2 = StartFlow.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "Inlet"), ("P2", "Outlet")].map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let eps = input(c, "eps", "", "Displacement setting", |eps| eps.default(1.0));
        let speed = input(c, "w_p", "rad/s", "Angular velocity", |speed| speed.default(250.0));
        let displacement =
            input(c, "D_p", "m^3/rev", "Displacement of a revolution", |volume| volume.at_least(0.0).default(5e-5));
        let leakage =
            input(c, "C_leak", "m^3/(s Pa)", "Leakage for each pascal", |leakage| leakage.at_least(0.0).default(0.0));
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), eps, speed, displacement, leakage))
            .fills(ports.map(|port| port.fills()));
        Ok(Self { ports, eps, speed, displacement, leakage, delivery: Delivery::new(c) })
    }
}

impl VariableDisplacementPump {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) -> Result<()> {
        let waves = HydraulicQ::waves(self.ports, io);
        let ([eps], [speed]) = (io.get(self.eps), io.get(self.speed));
        let ([displacement], [leakage]) = (io.get(self.displacement), io.get(self.leakage));
        let leakage = not_negative(leakage, "C_leak")?;
        let ideal = displacement * eps * speed / std::f64::consts::TAU;
        self.delivery.through(waves, ideal, leakage, io.tick()).set(self.ports, io);
        Ok(())
    }
}
