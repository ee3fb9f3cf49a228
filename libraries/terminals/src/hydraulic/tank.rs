use simobject::{Creator, Datum, Io, Out, Rate, Result, SimObject};

use super::port;

/// An open tank: its pressure stays what it is.
pub struct Tank {
    pressure: Out<1>,
    rate: Out<1>,
    tank_pressure: f64,
}

impl SimObject for Tank {
    const NAME: &'static str = "Hydraulic/Tank";
    const DOC: &'static str = "\
An open tank, whose pressure stays the same

p = TankPressure";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = port(c);
        let q = c.in_port("q", "m^3/s", "Flow into it");
        let pressure = c.out_port("p", "Pa", "Absolute pressure");
        c.datum(pressure, Datum::Absolute);
        let rate = c.out_port("der_p", "Pa/s", "Its rate, which is 0");
        c.common_computation(Self::rest).reads(()).fills((pressure, rate)).rate(Rate::Constant);
        c.fixes_across(port).across(pressure).rate(rate).through(q);
        let tank_pressure =
            c.parameter("TankPressure").unit("Pa").doc("Absolute pressure in it").more_than(0.0).default(101_325.0);
        Ok(Self { pressure, rate, tank_pressure })
    }
}

impl Tank {
    fn rest(&self, io: &mut Io<'_>) {
        io.set(self.pressure, [self.tank_pressure]);
        io.set(self.rate, [0.0]);
    }
}
