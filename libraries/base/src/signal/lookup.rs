use simobject::{Creator, InSlice, Io, OutSlice, Result, SimObject};

use crate::curve::{Curve, Variable};
use crate::width::port_width;

/// A characteristic: each element of `Out` is read off one curve at that
/// element of `In`.
///
/// The curve may bend or jump (`Held`) at its rows, and nothing announces when
/// the input gets there: the step size adapts to it. A spline is smooth inside.
pub struct Lookup {
    input: InSlice,
    out: OutSlice,
    curve: Curve,
}

const POINTS: Variable =
    Variable { name: "Points", unit: "", doc: "Required without File: the inputs of the rows, rising" };

impl SimObject for Lookup {
    const NAME: &'static str = "Signal/Lookup";
    const DOC: &'static str = "\
A characteristic: a function of one variable, given as a table

Out = f(In), where f goes through the rows (Points, Values)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let curve = Curve::declare(c, &POINTS, "Linear");
        if curve.columns() > 1 {
            c.error("Values", format!("{} columns, where a characteristic has one", curve.columns()));
        }
        let input = c.in_slice("In", width, "", "The variable");
        let out = c.out_slice("Out", width, "", "The function of it");
        c.common_computation(Self::function).reads(input).fills(out);
        Ok(Self { input, out, curve })
    }
}

impl Lookup {
    #[inline]
    fn function(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let value = self.curve.values(io.at(self.input, i)).next();
            io.set_at(self.out, i, value.unwrap_or(f64::NAN));
        }
    }
}
