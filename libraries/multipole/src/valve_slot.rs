//! The slot of a valve, which a spool closes.

use std::f64::consts::PI;

use simobject::{Creator, Io, Resource, Result, SimObject};
use simobject_elements::hydraulic::Resistance;

use crate::channel::{properties, uses};
use crate::domain::{Displacement, Hydraulic};
use crate::parameters::{flow_coefficient, flow_force, or, positive};
use crate::pole::{End, Pole, Reads};

/// The slot of a spool valve, given the pressures on both sides and how far the spool is.
pub struct ValveSlot {
    /// On the left, on the right.
    poles: [Pole; 2],
    spool: Pole,
    circumference: f64,
    /// Height without a displacement, and the least one, m.
    heights: [f64; 2],
    mu: f64,
    /// Flow force for each newton of pressure on the area of the slot.
    flow_force: f64,
    linear: f64,
    fluid: Resource<1, 3>,
}

impl SimObject for ValveSlot {
    const NAME: &'static str = "RS/Y";
    const DOC: &'static str = "\
The slot of a spool valve, which closes as the spool goes on

A = pi d max(y0 - x, y_leak)
p1 - p2 = (RL + RT |Q|) Q, Q1 = Q2 = Q, RT = rho / (2 mu^2 A^2), rho = Oil((p1 + p2)/2)
F = 2 mu cos_th A (p1 - p2), the flow force, which pushes the spool on";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let circumference = PI * positive(c, "d", "m", "Diameter of the spool");
        let height = positive(c, "y0", "m", "Height without a displacement");
        let leak = positive(c, "y_leak", "m", "Height where it is closed, for what leaks");
        let mu = flow_coefficient(c);
        let flow_force = flow_force(c, mu);
        let linear = or(c, "RL", "Pa s/m^3", 1e8, "Laminar part");
        let fluid = uses(c);
        let poles @ [one, two] = [
            Pole::declare::<Hydraulic, Self>(c, "P1", End::Right, Reads::Potential, "On its left"),
            Pole::declare::<Hydraulic, Self>(c, "P2", End::Left, Reads::Potential, "On its right"),
        ];
        let spool = Pole::declare::<Displacement, Self>(c, "X", End::Left, Reads::Flow, "The spool, which it pushes");
        let reads = (one.reads, two.reads, spool.reads, fluid);
        c.common_computation(Self::pass).reads(reads).fills((one.gives, two.gives, spool.gives));
        Ok(Self { poles, spool, circumference, heights: [height, leak], mu, flow_force, linear, fluid })
    }
}

impl ValveSlot {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let (a, b, x) = (one.get(io), two.get(io), self.spool.get(io));
        let [height, leak] = self.heights;
        let area = self.circumference * (height - x).max(leak);
        let [_, density, _] = properties(io, self.fluid, 0.5 * (a + b));
        let flow = Resistance::of_edge(self.linear, self.mu * area, density).flow(a - b);
        one.set(io, flow);
        two.set(io, flow);
        self.spool.set(io, self.flow_force * area * (a - b));
    }
}
