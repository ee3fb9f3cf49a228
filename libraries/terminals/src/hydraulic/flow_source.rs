use simobject::{Creator, In, Io, Out, Rate, Result, SimObject};

use super::ports;

/// A source of a constant flow.
pub struct ConstantFlow {
    flow: Out<1>,
    value: f64,
}

impl SimObject for ConstantFlow {
    const NAME: &'static str = "Hydraulic/ConstantFlow";
    const DOC: &'static str = "\
A source of a constant flow, from A to B

q = Flow";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let flow = c.out_port("q", "m^3/s", "Flow from A to B, through the source");
        c.common_computation(Self::give).reads(()).fills(flow).rate(Rate::Constant);
        c.gives_through(ends, flow);
        let value = c.parameter("Flow").unit("m^3/s").doc("Flow from A to B").required();
        Ok(Self { flow, value })
    }
}

impl ConstantFlow {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.flow, [self.value]);
    }
}

/// A source of the flow that an in-port gives.
pub struct SignalFlow {
    given: In<1>,
    flow: Out<1>,
}

impl SimObject for SignalFlow {
    const NAME: &'static str = "Hydraulic/SignalFlow";
    const DOC: &'static str = "A source of the flow that an in-port gives, from A to B";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let given = c.in_port("Flow", "m^3/s", "Flow from A to B");
        let flow = c.out_port("q", "m^3/s", "The same, through the source");
        c.common_computation(Self::give).reads(given).fills(flow);
        c.gives_through(ends, flow);
        Ok(Self { given, flow })
    }
}

impl SignalFlow {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.flow, given);
    }
}
