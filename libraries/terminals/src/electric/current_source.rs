use simobject::{Creator, In, Io, Out, Rate, Result, SimObject};

use crate::domain::{Domain, Electric};
use crate::wave::Wave;

/// A source of a constant current.
pub struct ConstantCurrent {
    current: Out<1>,
    value: f64,
}

impl SimObject for ConstantCurrent {
    const NAME: &'static str = "Electric/ConstantCurrent";
    const DOC: &'static str = "\
A source of a constant current

i = I";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let current = c.out_port("i", "A", "Current from P to N, through the source");
        c.common_computation(Self::give).reads(()).fills(current).rate(Rate::Constant);
        c.gives_through(ends, current);
        let value = c.parameter("I").unit("A").doc("Current").required();
        Ok(Self { current, value })
    }
}

impl ConstantCurrent {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.current, [self.value]);
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

/// A source of the current that an in-port gives.
pub struct SignalCurrent {
    i: In<1>,
    current: Out<1>,
}

impl SimObject for SignalCurrent {
    const NAME: &'static str = "Electric/SignalCurrent";
    const DOC: &'static str = "A source of the current that an in-port gives";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let i = c.in_port("I", "A", "Current from P to N, through the source");
        let current = c.out_port("i", "A", "The same");
        c.common_computation(Self::give).reads(i).fills(current);
        c.gives_through(ends, current);
        Ok(Self { i, current })
    }
}

impl SignalCurrent {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let i = io.get(self.i);
        io.set(self.current, i);
    }
}
