use simobject::{Creator, Result, SimObject};

use crate::domain::{Domain, Electric};

/// A capacitor: `i = C dv/dt`.
pub struct Capacitor;

impl SimObject for Capacitor {
    const NAME: &'static str = "Electric/Capacitor";
    const DOC: &'static str = "\
A capacitor

i = C dv/dt";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let capacity: f64 = c.parameter("C").unit("F").doc("Capacity").more_than(0.0).required();
        c.stores(ends, capacity).across(v);
        Ok(Self)
    }
}
