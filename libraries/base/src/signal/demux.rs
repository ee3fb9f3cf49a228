use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use super::inputs::MOST_PORTS;

/// Takes a vector apart into the signals that stand one behind the other in it.
///
/// A connection can do that too, without a block: `X.In="A.Out[1:3]"`.
pub struct Demux {
    input: InSlice,
    outs: Vec<OutSlice>,
}

impl SimObject for Demux {
    const NAME: &'static str = "Signal/Demux";
    const DOC: &'static str = "\
Takes a vector apart

(Out1, Out2, ...) = In; a connection can do that too: X.In=\"A.Out[1:3]\"";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count =
            c.parameter("NumOutput").doc("Number of out-ports").at_least(1.0).at_most(MOST_PORTS).default(2_usize);
        let outs: Vec<OutSlice> = (1..=count)
            .map(|number| {
                let width = c
                    .parameter(format!("OutPortWidth{number}"))
                    .doc(format!("Number of elements of Out{number}"))
                    .at_least(1.0)
                    .at_most(1e6)
                    .default(1);
                c.out_slice(format!("Out{number}"), width, "", format!("Part {number}"))
            })
            .collect();
        let width = outs.iter().map(OutSlice::width).sum();
        let input = c.in_slice("In", width, "", "All parts");
        c.common_computation(Self::part).reads(input).fills(&outs);
        Ok(Self { input, outs })
    }
}

impl Demux {
    #[inline]
    fn part(&self, io: &mut Io<'_>) {
        let mut place = 0;
        for out in &self.outs {
            for i in 0..out.width() {
                let value = io.at(self.input, place);
                io.set_at(*out, i, value);
                place += 1;
            }
        }
    }
}
