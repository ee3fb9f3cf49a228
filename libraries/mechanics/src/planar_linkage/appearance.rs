//! What a linkage shows beside its links: pins in its hinges, and the bearing of the first one.

use simobject::look::Elements;
use simobject::{Creator, Look};

use super::PlanarLinkage;
use super::plane::Plane;

const STEEL: &str = "#6b7178";

/// A pin through a hinge, which looks out on both sides of links of that radius, m.
pub(super) fn pin(hinge: Elements, plane: &Plane, radius: f64) -> Look {
    let end = |way: f64| plane.normal().map(|part| way * 1.25 * radius * part);
    Look::cylinder(end(-1.0), end(1.0), 0.45 * radius).frame(hinge, [1.0, 0.0, 0.0, 0.0]).material(STEEL)
}

/// Two lugs at the first hinge, and the plate below them; below is against the plane's y.
pub(super) fn show_base(c: &mut Creator<'_, PlanarLinkage>, plane: &Plane, radius: f64) {
    let (x, y, normal) = (plane.vector([1.0, 0.0]), plane.vector([0.0, 1.0]), plane.normal());
    let axes = [x[0], normal[0], -y[0], x[1], normal[1], -y[1], x[2], normal[2], -y[2]];
    let mut block = |middle: [f64; 3], size: [f64; 3]| {
        let look = Look::cuboid(middle.map(|part| radius * part), size.map(|part| radius * part));
        c.look(look.frame(plane.point([0.0; 2]), axes).material(STEEL));
    };
    block([0.0, -1.35, 0.75], [1.5, 0.5, 2.5]);
    block([0.0, 1.35, 0.75], [1.5, 0.5, 2.5]);
    block([0.0, 0.0, 2.1], [4.0, 4.0, 0.4]);
}
