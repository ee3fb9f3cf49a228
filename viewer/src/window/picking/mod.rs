//! Which SimObject the pointer is on.

mod ray;

use bevy::math::DVec3;
use bowline_engine::scene::{Figure, Frame};

pub use ray::{Hit, Ray};

/// The SimObject that the ray meets, by its position in the scene, and how far
/// away.
pub fn pick<'s>(shapes: impl Iterator<Item = (usize, Figure<'s>)>, ray: &Ray) -> Option<(usize, f64)> {
    let hits = shapes.filter_map(|(object, figure)| Some((object, meet(&figure, ray)?)));
    let best = hits.reduce(|best, other| if best.1.better(other.1) == best.1 { best } else { other });
    best.map(|(object, hit)| (object, hit.distance))
}

/// Where the ray meets a shape.
fn meet(figure: &Figure<'_>, ray: &Ray) -> Option<Hit> {
    let v = DVec3::from_array;
    match figure {
        Figure::Sphere { centre, radius } => ray.sphere(v(*centre), *radius),
        Figure::Box { frame, size } => ray.cuboid(v(frame.position), axes(frame), v(*size) / 2.0),
        Figure::Cylinder { from, to, radius }
        | Figure::Cone { from, to, radius }
        | Figure::Capsule { from, to, radius }
        | Figure::Coil { from, to, radius, .. }
        | Figure::Arrow { from, to, radius } => ray.segment(v(*from), v(*to), *radius),
        Figure::HydraulicCylinder { from, to, barrel_end, barrel_radius, rod_radius, .. } => {
            let barrel = ray.segment(v(*from), v(*barrel_end), *barrel_radius);
            [barrel, ray.segment(v(*from), v(*to), *rod_radius)].into_iter().flatten().reduce(Hit::better)
        }
        Figure::Line { points } => ray.polyline(&all(points), 0.0),
        Figure::Tube { points, radius } => ray.polyline(&all(points), *radius),
        Figure::Text { centre, height, .. } => ray.sphere(v(*centre), *height),
        Figure::Axes { frame, length } => {
            let origin = v(frame.position);
            let segments = axes(frame).into_iter().map(|axis| ray.segment(origin, origin + *length * axis, 0.0));
            segments.flatten().reduce(Hit::better)
        }
        Figure::Mesh { frame, scale, .. } => ray.cuboid(v(frame.position), axes(frame), v(*scale)),
        Figure::Surface { points, columns } => surface(&all(points), *columns, ray),
        _ => None,
    }
}

fn all(points: &[[f64; 3]]) -> Vec<DVec3> {
    points.iter().copied().map(DVec3::from_array).collect()
}

/// The axes of a body, in the world's.
fn axes(frame: &Frame) -> [DVec3; 3] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| DVec3::from_array(frame.vector(axis)))
}

/// A surface, two triangles between each four points.
fn surface(points: &[DVec3], columns: usize, ray: &Ray) -> Option<Hit> {
    let rows = points.len().checked_div(columns)?;
    let corners = |row: usize, column: usize| {
        let at = |row, column| points[row * columns + column];
        [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)]
    };
    let fields = (1..rows).flat_map(|row| (1..columns).map(move |column| (row - 1, column - 1)));
    let triangles = fields.flat_map(|(row, column)| {
        let [a, b, c, d] = corners(row, column);
        [[a, b, c], [b, d, c]]
    });
    triangles.filter_map(|corners| ray.triangle(corners)).reduce(Hit::better)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along x, at this height; it reaches 0.1 m sideways.
    fn at(height: f64) -> Ray {
        Ray { origin: DVec3::new(-10.0, height, 0.0), direction: DVec3::X, width: 0.1, spread: 0.0 }
    }

    #[test]
    fn what_lies_in_front_is_picked() {
        let shapes = || {
            let sphere = |x| Figure::Sphere { centre: [x, 0.0, 0.0], radius: 1.0 };
            let spring =
                Figure::Coil { from: [0.0; 3], to: [5.0, 0.0, 0.0], radius: 0.2, windings: 9.0, slack_length: 0.0 };
            let cable = Figure::Line { points: vec![[-5.0, 0.5, -9.0], [-5.0, 0.5, 9.0]] };
            [(3, sphere(5.0)), (1, spring), (0, cable), (2, sphere(0.0))].into_iter()
        };
        assert_eq!(pick(shapes(), &at(0.0)), Some((2, 9.0)));
        // Only just beside the cable, and through the sphere.
        assert_eq!(pick(shapes(), &at(0.45)).map(|(object, _)| object), Some(2));
        assert_eq!(pick(shapes(), &at(0.5)), Some((0, 5.0)));
        assert_eq!(pick(shapes(), &at(9.0)), None);
    }

    #[test]
    fn a_cylinder_is_its_barrel_and_its_rod() {
        let cylinder = |end: f64| Figure::HydraulicCylinder {
            from: [0.0, -1.0, 0.0],
            to: [0.0, 1.0, 0.0],
            barrel_end: [0.0, end, 0.0],
            piston: [0.0, 0.0, 0.0],
            barrel_radius: 0.5,
            rod_radius: 0.25,
            mount_radius: 0.1,
        };
        let met = |end, height| pick([(0, cylinder(end))].into_iter(), &at(height)).map(|(_, distance)| distance);
        assert_eq!(met(0.25, 0.0), Some(9.5));
        assert_eq!(met(0.25, 0.9), Some(9.75));
        assert_eq!(met(0.25, 1.6), None);
    }

    #[test]
    fn a_surface_is_met_between_its_points() {
        // A wall 3 m wide and 2 m high, at x = 0; each row is 1 m above that before.
        let points = (0..3).flat_map(|row| (0..4).map(move |column| [0.0, f64::from(row), f64::from(column) - 1.5]));
        let wall = || [(7, Figure::Surface { points: points.clone().collect(), columns: 4 })].into_iter();
        assert_eq!(pick(wall(), &at(0.25)), Some((7, 10.0)));
        assert_eq!(pick(wall(), &at(1.75)), Some((7, 10.0)));
        assert_eq!(pick(wall(), &at(2.25)), None);
        assert_eq!(pick([(7, Figure::Surface { points: Vec::new(), columns: 0 })].into_iter(), &at(0.0)), None);
    }
}
