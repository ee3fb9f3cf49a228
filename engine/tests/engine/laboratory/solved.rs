//! SimObjects with states, and solutions that are known.

use simobject::{Creator, In, InSlice, Io, Result, SimObject, State, StateSlice};

/// dy/dt = y cos t: y = y0 exp(sin t). Time enters, and the equation is not
/// linear in the sense that matters to a method's order conditions.
pub(crate) struct Growth {
    y: State<1>,
}

impl SimObject for Growth {
    const NAME: &'static str = "Growth";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "Size");
        c.out_port_of("Y", y);
        c.derivatives(Self::growth);
        Ok(Self { y })
    }
}

impl Growth {
    fn growth(&self, io: &mut Io<'_>) {
        let [y] = io.get(self.y);
        io.set_derivative(self.y, [y * io.time().cos()]);
    }
}

/// The circle p' = (1 + p.p) / 2 * J p / (p.p)^0: angle runs at a speed that
/// depends on the radius, so that the equation is nonlinear; the radius stays.
/// p = r (cos(w t), sin(w t)) with w = r^2.
pub(crate) struct Oscillator {
    p: State<2>,
}

impl SimObject for Oscillator {
    const NAME: &'static str = "Oscillator";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let p = c.state("P", "", "Position");
        c.out_port_of("P", p);
        c.derivatives(Self::turn);
        Ok(Self { p })
    }
}

impl Oscillator {
    fn turn(&self, io: &mut Io<'_>) {
        let [x, y] = io.get(self.p);
        let speed = x * x + y * y;
        io.set_derivative(self.p, [-speed * y, speed * x]);
    }
}

/// dy/dt = u - y; begins settled at its input, if the scenario says nothing.
pub(crate) struct Follower {
    input: In<1>,
    y: State<1>,
}

impl SimObject for Follower {
    const NAME: &'static str = "Follower";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let y = c.state("Y", "", "");
        c.out_port_of("Y", y);
        c.derivatives(Self::follow).reads(input);
        c.initial(Self::settled).reads(input).sets(y);
        Ok(Self { input, y })
    }
}

impl Follower {
    fn follow(&self, io: &mut Io<'_>) {
        let ([u], [y]) = (io.get(self.input), io.get(self.y));
        io.set_derivative(self.y, [u - y]);
    }
    fn settled(&self, io: &mut Io<'_>) {
        io.set_initial(self.y, io.get(self.input));
    }
}

/// Completes its two states from its in-port, in one function.
pub(crate) struct Both {
    input: In<1>,
    p: State<1>,
    q: State<1>,
}

impl SimObject for Both {
    const NAME: &'static str = "Both";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let (p, q) = (c.state("P", "", ""), c.state("Q", "", ""));
        c.out_port_of("P", p);
        c.derivatives(Self::still);
        c.initial(Self::complete).reads(input).sets((p, q));
        Ok(Self { input, p, q })
    }
}

impl Both {
    fn still(&self, io: &mut Io<'_>) {
        io.set_derivative(self.p, [0.0]);
        io.set_derivative(self.q, [0.0]);
    }
    fn complete(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set_initial(self.p, [input]);
        io.set_initial(self.q, [input + 1.0]);
    }
}

/// dx/dt = u, of any width.
pub(crate) struct Wide {
    input: InSlice,
    x: StateSlice,
}

impl SimObject for Wide {
    const NAME: &'static str = "Wide";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").at_least(1.0).default(1);
        let (input, x) = (c.in_slice("In", width, "", ""), c.state_slice("X", width, "", ""));
        c.initial_value(x, 0.0);
        c.derivatives(Self::integrate).reads(input);
        Ok(Self { input, x })
    }
}

impl Wide {
    fn integrate(&self, io: &mut Io<'_>) {
        for i in 0..self.x.width() {
            let value = io.at(self.input, i);
            io.derivative_slice_mut(self.x)[i] = value;
        }
    }
}

/// dx/dt = x^2: x = x0 / (1 - x0 t), which ends at t = 1 / x0.
pub(crate) struct Square {
    x: State<1>,
}

impl SimObject for Square {
    const NAME: &'static str = "Square";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::square);
        Ok(Self { x })
    }
}

impl Square {
    fn square(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set_derivative(self.x, [x * x]);
    }
}

/// dx/dt = -x; announces an event a `Period` after whenever it is asked,
/// though nothing jumps.
pub(crate) struct Ticking {
    x: State<1>,
    period: f64,
}

impl SimObject for Ticking {
    const NAME: &'static str = "Ticking";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::decay);
        c.time_events(Self::tick);
        Ok(Self { x, period: c.parameter("Period").more_than(0.0).required() })
    }
}

impl Ticking {
    fn decay(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set_derivative(self.x, [-x]);
    }
    fn tick(&self, after: f64) -> Option<f64> {
        Some(after + self.period)
    }
}
