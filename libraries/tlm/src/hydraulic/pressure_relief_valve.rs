use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Result, SimObject};
use simobject_elements::tlm::{FirstOrder, HydraulicQ, Through, Wave, hysteresis, turbulent_flow};

use crate::input::input;
use crate::steps::follow;

/// Pressure drop at which flows are given, Pa.
const NOMINAL: f64 = 7e6;
/// Unit of positions: a flow for the root of a pressure.
const POSITION: &str = "m^3/(s Pa^0.5)";

/// A valve that opens from port `P1` to `P2` where the pressure at `P1` is above
/// a limit, of side Q.
///
/// The pressure falls as it opens, within the tick; so where it will come to
/// rest is solved from the waves, with a flow that is linear about that of the
/// tick before.
pub struct PressureReliefValve {
    ports: [HydraulicQ; 2],
    limit: In<1>,
    position: Out<1>,
    target: Out<1>,
    /// Pressures at P1 and P2, position and target, at the tick before.
    before: [DiscreteState<1>; 4],
    /// C_s, Pa for each unit of the position.
    spring: f64,
    /// C_f, for each unit of the position.
    flow_force: f64,
    /// p_h, Pa.
    hysteresis: f64,
    /// s.
    lag: f64,
    /// Where it is wide open, m^3/(s Pa^0.5).
    widest: f64,
    /// s.
    step: f64,
}

impl SimObject for PressureReliefValve {
    const NAME: &'static str = "Hydraulic/PressureReliefValve";
    const DOC: &'static str = "\
A pressure relief valve of first order, with spring, flow force and hysteresis

q2 = xv sqrt(p1 - p2), q1 = -q2: xv from 0 to q_nom / sqrt(7e6 Pa) is what K is of an orifice
tao dxv/dt = (p1 - p_max) / b1 - xv, b1 = sqrt(7e6) / k_cs + (p1 - p2) / (sqrt(7e6) k_cf), with p1 - p2 counted from 0
Since p1 falls with xv within a tick, with S = Zc1 + Zc2, and pressures, r = sqrt(|p1 - p2|) and x = xv of the tick before:
g = 2 r / (2 r + S x), b2 = g Zc1 r, p1 = c1 - (1 - g) Zc1 / S (c1 - c2) + b2 x / 2 - b2 xv
so that xv follows xs = (p1 + b2 xv - p_max) / (b1 + b2) with the time constant tao b1 / (b1 + b2), by the bilinear transform
Hysteresis: xv follows what is nearest to x within p_h / (2 (b1 + b2)) of xs.
Where a pressure would fall below 0, c and Zc of that port count as 0, and q2 is calculated once more; then p is at least 0.
A port that another one has only pulled down, and that has a pressure without it, is no such port.
At the first tick it is closed.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "Where the pressure is limited"), ("P2", "Where the oil goes")]
            .map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let limit = input(c, "p_max", "Pa", "Pressure at which it opens", |limit| limit.at_least(0.0).default(2e7));
        let position = c.out_port("xv", POSITION, "How far it is open");
        let target = c.out_port("Target", POSITION, "How far it is going to open");
        let lag = c.parameter("tao").unit("s").doc("Time constant of the spool").more_than(0.0).default(0.01);
        let hysteresis = c.parameter("p_h").unit("Pa").doc("Width of the hysteresis").at_least(0.0).default(5e5);
        let per_pressure = "m^3/(s Pa)";
        let spring: f64 = c
            .parameter("k_cs")
            .unit(per_pressure)
            .doc("Flow for each pascal over the limit that the spring lets through")
            .more_than(0.0)
            .default(1e-8);
        let flow_force: f64 =
            c.parameter("k_cf").unit(per_pressure).doc("The same as flow forces let it").more_than(0.0).default(1e-8);
        let nominal = c.parameter("q_nom").unit("m^3/s").doc("Flow where it is wide open, at 7 MPa");
        let nominal: f64 = nominal.more_than(0.0).default(1e-3);
        let before =
            [("PressureBefore1", "Pa"), ("PressureBefore2", "Pa"), ("XvBefore", POSITION), ("TargetBefore", POSITION)]
                .map(|(name, unit)| {
                    let state = c.discrete_state(name, unit, "At the tick before");
                    c.initial_value(state, 0.0);
                    state
                });
        follow(c, &ports);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), limit, before))
            .fills((ports.map(|port| port.fills()), position, target));
        c.update(Self::keep)
            .on(Clock::model())
            .reads((ports.map(|port| port.p), position, target))
            .reads_no_states()
            .sets(before);
        Ok(Self {
            ports,
            limit,
            position,
            target,
            before,
            spring: NOMINAL.sqrt() / spring,
            flow_force: 1.0 / (flow_force * NOMINAL.sqrt()),
            hysteresis,
            lag,
            widest: nominal / NOMINAL.sqrt(),
            step: c.sample_time(Clock::model()),
        })
    }
}

impl PressureReliefValve {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let waves = HydraulicQ::waves(self.ports, io);
        let (x, target) = if io.tick() == 0 { (0.0, 0.0) } else { self.opened(io, waves) };
        Through::of_cavitating(waves, |waves| turbulent_flow(x, waves)).set(self.ports, io);
        io.set(self.position, [x]);
        io.set(self.target, [target]);
    }

    /// How far it is open, and where that goes.
    #[inline]
    fn opened(&self, io: &Io<'_>, [inlet, outlet]: [Wave; 2]) -> (f64, f64) {
        let [p1, p2, x, target] = self.before.map(|state| io.get(state)[0]);
        let [limit] = io.get(self.limit);
        let (drop, impedance) = (p1 - p2, inlet.zc + outlet.zc);
        let root = drop.abs().sqrt();
        let resisting = impedance * x;
        let share = if resisting == 0.0 { 1.0 } else { 2.0 * root / (2.0 * root + resisting) };
        let at_inlet = if impedance == 0.0 { 0.0 } else { inlet.zc / impedance };
        let b1 = self.spring + if drop < 0.0 { 0.0 } else { drop * self.flow_force };
        let b2 = share * inlet.zc * root;
        let closed = inlet.c - (1.0 - share) * at_inlet * (inlet.c - outlet.c) + 0.5 * b2 * x;
        let rest = (closed - limit) / (b1 + b2);
        let goes = hysteresis(x, rest, self.hysteresis / (b1 + b2));
        let lag = FirstOrder::new(self.step, [1.0, 0.0], [1.0, self.lag * b1 / (b1 + b2)]).within(0.0, self.widest);
        (lag.output([target, x], goes), goes)
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let now = [self.ports[0].p, self.ports[1].p, self.position, self.target].map(|port| io.get(port));
        for (state, value) in self.before.into_iter().zip(now) {
            io.set_next(state, value);
        }
    }
}
