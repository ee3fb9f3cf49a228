//! A SimObject whose parameters have the names of its state and its in-port.

use simobject::{Creator, In, Io, Out, Result, SimObject, State};

/// dX/dt = Y: the in-port; out go the two parameters of these names.
pub(crate) struct Namesakes {
    x: State<1>,
    y: In<1>,
    given: Out<2>,
    parameters: [f64; 2],
}

impl SimObject for Namesakes {
    const NAME: &'static str = "Namesakes";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let parameters = [c.parameter("X").default(0.25), c.parameter("Y").default(0.75)];
        let (x, y, given) = (c.state("X", "m", ""), c.in_port("Y", "m/s", ""), c.out_port("Given", "", ""));
        c.initial_value(x, 1.0);
        c.common_computation(|this: &Self, io: &mut Io<'_>| io.set(this.given, this.parameters)).fills(given);
        c.derivatives(|this: &Self, io: &mut Io<'_>| io.set_derivative(this.x, io.get(this.y))).reads(y);
        Ok(Self { x, y, given, parameters })
    }
}
