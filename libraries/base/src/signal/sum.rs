use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use super::inputs::{in_ports, signs};
use crate::width::port_width;

/// The sum or difference of signals.
///
/// A connection can add up too, without a block: `X.In="A.Out - 2*B.Out"`.
pub struct Sum {
    inputs: Vec<InSlice>,
    factors: Vec<f64>,
    out: OutSlice,
}

impl SimObject for Sum {
    const NAME: &'static str = "Signal/Sum";
    const DOC: &'static str = "\
The sum or difference of signals

Out = +- In1 +- In2 ..., with the Signs; a connection can do that too: X.In=\"A.Out - 2*B.Out\"";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let doc = "`+` or `-` for each in-port, such as `+-`; all `+` if not given";
        let negative = signs(c, "Signs", ['+', '-'], doc);
        let width = port_width(c, 1);
        let inputs = in_ports(c, negative.len(), width);
        let out = c.out_slice("Out", width, "", "The sum");
        c.common_computation(Self::sum).reads(&inputs).fills(out);
        let factors = negative.into_iter().map(|negative| if negative { -1.0 } else { 1.0 }).collect();
        Ok(Self { inputs, factors, out })
    }
}

impl Sum {
    #[inline]
    fn sum(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let terms = self.inputs.iter().zip(&self.factors).map(|(input, factor)| factor * io.at(*input, i));
            let sum = terms.sum();
            io.set_at(self.out, i, sum);
        }
    }
}
