use simobject::{Creator, Datum, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Thermal};

/// Measures a temperature.
pub struct TemperatureSensor {
    across: In<1>,
    temperature: Out<1>,
}

impl SimObject for TemperatureSensor {
    const NAME: &'static str = "Thermal/TemperatureSensor";
    const DOC: &'static str = "Measures the absolute temperature at A; no heat flows";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = Thermal::ends(c);
        let across = Thermal::potential_in(c, "Across", "Temperature");
        c.measures(port).across(across);
        let temperature = c.out_port("T", "K", "The same");
        c.datum(temperature, Datum::Absolute);
        c.common_computation(Self::measure).reads(across).fills(temperature);
        Ok(Self { across, temperature })
    }
}

impl TemperatureSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let temperature = io.get(self.across);
        io.set(self.temperature, temperature);
    }
}

/// Measures a heat flow.
pub struct HeatFlowSensor {
    through: In<1>,
    heat_flow: Out<1>,
}

impl SimObject for HeatFlowSensor {
    const NAME: &'static str = "Thermal/HeatFlowSensor";
    const DOC: &'static str = "Measures the heat flow from A to B, which have one temperature";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Thermal::terminals(c);
        let through = c.in_port("Through", "W", "Heat flow from A to B");
        let heat_flow = c.out_port("Q_flow", "W", "The same");
        c.common_computation(Self::measure).reads(through).fills(heat_flow);
        c.fixes_across(ends).through(through);
        Ok(Self { through, heat_flow })
    }
}

impl HeatFlowSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let heat_flow = io.get(self.through);
        io.set(self.heat_flow, heat_flow);
    }
}
