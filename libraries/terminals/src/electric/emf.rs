use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::ROTATIONAL;

use crate::domain::{Domain, Electric};

/// What turns electric into mechanical power without a loss: `v = k w`, `tau = -k i`.
pub struct RotationalEmf;

impl SimObject for RotationalEmf {
    const NAME: &'static str = "Electric/RotationalEmf";
    const DOC: &'static str = "\
An ideal electric machine

v = k w
tau = -k i

tau is the torque into it at Flange: it drives what is joined there with k i.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let flange = c.terminal("Flange", &ROTATIONAL, "Shaft");
        let k: f64 = c.parameter("k").unit("V s/rad").doc("Voltage per angular velocity").more_than(0.0).required();
        let i = c.in_port("i", "A", "Current from P to N");
        c.relates([(ends.into(), 1.0), (flange.into(), -k)]).through(i);
        Ok(Self)
    }
}
