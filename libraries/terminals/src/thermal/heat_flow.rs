use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Thermal};

/// A source of heat, which may become less as its port becomes warmer.
pub struct FixedHeatFlow {
    law: Law,
    heat_flow: Out<1>,
    value: f64,
}

/// A source of the heat flow that an in-port gives, which may become less as its port becomes warmer.
pub struct PrescribedHeatFlow {
    law: Law,
    given: In<1>,
    heat_flow: Out<1>,
}

/// How a heat flow depends on temperature.
struct Law {
    /// None where it does not depend on that.
    temperature: Option<In<1>>,
    /// 1/K.
    slope: f64,
    /// K.
    reference: f64,
}

impl Law {
    /// Asks for `alpha` and `T_ref`, and declares the branch.
    fn declare<T: SimObject>(c: &mut Creator<'_, T>, heat_flow: Out<1>) -> Self {
        let port = Thermal::ends(c);
        let slope: f64 = c.parameter("alpha").unit("1/K").doc("Part by which it grows with each kelvin").default(0.0);
        let reference = c
            .parameter("T_ref")
            .unit("K")
            .doc("Temperature at which it is what is given")
            .more_than(0.0)
            .default(293.15);
        let temperature = (slope != 0.0).then(|| Thermal::potential_in(c, "T", "Temperature of the port"));
        match temperature {
            Some(temperature) => c.gives_through(port, heat_flow).across(temperature),
            None => c.gives_through(port, heat_flow),
        };
        Self { temperature, slope, reference }
    }

    /// Into the element, W, where that much is to flow out of it.
    #[inline]
    fn heat_into_element(&self, io: &Io<'_>, given: f64) -> f64 {
        let Some(temperature) = self.temperature else { return -given };
        let [temperature] = io.get(temperature);
        -given * (1.0 + self.slope * (temperature - self.reference))
    }
}

impl SimObject for FixedHeatFlow {
    const NAME: &'static str = "Thermal/FixedHeatFlow";
    const DOC: &'static str = "\
A source of a constant heat flow, which may depend on the temperature of its port

Heat = -Q (1 + alpha (T - T_ref)), into the element; Q is the parameter Q_flow";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let heat_flow = c.out_port("Heat", "W", "Heat flow into it: below 0 where it heats");
        let law = Law::declare(c, heat_flow);
        c.common_computation(Self::give).reads(law.temperature.as_slice()).fills(heat_flow);
        let value = c.parameter("Q_flow").unit("W").doc("Heat flow out of it, into what is joined").required();
        Ok(Self { law, heat_flow, value })
    }
}

impl FixedHeatFlow {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let heat_flow = self.law.heat_into_element(io, self.value);
        io.set(self.heat_flow, [heat_flow]);
    }
}

impl SimObject for PrescribedHeatFlow {
    const NAME: &'static str = "Thermal/PrescribedHeatFlow";
    const DOC: &'static str = "\
A source of the heat flow that an in-port gives, which may depend on the temperature of its port

Heat = -Q_flow (1 + alpha (T - T_ref)), into the element";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let given = c.in_port("Q_flow", "W", "Heat flow out of it, into what is joined");
        let heat_flow = c.out_port("Heat", "W", "Heat flow into it: below 0 where it heats");
        let law = Law::declare(c, heat_flow);
        c.common_computation(Self::give).reads((given, law.temperature.as_slice())).fills(heat_flow);
        Ok(Self { law, given, heat_flow })
    }
}

impl PrescribedHeatFlow {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let [given] = io.get(self.given);
        let heat_flow = self.law.heat_into_element(io, given);
        io.set(self.heat_flow, [heat_flow]);
    }
}
