use simobject::{Creator, Look, Result, SimObject};

use super::paint::{length, painted};

/// A line through where a point has been, in the 3D view.
pub struct Trail;

impl SimObject for Trail {
    const NAME: &'static str = "Visual/Trail";
    const DOC: &'static str = "A line through where a point has been, in the 3D view";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port::<3>("Pos", "m", "The point");
        let doc = "For how long it stays; 0: for the whole run";
        let duration: f64 = c.parameter("Duration").unit("s").doc(doc).at_least(0.0).default(0.0);
        let radius = length(c, "Radius", "Its radius; 0: as wide from everywhere, as a line is", 0.0);
        let look = Look::trail(pos, duration).with(simobject::look::Attribute::Radius, radius);
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
