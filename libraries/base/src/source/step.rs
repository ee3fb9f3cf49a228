use simobject::{Creator, Io, OutSlice, Result, SimObject};

/// A signal that jumps once: `Before` until `StepTime`, `After` from then on.
pub struct Step {
    out: OutSlice,
    time: f64,
    before: Vec<f64>,
    after: Vec<f64>,
}

impl SimObject for Step {
    const NAME: &'static str = "Src/Step";
    const DOC: &'static str = "\
A signal that jumps once

Out = Before for t < StepTime, After from then on";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").doc("Number of elements of Out").at_least(1.0).at_most(1e6).default(1);
        let out = c.out_slice("Out", width, "", "The signal");
        c.common_computation(Self::signal).fills(out);
        c.time_events(Self::jump);
        Ok(Self {
            out,
            time: c.parameter("StepTime").unit("s").doc("When it jumps").default(0.0),
            before: c.parameter("Before").doc("Value before").length(width).default(vec![0.0; width]),
            after: c.parameter("After").doc("Value from then on").length(width).default(vec![1.0; width]),
        })
    }
}

impl Step {
    fn signal(&self, io: &mut Io<'_>) {
        let value = if io.time() < self.time { &self.before } else { &self.after };
        io.slice_mut(self.out).copy_from_slice(value);
    }

    fn jump(&self, after: f64) -> Option<f64> {
        (self.time > after).then_some(self.time)
    }
}
