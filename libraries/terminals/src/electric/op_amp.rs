use simobject::{Creator, In, Io, Result, SimObject, Unknown};
use simobject_elements::nature::ELECTRIC;

/// An ideal operational amplifier: no voltage and no current at its inputs.
pub struct IdealOpAmp {
    v_in: In<1>,
    i: Unknown<1>,
}

impl SimObject for IdealOpAmp {
    const NAME: &'static str = "Electric/IdealOpAmp";
    const DOC: &'static str = "\
An ideal operational amplifier

v(InP) = v(InN), without a current: the current at Out is such that it is so. Its other end is ground.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let inputs = (c.terminal("InP", &ELECTRIC, "Input +"), c.terminal("InN", &ELECTRIC, "Input -"));
        let out = c.terminal("Out", &ELECTRIC, "Output");
        let v_in = c.in_port("v_in", "V", "Voltage from InP to InN, which is 0");
        let i = c.unknown("i", "A", "Current from Out to ground, through the amplifier");
        c.residual(Self::balance).reads(v_in).of(i);
        c.measures(inputs).across(v_in).named("inputs");
        c.gives_through(out, i).named("output");
        Ok(Self { v_in, i })
    }
}

impl IdealOpAmp {
    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let v = io.get(self.v_in);
        io.set_residual(self.i, v);
    }
}
