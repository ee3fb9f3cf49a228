//! What each attribute is to each shape.

use super::shape::{Attribute as A, Range, Usage, Width};

/// What every shape has, beside its own.
pub(super) const COMMON: &[Usage] = &[
    Usage::point(A::Position, "Origin of the body's axes").or(&[0.0, 0.0, 0.0]),
    Usage::new(
        A::Orientation,
        Width::Either(4, 9),
        "",
        "How the body's axes are turned, `world_from_body`: a unit quaternion w, x, y, z, or a rotation matrix, row by row",
    )
    .or(&[1.0, 0.0, 0.0, 0.0]),
    Usage::new(A::Visible, Width::Just(1), "", "Whether it is shown: not 0").or(&[1.0]),
    Usage::new(
        A::Colour,
        Width::Either(3, 4),
        "",
        "Red, green, blue and perhaps opacity, 0 to 1, instead of the material's",
    )
    .or_nothing(),
    Usage::new(
        A::Value,
        Width::AtLeast(1),
        "",
        "The number that its colour shows, with a legend; of a line, a tube or a surface perhaps one for each point",
    )
    .or_nothing(),
    Usage::new(
        A::ValueRange,
        Width::Just(2),
        "",
        "The numbers at both ends of the scale of colours, the lower one first",
    )
    .or(&[0.0, 1.0]),
];

/// Attributes of a sphere.
pub(super) const SPHERE: &[Usage] = &[Usage::point(A::Centre, "Its centre"), Usage::length(A::Radius, "Its radius")];

/// Attributes of a box.
pub(super) const BOX: &[Usage] = &[
    Usage::point(A::Centre, "Its centre"),
    Usage::new(A::Size, Width::Just(3), "m", "Its edges, along x, y and z").not_negative(),
];

/// Attributes of a cylinder, or of a capsule.
pub(super) const CYLINDER: &[Usage] = &[
    Usage::point(A::From, "One end of its axis"),
    Usage::point(A::To, "The other end"),
    Usage::length(A::Radius, "Its radius"),
];

/// Attributes of a cone.
pub(super) const CONE: &[Usage] = &[
    Usage::point(A::From, "Middle of its base"),
    Usage::point(A::To, "Its tip"),
    Usage::length(A::Radius, "Radius of its base"),
];

/// Attributes of a line.
pub(super) const LINE: &[Usage] = &[Usage::new(A::Points, Width::Points(2), "m", "Its points, in order")];

/// Attributes of a tube.
pub(super) const TUBE: &[Usage] = &[
    Usage::new(A::Points, Width::Points(2), "m", "The points of its middle, in order"),
    Usage::length(A::Radius, "Its radius"),
];

/// Attributes of a coil spring.
pub(super) const COIL: &[Usage] = &[
    Usage::point(A::From, "One end of its axis"),
    Usage::point(A::To, "The other end"),
    Usage::length(A::Radius, "Radius of the windings"),
    Usage::new(A::Windings, Width::Just(1), "", "Number of windings").not_negative().or(&[10.0]),
    Usage::length(A::Length, "Length below which it is slack, and hangs through").or(&[0.0]),
];

/// Attributes of a hydraulic cylinder.
pub(super) const HYDRAULIC_CYLINDER: &[Usage] = &[
    Usage::point(A::From, "Mount of the barrel"),
    Usage::point(A::To, "Mount of the rod"),
    Usage::length(A::BarrelRadius, "Radius of the barrel"),
    Usage::length(A::BarrelLength, "From the barrel's mount to where the rod comes out"),
    Usage::length(A::RodRadius, "Radius of the rod"),
    Usage::length(A::RodLength, "From the rod's mount to the piston"),
    Usage::length(A::MountRadius, "Radius of the mounts; 0: none are drawn").or(&[0.0]),
];

/// Attributes of an arrow.
pub(super) const ARROW: &[Usage] = &[
    Usage::point(A::From, "Where it begins"),
    Usage::new(A::Vector, Width::Just(3), "", "What it shows, in a unit of its own"),
    Usage::new(A::Scale, Width::Just(1), "", "Its length, m, for each unit of that").or(&[1.0]),
    Usage::length(A::Radius, "Radius of its shaft").or(&[0.05]),
];

/// Attributes of words.
pub(super) const TEXT: &[Usage] =
    &[Usage::point(A::Centre, "Its middle"), Usage::length(A::Height, "Height of a line of it")];

/// Attributes of axes.
pub(super) const AXES: &[Usage] = &[Usage::length(A::Length, "Length of each axis")];

/// Attributes of a mesh.
pub(super) const MESH: &[Usage] =
    &[Usage::new(A::Scale, Width::Either(1, 3), "", "Factor from the file's numbers to metres").or(&[1.0])];

/// Attributes of a surface.
pub(super) const SURFACE: &[Usage] = &[
    Usage::new(A::Heights, Width::AtLeast(4), "m", "The z of its points, row by row: along x first"),
    Usage { range: Range::Columns, ..Usage::new(A::Columns, Width::Just(1), "", "Points in each row") },
    Usage::new(A::Spacing, Width::Just(2), "m", "Distance of the points, along x and along y").not_negative(),
    Usage::point(A::Corner, "Where the first point is, and what is added to each height").or(&[0.0, 0.0, 0.0]),
];

/// Attributes of a trail.
pub(super) const TRAIL: &[Usage] = &[
    Usage::point(A::Centre, "The point"),
    Usage::new(A::Duration, Width::Just(1), "s", "For how long it stays; 0: for the whole run")
        .not_negative()
        .or(&[0.0]),
    Usage::length(A::Radius, "Its radius; 0: as wide from everywhere, as a line is").or(&[0.0]),
];
