use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use super::inputs::{in_ports, signs};
use crate::width::port_width;

/// The product or quotient of signals, element by element.
///
/// A division by zero gives a value that is not finite, and ends the run where
/// a state or a result needs it.
pub struct Product {
    inputs: Vec<InSlice>,
    divides: Vec<bool>,
    out: OutSlice,
}

impl SimObject for Product {
    const NAME: &'static str = "Signal/Product";
    const DOC: &'static str = "\
The product or quotient of signals, element by element

Out = In1 * In2 ..., or / where Operations says so";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let doc = "`*` or `/` for each in-port, such as `*/` for In1 / In2; all `*` if not given";
        let divides = signs(c, "Operations", ['*', '/'], doc);
        let width = port_width(c, 1);
        let inputs = in_ports(c, divides.len(), width);
        let out = c.out_slice("Out", width, "", "The product");
        c.common_computation(Self::product).reads(&inputs).fills(out);
        Ok(Self { inputs, divides, out })
    }
}

impl Product {
    #[inline]
    fn product(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let factors = self.inputs.iter().zip(&self.divides).map(|(input, divides)| (io.at(*input, i), *divides));
            let product =
                factors.fold(1.0, |product, (input, divides)| if divides { product / input } else { product * input });
            io.set_at(self.out, i, product);
        }
    }
}
