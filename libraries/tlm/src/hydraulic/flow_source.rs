use simobject::{Clock, Creator, In, Io, Result, SimObject};
use simobject_elements::tlm::HydraulicQ;

use crate::input::input;

/// A flow that nothing changes, m^3/s, out of port `P1`, of side Q.
pub struct FlowSource {
    port: HydraulicQ,
    q: In<1>,
}

impl SimObject for FlowSource {
    const NAME: &'static str = "Hydraulic/FlowSource";
    const DOC: &'static str = "\
A flow that nothing changes

P1.q = q
P1.p = max(0, c + Zc q): what it sucks where there is no oil leaves a void";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = HydraulicQ::declare(c, "P1", "Where it feeds");
        let q = input(c, "q", "m^3/s", "Flow out of it; below 0, into it", |q| q.default(1e-3));
        c.common_computation(Self::flow).on(Clock::model()).reads((port.reads(), q)).fills(port.fills());
        Ok(Self { port, q })
    }
}

impl FlowSource {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let ([q], wave) = (io.get(self.q), self.port.wave(io));
        self.port.set(io, wave.pressure(q), q);
    }
}
