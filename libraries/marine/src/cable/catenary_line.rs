use simobject::{Creator, Failure, Io, Look, OutSlice, Result, SimObject};

use super::ambient::Ambient;
use super::end::End;
use super::hanging::{Hanging, Rope};
use super::line_type;

/// A line without inertia: at each instant in equilibrium between its ends, with its weight in still water, and on a
/// level ground where its lower end is on the ground.
pub struct Catenary {
    ends: [End; 2],
    tension: OutSlice,
    nodes: OutSlice,
    ambient: Ambient,
    rope: Rope,
    pieces: usize,
}

impl SimObject for Catenary {
    const NAME: &'static str = "Cable/Catenary";
    const DOC: &'static str = "\
A line without inertia, at each instant in equilibrium with its weight in still water: an elastic catenary

It lies on a level ground, with the friction of that, where its lower end does (Jonkman 2007, equations 2-35 to 2-38)
Drag, waves and the way in which a line gets out of the way are left out: for those there is Cable/Mooring";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let length: f64 = c.parameter("Length").unit("m").doc("Length without load").more_than(0.0).required();
        let rope = line_type::rope(c, length);
        let pieces: usize = c
            .parameter("Segments")
            .doc("Number of pieces of which Tension and Nodes tell")
            .at_least(1.0)
            .at_most(1e5)
            .default(20);
        let ends = [End::declare(c, "A"), End::declare(c, "B")];
        let ambient = Ambient::declare(c);
        let tension = c.out_slice("Tension", pieces + 1, "N", "Tensions at equal distances along it, from A to B");
        let nodes = c.out_slice("Nodes", 3 * (pieces + 1), "m", "Where it is there");
        let at = ends.map(|end| end.pos);
        let asked = (ambient.gravity, ambient.water, ambient.seabed);
        let of_ends = (ends.map(|end| end.force), ends.map(|end| end.mass), ends.map(|end| end.tension));
        c.common_computation(Self::pull).reads((at, asked)).fills(of_ends);
        c.common_computation(Self::form).reads((at, asked)).fills((tension, nodes));
        c.look(Look::line(nodes));
        Ok(Self { ends, tension, nodes, ambient, rope, pieces })
    }
}

impl Catenary {
    fn hanging(&self, io: &Io<'_>) -> Result<Hanging> {
        let ends = self.ends.map(|end| io.get(end.pos));
        self.rope.hanging(io, &self.ambient, ends, true).map_err(|fault| Failure::recoverable(fault.to_string()))
    }

    fn pull(&self, io: &mut Io<'_>) -> Result<()> {
        let forces = self.hanging(io)?.forces();
        for (end, force) in self.ends.iter().zip(forces) {
            end.set_force(io, force);
        }
        Ok(())
    }

    fn form(&self, io: &mut Io<'_>) -> Result<()> {
        let hanging = self.hanging(io)?;
        for i in 0..=self.pieces {
            let s = self.rope.length * i as f64 / self.pieces as f64;
            io.set_at(self.tension, i, hanging.tension(s));
            for (axis, coordinate) in hanging.point(s).into_iter().enumerate() {
                io.set_at(self.nodes, 3 * i + axis, coordinate);
            }
        }
        Ok(())
    }
}
