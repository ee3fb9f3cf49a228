use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::ELECTRIC;

/// An ideal transformer: `v1 = n v2`, `i2 = -n i1`.
pub struct IdealTransformer;

impl SimObject for IdealTransformer {
    const NAME: &'static str = "Electric/IdealTransformer";
    const DOC: &'static str = "\
An ideal transformer

v1 = n v2
i2 = -n i1

v1 is the voltage from P1 to N1, v2 that from P2 to N2; the windings may float.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let first = (c.terminal("P1", &ELECTRIC, "Positive pin 1"), c.terminal("N1", &ELECTRIC, "Negative pin 1"));
        let second = (c.terminal("P2", &ELECTRIC, "Positive pin 2"), c.terminal("N2", &ELECTRIC, "Negative pin 2"));
        let ratio: f64 = c.parameter("n").doc("Turns of winding 1 over those of winding 2").more_than(0.0).required();
        let i1 = c.in_port("i1", "A", "Current from P1 to N1");
        c.relates([(first.into(), 1.0), (second.into(), -ratio)]).through(i1);
        Ok(Self)
    }
}
