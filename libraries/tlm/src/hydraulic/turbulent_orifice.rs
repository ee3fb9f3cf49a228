use simobject::{Clock, Creator, In, Io, Result, SimObject};
use simobject_elements::hydraulic::edge_coefficient;
use simobject_elements::tlm::{HydraulicQ, Through, turbulent_flow};

use crate::input::{input, not_negative};
use crate::steps::follow;

/// A sharp edge between ports `P1` and `P2`, of side Q: the flow goes with the
/// root of the pressure difference.
pub struct TurbulentOrifice {
    ports: [HydraulicQ; 2],
    area: In<1>,
    /// Cq sqrt(2/rho), m/(s Pa^0.5).
    velocity: f64,
}

impl SimObject for TurbulentOrifice {
    const NAME: &'static str = "Hydraulic/TurbulentOrifice";
    const DOC: &'static str = "\
A sharp-edged orifice, through which the flow goes with the root of the pressure

q2 = K sqrt(p1 - p2) for p1 > p2, -K sqrt(p2 - p1) else, q1 = -q2, with K = C_q A sqrt(2 / rho): with S = Zc1 + Zc2
q2 = K (sqrt(c1 - c2 + (K S / 2)^2) - K S / 2) for c1 > c2, K (K S / 2 - sqrt(c2 - c1 + (K S / 2)^2)) else
Where a pressure would fall below 0 there, c and Zc of that port count as 0, and q2 is calculated once more; then p is at least 0.
A port that another one has only pulled down, and that has a pressure without it, is no such port.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = ["P1", "P2"].map(|name| HydraulicQ::declare(c, name, "A side of the orifice"));
        let area = input(c, "A", "m^2", "Area", |area| area.at_least(0.0).default(1e-5));
        follow(c, &ports);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), area))
            .fills(ports.map(|port| port.fills()));
        let coefficient: f64 = c.parameter("C_q").doc("Flow coefficient").at_least(0.0).default(0.67);
        let density: f64 = c.parameter("rho").unit("kg/m^3").doc("Density of the oil").more_than(0.0).default(870.0);
        Ok(Self { ports, area, velocity: edge_coefficient(coefficient, density) })
    }
}

impl TurbulentOrifice {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) -> Result<()> {
        let ([area], waves) = (io.get(self.area), HydraulicQ::waves(self.ports, io));
        let k = self.velocity * not_negative(area, "A")?;
        Through::of_cavitating(waves, |waves| turbulent_flow(k, waves)).set(self.ports, io);
        Ok(())
    }
}
