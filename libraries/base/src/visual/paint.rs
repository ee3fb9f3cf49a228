//! What shapes are made of, and where they are.

use simobject::{Creator, In, Look, SimObject};

/// The shape with the parameter `Material`, and with a colour that shows a number, as far as they are given.
pub(super) fn painted<T: SimObject>(c: &mut Creator<'_, T>, look: Look) -> Look {
    let doc = "A name, as in `Simple/Red`, or a colour, `#rrggbb` or `#rrggbbaa`";
    let look = match c.parameter::<String>("Material").doc(doc).optional() {
        Some(material) => look.material(material),
        None => look,
    };
    match colour_scale(c) {
        Some(range) => {
            let value = c.in_port::<1>("Colour", "", SHOWN);
            look.value(value, range)
        }
        None => look,
    }
}

/// The same of a shape through so many points, each of which may have a number of its own.
pub(super) fn painted_along<T: SimObject>(c: &mut Creator<'_, T>, look: Look, points: usize) -> Look {
    let doc = "Whether `Colour` has a number for each point";
    if !c.parameter("ColourAlong").doc(doc).default(false) {
        return painted(c, look);
    }
    match colour_scale(c) {
        Some(range) => {
            let values = c.in_slice("Colour", points, "", SHOWN);
            look.value(values, range)
        }
        None => {
            c.error("ColourAlong", "needs a ColourScale: give the numbers at both ends of the scale, as in `0,5e5`");
            look
        }
    }
}

const SHOWN: &str = "What its colour shows, between the numbers of `ColourScale`";

fn colour_scale<T: SimObject>(c: &mut Creator<'_, T>) -> Option<[f64; 2]> {
    let doc =
        "The numbers at both ends of a scale of colours: its colour then shows the in-port `Colour`, with a legend";
    let range = c.parameter::<[f64; 2]>("ColourScale").doc(doc).optional()?;
    if range[1] <= range[0] {
        c.error("ColourScale", "does not go up: give the lower end first");
        return None;
    }
    Some(range)
}

/// In-ports for a place and, if anything turns it, an orientation.
pub(super) fn frame<T: SimObject>(c: &mut Creator<'_, T>) -> (In<3>, In<4>) {
    (c.in_port("Pos", "m", "Where it is"), orientation(c))
}

/// An in-port for how it is turned, if anything turns it.
pub(super) fn orientation<T: SimObject>(c: &mut Creator<'_, T>) -> In<4> {
    let doc = "How it is turned, `world_from_body`: a quaternion w, x, y, z";
    let orientation = c.in_port("Orientation", "", doc);
    c.default_input(orientation, [1.0, 0.0, 0.0, 0.0]);
    orientation
}

/// In-ports for both ends.
pub(super) fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> (In<3>, In<3>) {
    (c.in_port("PosA", "m", "One end of it"), c.in_port("PosB", "m", "The other end"))
}

/// A length that cannot be negative, m.
pub(super) fn length<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str, default: f64) -> f64 {
    c.parameter(name).unit("m").doc(doc).at_least(0.0).default(default)
}

/// The direction of a parameter that was given, of length 1; an error where there is none.
pub(super) fn direction<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, given: [f64; 3]) -> [f64; 3] {
    // Squares of numbers as small or as large as these may be would be lost.
    let norm = given.iter().fold(0.0_f64, |norm, part| norm.hypot(*part));
    if norm == 0.0 {
        c.error(name, "has no direction: give one number that is not 0");
    }
    given.map(|part| part / norm)
}
