use simobject::{Creator, Datum, Failure, In, Io, Out, Result, SimObject};
use simobject_elements::nature::THERMAL;

use crate::domain::{Domain, Electric};

/// A resistor whose resistance depends on its temperature, and whose loss heats what is joined at `Heat`.
pub struct HeatingResistor {
    v: In<1>,
    /// None where its resistance does not depend on that.
    temperature: Option<In<1>>,
    i: Out<1>,
    heat_flow: Out<1>,
    /// Ohm.
    resistance: f64,
    /// K.
    reference: f64,
    /// 1/K.
    slope: f64,
}

impl SimObject for HeatingResistor {
    const NAME: &'static str = "Electric/HeatingResistor";
    const DOC: &'static str = "\
A resistor that becomes warm, and whose resistance depends on its temperature

v      = R i, R = R_ref (1 + alpha (T - T_ref))
Q_flow = -v i, into it at Heat: what it loses heats what is joined there

T is the temperature at Heat.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let heat = c.terminal("Heat", &THERMAL, "Where its heat goes");
        let v = c.in_port("v", "V", "Voltage from P to N");
        let slope: f64 = c.parameter("alpha").unit("1/K").doc("Part by which R grows with each kelvin").default(0.0);
        let temperature = (slope != 0.0).then(|| {
            let temperature = c.in_port("T", "K", "Its temperature");
            c.datum(temperature, Datum::Absolute);
            temperature
        });
        let i = c.out_port("i", "A", "Current from P to N");
        let heat_flow = c.out_port("Q_flow", "W", "Heat flow into it, which is below 0");
        c.common_computation(Self::conduct).reads((v, temperature.as_slice())).fills((i, heat_flow));
        c.gives_through(ends, i).across(v).named("current");
        let branch = c.gives_through(heat, heat_flow).named("heat");
        match temperature {
            Some(temperature) => branch.across(temperature),
            None => branch,
        };
        Ok(Self {
            v,
            temperature,
            i,
            heat_flow,
            resistance: c.parameter("R_ref").unit("Ohm").doc("Resistance at T_ref").more_than(0.0).required(),
            reference: c
                .parameter("T_ref")
                .unit("K")
                .doc("Temperature at which it has R_ref")
                .more_than(0.0)
                .default(300.15),
            slope,
        })
    }
}

impl HeatingResistor {
    #[inline]
    fn conduct(&self, io: &mut Io<'_>) -> Result<()> {
        let [v] = io.get(self.v);
        let temperature = self.temperature.map_or(self.reference, |temperature| io.get(temperature)[0]);
        let resistance = self.resistance * (1.0 + self.slope * (temperature - self.reference));
        if resistance <= 0.0 {
            return Err(no_resistance(resistance, temperature));
        }
        let i = v / resistance;
        io.set(self.i, [i]);
        io.set(self.heat_flow, [-v * i]);
        Ok(())
    }
}

#[cold]
fn no_resistance(resistance: f64, temperature: f64) -> Failure {
    Failure::recoverable(format!("its resistance is {resistance} Ohm at {temperature} K; it must be more than 0"))
}
