use simobject::{Creator, InSlice, Look, Result, SimObject};

use super::paint::{length, painted_along};

/// A tube through points in the 3D view.
pub struct Tube;

impl SimObject for Tube {
    const NAME: &'static str = "Visual/Tube";
    const DOC: &'static str = "A tube through points in the 3D view: a hose, a pipe";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("PointCount").doc("Number of points").at_least(2.0).at_most(1e6).default(2);
        let points: InSlice = c.in_slice("Points", 3 * count, "m", "Its points, in order: x, y and z of each");
        let look = Look::tube(points, length(c, "Radius", "Its radius", 0.05));
        let look = painted_along(c, look, count);
        c.look(look);
        Ok(Self)
    }
}
