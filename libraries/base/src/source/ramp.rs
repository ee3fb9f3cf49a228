use simobject::{Creator, Io, OutSlice, Result, SimObject};

use crate::width::port_width;

/// A signal that goes from `Before` to `After` in a straight line between
/// `StartTime` and `EndTime`.
pub struct Ramp {
    out: OutSlice,
    start: f64,
    end: f64,
    before: Vec<f64>,
    after: Vec<f64>,
}

impl SimObject for Ramp {
    const NAME: &'static str = "Src/Ramp";
    const DOC: &'static str = "\
A signal that goes from one value to another in a straight line

Out = Before + (After - Before) p, with p = (t - StartTime) / (EndTime - StartTime) between 0 and 1";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let out = c.out_slice("Out", width, "", "The signal");
        c.common_computation(Self::signal).fills(out);
        c.time_events(Self::next_kink);
        let start = c.parameter("StartTime").unit("s").doc("When it leaves `Before`").default(0.0);
        let end = c.parameter("EndTime").unit("s").doc("When it reaches `After`").required();
        if end <= start {
            c.error("EndTime", format!("must be more than `StartTime`, {start} s"));
        }
        Ok(Self {
            out,
            start,
            end,
            before: c.parameter("Before").doc("Value until StartTime").length(width).default(vec![0.0; width]),
            after: c.parameter("After").doc("Value from EndTime on").length(width).default(vec![1.0; width]),
        })
    }
}

impl Ramp {
    #[inline]
    fn signal(&self, io: &mut Io<'_>) {
        let part = ((io.time() - self.start) / (self.end - self.start)).clamp(0.0, 1.0);
        let out = io.slice_mut(self.out);
        for ((out, before), after) in out.iter_mut().zip(&self.before).zip(&self.after) {
            *out = (1.0 - part) * before + part * after;
        }
    }

    fn next_kink(&self, after: f64) -> Option<f64> {
        [self.start, self.end].into_iter().find(|kink| *kink > after)
    }
}
