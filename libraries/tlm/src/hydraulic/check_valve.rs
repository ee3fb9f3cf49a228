use simobject::{Clock, Creator, In, Io, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, Through, Wave, turbulent_flow};

use crate::input::{input, not_negative};
use crate::steps::follow;

/// A valve that lets oil from port `P1` to `P2` and not back, of side Q.
pub struct CheckValve {
    ports: [HydraulicQ; 2],
    coefficient: In<1>,
}

impl SimObject for CheckValve {
    const NAME: &'static str = "Hydraulic/CheckValve";
    const DOC: &'static str = "\
A valve that lets oil through one way, and has no mass

q2 = K_s sqrt(p1 - p2) for c1 > c2, 0 else, q1 = -q2: with S = Zc1 + Zc2
q2 = K_s (sqrt(c1 - c2 + (K_s S / 2)^2) - K_s S / 2)
Where a pressure would fall below 0 there, c and Zc of that port count as 0, and q2 is calculated once more; then p is at least 0.
A port that another one has only pulled down, and that has a pressure without it, is no such port.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "Where it lets oil in"), ("P2", "Where it lets oil out")]
            .map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let coefficient = input(c, "K_s", "m^3/(s Pa^0.5)", "Flow for the root of each pascal", |coefficient| {
            coefficient.at_least(0.0).default(5e-7)
        });
        follow(c, &ports);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), coefficient))
            .fills(ports.map(|port| port.fills()));
        Ok(Self { ports, coefficient })
    }
}

impl CheckValve {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) -> Result<()> {
        let [coefficient] = io.get(self.coefficient);
        let coefficient = not_negative(coefficient, "K_s")?;
        let law = |waves: [Wave; 2]| {
            let flow = turbulent_flow(coefficient, waves);
            if flow < 0.0 { 0.0 } else { flow }
        };
        Through::of_cavitating(HydraulicQ::waves(self.ports, io), law).set(self.ports, io);
        Ok(())
    }
}
