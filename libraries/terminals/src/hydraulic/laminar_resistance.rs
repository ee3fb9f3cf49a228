use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::ports;

/// A narrow gap, whose flow is laminar: `dp = R q`.
pub struct LaminarResistance {
    dp: In<1>,
    q: Out<1>,
    /// m^3/(s Pa).
    conductance: f64,
}

impl SimObject for LaminarResistance {
    const NAME: &'static str = "Hydraulic/LaminarResistance";
    const DOC: &'static str = "\
A gap whose flow is laminar

dp = Resistance q";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        c.common_computation(Self::pass).reads(dp).fills(q);
        c.gives_through(ends, q).across(dp);
        let resistance: f64 =
            c.parameter("Resistance").unit("Pa s/m^3").doc("Pressure difference per flow").more_than(0.0).required();
        Ok(Self { dp, q, conductance: 1.0 / resistance })
    }
}

impl LaminarResistance {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [dp] = io.get(self.dp);
        io.set(self.q, [self.conductance * dp]);
    }
}
