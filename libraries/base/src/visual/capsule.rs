use simobject::{Creator, Look, Result, SimObject};

use super::paint::{ends, length, painted};

/// A cylinder with half a sphere at both ends in the 3D view.
pub struct Capsule;

impl SimObject for Capsule {
    const NAME: &'static str = "Visual/Capsule";
    const DOC: &'static str = "A cylinder with half a sphere at both ends in the 3D view, between two points";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let look = Look::capsule(pos_a, pos_b, length(c, "Radius", "Its radius", 0.1));
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
