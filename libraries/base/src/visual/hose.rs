use simobject::{Creator, In, Io, Look, Private, Result, SimObject};

use super::paint::{ends, painted};
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
        let length = super::paint::length(c, "Length", "Its length", 1.0);
        let radius = super::paint::length(c, "Radius", "Its radius", 0.02);
        let down: [f64; 3] = c.parameter("Down").doc("The direction to which it hangs").default([0.0, 0.0, 1.0]);
        let norm = down.iter().fold(0.0_f64, |norm, part| norm.hypot(*part));
        if norm == 0.0 {
            c.error("Down", "has no direction: give one number that is not 0");
        }
        let hose = painted(c, Look::tube(points, radius));
        c.look(if hose.material.is_none() { hose.material(INK) } else { hose });
        Ok(Self { pos_a, pos_b, points, length, down: down.map(|part| part / norm) })
    }
}

impl Hose {
    /// A parabola. Of one that spans d and hangs through by s the length is about d + 8 s^2 / (3 d).
    fn hang(&self, io: &mut Io<'_>) {
        let (from, to) = (io.get(self.pos_a), io.get(self.pos_b));
        let span = (0..3).fold(0.0_f64, |norm, axis| norm.hypot(to[axis] - from[axis]));
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
