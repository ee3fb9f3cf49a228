use simobject::{Creator, Io, Out, Rate, Result, SimObject};
use simobject_elements::tlm::HydraulicC;

use super::ATMOSPHERE;

/// A tank: the same pressure always, `c = p`, `Zc = 0`, at port `P1`, of side C.
pub struct Tank {
    port: HydraulicC<Out<1>>,
    /// Pa.
    p: f64,
}

impl SimObject for Tank {
    const NAME: &'static str = "Hydraulic/Tank";
    const DOC: &'static str = "\
A tank: the same pressure always

c = p, Zc = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = HydraulicC::<Out<1>>::declare(c, "P1", "Into the tank");
        c.common_computation(Self::wave).rate(Rate::Constant).reads(()).fills((port.c, port.zc));
        let p = c.parameter("p").unit("Pa").doc("Pressure").at_least(0.0).default(ATMOSPHERE);
        Ok(Self { port, p })
    }
}

impl Tank {
    fn wave(&self, io: &mut Io<'_>) {
        io.set(self.port.c, [self.p]);
        io.set(self.port.zc, [0.0]);
    }
}
