use simobject::{Creator, Datum, In, Io, Out, Rate, Result, SimObject};

use super::{absolute, port};

/// A source of a constant pressure.
pub struct ConstantPressure {
    pressure: Out<1>,
    rate: Out<1>,
    value: f64,
}

impl SimObject for ConstantPressure {
    const NAME: &'static str = "Hydraulic/ConstantPressure";
    const DOC: &'static str = "\
A source of a constant pressure

p = Pressure";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = port(c);
        let q = c.in_port("q", "m^3/s", "Flow into it: below 0 where it delivers");
        let pressure = c.out_port("p", "Pa", "Absolute pressure");
        c.datum(pressure, Datum::Absolute);
        let rate = c.out_port("der_p", "Pa/s", "Its rate, which is 0");
        c.common_computation(Self::give).reads(()).fills((pressure, rate)).rate(Rate::Constant);
        c.fixes_across(port).across(pressure).rate(rate).through(q);
        let value = c.parameter("Pressure").unit("Pa").doc("Absolute pressure").more_than(0.0).required();
        Ok(Self { pressure, rate, value })
    }
}

impl ConstantPressure {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.pressure, [self.value]);
        io.set(self.rate, [0.0]);
    }
}

/// A source of the pressure that an in-port gives.
pub struct SignalPressure {
    given: In<1>,
    pressure: Out<1>,
}

impl SimObject for SignalPressure {
    const NAME: &'static str = "Hydraulic/SignalPressure";
    const DOC: &'static str = "\
A source of the pressure that an in-port gives

It does not know its rate: no volume may lie beside it.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = port(c);
        let given = absolute(c, "Pressure", "Absolute pressure");
        let q = c.in_port("q", "m^3/s", "Flow into it: below 0 where it delivers");
        let pressure = c.out_port("p", "Pa", "The same pressure");
        c.datum(pressure, Datum::Absolute);
        c.common_computation(Self::give).reads(given).fills(pressure);
        c.fixes_across(port).across(pressure).through(q);
        Ok(Self { given, pressure })
    }
}

impl SignalPressure {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.pressure, given);
    }
}
