use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use crate::sampling;
use crate::width::port_width;

/// A signal that is sampled at ticks, and held in between.
pub struct ZeroOrderHold {
    input: InSlice,
    out: OutSlice,
}

impl SimObject for ZeroOrderHold {
    const NAME: &'static str = "Signal/ZeroOrderHold";
    const DOC: &'static str = "\
A signal that is sampled at ticks, and held in between

Out = In at each tick; before the first one, In at the start";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let clock = sampling::clock(c);
        let input = c.in_slice("In", width, "", "The signal");
        let out = c.out_slice("Out", width, "", "The signal at the last tick");
        c.common_computation(Self::sample).on(clock).reads(input).fills(out);
        Ok(Self { input, out })
    }
}

impl ZeroOrderHold {
    #[inline]
    fn sample(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let value = io.at(self.input, i);
            io.set_at(self.out, i, value);
        }
    }
}
