use simobject::{Creator, DiscreteStateSlice, InSlice, Io, Result, SimObject};

use crate::sampling;
use crate::width::port_width;

/// A delay of one sample: `Out` is the input of the tick before.
///
/// It does not depend on its input in the same instant, so that it opens
/// algebraic loops.
pub struct UnitDelay {
    input: InSlice,
    out: DiscreteStateSlice,
}

impl SimObject for UnitDelay {
    const NAME: &'static str = "Signal/UnitDelay";
    const DOC: &'static str = "\
A delay of one sample

Out(k + 1) = In(k) at the ticks k = 0, 1, ..., Out(0) = InitialValue; held in between";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let clock = sampling::clock(c);
        let initial = c.parameter("InitialValue").doc("Out before it is known").length(width).default(vec![0.0; width]);
        let input = c.in_slice("In", width, "", "The signal");
        let out = c.discrete_state_slice("Out", width, "", "The signal at the tick before");
        c.out_port_of("Out", out);
        c.initial_value(out, &initial);
        c.update(Self::delay).on(clock).reads(input).reads_no_states().sets(out);
        Ok(Self { input, out })
    }
}

impl UnitDelay {
    #[inline]
    fn delay(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let value = io.at(self.input, i);
            io.next_slice_mut(self.out)[i] = value;
        }
    }
}
