use simobject::{Creator, Look, Result, SimObject};

use super::paint::{frame, length};

/// The three axes of a frame in the 3D view.
pub struct Axes;

impl SimObject for Axes {
    const NAME: &'static str = "Visual/Axes";
    const DOC: &'static str = "The three axes of a frame in the 3D view: x red, y green, z blue";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos, orientation) = frame(c);
        let look = Look::axes(length(c, "Length", "Length of each axis", 1.0)).frame(pos, orientation);
        c.look(look);
        Ok(Self)
    }
}
