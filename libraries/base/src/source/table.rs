use simobject::{Creator, Io, OutSlice, Result, SimObject};

use crate::curve::{Curve, Variable};

/// A signal read off a table: at each of `Times` it is the row of `Values`
/// that belongs to that time, or what a CSV `File` says.
///
/// `Interpolation` says what holds between the rows, `Outside` what holds
/// before the first and after the last. A held table jumps at every row but
/// the first, and a linear one bends at every row: these are time events. A
/// spline has events at its ends only; at the other rows steps end, so that
/// none is jumped over, and the method goes on without a new start.
pub struct Table {
    out: OutSlice,
    curve: Curve,
}

const TIMES: Variable =
    Variable { name: "Times", unit: "s", doc: "Required without File: the times of the rows, rising" };

impl SimObject for Table {
    const NAME: &'static str = "Src/Table";
    const DOC: &'static str = "\
A signal read off a table: held from row to row, joined by lines or by a spline

Out = f(t), where f goes through the rows (Times, Values)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let curve = Curve::declare(c, &TIMES, "Held");
        let out = c.out_slice("Out", curve.columns(), "", "The signal, one element for each column");
        c.common_computation(Self::signal).fills(out);
        c.time_events(Self::next_kink);
        c.stops(Self::next_knot);
        Ok(Self { out, curve })
    }
}

impl Table {
    #[inline]
    fn signal(&self, io: &mut Io<'_>) {
        let values = self.curve.values(io.time());
        io.slice_mut(self.out).iter_mut().zip(values).for_each(|(out, value)| *out = value);
    }

    fn next_kink(&self, after: f64) -> Option<f64> {
        self.curve.next_kink(after)
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        self.curve.next_knot(after)
    }
}
