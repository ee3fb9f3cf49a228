use simobject::{Creator, In, Io, Pattern, Result, SimObject, State};

use crate::domain::{Domain, Electric};

/// An inductor: `v = L di/dt`.
pub struct Inductor {
    v: In<1>,
    i: State<1>,
    /// 1/H.
    per_inductance: f64,
}

impl SimObject for Inductor {
    const NAME: &'static str = "Electric/Inductor";
    const DOC: &'static str = "\
An inductor

v = L di/dt";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let i = c.state("i", "A", "Current from P to N");
        c.initial_value(i, [0.0]);
        c.out_port_of("i", i);
        c.derivatives(Self::rate).reads(v).reads_no_states().pattern(i, v, Pattern::DIAGONAL);
        c.gives_through(ends, i).across(v);
        let inductance: f64 = c.parameter("L").unit("H").doc("Inductance").more_than(0.0).required();
        Ok(Self { v, i, per_inductance: 1.0 / inductance })
    }
}

impl Inductor {
    #[inline]
    fn rate(&self, io: &mut Io<'_>) {
        let [v] = io.get(self.v);
        io.set_derivative(self.i, [self.per_inductance * v]);
    }
}
