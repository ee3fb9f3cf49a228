use simobject::{Creator, In, Io, Look, Private, Result, SimObject};
use simobject_elements::vector::{difference, norm};

use super::paint::{direction, ends, length, painted};
use super::symbol::INK;

/// A hose in the 3D view, which hangs through.
pub struct Hose {
    pos_a: In<3>,
    pos_b: In<3>,
    points: Private<{ 3 * POINTS }>,
    length: f64,
    down: [f64; 3],
}

const POINTS: usize = 17;

impl SimObject for Hose {
    const NAME: &'static str = "Visual/Hose";
    const DOC: &'static str = "A hose in the 3D view, which hangs through where it is longer than its ends are apart";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let points = c.private("Points");
        c.common_computation(Self::hang).reads((pos_a, pos_b)).fills(points);
        let long = length(c, "Length", "Its length", 1.0);
        let radius = length(c, "Radius", "Its radius", 0.02);
        let down = c.parameter("Down").doc("The direction to which it hangs").default([0.0, 0.0, 1.0]);
        let down = direction(c, "Down", down);
        let hose = painted(c, Look::tube(points, radius));
        c.look(if hose.material.is_none() { hose.material(INK) } else { hose });
        Ok(Self { pos_a, pos_b, points, length: long, down })
    }
}

impl Hose {
    /// A parabola. Of one that spans d and hangs through by s the length is about d + 8 s^2 / (3 d).
    fn hang(&self, io: &mut Io<'_>) {
        let (from, to) = (io.get(self.pos_a), io.get(self.pos_b));
        let span = norm(difference(to, from));
        let sag = (0.375 * span * (self.length - span).max(0.0)).sqrt();
        io.set(
            self.points,
            std::array::from_fn(|number| {
                let (axis, share) = (number % 3, (number / 3) as f64 / (POINTS - 1) as f64);
                from[axis] + share * (to[axis] - from[axis]) + 4.0 * share * (1.0 - share) * sag * self.down[axis]
            }),
        );
    }
}
