use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use super::inputs::MOST_PORTS;

/// Puts signals one behind the other into one vector.
///
/// A connection can do that too, without a block: `X.In="A.Out, B.Out"`.
pub struct Mux {
    inputs: Vec<InSlice>,
    out: OutSlice,
}

impl SimObject for Mux {
    const NAME: &'static str = "Signal/Mux";
    const DOC: &'static str = "\
Puts signals one behind the other into one vector

Out = (In1, In2, ...); a connection can do that too: X.In=\"A.Out, B.Out\"";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count =
            c.parameter("NumInput").doc("Number of in-ports").at_least(1.0).at_most(MOST_PORTS).default(2_usize);
        let inputs: Vec<InSlice> = (1..=count)
            .map(|number| {
                let width = c
                    .parameter(format!("InPortWidth{number}"))
                    .doc(format!("Number of elements of In{number}"))
                    .at_least(1.0)
                    .at_most(1e6)
                    .default(1);
                c.in_slice(format!("In{number}"), width, "", format!("Part {number}"))
            })
            .collect();
        let width = inputs.iter().map(InSlice::width).sum();
        let out = c.out_slice("Out", width, "", "All parts");
        c.common_computation(Self::join).reads(&inputs).fills(out);
        Ok(Self { inputs, out })
    }
}

impl Mux {
    #[inline]
    fn join(&self, io: &mut Io<'_>) {
        let mut place = 0;
        for input in &self.inputs {
            for i in 0..input.width() {
                let value = io.at(*input, i);
                io.set_at(self.out, place, value);
                place += 1;
            }
        }
    }
}
