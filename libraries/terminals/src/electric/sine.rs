//! Sources of a voltage or a current that is a sine.

use simobject::{Creator, Io, Out, Result, SimObject};

use super::wave::Wave;
use crate::domain::{Domain, Electric};

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

/// A source of a current that is a sine.
pub struct SineCurrent {
    current: Out<1>,
    wave: Wave,
}

impl SimObject for SineCurrent {
    const NAME: &'static str = "Electric/SineCurrent";
    const DOC: &'static str = "\
A source of a current that is a sine

i = offset + I sin(2 pi f t + phase)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let current = c.out_port("i", "A", "Current from P to N, through the source");
        c.common_computation(Self::give).reads(()).fills(current);
        c.stops(Self::next_extreme);
        c.gives_through(ends, current);
        Ok(Self { current, wave: Wave::declare(c, "I", "A") })
    }
}

impl SineCurrent {
    fn next_extreme(&self, after: f64) -> Option<f64> {
        self.wave.next_extreme(after)
    }

    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let time = io.time();
        io.set(self.current, [self.wave.value(time)]);
    }
}
