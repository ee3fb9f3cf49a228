//! SimObjects that do what they should not.

use simobject::{Creator, Failure, In, Io, Out, Result, SimObject, State};

/// dx/dt = 1; its output is not-a-number from `From` on.
pub(crate) struct Delivering {
    x: State<1>,
    output: Out<1>,
    from: f64,
}

impl SimObject for Delivering {
    const NAME: &'static str = "Delivering";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, output) = (c.state("X", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::deliver).fills(output);
        c.derivatives(Self::grow);
        Ok(Self { x, output, from: c.parameter("From").required() })
    }
}

impl Delivering {
    fn deliver(&self, io: &mut Io<'_>) {
        let bad = io.time() >= self.from;
        io.set(self.output, [if bad { f64::NAN } else { 1.0 }]);
    }
    fn grow(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, [1.0]);
    }
}

/// dx/dt = 1; fails where x is above `Above`, in the way that `Way` says.
pub(crate) struct Failing {
    x: State<1>,
    above: f64,
    recoverable: bool,
}

impl SimObject for Failing {
    const NAME: &'static str = "Failing";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::grow);
        let recoverable = c.choice("Way", [("Recoverable", true), ("Fatal", false)]).required();
        Ok(Self { x, above: c.parameter("Above").required(), recoverable })
    }
}

/// dx/dt = Rate (1 - x); fails where x is above 1.
pub(crate) struct Walled {
    x: State<1>,
    rate: f64,
}

impl SimObject for Walled {
    const NAME: &'static str = "Walled";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::approach);
        Ok(Self { x, rate: c.parameter("Rate").required() })
    }
}

impl Walled {
    fn approach(&self, io: &mut Io<'_>) -> Result<()> {
        let [x] = io.get(self.x);
        if x > 1.0 {
            return Err(Failure::recoverable("beyond the wall"));
        }
        io.set_derivative(self.x, [self.rate * (1.0 - x)]);
        Ok(())
    }
}

impl Failing {
    fn grow(&self, io: &mut Io<'_>) -> Result<()> {
        let [x] = io.get(self.x);
        io.set_derivative(self.x, [1.0]);
        match (x > self.above, self.recoverable) {
            (false, _) => Ok(()),
            (true, true) => Err(Failure::recoverable("too far")),
            (true, false) => Err(Failure::fatal("far too far")),
        }
    }
}

/// Panics in its constructor, or from `From` on.
pub(crate) struct Panicking {
    x: State<1>,
    from: f64,
}

impl SimObject for Panicking {
    const NAME: &'static str = "Panicking";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::grow);
        let from = c.parameter("From").required();
        assert!(from >= 0.0, "cannot panic before the start");
        Ok(Self { x, from })
    }
}

impl Panicking {
    fn grow(&self, io: &mut Io<'_>) {
        assert!(io.time() < self.from, "out of cheese");
        io.set_derivative(self.x, [1.0]);
    }
}

/// Reads an in-port that it did not declare for this computation.
pub(crate) struct Reaching {
    told: In<1>,
    hidden: In<1>,
    output: Out<1>,
}

impl SimObject for Reaching {
    const NAME: &'static str = "Reaching";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (told, hidden, output) =
            (c.in_port("Told", "", ""), c.in_port("Hidden", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::reach).reads(told).fills(output);
        Ok(Self { told, hidden, output })
    }
}

impl Reaching {
    fn reach(&self, io: &mut Io<'_>) {
        let ([a], [b]) = (io.get(self.told), io.get(self.hidden));
        io.set(self.output, [a + b]);
    }
}

/// Two computations, of which the second reads, from `From` s on, an in-port
/// that only the first declared.
pub(crate) struct Straying {
    x: State<1>,
    early: In<1>,
    late: In<1>,
    outputs: [Out<1>; 2],
    from: f64,
}

impl SimObject for Straying {
    const NAME: &'static str = "Straying";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        let (early, late) = (c.in_port("Early", "", ""), c.in_port("Late", "", ""));
        let outputs = [c.out_port("OutLate", "", ""), c.out_port("OutEarly", "", "")];
        c.initial_value(x, 0.0);
        c.common_computation(Self::honest).reads(late).fills(outputs[0]);
        c.common_computation(Self::stray).reads(early).fills(outputs[1]);
        c.derivatives(Self::grow);
        Ok(Self { x, early, late, outputs, from: c.parameter("From").required() })
    }
}

impl Straying {
    fn honest(&self, io: &mut Io<'_>) {
        io.set(self.outputs[0], io.get(self.late));
    }
    fn stray(&self, io: &mut Io<'_>) {
        let source = if io.time() < self.from { self.early } else { self.late };
        io.set(self.outputs[1], io.get(source));
    }
    fn grow(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, [1.0]);
    }
}

/// Says that its derivatives read Q only, and reads P.
pub(crate) struct Overreaching {
    p: State<1>,
    q: State<1>,
}

impl SimObject for Overreaching {
    const NAME: &'static str = "Overreaching";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (p, q) = (c.state("P", "", ""), c.state("Q", "", ""));
        c.derivatives(Self::reach).reads(q);
        Ok(Self { p, q })
    }
}

impl Overreaching {
    fn reach(&self, io: &mut Io<'_>) {
        let ([p], [q]) = (io.get(self.p), io.get(self.q));
        io.set_derivative(self.p, [q]);
        io.set_derivative(self.q, [p]);
    }
}

/// Declares something else the second time.
pub(crate) struct Jumping;

static CONSTRUCTIONS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

impl SimObject for Jumping {
    const NAME: &'static str = "Jumping";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count = CONSTRUCTIONS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let output: Out<1> = c.out_port(format!("Out{count}"), "", "");
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(output);
        Ok(Self)
    }
}

/// Has a state, but never sets its derivative.
pub(crate) struct Silent;

impl SimObject for Silent {
    const NAME: &'static str = "Silent";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let state = c.state::<1>("X", "", "");
        c.initial_value(state, 0.0);
        c.derivatives(|_: &Self, _: &mut Io<'_>| {});
        Ok(Self)
    }
}
