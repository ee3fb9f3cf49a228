use simobject::{Creator, Datum, Io, Out, Rate, Result, SimObject, Sum};

/// An open tank: its pressure stays what it is, whatever flows in or out. The
/// default is the standard atmosphere, since pressures are absolute and a tank
/// is vented.
pub struct Tank {
    flow: Sum<1>,
    pressure: Out<1>,
    inflow: Out<1>,
    /// Pa.
    tank_pressure: f64,
}

impl SimObject for Tank {
    const NAME: &'static str = "Hydraulic/Tank";
    const DOC: &'static str = "\
An open tank, whose pressure stays the same

Pressure = TankPressure, Inflow = Flow";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flow = c.sum_port("Flow", "m^3/s", "Sum of the flows into it");
        c.default_input(flow, 0.0);
        let pressure = c.out_port("Pressure", "Pa", "Absolute pressure");
        c.datum(pressure, Datum::Absolute);
        let inflow = c.out_port("Inflow", "m^3/s", "What flows into it altogether");
        c.common_computation(Self::rest).reads(()).fills(pressure).rate(Rate::Constant);
        c.common_computation(Self::gather).reads(flow).fills(inflow);
        Ok(Self {
            flow,
            pressure,
            inflow,
            tank_pressure: c
                .parameter("TankPressure")
                .unit("Pa")
                .doc("Absolute pressure in it")
                .more_than(0.0)
                .default(101_325.0),
        })
    }
}

impl Tank {
    fn rest(&self, io: &mut Io<'_>) {
        io.set(self.pressure, [self.tank_pressure]);
    }

    #[inline]
    fn gather(&self, io: &mut Io<'_>) {
        let flow = io.get(self.flow);
        io.set(self.inflow, flow);
    }
}
