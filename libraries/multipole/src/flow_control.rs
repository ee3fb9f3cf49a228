//! A valve that keeps a flow, whatever the load is.

use simobject::{Creator, Io, Out, Resource, Result, SimObject, State};

use crate::channel::{properties, uses};
use crate::domain::Hydraulic;
use crate::edge::Edge;
use crate::law::Resistance;
use crate::pole::{End, Pole, Reads};

/// A three-way flow control valve, given the pressures at its inlet and its outlet.
pub struct FlowControl {
    inlet: Pole,
    outlet: Pole,
    bypass: Out<1>,
    /// Position and velocity of the compensator's spool.
    spool: [State<1>; 2],
    edge: Edge,
    mass: f64,
    damping: f64,
    /// Laminar part of the throttle, and RT per density.
    throttle: [f64; 2],
    fluid: Resource<1, 3>,
}

impl SimObject for FlowControl {
    const NAME: &'static str = "FC/Y";
    const DOC: &'static str = "\
A three-way flow control valve: a throttle of area At, and a compensator that lets what is too much into a tank

QL: p1 - p2 = (RLt + rho/(2 mu^2 At^2) |QL|) QL, to the right
QT = mu pi d max(z, 0) sqrt(2 (p1 - p0) / rho), into the tank; Q1 = QL + QT, Q2 = QL
m dw/dt = A (p1 - p2) - F0 - c z - kf z (p1 - p0) - h w, dz/dt = w, kf = 2 mu cos_th pi d
rho = Oil((p1 + p2)/2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let edge = Edge::declare(c);
        let fluid = uses(c);
        let mut number = |name: &'static str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit(unit).doc(doc).more_than(0.0).required()
        };
        let throttle_area = number("At", "m^2", "Area of the throttle");
        let (mass, damping) = (number("m", "kg", "Mass of the spool"), number("h", "N s/m", "Damping of the spool"));
        let laminar: f64 =
            c.parameter("RLt").unit("Pa s/m^3").doc("Laminar part of the throttle").at_least(0.0).default(1e8);
        let inlet = Pole::declare::<Hydraulic, Self>(c, "P1", (End::Right, Reads::Potential), "The inlet, on its left");
        let outlet =
            Pole::declare::<Hydraulic, Self>(c, "P2", (End::Left, Reads::Potential), "The outlet, on its right");
        let bypass = c.out_port("QT", "m^3/s", "Into the tank");
        let spool = [c.state("z", "m", "How far the bypass is open"), c.state("w", "m/s", "Velocity of the spool")];
        c.nominal(spool[0], 1e-4);
        c.nominal(spool[1], 1e-2);
        spool.into_iter().for_each(|state| c.initial_value(state, [0.0]));
        c.common_computation(Self::pass).reads((inlet.reads, outlet.reads, spool[0], fluid)).fills((
            inlet.gives,
            outlet.gives,
            bypass,
        ));
        c.derivatives(Self::motion).reads((inlet.reads, outlet.reads, spool));
        let square = 0.5 / (edge.mu * edge.mu * throttle_area * throttle_area);
        Ok(Self { inlet, outlet, bypass, spool, edge, mass, damping, throttle: [laminar, square], fluid })
    }
}

impl FlowControl {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let ([z], one, two) = (io.get(self.spool[0]), self.inlet.get(io), self.outlet.get(io));
        let [_, density, _] = properties(io, self.fluid, 0.5 * (one + two));
        let [linear, square] = self.throttle;
        let through = Resistance { linear, square: square * density }.flow(one - two);
        let past = self.edge.flow(z, one, density);
        self.inlet.set(io, through + past);
        self.outlet.set(io, through);
        io.set(self.bypass, [past]);
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let [[z], [w]] = self.spool.map(|state| io.get(state));
        let (one, two) = (self.inlet.get(io), self.outlet.get(io));
        let Edge { area, spring: [preload, stiffness], flow_force, tank, .. } = self.edge;
        let force = area * (one - two) - preload - stiffness * z - flow_force * z * (one - tank) - self.damping * w;
        io.set_derivative(self.spool[0], [w]);
        io.set_derivative(self.spool[1], [force / self.mass]);
    }
}
