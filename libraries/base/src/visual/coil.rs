use simobject::{Creator, Look, Result, SimObject};

use super::paint::{ends, length, painted};

/// A coil spring in the 3D view, for springs that move along a line.
pub struct Coil;

impl SimObject for Coil {
    const NAME: &'static str = "Visual/Coil";
    const DOC: &'static str = "A coil spring in the 3D view, between two points";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let radius = length(c, "Radius", "Radius of the windings", 0.1);
        let windings: f64 = c.parameter("Windings").doc("Number of windings").at_least(0.0).default(10.0);
        let look = painted(c, Look::coil(pos_a, pos_b, radius).windings(windings));
        c.look(look);
        Ok(Self)
    }
}
