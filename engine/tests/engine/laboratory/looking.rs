//! A SimObject with one of each shape.

use simobject::look::Attribute;
use simobject::{Creator, DefaultInput, In, InSlice, Io, Look, Private, Result, SignalHandle, SimObject, State, Sum};

/// Whatever it looks like follows its ports, a private value and a state.
pub(crate) struct Looking {
    force: Sum<3>,
    size: Private<1>,
    along: State<1>,
}

impl SimObject for Looking {
    const NAME: &'static str = "Looking";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos: In<3> = c.in_port("Pos", "m", "Position");
        let width = c.parameter("TurnWidth").default(4_usize);
        let turn: InSlice = c.in_slice("Turn", width, "", "Orientation");
        let nodes: InSlice = c.in_slice("Nodes", 6, "m", "Two points");
        let force: Sum<3> = c.sum_port("Force", "N", "Force");
        let paint: In<3> = c.in_port("Paint", "", "Colour");
        c.default_input(paint, DefaultInput::Value(vec![0.5, 2.0, -1.0]));
        let along: State<1> = c.state("Along", "m", "Way");
        // A look that follows it is all that needs it.
        let size: Private<1> = c.private("Size");
        c.common_computation(Self::size).reads(force).fills(size);
        c.derivatives(Self::speed).reads(());

        c.look(Look::sphere(pos, size).colour(paint));
        c.look(Look::cuboid([1.0, 0.0, 0.0], [2.0, 4.0, 6.0]).frame(pos, turn).material("#ff8000"));
        c.look(Look::cylinder([0.0; 3], pos, 0.1).material("Simple/Red"));
        c.look(Look::cone(pos, nodes.elements(3..6), nodes.elements(0..1)));
        c.look(Look::capsule((along, 0.0, -5.0), (along, 0.0, 5.0), 0.2).material("#00000080"));
        c.look(Look::line((pos, nodes, [7.0, 8.0, 9.0])));
        c.look(Look::tube(nodes, 0.3).frame(pos, turn));
        c.look(Look::coil(pos, nodes.elements(0..3), 0.25).windings(force.elements(2..3)));
        c.look(Look::hydraulic_cylinder([0.0; 3], [0.0, 0.0, 2.0]).barrel(0.1, 1.2).rod(0.05, 1.5));
        c.look(Look::arrow([0.0; 3], force, 0.001).frame(pos, turn));
        c.look(Look::text(pos, "so high", 0.5).visible(along));
        c.look(Look::axes(2.0).frame(pos, turn));
        c.look(Look::mesh("hull.glb").frame(pos, turn));
        let surface = Look::surface((nodes.elements(0..3), [0.0, 0.1, 0.2]), 3, [10.0, 20.0]);
        c.look(surface.frame(pos, turn).with(Attribute::Corner, [0.0, 0.0, 1.0]));
        c.look(Look::trail((1.0, along, 0.0), 2.5).frame(pos, turn).with(Attribute::Radius, size));
        Ok(Self { force, size, along })
    }
}

impl Looking {
    /// A tenth of the force along x.
    fn size(&self, io: &mut Io<'_>) {
        let [x, ..] = io.get(self.force);
        io.set(self.size, [x / 10.0]);
    }

    fn speed(&self, io: &mut Io<'_>) {
        io.set_derivative(self.along, [3.0]);
    }
}
