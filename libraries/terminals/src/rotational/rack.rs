use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::{ROTATIONAL, TRANSLATIONAL};

/// A wheel that rolls, a pinion on a rack, a drum with its rope: `v = r w`.
pub struct Rack;

impl SimObject for Rack {
    const NAME: &'static str = "Rotational/Rack";
    const DOC: &'static str = "\
A pinion on a rack, or a drum with its rope

v(T) = r w(R)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let shaft = c.terminal("R", &ROTATIONAL, "Shaft of the pinion");
        let rack = c.terminal("T", &TRANSLATIONAL, "The rack");
        let radius: f64 = c.parameter("r").unit("m").doc("Radius; below 0 it runs backwards").required();
        if radius == 0.0 {
            c.error("r", "must not be 0");
        }
        c.relates([(rack.into(), 1.0), (shaft.into(), -radius)]);
        Ok(Self)
    }
}
