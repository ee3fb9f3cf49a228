use simobject::{Creator, Failure, Io, OutSlice, Result, SimObject};

use super::end::End;
use super::hanging::Hanging;
use super::line_type::LineType;
use super::surroundings::Surroundings;
use simobject_elements::vector::dot;

/// A line without inertia: at each instant in equilibrium between its ends, with its weight in still water, and on a
/// level ground where its lower end is on the ground.
pub struct Catenary {
    ends: [End; 2],
    tension: OutSlice,
    nodes: OutSlice,
    around: Surroundings,
    line: LineType,
    length: f64,
    pieces: usize,
    friction: f64,
}

impl SimObject for Catenary {
    const NAME: &'static str = "Cable/Catenary";
    const DOC: &'static str = "\
A line without inertia, at each instant in equilibrium with its weight in still water: an elastic catenary

It lies on a level ground where its lower end does (Jonkman 2007, equations 2-35 to 2-38)
Drag, waves and the way in which a line gets out of the way are left out: for those there is Cable/Mooring";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let length: f64 = c.parameter("Length").unit("m").doc("Length without load").more_than(0.0).required();
        let line = LineType::declare(c);
        let pieces: usize = c
            .parameter("Segments")
            .doc("Number of pieces of which Tension and Nodes tell")
            .at_least(1.0)
            .at_most(1e5)
            .default(20);
        let friction = c.parameter("Friction").doc("Coefficient of friction of the ground").at_least(0.0).default(0.0);
        let ends = [End::declare(c, "A"), End::declare(c, "B")];
        let around = Surroundings::declare(c);
        let tension = c.out_slice("Tension", pieces + 1, "N", "Tensions at equal distances along it, from A to B");
        let nodes = c.out_slice("Nodes", 3 * (pieces + 1), "m", "Where it is there");
        let at = ends.map(|end| end.pos);
        let asked = (around.gravity, around.water, around.seabed);
        let of_ends = (ends.map(|end| end.force), ends.map(|end| end.mass), ends.map(|end| end.tension));
        c.common_computation(Self::pull).reads((at, asked)).fills(of_ends);
        c.common_computation(Self::form).reads((at, asked)).fills((tension, nodes));
        c.look(simobject::Look::line(nodes));
        Ok(Self { ends, tension, nodes, around, line, length, pieces, friction })
    }
}

impl Catenary {
    fn hanging(&self, io: &Io<'_>) -> Result<Hanging> {
        let ends = self.ends.map(|end| io.get(end.pos));
        let g = dot(io.query(self.around.gravity, ends[0]), [0.0, 0.0, 1.0]);
        let [.., density, _] = io.query(self.around.water, ends[0]);
        let area = std::f64::consts::FRAC_PI_4 * self.line.diameter * self.line.diameter;
        let weight = g * (self.line.mass_per_length - density * area);
        let lower = if ends[0][2] < ends[1][2] { ends[1] } else { ends[0] };
        let depth = self.around.seabed.map(|seabed| io.query(seabed, [lower[0], lower[1]])[0]);
        let lies = depth.is_some_and(|depth| lower[2] + 0.01 * self.length > depth);
        let stiffness = self.line.elasticity.stiffness();
        Hanging::new(ends, self.length, weight, stiffness, lies.then_some(self.friction))
            .map_err(|fault| Failure::recoverable(fault.to_string()))
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
            let s = self.length * i as f64 / self.pieces as f64;
            io.set_at(self.tension, i, hanging.tension(s));
            for (axis, coordinate) in hanging.point(s).into_iter().enumerate() {
                io.set_at(self.nodes, 3 * i + axis, coordinate);
            }
        }
        Ok(())
    }
}
