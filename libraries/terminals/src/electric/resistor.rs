use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::pins;

/// A resistor: `v = R i`.
pub struct Resistor {
    v: In<1>,
    i: Out<1>,
    /// 1/Ohm.
    conductance: f64,
}

impl SimObject for Resistor {
    const NAME: &'static str = "Electric/Resistor";
    const DOC: &'static str = "\
A resistor

v = R i";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = pins(c);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let i = c.out_port("i", "A", "Current from P to N");
        c.common_computation(Self::current).reads(v).fills(i);
        c.gives_through(ends, i).across(v);
        let resistance: f64 = c.parameter("R").unit("Ohm").doc("Resistance").more_than(0.0).required();
        Ok(Self { v, i, conductance: 1.0 / resistance })
    }
}

impl Resistor {
    #[inline]
    fn current(&self, io: &mut Io<'_>) {
        let [v] = io.get(self.v);
        io.set(self.i, [self.conductance * v]);
    }
}
