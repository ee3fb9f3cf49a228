//! What shapes are made of, and where they are.

use simobject::{Creator, In, Look, SimObject};

/// The shape with the parameter `Material`, if it is given.
pub(super) fn with_material<T: SimObject>(c: &mut Creator<'_, T>, look: Look) -> Look {
    let doc = "A name, as in `Simple/Red`, or a colour, `#rrggbb` or `#rrggbbaa`";
    match c.parameter::<String>("Material").doc(doc).optional() {
        Some(material) => look.material(material),
        None => look,
    }
}

/// In-ports for a place and, if anything turns it, an orientation.
pub(super) fn frame<T: SimObject>(c: &mut Creator<'_, T>) -> (In<3>, In<4>) {
    let pos = c.in_port("Pos", "m", "Where it is");
    let doc = "How it is turned, `world_from_body`: a quaternion w, x, y, z";
    let orientation = c.in_port("Orientation", "", doc);
    c.default_input(orientation, [1.0, 0.0, 0.0, 0.0]);
    (pos, orientation)
}

/// In-ports for both ends.
pub(super) fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> (In<3>, In<3>) {
    (c.in_port("PosA", "m", "One end of it"), c.in_port("PosB", "m", "The other end"))
}

/// A length that cannot be negative, m.
pub(super) fn length<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str, default: f64) -> f64 {
    c.parameter(name).unit("m").doc(doc).at_least(0.0).default(default)
}
