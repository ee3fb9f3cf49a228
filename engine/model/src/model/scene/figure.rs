//! Shapes with all of their numbers.

use simobject::look::{Attribute as A, Shape};

use super::frame::Frame;
use super::source::Reading;

/// A shape with all of its numbers. Points are in the scenario's axes; all
/// lengths in m.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the attributes are documented with the vocabulary, `simobject::look`")]
pub enum Figure<'s> {
    Sphere {
        centre: [f64; 3],
        radius: f64,
    },
    /// A box; its edges lie along the axes of the frame, at whose origin its centre is.
    Box {
        frame: Frame,
        size: [f64; 3],
    },
    Cylinder {
        from: [f64; 3],
        to: [f64; 3],
        radius: f64,
    },
    /// A cone, from the middle of its base to its tip.
    Cone {
        from: [f64; 3],
        to: [f64; 3],
        radius: f64,
    },
    /// A cylinder with half a sphere around both ends.
    Capsule {
        from: [f64; 3],
        to: [f64; 3],
        radius: f64,
    },
    Line {
        points: Vec<[f64; 3]>,
    },
    Tube {
        points: Vec<[f64; 3]>,
        radius: f64,
    },
    Coil {
        from: [f64; 3],
        to: [f64; 3],
        radius: f64,
        windings: f64,
        /// Shorter than that it is slack; 0: never.
        slack_length: f64,
    },
    /// A hydraulic cylinder: mounts at both ends; the barrel from the one, the
    /// rod from the other to the piston.
    HydraulicCylinder {
        from: [f64; 3],
        to: [f64; 3],
        /// Where the rod comes out.
        barrel_end: [f64; 3],
        piston: [f64; 3],
        barrel_radius: f64,
        rod_radius: f64,
        mount_radius: f64,
    },
    /// An arrow to its tip.
    Arrow {
        from: [f64; 3],
        to: [f64; 3],
        radius: f64,
    },
    Text {
        centre: [f64; 3],
        height: f64,
        words: &'s str,
    },
    Axes {
        frame: Frame,
        length: f64,
    },
    Mesh {
        frame: Frame,
        scale: [f64; 3],
        file: &'s str,
    },
    /// A surface through points, row by row.
    Surface {
        points: Vec<[f64; 3]>,
        columns: usize,
    },
    /// A line through where the point was in the last so many seconds; 0: ever. Other moments say where that was.
    Trail {
        point: [f64; 3],
        duration: f64,
        /// 0: as wide from everywhere.
        radius: f64,
    },
}

impl<'s> Figure<'s> {
    pub(super) fn new(shape: Shape, read: &Reading<'_>, text: &'s str) -> Self {
        let ends = || (read.point(A::From), read.point(A::To));
        match shape {
            Shape::Sphere => Self::Sphere { centre: read.point(A::Centre), radius: read.number(A::Radius) },
            Shape::Box => {
                let frame = Frame { position: read.point(A::Centre), ..read.frame() };
                Self::Box { frame, size: read.triple(A::Size) }
            }
            Shape::Cylinder => {
                let (from, to) = ends();
                Self::Cylinder { from, to, radius: read.number(A::Radius) }
            }
            Shape::Cone => {
                let (from, to) = ends();
                Self::Cone { from, to, radius: read.number(A::Radius) }
            }
            Shape::Capsule => {
                let (from, to) = ends();
                Self::Capsule { from, to, radius: read.number(A::Radius) }
            }
            Shape::Line => Self::Line { points: read.points(A::Points) },
            Shape::Tube => Self::Tube { points: read.points(A::Points), radius: read.number(A::Radius) },
            Shape::Coil => {
                let (from, to) = ends();
                let (radius, windings) = (read.number(A::Radius), read.number(A::Windings));
                Self::Coil { from, to, radius, windings, slack_length: read.number(A::Length) }
            }
            Shape::HydraulicCylinder => hydraulic_cylinder(read),
            Shape::Arrow => {
                let scale = read.number(A::Scale);
                let along = read.frame().vector(read.triple(A::Vector).map(|part| scale * part));
                let from = read.point(A::From);
                Self::Arrow { from, to: sum(from, along), radius: read.number(A::Radius) }
            }
            Shape::Text => Self::Text { centre: read.point(A::Centre), height: read.number(A::Height), words: text },
            Shape::Axes => Self::Axes { frame: read.frame(), length: read.number(A::Length) },
            Shape::Mesh => Self::Mesh { frame: read.frame(), scale: read.triple(A::Scale), file: text },
            Shape::Surface => surface(read),
            Shape::Trail => {
                let (duration, radius) = (read.number(A::Duration), read.number(A::Radius));
                Self::Trail { point: read.point(A::Centre), duration, radius }
            }
        }
    }
}

fn hydraulic_cylinder(read: &Reading<'_>) -> Figure<'static> {
    let (from, to) = (read.point(A::From), read.point(A::To));
    let along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    let length = along.iter().map(|part| part * part).sum::<f64>().sqrt();
    // Mounts at the same point have no direction between them.
    let direction = if length > 0.0 { along.map(|part| part / length) } else { [0.0; 3] };
    let at = |origin, distance: f64| sum(origin, direction.map(|part| distance * part));
    Figure::HydraulicCylinder {
        from,
        to,
        barrel_end: at(from, read.number(A::BarrelLength)),
        piston: at(to, -read.number(A::RodLength)),
        barrel_radius: read.number(A::BarrelRadius),
        rod_radius: read.number(A::RodRadius),
        mount_radius: read.number(A::MountRadius),
    }
}

fn surface(read: &Reading<'_>) -> Figure<'static> {
    let (corner, spacing) = (read.triple(A::Corner), read.few(A::Spacing));
    let columns = read.number(A::Columns) as usize;
    let points = read.numbers(A::Heights).into_iter().enumerate().map(|(position, height)| {
        let (row, column) = (position / columns, position % columns);
        read.frame().point(sum(corner, [column as f64 * spacing[0], row as f64 * spacing[1], height]))
    });
    Figure::Surface { points: points.collect(), columns }
}

fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
