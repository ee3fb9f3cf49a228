//! Shapes as parts: meshes of unit size, placed.

use bowline_engine::scene::{Figure, Frame};
use glam::{Mat3, Quat, Vec3};

use crate::axes::Axes;
use crate::coil::CoilForm;
use crate::colour::{Rgba, middle};
use crate::hydraulic_cylinder;
use crate::placement::Placement;
use crate::solid::Solid;

/// A mesh of unit size where it belongs.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The mesh.
    pub solid: Solid,
    /// Where it goes.
    pub placement: Placement,
    /// Its own colour, where it has another than the shape.
    pub colour: Option<Rgba>,
}

/// The parts of a shape; what is 0 wide or long has none.
#[derive(Debug)]
pub(crate) struct Parts<'p> {
    /// The axes in which they are placed.
    pub(crate) axes: &'p Axes,
    /// Where they are added.
    pub(crate) parts: &'p mut Vec<Part>,
}

impl Parts<'_> {
    /// Adds those of a figure; of a tube each point may have a colour of its own. Texts, lines, surfaces and meshes of files
    /// have none: see [`Drawing`](crate::Drawing).
    pub(crate) fn add(&mut self, figure: &Figure<'_>, colours: &[Rgba]) {
        match *figure {
            Figure::Sphere { centre, radius } => self.ball(self.axes.point(centre), radius as f32),
            Figure::Box { frame, size } => self.cube(&frame, size),
            Figure::Cylinder { from, to, radius } => self.rod(from, to, radius),
            Figure::Cone { from, to, radius } => {
                self.between(Solid::Cone, self.axes.point(from), self.axes.point(to), radius as f32, None);
            }
            Figure::Capsule { from, to, radius } => {
                self.rod(from, to, radius);
                self.ball(self.axes.point(from), radius as f32);
                self.ball(self.axes.point(to), radius as f32);
            }
            Figure::Tube { ref points, radius } => self.tube(points, radius, colours),
            Figure::Coil { from, to, radius, windings, slack_length } => {
                self.coil([from, to], radius, windings, slack_length);
            }
            Figure::HydraulicCylinder { .. } => hydraulic_cylinder::add(self, figure),
            Figure::Arrow { from, to, radius } => {
                self.arrow(self.axes.point(from), self.axes.point(to), radius as f32, None);
            }
            Figure::Axes { ref frame, length } => {
                for (axis, colour) in AXIS_COLOURS.into_iter().enumerate() {
                    let mut along = [0.0; 3];
                    along[axis] = length;
                    let (from, to) = (self.axes.point(frame.position), self.axes.point(frame.point(along)));
                    self.arrow(from, to, 0.02 * length as f32, Some(colour));
                }
            }
            _ => {}
        }
    }

    /// A sphere.
    pub(crate) fn ball(&mut self, centre: Vec3, radius: f32) {
        // Not `radius > 0.0`: what is not a number is a part too, and told.
        if radius != 0.0 {
            let placement = Placement::at(centre).scaled(Vec3::splat(radius));
            self.parts.push(Part { solid: Solid::Ball, placement, colour: None });
        }
    }

    /// Rods from point to point and a ball at each; colours are none, or one for each point.
    fn tube(&mut self, points: &[[f64; 3]], radius: f64, colours: &[Rgba]) {
        for (position, ends) in points.windows(2).enumerate() {
            let colour = colours.get(position).zip(colours.get(position + 1)).map(|(one, other)| middle(*one, *other));
            self.between(Solid::Rod, self.axes.point(ends[0]), self.axes.point(ends[1]), radius as f32, colour);
        }
        for (position, point) in points.iter().enumerate() {
            let before = self.parts.len();
            self.ball(self.axes.point(*point), radius as f32);
            self.parts[before..].iter_mut().for_each(|part| part.colour = colours.get(position).copied());
        }
    }

    fn cube(&mut self, frame: &Frame, size: [f64; 3]) {
        if size.iter().all(|edge| *edge != 0.0) {
            let size = Vec3::from_array(size.map(|edge| edge as f32));
            let placement = Placement::of_frame(self.axes, frame).scaled(size);
            self.parts.push(Part { solid: Solid::Cube, placement, colour: None });
        }
    }

    fn rod(&mut self, from: [f64; 3], to: [f64; 3], radius: f64) {
        self.between(Solid::Rod, self.axes.point(from), self.axes.point(to), radius as f32, None);
    }

    /// A rod or a cone between two points.
    pub(crate) fn between(&mut self, solid: Solid, from: Vec3, to: Vec3, radius: f32, colour: Option<Rgba>) {
        if radius != 0.0 {
            self.parts.extend(Placement::between(from, to, radius).map(|placement| Part { solid, placement, colour }));
        }
    }

    /// An arrow; its head is no longer than it is.
    fn arrow(&mut self, from: Vec3, to: Vec3, radius: f32, colour: Option<Rgba>) {
        let along = to - from;
        let length = along.length();
        let head = (6.0 * radius).min(0.5 * length);
        let neck = to - head * along.normalize_or_zero();
        self.between(Solid::Rod, from, neck, radius, colour);
        self.between(Solid::Cone, neck, to, 2.4 * radius, colour);
    }

    /// A coil; where it is slack, or shorter than its windings are on top of one
    /// another, it hangs through.
    fn coil(&mut self, ends: [[f64; 3]; 2], radius: f64, windings: f64, slack_length: f64) {
        let ([from, to], radius) = (ends.map(|end| self.axes.point(end)), radius as f32);
        let along = to - from;
        let length = along.length();
        if length == 0.0 || radius == 0.0 {
            return;
        }
        let form = CoilForm::new(length, radius, windings as f32, slack_length as f32);
        // -x of the mesh, to which it hangs through, points down as far as it can.
        let up = along / length;
        let side = Vec3::Y - Vec3::Y.dot(up) * up;
        let side = if side.length() > 1e-3 { side.normalize() } else { up.any_orthonormal_vector() };
        let rotation = Quat::from_mat3(&Mat3::from_cols(side, up, side.cross(up)));
        let placement = Placement { translation: from, rotation, scale: Vec3::new(radius, length, radius) };
        self.parts.push(Part { solid: Solid::Coil(form), placement, colour: None });
    }
}

/// x red, y green, z blue.
const AXIS_COLOURS: [Rgba; 3] = [[205, 52, 48, 255], [62, 150, 68, 255], [48, 98, 196, 255]];

impl Part {
    /// A box that stands for a file that cannot be read, where its mesh would go; as large as a 20th of all that is
    /// `seen`, m.
    pub fn instead_of_file(placement: Placement, seen: f64) -> Self {
        Self { solid: Solid::Cube, placement: placement.scaled(Vec3::splat(0.05 * seen as f32)), colour: None }
    }

    /// Whether its numbers are ones that can be drawn.
    pub fn is_finite(&self) -> bool {
        self.placement.is_finite()
    }

    /// Its colour, in a shape of that colour.
    pub fn colour(&self, of_shape: Rgba) -> Rgba {
        self.colour.unwrap_or(of_shape)
    }
}
