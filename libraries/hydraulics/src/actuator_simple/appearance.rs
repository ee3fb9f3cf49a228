//! What a hydraulic cylinder looks like.

use simobject::{Creator, In, Io, Look, Out, Private, SimObject};

/// The points along a cylinder that the view needs, and where they come from.
pub(super) struct Appearance {
    pos_a: In<3>,
    distance: Out<1>,
    direction: Private<3>,
    /// Where the barrel begins, and both ends of the piston.
    barrel: Private<3>,
    piston: Private<3>,
    head: Private<3>,
    /// m.
    barrel_start: f64,
    stroke_length: f64,
    piston_length: f64,
}

/// Signals of the actuator that it draws from.
#[derive(Clone, Copy)]
pub(super) struct Drawn {
    pub(super) pos_a: In<3>,
    pub(super) pos_b: In<3>,
    pub(super) distance: Out<1>,
    pub(super) direction: Private<3>,
}

/// Whose looks it declares.
pub(super) trait HasAppearance: SimObject {
    fn draw(&self, io: &mut Io<'_>);
}

impl Appearance {
    /// Asks for the parameters and declares the looks.
    pub(super) fn declare<T: HasAppearance>(
        c: &mut Creator<'_, T>,
        drawn: Drawn,
        offset_length: f64,
        stroke_length: f64,
    ) -> Self {
        let Drawn { pos_a, pos_b, distance, direction } = drawn;
        let show: bool = c.parameter("Show").doc("Whether it is shown in the 3D view").default(true);
        let mut length = |name: &'static str, doc: &'static str, default: f64| -> f64 {
            c.parameter(name).unit("m").doc(doc).at_least(0.0).default(default)
        };
        let cylinder_radius = length("CylinderRadius", "Radius of the barrel in the 3D view", 0.05);
        let rod_radius = length("RodRadius", "Radius of the rod in the 3D view", 0.03);
        let piston_radius = length("PistonRadius", "Radius of the piston in the 3D view", 0.04);
        let piston_length = length("PistonLength", "Length of the piston in the 3D view", 0.001);
        let rod_mount_radius = length("RodMountRadius", "Radius of the rod's mount in the 3D view; 0: none", 0.0);
        let base_mount_radius = length("BaseMountRadius", "Radius of the barrel's mount in the 3D view; 0: none", 0.0);
        let base_mount_length = length("BaseMountLength", "Distance of the barrel from its mount in the 3D view", 0.0);
        let cylinder_colour = colour(
            c,
            "ColorCylinder",
            "Colour of barrel and rod: red, green, blue, opacity; -1 as the first: the view chooses",
            [-1.0; 4],
        );
        let piston_colour = colour(c, "ColorPiston", "Colour of the piston, in the same way", [0.8, 0.8, 0.8, 1.0]);

        let (barrel, piston, head) = (c.private("Barrel"), c.private("Piston"), c.private("Head"));
        c.common_computation(T::draw)
            .reads((pos_a, distance, direction))
            .reads_no_states()
            .fills((barrel, piston, head));
        // The mount takes part of what is between the points when it is retracted; a barrel that has no room there for the
        // piston reaches behind the mount.
        let barrel_start = base_mount_length.min(offset_length - stroke_length);
        let barrel_length = offset_length - barrel_start;
        let painted = |look: Look, colour: Option<[f64; 4]>| {
            let look = look.visible(f64::from(show));
            match colour {
                Some(colour) => look.colour(colour),
                None => look,
            }
        };
        let cylinder = Look::hydraulic_cylinder(barrel, pos_b);
        let cylinder = cylinder.barrel(cylinder_radius, barrel_length).rod(rod_radius, stroke_length);
        c.look(painted(cylinder, cylinder_colour));
        c.look(painted(Look::cylinder(piston, head, piston_radius), piston_colour));
        if base_mount_length > 0.0 {
            c.look(painted(Look::cylinder(pos_a, barrel, rod_radius), cylinder_colour));
        }
        for (at, radius) in [(pos_a, base_mount_radius), (pos_b, rod_mount_radius)] {
            if radius > 0.0 {
                c.look(painted(Look::sphere(at, radius), cylinder_colour));
            }
        }
        Self { pos_a, distance, direction, barrel, piston, head, barrel_start, stroke_length, piston_length }
    }

    pub(super) fn draw(&self, io: &mut Io<'_>) {
        let (mount, [distance], direction) = (io.get(self.pos_a), io.get(self.distance), io.get(self.direction));
        let along = |way: f64| -> [f64; 3] { std::array::from_fn(|i| mount[i] + way * direction[i]) };
        let piston = distance - self.stroke_length;
        io.set(self.barrel, along(self.barrel_start));
        io.set(self.piston, along(piston));
        io.set(self.head, along(piston + self.piston_length));
    }
}

/// A colour, or none where the first number is -1.
fn colour<T: SimObject>(
    c: &mut Creator<'_, T>,
    name: &'static str,
    doc: &'static str,
    default: [f64; 4],
) -> Option<[f64; 4]> {
    let colour: [f64; 4] = c.parameter(name).doc(doc).at_least(-1.0).at_most(1.0).default(default);
    let given = (colour[0] != -1.0).then_some(colour);
    if given.is_some_and(|colour| colour.iter().any(|part| *part < 0.0)) {
        c.error(name, "its numbers are from 0 to 1, or the first one is -1");
    }
    given.map(|colour| colour.map(|part| part.max(0.0)))
}
