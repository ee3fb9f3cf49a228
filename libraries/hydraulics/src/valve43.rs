use simobject::{Creator, Datum, In, Io, Out, Private, Result, SimObject};
use simobject_elements::hydraulic::{Spool, Spooled, Throttle};

/// A valve with four ports (P, T, A, B) and three positions, moved
/// continuously: a proportional or servo valve.
///
/// The spool follows the command as an oscillator of second order, or at once
/// where no `NaturalFrequency` is given. It has no hard stop: it may swing over
/// its end by what its damping lets it, but no edge opens further than to 1.
/// Between `DeadBand` and the end the opening grows in proportion.
///
/// It drives flows between four pressures; or, with `Drives="Openings"`, the
/// openings `Valve0` and `Valve1` of an [`ActuatorSimple`](crate::ActuatorSimple),
/// which has the flows then.
pub struct Valve43 {
    spool: Spool,
    flows: Option<Flows>,
}

struct Flows {
    pressure_p: In<1>,
    pressure_t: In<1>,
    /// At A and at B.
    pressures: [In<1>; 2],
    flow_p: Out<1>,
    flow_t: Out<1>,
    flows: [Out<1>; 2],
    /// From P and to T, at A and at B.
    shares: [Private<2>; 2],
    edge: Throttle,
}

/// What a valve drives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drives {
    Flows,
    Openings,
}

/// The ports that it opens towards P and T.
const PORTS: [&str; 2] = ["A", "B"];

impl SimObject for Valve43 {
    const NAME: &'static str = "Hydraulic/Valve43";
    const DOC: &'static str = "\
A proportional valve with four ports and a spool

d2SpoolPos/dt2 = w^2 (Command - SpoolPos) - 2 DampingRatio w dSpoolPos/dt, w = 2 pi NaturalFrequency, Command from -1 to 1
SpoolPos = Command without NaturalFrequency
s        = (|SpoolPos| - DeadBand) / (1 - DeadBand), from 0 to 1, with the sign of SpoolPos
OpeningA = s ScalePA where s > 0 (P to A), else s ScaleAT (A to T)
OpeningB = -s ScaleBT where s > 0 (B to T), else -s ScalePB (P to B)
FlowA    = OpeningA q(PressureP - PressureA) where OpeningA > 0, else OpeningA q(PressureA - PressureT); B alike
q(x)     = NominalFlow r(x) / r(NominalPressureDrop), r(x) = x / (x^2 + TransitionPressure^2)^(1/4)
FlowP    = -(what flows from P to A and B), FlowT = what flows from A and B to T
Drives=\"Openings\" leaves pressures and flows out: OpeningA and OpeningB drive the valves of an actuator";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let drives = c
            .choice("Drives", [("Flows", Drives::Flows), ("Openings", Drives::Openings)])
            .doc("Whether it gives flows between four pressures, or openings alone")
            .default("Flows");
        let spool = Spool::declare(c);
        let flows = (drives == Drives::Flows).then(|| Flows::declare(c, spool.openings));
        Ok(Self { spool, flows })
    }
}

impl Spooled for Valve43 {
    #[inline]
    fn spool(&self) -> &Spool {
        &self.spool
    }
}

impl Flows {
    /// Asks for the parameters, and declares ports and calculations.
    fn declare(c: &mut Creator<'_, Valve43>, openings: [Out<1>; 2]) -> Self {
        let mut pressure = |port: &str| {
            let pressure = c.in_port(format!("Pressure{port}"), "Pa", format!("Absolute pressure at {port}"));
            c.datum(pressure, Datum::Absolute);
            pressure
        };
        let (pressure_p, pressure_t) = (pressure("P"), pressure("T"));
        let pressures = PORTS.map(pressure);
        let mut flow = |port: &str| c.out_port(format!("Flow{port}"), "m^3/s", format!("Into what is at {port}"));
        let (flow_p, flow_t) = (flow("P"), flow("T"));
        let flows = PORTS.map(flow);
        let shares = PORTS.map(|port| c.private(format!("Shares{port}")));
        let supplies = (pressure_p, pressure_t);
        c.common_computation(Valve43::meter::<0>)
            .reads((openings[0], supplies, pressures[0]))
            .reads_no_states()
            .fills((flows[0], shares[0]));
        c.common_computation(Valve43::meter::<1>)
            .reads((openings[1], supplies, pressures[1]))
            .reads_no_states()
            .fills((flows[1], shares[1]));
        c.common_computation(Valve43::supply).reads(shares).reads_no_states().fills((flow_p, flow_t));
        let doc = "Flow through one edge that is wide open, at NominalPressureDrop";
        let edge = Throttle::declare(c, doc, 5e5);
        Self { pressure_p, pressure_t, pressures, flow_p, flow_t, flows, shares, edge }
    }
}

impl Valve43 {
    #[inline]
    fn meter<const PORT: usize>(&self, io: &mut Io<'_>) {
        let Some(flows) = &self.flows else { return };
        let ([opening], [pressure]) = (io.get(self.spool.openings[PORT]), io.get(flows.pressures[PORT]));
        let ([supply], [tank]) = (io.get(flows.pressure_p), io.get(flows.pressure_t));
        let share = flows.edge.metered(opening, [supply, pressure, tank]);
        io.set(flows.shares[PORT], share);
        io.set(flows.flows[PORT], [share[0] - share[1]]);
    }

    #[inline]
    fn supply(&self, io: &mut Io<'_>) {
        let Some(flows) = &self.flows else { return };
        let [[from_p_to_a, from_a_to_t], [from_p_to_b, from_b_to_t]] = flows.shares.map(|share| io.get(share));
        io.set(flows.flow_p, [0.0 - (from_p_to_a + from_p_to_b)]);
        io.set(flows.flow_t, [from_a_to_t + from_b_to_t]);
    }
}
