use simobject::{Creator, In, Io, Out, Rate, Result, SimObject};

use crate::domain::{Domain, Electric};
use crate::wave::Wave;

/// A source of a constant voltage.
pub struct ConstantVoltage {
    voltage: Out<1>,
    rate: Out<1>,
    value: f64,
}

impl SimObject for ConstantVoltage {
    const NAME: &'static str = "Electric/ConstantVoltage";
    const DOC: &'static str = "\
A source of a constant voltage

v = V";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let i = c.in_port("i", "A", "Current from P to N");
        let voltage = c.out_port("v", "V", "Voltage from P to N");
        let rate = c.out_port("der_v", "V/s", "Its rate, which is 0");
        c.common_computation(Self::give).reads(()).fills((voltage, rate)).rate(Rate::Constant);
        c.fixes_across(ends).across(voltage).rate(rate).through(i);
        let value = c.parameter("V").unit("V").doc("Voltage").required();
        Ok(Self { voltage, rate, value })
    }
}

impl ConstantVoltage {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.voltage, [self.value]);
        io.set(self.rate, [0.0]);
    }
}

/// A source of a voltage that is a sine.
pub struct SineVoltage {
    voltage: Out<1>,
    rate: Out<1>,
    wave: Wave,
}

impl SimObject for SineVoltage {
    const NAME: &'static str = "Electric/SineVoltage";
    const DOC: &'static str = "\
A source of a voltage that is a sine

v = offset + V sin(2 pi f t + phase)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let i = c.in_port("i", "A", "Current from P to N");
        let voltage = c.out_port("v", "V", "Voltage from P to N");
        let rate = c.out_port("der_v", "V/s", "Its rate");
        c.common_computation(Self::give).reads(()).fills((voltage, rate));
        c.stops(Self::next_extreme);
        c.fixes_across(ends).across(voltage).rate(rate).through(i);
        Ok(Self { voltage, rate, wave: Wave::declare(c, "V", "V") })
    }
}

impl SineVoltage {
    fn next_extreme(&self, after: f64) -> Option<f64> {
        self.wave.next_extreme(after)
    }

    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let time = io.time();
        io.set(self.voltage, [self.wave.value(time)]);
        io.set(self.rate, [self.wave.rate(time)]);
    }
}

/// A source of the voltage that an in-port gives.
pub struct SignalVoltage {
    v: In<1>,
    voltage: Out<1>,
}

impl SimObject for SignalVoltage {
    const NAME: &'static str = "Electric/SignalVoltage";
    const DOC: &'static str = "\
A source of the voltage that an in-port gives

It does not know its rate: no capacitor may lie beside it.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let v = c.in_port("V", "V", "Voltage from P to N");
        let voltage = c.out_port("v", "V", "The same");
        c.common_computation(Self::give).reads(v).fills(voltage);
        c.fixes_across(ends).across(voltage);
        Ok(Self { v, voltage })
    }
}

impl SignalVoltage {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let v = io.get(self.v);
        io.set(self.voltage, v);
    }
}
