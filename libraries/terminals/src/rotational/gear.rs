use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::ROTATIONAL;

/// A gear without losses, inertia or play: `w(A) = ratio w(B)`.
pub struct IdealGear;

impl SimObject for IdealGear {
    const NAME: &'static str = "Rotational/IdealGear";
    const DOC: &'static str = "\
A gear without losses, inertia or play; its housing stands still

w(A) = ratio w(B)
tau(B) = -ratio tau(A)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = c.terminal("A", &ROTATIONAL, "Flange a");
        let b = c.terminal("B", &ROTATIONAL, "Flange b");
        let ratio: f64 = c.parameter("ratio").doc("w(A) / w(B), not 0; below 0 it turns round").required();
        if ratio == 0.0 {
            c.error("ratio", "must not be 0");
        }
        c.relates([(a.into(), 1.0), (b.into(), -ratio)]);
        Ok(Self)
    }
}
