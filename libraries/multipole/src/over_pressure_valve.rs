//! A valve that keeps the pressure before it.

use simobject::{Creator, Failure, Io, Out, Resource, Result, SimObject, Unknown};

use crate::channel::{properties, uses};
use crate::domain::Hydraulic;
use crate::edge::Edge;
use crate::form::{H, Y};
use crate::pole::{End, Pole, Reads};

/// An over-pressure valve, in one of the forms H and Y.
pub struct OverPressureValve<const FORM: char> {
    inlet: Pole,
    opening: Opening,
    edge: Edge,
    fluid: Resource<1, 3>,
}

/// How far it is open, m: as the pressure says, or such that the flow goes through.
enum Opening {
    Given(Out<1>),
    Sought(Unknown<1>),
}

impl<const FORM: char> SimObject for OverPressureValve<FORM> {
    const NAME: &'static str = if FORM == Y { "VP/Y" } else { "VP/H" };
    const DOC: &'static str = "\
A valve that keeps the pressure before it, and drains into a tank

y = max(0, (A (p - p0) - F0) / (c + kf (p - p0))), kf = 2 mu cos_th pi d
Q = mu pi d y sqrt(2 (p - p0) / rho), rho = Oil((p + p0)/2)
Form Y is given the pressure, form H the flow, which must not come out of the tank.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let edge = Edge::declare(c);
        let fluid = uses(c);
        let reads = if FORM == Y { Reads::Potential } else { Reads::Flow };
        let inlet = Pole::declare::<Hydraulic, Self>(c, "P1", End::Right, reads, "On its left");
        let (name, unit, doc) = ("y", "m", "How far it is open");
        let opening = if FORM == H {
            let y = c.unknown(name, unit, doc);
            c.nominal(y, 1e-4);
            c.common_computation(Self::press).reads(y).fills(inlet.gives);
            c.residual(Self::balance).reads((inlet.reads, fluid, y)).of(y);
            Opening::Sought(y)
        } else {
            let y = c.out_port(name, unit, doc);
            c.common_computation(Self::pass).reads((inlet.reads, fluid)).fills((inlet.gives, y));
            Opening::Given(y)
        };
        Ok(Self { inlet, opening, edge, fluid })
    }
}

impl<const FORM: char> OverPressureValve<FORM> {
    fn density(&self, io: &Io<'_>, p: f64) -> f64 {
        let [_, density, _] = properties(io, self.fluid, 0.5 * (p + self.edge.tank));
        density
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let p = self.inlet.get(io);
        let Opening::Given(opening) = self.opening else { return };
        let Edge { area, spring: [force, stiffness], flow_force, tank, .. } = self.edge;
        let over = p - tank;
        let y = f64::max(0.0, (area * over - force) / (stiffness + flow_force * over.max(0.0)));
        let flow = self.edge.flow(y, p, self.density(io, p));
        self.inlet.set(io, flow);
        io.set(opening, [y]);
    }

    /// The pressure that holds the spring open so far; where a search tries openings below 0, that at which it opens.
    #[inline]
    fn pressure(&self, y: f64) -> Result<f64> {
        let y = y.max(0.0);
        let Edge { area, spring: [force, stiffness], flow_force, tank, .. } = self.edge;
        let left = area - flow_force * y;
        if left > 0.0 {
            return Ok(tank + (force + stiffness * y) / left);
        }
        Err(Failure::recoverable(format!("opened by {y} m, its flow force is larger than any pressure's")))
    }

    #[inline]
    fn press(&self, io: &mut Io<'_>) -> Result<()> {
        let Opening::Sought(opening) = self.opening else { return Ok(()) };
        let p = self.pressure(io.get(opening)[0])?;
        self.inlet.set(io, p);
        Ok(())
    }

    #[inline]
    fn balance(&self, io: &mut Io<'_>) -> Result<()> {
        let Opening::Sought(opening) = self.opening else { return Ok(()) };
        let ([y], flow) = (io.get(opening), self.inlet.get(io));
        if flow < 0.0 {
            let message = format!("a flow of {flow} m^3/s cannot come out of its tank; form Y takes any pressure");
            return Err(Failure::recoverable(message));
        }
        let p = self.pressure(y)?;
        let through = self.edge.flow(y, p, self.density(io, p));
        io.set_residual(opening, [flow - through]);
        Ok(())
    }
}
