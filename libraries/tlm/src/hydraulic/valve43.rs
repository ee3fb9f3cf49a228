use std::f64::consts::PI;

use simobject::tlm::{HydraulicQ, SecondOrder, Wave, turbulent_flow};
use simobject::{Clock, Creator, In, Io, Out, Result, Sampled, SimObject};

use crate::input::input;

/// A directional valve with four ports, `PP` (supply), `PT` (tank), `PA` and
/// `PB` (load), and three positions, closed in the middle; of side Q.
///
/// Each of its four edges is calculated from its own two waves, as if the other
/// three were not there. So where two edges are open at one port the pressures
/// do not belong to each other's flows to within `Zc q`, which is as long as the
/// step; that is Hopsan's way, and its numbers.
pub struct Valve43 {
    /// PP, PT, PA and PB.
    ports: [HydraulicQ; 4],
    input: In<1>,
    position: Out<1>,
    /// Input and position at the ticks before.
    spool: Sampled<4>,
    follow: SecondOrder,
    /// m.
    reach: f64,
    /// P-A, P-B, A-T and B-T.
    edges: [Edge; 4],
}

/// What a spool opens and closes.
#[derive(Clone, Copy)]
struct Edge {
    /// K of each metre of opening, m^2/(s Pa^0.5).
    coefficient: f64,
    /// m.
    overlap: f64,
}

const PORTS: [(&str, &str); 4] = [("PP", "Supply"), ("PT", "Tank"), ("PA", "Load A"), ("PB", "Load B")];

impl SimObject for Valve43 {
    const NAME: &'static str = "Hydraulic/Valve43";
    const DOC: &'static str = "\
A directional valve with four ports and three positions, closed in the middle

xv / u = 1 / (1 + 2 delta_h s / omega_h + s^2 / omega_h^2) by the bilinear transform, u = in; both u and xv from -x_vmax to x_vmax
K_pa = C_q f_pa pi d max(xv - x_pa, 0) sqrt(2 / rho), K_bt alike; K_pb and K_at alike with -xv instead of xv
q_pa = K_pa sqrt(p_p - p_a) for p_p > p_a, as if PA had no other edge: with S = Zc_p + Zc_a
q_pa = K_pa (sqrt(c_p - c_a + (K_pa S / 2)^2) - K_pa S / 2), and the same the other way round; q_pb, q_at and q_bt alike
PP.q = -q_pa - q_pb, PA.q = q_pa - q_at, PB.q = q_pb - q_bt, PT.q = q_at + q_bt, p = c + Zc q
Where a pressure would fall below 0, c and Zc of that port count as 0, and all is calculated once more.
At the first tick xv = StartPosition, as if it and in had always been there.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = PORTS.map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let input =
            input(c, "in", "m", "Where the spool is to be: above 0, P to A and B to T", |input| input.default(0.0));
        let position = c.out_port("xv", "m", "Where the spool is");
        let coefficient: f64 = c.parameter("C_q").doc("Flow coefficient").at_least(0.0).default(0.67);
        let density: f64 = c.parameter("rho").unit("kg/m^3").doc("Density of the oil").more_than(0.0).default(870.0);
        let diameter: f64 = c.parameter("d").unit("m").doc("Diameter of the spool").more_than(0.0).default(0.01);
        let edges = [("pa", "P-A"), ("pb", "P-B"), ("at", "A-T"), ("bt", "B-T")].map(|(edge, between)| {
            let part =
                c.parameter(format!("f_{edge}")).doc(format!("Part of the spool's circumference that opens {between}"));
            let part: f64 = part.at_least(0.0).at_most(1.0).default(1.0);
            let overlap = c.parameter(format!("x_{edge}")).unit("m");
            let overlap = overlap.doc(format!("Overlap of {between}: below 0, open in the middle")).default(-1e-6);
            Edge { coefficient: coefficient * part * PI * diameter * (2.0 / density).sqrt(), overlap }
        });
        let reach = c.parameter("x_vmax").unit("m").doc("How far the spool goes to either side");
        let reach: f64 = reach.more_than(0.0).default(0.01);
        let frequency = c.parameter("omega_h").unit("rad/s").doc("Natural frequency of the spool");
        let frequency: f64 = frequency.more_than(0.0).default(100.0);
        let damping: f64 = c.parameter("delta_h").doc("Damping ratio of the spool").at_least(0.0).default(1.0);
        let start: f64 = c.parameter("StartPosition").unit("m").doc("xv at the start").default(0.0);
        if start.abs() > reach {
            c.error("StartPosition", format!("is not between -`x_vmax` and `x_vmax`, {reach}"));
        }
        let spool = c.sampled_state(
            "Spool",
            "m",
            "Input and position of the spool, one and two ticks before: u-, u--, y-, y--",
        );
        c.initial_value(spool, &[start]);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), input, spool))
            .fills((ports.map(|port| port.fills()), position));
        c.update(Self::keep).on(Clock::model()).reads((input, position, spool)).sets((spool,));
        let denominator = [1.0, 2.0 * damping / frequency, 1.0 / (frequency * frequency)];
        let follow =
            SecondOrder::new(c.sample_time(Clock::model()), [1.0, 0.0, 0.0], denominator).within(-reach, reach);
        Ok(Self { ports, input, position, spool, follow, reach, edges })
    }
}

impl Valve43 {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let before = io.get(self.spool);
        let xv = if io.tick() == 0 { before[2] } else { self.follow.output(before, self.wanted(io)) };
        let [pa, pb, at, bt] = self.edges;
        let coefficients = [pa.opened(xv), pb.opened(-xv), at.opened(-xv), bt.opened(xv)];
        let mut waves = HydraulicQ::waves(self.ports, io);
        let mut flows = between(coefficients, waves);
        let mut parts = false;
        for (wave, q) in waves.iter_mut().zip(flows) {
            if wave.effort(q) < 0.0 {
                (*wave, parts) = (Wave::NONE, true);
            }
        }
        if parts {
            flows = between(coefficients, waves);
        }
        for i in 0..4 {
            self.ports[i].set(io, waves[i].effort(flows[i]), flows[i]);
        }
        io.set(self.position, [xv]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let before = io.get(self.spool);
        let after =
            if io.tick() == 0 { before } else { SecondOrder::after(before, self.wanted(io), io.get(self.position)[0]) };
        io.set_next(self.spool, after);
    }

    /// Where the spool is to be, m; a number that is none stays so.
    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        io.get(self.input)[0].clamp(-self.reach, self.reach)
    }
}

impl Edge {
    /// K, where the spool has gone so far, m, towards opening it.
    #[inline]
    fn opened(self, way: f64) -> f64 {
        let opening = way - self.overlap;
        if opening < 0.0 { 0.0 } else { self.coefficient * opening }
    }
}

/// Flows out of PP, PT, PA and PB, with such K of P-A, P-B, A-T and B-T.
#[inline]
fn between(coefficients: [f64; 4], [p, t, a, b]: [Wave; 4]) -> [f64; 4] {
    let [k_pa, k_pb, k_at, k_bt] = coefficients;
    let (pa, pb) = (turbulent_flow(k_pa, [p, a]), turbulent_flow(k_pb, [p, b]));
    let (at, bt) = (turbulent_flow(k_at, [a, t]), turbulent_flow(k_bt, [b, t]));
    [-pa - pb, at + bt, pa - at, pb - bt]
}
