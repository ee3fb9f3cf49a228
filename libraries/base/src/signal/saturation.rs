use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use crate::limits::Limits;
use crate::width::port_width;

/// A signal kept between limits.
pub struct Saturation {
    input: InSlice,
    out: OutSlice,
    limits: Limits,
}

impl SimObject for Saturation {
    const NAME: &'static str = "Signal/Saturation";
    const DOC: &'static str = "\
A signal kept between limits

Out = min(max(In, Lower), Upper)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let input = c.in_slice("In", width, "", "Input");
        let out = c.out_slice("Out", width, "", "The input, or the limit that it lies beyond");
        c.common_computation(Self::limited).reads(input).fills(out);
        let limits = Limits::declare(c, width);
        Ok(Self { input, out, limits })
    }
}

impl Saturation {
    #[inline]
    fn limited(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let value = self.limits.keep(i, io.at(self.input, i));
            io.set_at(self.out, i, value);
        }
    }
}
