use simobject::{Creator, Datum, In, Io, Out, Result, SimObject};

use super::{port, ports, pressure_at};

/// Measures a pressure.
pub struct PressureSensor {
    across: In<1>,
    p: Out<1>,
}

impl SimObject for PressureSensor {
    const NAME: &'static str = "Hydraulic/PressureSensor";
    const DOC: &'static str = "Measures the absolute pressure at A; nothing flows";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = port(c);
        let across = pressure_at(c, port, "Across", "Absolute pressure");
        let p = c.out_port("p", "Pa", "The same");
        c.datum(p, Datum::Absolute);
        c.common_computation(Self::measure).reads(across).fills(p);
        Ok(Self { across, p })
    }
}

impl PressureSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let p = io.get(self.across);
        io.set(self.p, p);
    }
}

/// Measures a flow.
pub struct FlowSensor {
    through: In<1>,
    q: Out<1>,
}

impl SimObject for FlowSensor {
    const NAME: &'static str = "Hydraulic/FlowSensor";
    const DOC: &'static str = "Measures the flow from A to B, between which pressure does not fall";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let through = c.in_port("Through", "m^3/s", "Flow from A to B");
        let q = c.out_port("q", "m^3/s", "The same");
        c.common_computation(Self::measure).reads(through).fills(q);
        c.fixes_across(ends).through(through);
        Ok(Self { through, q })
    }
}

impl FlowSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let q = io.get(self.through);
        io.set(self.q, q);
    }
}
