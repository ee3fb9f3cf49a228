use simobject::{Creator, Look, Result, SimObject};

use super::paint::{ends, length, painted};

/// A cone in the 3D view.
pub struct Cone;

impl SimObject for Cone {
    const NAME: &'static str = "Visual/Cone";
    const DOC: &'static str = "A cone in the 3D view: its base about PosA, its tip at PosB";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let look = Look::cone(pos_a, pos_b, length(c, "Radius", "Radius of its base", 0.1));
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
