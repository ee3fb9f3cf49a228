use simobject::{Creator, Look, Result, SimObject};

use super::paint::{ends, length, painted};

/// A cylinder in the 3D view.
pub struct Cylinder;

impl SimObject for Cylinder {
    const NAME: &'static str = "Visual/Cylinder";
    const DOC: &'static str = "A cylinder in the 3D view, between two points";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let look = Look::cylinder(pos_a, pos_b, length(c, "Radius", "Its radius", 0.1));
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
