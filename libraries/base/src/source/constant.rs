use simobject::{Creator, Io, OutSlice, Rate, Result, SimObject};

use crate::width::port_width;

/// A signal that never changes.
pub struct Constant {
    out: OutSlice,
    value: Vec<f64>,
}

impl SimObject for Constant {
    const NAME: &'static str = "Src/Constant";
    const DOC: &'static str = "\
A signal that never changes

Out = Value";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let mut value: Vec<f64> = c.parameter("Value").doc("The value; a single number fills all elements").required();
        let width = port_width(c, value.len());
        if value.len() == 1 {
            value.resize(width, value[0]);
        }
        if value.len() != width {
            c.error("Value", format!("{} numbers, where `PortWidth` asks for {width}", value.len()));
        }
        let out = c.out_slice("Out", width, "", "The value");
        c.common_computation(Self::signal).reads(()).fills(out).rate(Rate::Constant);
        Ok(Self { out, value })
    }
}

impl Constant {
    fn signal(&self, io: &mut Io<'_>) {
        io.slice_mut(self.out).copy_from_slice(&self.value);
    }
}
