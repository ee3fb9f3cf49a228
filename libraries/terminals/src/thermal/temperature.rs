use simobject::{Creator, Datum, In, Io, Out, Rate, Result, SimObject};

use crate::domain::{Domain, Thermal};

/// A temperature that stays the same.
pub struct FixedTemperature {
    temperature: Out<1>,
    rate: Out<1>,
    value: f64,
}

impl SimObject for FixedTemperature {
    const NAME: &'static str = "Thermal/FixedTemperature";
    const DOC: &'static str = "A temperature that stays the same";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = Thermal::ends(c);
        let heat_flow = c.in_port("Q_flow", "W", "Heat flow into it");
        let temperature = c.out_port("T", "K", "The temperature");
        c.datum(temperature, Datum::Absolute);
        let rate = c.out_port("der_T", "K/s", "Its rate, which is 0");
        c.common_computation(Self::give).reads(()).fills((temperature, rate)).rate(Rate::Constant);
        c.fixes_across(port).across(temperature).rate(rate).through(heat_flow);
        let value = c.parameter("T").unit("K").doc("Temperature").more_than(0.0).required();
        Ok(Self { temperature, rate, value })
    }
}

impl FixedTemperature {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.temperature, [self.value]);
        io.set(self.rate, [0.0]);
    }
}

/// A temperature that an in-port gives.
pub struct PrescribedTemperature {
    given: In<1>,
    temperature: Out<1>,
}

impl SimObject for PrescribedTemperature {
    const NAME: &'static str = "Thermal/PrescribedTemperature";
    const DOC: &'static str = "A temperature that an in-port gives";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = Thermal::ends(c);
        let given = Thermal::potential_in(c, "Ref", "Temperature");
        let heat_flow = c.in_port("Q_flow", "W", "Heat flow into it");
        let temperature = c.out_port("T", "K", "The same temperature");
        c.datum(temperature, Datum::Absolute);
        c.common_computation(Self::give).reads(given).fills(temperature);
        c.fixes_across(port).across(temperature).through(heat_flow);
        Ok(Self { given, temperature })
    }
}

impl PrescribedTemperature {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.temperature, given);
    }
}
