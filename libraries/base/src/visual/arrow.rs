use simobject::{Creator, Look, Result, SimObject};

use super::paint::{length, painted};

/// An arrow in the 3D view, for a force or a velocity.
pub struct Arrow;

impl SimObject for Arrow {
    const NAME: &'static str = "Visual/Arrow";
    const DOC: &'static str = "An arrow in the 3D view, for a force or a velocity";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port::<3>("Pos", "m", "Where it begins");
        let vector = c.in_port::<3>("Vector", "", "What it shows, in a unit of its own");
        let scale: f64 = c.parameter("Scale").doc("Its length, m, for each unit of that").default(1.0);
        let radius = length(c, "Radius", "Radius of its shaft", 0.05);
        let look = Look::arrow(pos, vector, scale).with(simobject::look::Attribute::Radius, radius);
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
