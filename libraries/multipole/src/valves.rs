//! Valves whose spool the pressure moves.

use std::f64::consts::PI;

use simobject::{Creator, Io, Out, Resource, Result, SimObject, State};

use crate::channel::{properties, uses};
use crate::domain::Hydraulic;
use crate::law::Resistance;
use crate::pole::{End, Pole, Reads};

/// A spool that a spring holds against a pressure, before an edge of its diameter.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// Area that the pressure acts on, m^2.
    area: f64,
    /// Of the edge, m.
    circumference: f64,
    /// Force of the spring where it is shut, N, and its stiffness, N/m.
    spring: [f64; 2],
    mu: f64,
    /// Flow force for each metre and pascal, m.
    flow_force: f64,
    /// Pressure in the tank, Pa.
    tank: f64,
}

impl Edge {
    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let mut number = |name: &'static str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit(unit).doc(doc).more_than(0.0).required()
        };
        let d = number("d", "m", "Diameter of the spool");
        let spring =
            [number("F0", "N", "Force of the spring where it is shut"), number("c", "N/m", "Stiffness of the spring")];
        let area: Option<f64> = c
            .parameter("A")
            .unit("m^2")
            .doc("Area that the pressure acts on; pi d^2/4, if not given")
            .more_than(0.0)
            .optional();
        let mu: f64 = c.parameter("mu").doc("Flow coefficient").more_than(0.0).default(0.7);
        let cosine: f64 = c.parameter("cos_th").doc("Cosine of the jet's angle").at_least(0.0).default(0.36);
        let tank = c.parameter("p0").unit("Pa").doc("Pressure in the tank").default(0.0);
        let circumference = PI * d;
        let area = area.unwrap_or(PI * d * d / 4.0);
        Self { area, circumference, spring, mu, flow_force: 2.0 * mu * cosine * circumference, tank }
    }

    /// Through its edge to the tank, of a fluid of this density.
    #[inline]
    fn flow(&self, opening: f64, pressure: f64, density: f64) -> f64 {
        let over = pressure - self.tank;
        let velocity = (2.0 / density * over.abs()).sqrt().copysign(over);
        self.mu * self.circumference * opening.max(0.0) * velocity
    }
}

/// An over-pressure valve, given the pressure.
pub struct OverPressureValve {
    inlet: Pole,
    opening: Out<1>,
    edge: Edge,
    fluid: Resource<1, 3>,
}

impl SimObject for OverPressureValve {
    const NAME: &'static str = "VP/Y";
    const DOC: &'static str = "\
A valve that keeps the pressure before it, and drains into a tank

y = max(0, (A (p - p0) - F0) / (c + kf (p - p0))), kf = 2 mu cos_th pi d
Q = mu pi d y sqrt(2 (p - p0) / rho), rho = Oil((p + p0)/2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let edge = Edge::declare(c);
        let fluid = uses(c);
        let inlet = Pole::declare::<Hydraulic, Self>(c, "P1", (End::Right, Reads::Potential), "On its left");
        let opening = c.out_port("y", "m", "How far it is open");
        c.common_computation(Self::pass).reads((inlet.reads, fluid)).fills((inlet.gives, opening));
        Ok(Self { inlet, opening, edge, fluid })
    }
}

impl OverPressureValve {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let p = self.inlet.get(io);
        let Edge { area, spring: [force, stiffness], flow_force, tank, .. } = self.edge;
        let over = p - tank;
        let opening = f64::max(0.0, (area * over - force) / (stiffness + flow_force * over.max(0.0)));
        let [_, density, _] = properties(io, self.fluid, 0.5 * (p + tank));
        self.inlet.set(io, self.edge.flow(opening, p, density));
        io.set(self.opening, [opening]);
    }
}

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
