use simobject::{Clock, Creator, In, Io, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, Through, leaking_flow};

use crate::input::{input, not_negative};
use crate::start::warn_of_start_flow;
use crate::steps::follow;

/// A narrow gap between ports `P1` and `P2`, of side Q: `q2 = Kc (p1 - p2)`.
pub struct LaminarOrifice {
    ports: [HydraulicQ; 2],
    kc: In<1>,
    /// From P1 to P2, m^3/s.
    start_flow: f64,
}

impl SimObject for LaminarOrifice {
    const NAME: &'static str = "Hydraulic/LaminarOrifice";
    const DOC: &'static str = "\
A narrow gap, through which the flow is proportional to the pressure

q2 = Kc (p1 - p2) = Kc (c1 - c2) / (1 + Kc (Zc1 + Zc2)), q1 = -q2
Where a pressure would fall below 0 there, c and Zc of that port count as 0, and q2 is calculated once more; then p is at least 0.
A port that another one has only pulled down, and that has a pressure without it, is no such port.
At the first tick q2 = StartFlow.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = ["P1", "P2"].map(|name| HydraulicQ::declare(c, name, "An end of the gap"));
        let kc = input(c, "Kc", "m^3/(s Pa)", "Flow for each pascal", |kc| kc.at_least(0.0).default(1e-11));
        follow(c, &ports);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), kc))
            .fills(ports.map(|port| port.fills()));
        let start_flow = c.parameter("StartFlow").unit("m^3/s").doc("Flow from P1 to P2 at the start").default(0.0);
        if start_flow != 0.0 {
            c.initial(Self::compare).reads((ports.map(|port| port.reads()), kc)).reads_no_states().only_at_the_start();
        }
        Ok(Self { ports, kc, start_flow })
    }
}

impl LaminarOrifice {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) -> Result<()> {
        let ([kc], waves) = (io.get(self.kc), HydraulicQ::waves(self.ports, io));
        let kc = not_negative(kc, "Kc")?;
        let through = if io.tick() == 0 {
            Through::of(waves, |_| self.start_flow)
        } else {
            Through::of_cavitating(waves, |waves| leaking_flow(0.0, kc, waves))
        };
        through.set(self.ports, io);
        Ok(())
    }

    fn compare(&self, io: &mut Io<'_>) {
        let ([kc], waves) = (io.get(self.kc), HydraulicQ::waves(self.ports, io));
        warn_of_start_flow(io, self.start_flow, leaking_flow(0.0, kc, waves), self.start_flow / kc);
    }
}
