use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::ROTATIONAL;

/// A planetary gear without losses: `(1 + ratio) w(Carrier) = w(Sun) + ratio w(Ring)`.
pub struct IdealPlanetary;

impl SimObject for IdealPlanetary {
    const NAME: &'static str = "Rotational/IdealPlanetary";
    const DOC: &'static str = "\
A planetary gear without losses

(1 + ratio) w(Carrier) = w(Sun) + ratio w(Ring)

As a differential it has ratio = 1.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let sun = c.terminal("Sun", &ROTATIONAL, "Sun wheel");
        let carrier = c.terminal("Carrier", &ROTATIONAL, "Carrier of the planets");
        let ring = c.terminal("Ring", &ROTATIONAL, "Ring wheel");
        let ratio: f64 = c.parameter("ratio").doc("Teeth of the ring over those of the sun").more_than(0.0).required();
        c.relates([(sun.into(), 1.0), (ring.into(), ratio), (carrier.into(), -(1.0 + ratio))]);
        Ok(Self)
    }
}
