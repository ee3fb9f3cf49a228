//! A valve that keeps the pressure before it.

use simobject::{Creator, Io, Out, Resource, Result, SimObject};

use crate::channel::{properties, uses};
use crate::domain::Hydraulic;
use crate::edge::Edge;
use crate::pole::{End, Pole, Reads};

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
