use simobject::{Creator, InSlice, Look, Result, SimObject};

use super::paint::painted_along;

/// A line through points in the 3D view.
pub struct Line;

impl SimObject for Line {
    const NAME: &'static str = "Visual/Line";
    const DOC: &'static str = "A line through points in the 3D view";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("PointCount").doc("Number of points").at_least(2.0).at_most(1e6).default(2);
        let points: InSlice = c.in_slice("Points", 3 * count, "m", "Its points, in order: x, y and z of each");
        let look = painted_along(c, Look::line(points), count);
        c.look(look);
        Ok(Self)
    }
}
