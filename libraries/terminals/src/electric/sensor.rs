use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Electric};

/// Measures the voltage between two pins.
pub struct VoltageSensor {
    across: In<1>,
    v: Out<1>,
}

impl SimObject for VoltageSensor {
    const NAME: &'static str = "Electric/VoltageSensor";
    const DOC: &'static str = "Measures the voltage from P to N; no current flows";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let across = c.in_port("Across", "V", "Voltage from P to N");
        let v = c.out_port("v", "V", "The same");
        c.common_computation(Self::measure).reads(across).fills(v);
        c.measures(ends).across(across);
        Ok(Self { across, v })
    }
}

impl VoltageSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let v = io.get(self.across);
        io.set(self.v, v);
    }
}

/// Measures the current from one pin to the other.
pub struct CurrentSensor {
    through: In<1>,
    i: Out<1>,
}

impl SimObject for CurrentSensor {
    const NAME: &'static str = "Electric/CurrentSensor";
    const DOC: &'static str = "Measures the current from P to N, between which is no voltage";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let through = c.in_port("Through", "A", "Current from P to N");
        let i = c.out_port("i", "A", "The same");
        c.common_computation(Self::measure).reads(through).fills(i);
        c.fixes_across(ends).through(through);
        Ok(Self { through, i })
    }
}

impl CurrentSensor {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let i = io.get(self.through);
        io.set(self.i, i);
    }
}
