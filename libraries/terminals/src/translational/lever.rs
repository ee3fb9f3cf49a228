use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::TRANSLATIONAL;

/// A lever without a mass, with three ends.
pub struct Lever;

impl SimObject for Lever {
    const NAME: &'static str = "Translational/Lever";
    const DOC: &'static str = "\
A lever without a mass, with three ends: A and B are a and b from C, on either side

(v(A) - v(C)) / a = -(v(B) - v(C)) / b";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = c.terminal("A", &TRANSLATIONAL, "One end");
        let b = c.terminal("B", &TRANSLATIONAL, "The other end");
        let pivot = c.terminal("C", &TRANSLATIONAL, "Between them");
        let length_a: f64 = c.parameter("a").unit("m").doc("From C to A").more_than(0.0).required();
        let length_b: f64 = c.parameter("b").unit("m").doc("From C to B").more_than(0.0).required();
        c.relates([((a, pivot).into(), length_b), ((b, pivot).into(), length_a)]);
        Ok(Self)
    }
}
