//! SimObjects whose faults show only at some times or in some places.

use std::sync::Mutex;

use simobject::{Creator, Failure, In, Io, Out, Private, Result, SimObject, State, StateSlice};

/// X' = Out = t, but from `From` to `Until` s Out is left as it is, or, with
/// `Derivative`, X'.
pub(crate) struct Omitting {
    x: State<1>,
    output: Out<1>,
    from: f64,
    until: f64,
    derivative: bool,
}

impl SimObject for Omitting {
    const NAME: &'static str = "Omitting";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, output) = (c.state("X", "", ""), c.out_port("Out", "", ""));
        c.initial_value(x, 0.0);
        c.common_computation(Self::time).fills(output);
        c.derivatives(Self::rate).reads(output);
        let (from, until) = (c.parameter("From").required(), c.parameter("Until").default(1e9));
        Ok(Self { x, output, from, until, derivative: c.parameter("Derivative").default(false) })
    }
}

impl Omitting {
    fn omits(&self, time: f64) -> bool {
        (self.from..self.until).contains(&time)
    }
    fn time(&self, io: &mut Io<'_>) {
        if self.derivative || !self.omits(io.time()) {
            io.set(self.output, [io.time()]);
        }
    }
    fn rate(&self, io: &mut Io<'_>) {
        let output = io.get(self.output);
        if !self.derivative || !self.omits(io.time()) {
            io.set_derivative(self.x, output);
        }
    }
}

/// X' = 1; Out = t, which nothing but a recorder needs, is left as it is from
/// `From` on.
pub(crate) struct Neglecting {
    x: State<1>,
    output: Out<1>,
    from: f64,
}

impl SimObject for Neglecting {
    const NAME: &'static str = "Neglecting";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, output) = (c.state("X", "", ""), c.out_port("Out", "", ""));
        c.initial_value(x, 0.0);
        c.common_computation(Self::time).fills(output);
        c.derivatives(Self::rate);
        Ok(Self { x, output, from: c.parameter("From").required() })
    }
}

impl Neglecting {
    fn time(&self, io: &mut Io<'_>) {
        if io.time() < self.from {
            io.set(self.output, [io.time()]);
        }
    }
    fn rate(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, [1.0]);
    }
}

/// x' = max(In, 0), which is 0 where In is not a number.
pub(crate) struct Hiding {
    x: State<1>,
    input: In<1>,
}

impl SimObject for Hiding {
    const NAME: &'static str = "Hiding";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, input) = (c.state("X", "", ""), c.in_port("In", "", ""));
        c.initial_value(x, 0.0);
        c.derivatives(Self::rate).reads(input);
        Ok(Self { x, input })
    }
}

impl Hiding {
    fn rate(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set_derivative(self.x, [input.max(0.0)]);
    }
}

/// The last computation uses, if the first one left something in the SimObject,
/// an in-port that only the second one declared.
pub(crate) struct Remembering {
    input: In<1>,
    kept: Private<1>,
    outputs: [Out<1>; 2],
    memory: Mutex<bool>,
}

impl SimObject for Remembering {
    const NAME: &'static str = "Remembering";
    const REENTRANT: bool = false;
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, kept) = (c.in_port("In", "", ""), c.private("Kept"));
        let outputs = [c.out_port("First", "", ""), c.out_port("Second", "", "")];
        c.common_computation(Self::note).fills(kept);
        c.common_computation(Self::honest).reads(input).fills(outputs[0]);
        c.common_computation(Self::stray).reads(kept).fills(outputs[1]);
        Ok(Self { input, kept, outputs, memory: Mutex::new(false) })
    }
}

impl Remembering {
    fn note(&self, io: &mut Io<'_>) {
        *self.memory.lock().unwrap() = true;
        io.set(self.kept, [1.0]);
    }
    fn honest(&self, io: &mut Io<'_>) {
        io.set(self.outputs[0], io.get(self.input));
    }
    fn stray(&self, io: &mut Io<'_>) {
        let remembers = *self.memory.lock().unwrap();
        let value = if remembers { io.get(self.input) } else { io.get(self.kept) };
        io.set(self.outputs[1], value);
    }
}

/// X' = -100 X from X = 1: fails where a step that is too long brings X below
/// -0.1, in the way that it is told to.
pub(crate) struct Draining<const REENTRANT: bool> {
    x: StateSlice,
    way: Option<bool>,
}

impl<const REENTRANT: bool> SimObject for Draining<REENTRANT> {
    const NAME: &'static str = if REENTRANT { "Draining" } else { "DrainingAlone" };
    const REENTRANT: bool = REENTRANT;
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("Width").at_least(1.0).default(1);
        let x = c.state_slice("X", width, "", "");
        c.initial_value(x, 1.0);
        c.derivatives(Self::drain);
        let ways = [("Never", None), ("Recoverable", Some(true)), ("Fatal", Some(false))];
        Ok(Self { x, way: c.choice("Way", ways).required() })
    }
}

impl<const REENTRANT: bool> Draining<REENTRANT> {
    fn drain(&self, io: &mut Io<'_>) -> Result<()> {
        for i in 0..self.x.width() {
            io.derivative_slice_mut(self.x)[i] = -100.0 * io.at(self.x, i);
        }
        match self.way.filter(|_| io.at(self.x, 0) < -0.1) {
            None => Ok(()),
            Some(true) => Err(Failure::recoverable("it is empty")),
            Some(false) => Err(Failure::fatal("it burst")),
        }
    }
}

/// Completes P as 1 and Q as 2 P, where they are not given.
pub(crate) struct Completing {
    p: State<1>,
    q: State<1>,
}

impl SimObject for Completing {
    const NAME: &'static str = "Completing";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (p, q) = (c.state("P", "", ""), c.state("Q", "", ""));
        c.initial(Self::complete).reads(p).sets((p, q));
        c.derivatives(Self::rest);
        Ok(Self { p, q })
    }
}

impl Completing {
    fn complete(&self, io: &mut Io<'_>) {
        io.set_initial(self.p, [1.0]);
        let [p] = io.get(self.p);
        io.set_initial(self.q, [2.0 * p]);
    }
    fn rest(&self, io: &mut Io<'_>) {
        io.set_derivative(self.p, [0.0]);
        io.set_derivative(self.q, [0.0]);
    }
}
