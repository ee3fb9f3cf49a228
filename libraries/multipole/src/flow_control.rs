//! A valve that keeps a flow, whatever the load is.

use simobject::{Creator, DefaultInput, In, Io, Out, Resource, Result, SimObject, Unknown};
use simobject_elements::hydraulic::Resistance;

use crate::channel::{properties, uses};
use crate::domain::Hydraulic;
use crate::edge::Edge;
use crate::form::{H, Y};
use crate::parameters::{or, positive};
use crate::pole::{End, Pole, Reads};
use crate::travel::{Travel, Travels};

/// A three-way flow control valve, in one of the forms H and Y.
pub struct FlowControl<const FORM: char> {
    inlet: Pole,
    /// The pressure at the inlet, of form H.
    before: Option<Unknown<1>>,
    outlet: Pole,
    bypass: Out<1>,
    /// The compensator's spool.
    spool: Travel,
    edge: Edge,
    damping: f64,
    throttle_area: In<1>,
    /// Laminar part of the throttle.
    laminar: f64,
    fluid: Resource<1, 3>,
}

impl<const FORM: char> SimObject for FlowControl<FORM> {
    const NAME: &'static str = if FORM == Y { "FC/Y" } else { "FC/H" };
    const DOC: &'static str = "\
A three-way flow control valve: a throttle of area At, and a compensator that lets what is too much into a tank

QL: p1 - p2 = (RLt + rho/(2 mu^2 At^2) |QL|) QL, to the right
QT = mu pi d max(z, 0) sqrt(2 (p1 - p0) / rho), into the tank; Q1 = QL + QT, Q2 = QL
m dw/dt = A (p1 - p2) - F0 - c z - kf z (p1 - p0) - h w, dz/dt = w, kf = 2 mu cos_th pi d; z >= 0: a stop takes all of its speed
rho = Oil((p1 + p2)/2)
Form Y is given both pressures, form H the flow that comes in and the pressure behind it.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let edge = Edge::declare(c);
        let fluid = uses(c);
        let mass = positive(c, "m", "kg", "Mass of the spool");
        let damping = positive(c, "h", "N s/m", "Damping of the spool");
        let throttle_area = c.in_port("At", "m^2", "Area of the throttle; closed from 0 down");
        c.default_input(throttle_area, DefaultInput::Parameter("At".into()));
        let doc = "Area of the throttle, if the in-port is not connected";
        c.parameter::<f64>("At").unit("m^2").doc(doc).more_than(0.0).optional();
        let laminar = or(c, "RLt", "Pa s/m^3", 1e8, "Laminar part of the throttle");
        let reads = if FORM == Y { Reads::Potential } else { Reads::Flow };
        let inlet = Pole::declare::<Hydraulic, Self>(c, "P1", End::Right, reads, "The inlet, on its left");
        let outlet = Pole::declare::<Hydraulic, Self>(c, "P2", End::Left, Reads::Potential, "The outlet, on its right");
        let bypass = c.out_port("QT", "m^3/s", "Into the tank");
        let spool = Travel::declare(c, ["z", "w"], mass, [0.0, f64::INFINITY]);
        let mut before = None;
        if FORM == H {
            let p1 = c.unknown("p1", "Pa", "Pressure at the inlet");
            c.nominal(p1, 1e5);
            let reads = (p1, outlet.reads, throttle_area, spool.position, fluid);
            c.common_computation(Self::press).reads(p1).fills(inlet.gives);
            c.common_computation(Self::pass).reads(reads).fills((outlet.gives, bypass));
            c.residual(Self::balance).reads((inlet.reads, reads)).of(p1);
            spool.moves(c, (p1, outlet.reads));
            before = Some(p1);
        } else {
            let reads = (inlet.reads, outlet.reads, throttle_area, spool.position, fluid);
            c.common_computation(Self::pass).reads(reads).fills((inlet.gives, outlet.gives, bypass));
            spool.moves(c, (inlet.reads, outlet.reads));
        }
        Ok(Self { inlet, before, outlet, bypass, throttle_area, laminar, spool, edge, damping, fluid })
    }
}

impl<const FORM: char> FlowControl<FORM> {
    /// The pressure at the inlet.
    #[inline]
    fn before(&self, io: &Io<'_>) -> f64 {
        match self.before {
            Some(p1) => io.get(p1)[0],
            None => self.inlet.get(io),
        }
    }

    /// Through the throttle, and past it into the tank.
    #[inline]
    fn flows(&self, io: &Io<'_>) -> [f64; 2] {
        let (z, one, two) = (self.spool.position_at(io), self.before(io), self.outlet.get(io));
        let [_, density, _] = properties(io, self.fluid, 0.5 * (one + two));
        let flow_area = self.edge.mu * io.get(self.throttle_area)[0].max(0.0);
        let through = Resistance::of_edge(self.laminar, flow_area, density).flow(one - two);
        [through, self.edge.flow(z.max(0.0), one, density)]
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [through, past] = self.flows(io);
        if FORM == Y {
            self.inlet.set(io, through + past);
        }
        self.outlet.set(io, through);
        io.set(self.bypass, [past]);
    }

    #[inline]
    fn press(&self, io: &mut Io<'_>) {
        let p1 = self.before(io);
        self.inlet.set(io, p1);
    }

    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let Some(p1) = self.before else { return };
        let [through, past] = self.flows(io);
        let flow = self.inlet.get(io);
        io.set_residual(p1, [flow - (through + past)]);
    }
}

impl<const FORM: char> Travels for FlowControl<FORM> {
    #[inline]
    fn travel(&self) -> &Travel {
        &self.spool
    }

    #[inline]
    fn force(&self, io: &Io<'_>) -> f64 {
        let (z, w) = (self.spool.position_at(io), self.spool.velocity_at(io));
        let (one, two) = (self.before(io), self.outlet.get(io));
        let Edge { area, spring: [preload, stiffness], flow_force, tank, .. } = self.edge;
        area * (one - two) - preload - stiffness * z - flow_force * z * (one - tank) - self.damping * w
    }
}
