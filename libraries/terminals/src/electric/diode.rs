use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Electric};

/// A diode by its exponential law.
pub struct Diode {
    v: In<1>,
    i: Out<1>,
    saturation: f64,
    thermal: f64,
    /// 1/Ohm.
    leak: f64,
}

impl SimObject for Diode {
    const NAME: &'static str = "Electric/Diode";
    const DOC: &'static str = "\
A diode by its exponential law

i = Ids (exp(v/Vt) - 1) + v/R

From v = Maxexp Vt on the exponential goes on as a straight line.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let i = c.out_port("i", "A", "Current from P to N");
        c.common_computation(Self::current).reads(v).fills(i);
        c.gives_through(ends, i).across(v);
        let leak: f64 = c.parameter("R").unit("Ohm").doc("Resistance beside it").more_than(0.0).default(1e8);
        Ok(Self {
            v,
            i,
            saturation: c.parameter("Ids").unit("A").doc("Saturation current").more_than(0.0).default(1e-6),
            thermal: c.parameter("Vt").unit("V").doc("Voltage of temperature").more_than(0.0).default(0.04),
            leak: 1.0 / leak,
        })
    }
}

impl Diode {
    /// Most that is taken as it is of an exponent.
    const MOST: f64 = 40.0;

    #[inline]
    fn current(&self, io: &mut Io<'_>) {
        let [v] = io.get(self.v);
        let x = v / self.thermal;
        let exponential = match x > Self::MOST {
            true => Self::MOST.exp() * (1.0 + x - Self::MOST) - 1.0,
            false => x.exp_m1(),
        };
        io.set(self.i, [self.saturation * exponential + self.leak * v]);
    }
}
