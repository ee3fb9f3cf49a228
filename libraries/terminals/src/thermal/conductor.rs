use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::ports;

/// What conducts heat, and stores none: `Q_flow = G dT`.
pub struct ThermalConductor {
    difference: In<1>,
    heat_flow: Out<1>,
    conductance: f64,
}

impl SimObject for ThermalConductor {
    const NAME: &'static str = "Thermal/ThermalConductor";
    const DOC: &'static str = "\
What conducts heat, and stores none

Q_flow = G dT";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let difference = c.in_port("dT", "K", "Temperature at A less that at B");
        let heat_flow = c.out_port("Q_flow", "W", "Heat flow from A to B");
        c.common_computation(Self::conduct).reads(difference).fills(heat_flow);
        c.gives_through(ends, heat_flow).across(difference);
        let conductance = c.parameter("G").unit("W/K").doc("Thermal conductance").more_than(0.0).required();
        Ok(Self { difference, heat_flow, conductance })
    }
}

impl ThermalConductor {
    #[inline]
    fn conduct(&self, io: &mut Io<'_>) {
        let [difference] = io.get(self.difference);
        io.set(self.heat_flow, [self.conductance * difference]);
    }
}
