//! A SimObject that remembers what it should not.

use std::sync::atomic::{AtomicBool, Ordering};

use simobject::{Creator, Io, Out, Result, SimObject, State};

/// A spring that breaks when it is stretched faster than `Strength`, and keeps
/// in itself that it broke: x' = v, v' = -Tension, from x = 1, v = 0. As long as
/// it holds, v is never faster than 1.
pub(crate) struct Latching {
    x: State<1>,
    v: State<1>,
    tension: Out<1>,
    strength: f64,
    in_derivative: bool,
    is_broken: AtomicBool,
}

impl SimObject for Latching {
    const NAME: &'static str = "Latching";
    const REENTRANT: bool = false;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, v, tension) = (c.state("X", "", ""), c.state("V", "", ""), c.out_port("Tension", "", ""));
        c.initial_value(x, 1.0);
        c.initial_value(v, 0.0);
        c.common_computation(Self::pull).reads((x, v)).fills(tension);
        c.derivatives(Self::motion).reads((tension, v));
        Ok(Self {
            x,
            v,
            tension,
            strength: c.parameter("Strength").required(),
            in_derivative: c.parameter("InDerivative").default(false),
            is_broken: AtomicBool::default(),
        })
    }
}

impl Latching {
    fn is_broken(&self, io: &Io<'_>) -> bool {
        let [v] = io.get(self.v);
        self.is_broken.fetch_or(v.abs() > self.strength, Ordering::Relaxed);
        self.is_broken.load(Ordering::Relaxed)
    }

    fn pull(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        let holds = self.in_derivative || !self.is_broken(io);
        io.set(self.tension, [if holds { x } else { 0.0 }]);
    }

    fn motion(&self, io: &mut Io<'_>) {
        let ([v], [tension]) = (io.get(self.v), io.get(self.tension));
        let holds = !self.in_derivative || !self.is_broken(io);
        io.set_derivative(self.x, [v]);
        io.set_derivative(self.v, [if holds { -tension } else { 0.0 }]);
    }
}
