//! Types that break their contract, and one that keeps it.

use std::sync::atomic::{AtomicBool, Ordering};

use simobject::{Creator, Crossing, Indicator, Io, Result, SimObject, State};

/// An oscillator whose spring breaks at a speed, which it keeps in a member: it breaks
/// also where a method only tries.
pub(crate) struct Latch {
    x: State<1>,
    v: State<1>,
    strength: f64,
    is_broken: AtomicBool,
}

impl SimObject for Latch {
    const NAME: &'static str = "Latch";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, v) = (c.state("X", "", ""), c.state("V", "", ""));
        c.initial_value(x, 1.0);
        c.initial_value(v, 0.0);
        c.derivatives(Self::motion);
        let strength = c.parameter("Strength").required();
        Ok(Self { x, v, strength, is_broken: AtomicBool::default() })
    }
}

impl Latch {
    fn motion(&self, io: &mut Io<'_>) {
        let ([x], [v]) = (io.get(self.x), io.get(self.v));
        self.is_broken.fetch_or(v.abs() > self.strength, Ordering::Relaxed);
        let force = if self.is_broken.load(Ordering::Relaxed) { 0.0 } else { -x };
        io.set_derivative(self.x, v);
        io.set_derivative(self.v, force);
    }
}

/// A lag behind short pulses, which announces them or does not.
pub(crate) struct Pulses {
    y: State<1>,
    announces: bool,
}

/// From when to when the pulse of a second lasts, s.
const EDGES: [f64; 2] = [0.5, 0.52];

impl SimObject for Pulses {
    const NAME: &'static str = "Pulses";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "");
        c.initial_value(y, 0.0);
        c.derivatives(Self::lag);
        c.time_events(Self::next);
        Ok(Self { y, announces: c.parameter("Announces").required() })
    }
}

impl Pulses {
    fn lag(&self, io: &mut Io<'_>) {
        let ([y], time) = (io.get(self.y), io.time());
        let [on, off] = EDGES.map(|edge| time.floor() + edge);
        let input = if time >= on && time < off { 50.0 } else { 0.0 };
        io.set_derivative(self.y, input - y);
    }

    fn next(&self, time: f64) -> Option<f64> {
        let mut edges = (0..2).flat_map(|i| EDGES.map(|edge| time.floor() + f64::from(i) + edge));
        edges.find(|edge| *edge > time).filter(|_| self.announces)
    }
}

/// A ball above a floor.
pub(crate) struct Ball {
    x: State<1>,
    v: State<1>,
    gap: Indicator,
    restitution: f64,
}

impl SimObject for Ball {
    const NAME: &'static str = "Ball";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, v) = (c.state("X", "m", ""), c.state("V", "m/s", ""));
        c.initial_value(x, 1.0);
        c.initial_value(v, 0.0);
        let gap = c.indicator("Gap", "m", "", Crossing::Falling);
        c.common_computation(Self::measure).reads(x).fills(gap);
        c.derivatives(Self::motion).reads(v);
        c.on_event(gap, Self::bounce).reads(v).sets(v);
        Ok(Self { x, v, gap, restitution: c.parameter("Restitution").required() })
    }
}

impl Ball {
    fn measure(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set(self.gap, x);
    }

    fn motion(&self, io: &mut Io<'_>) {
        let [v] = io.get(self.v);
        io.set_derivative(self.x, v);
        io.set_derivative(self.v, -9.81);
    }

    fn bounce(&self, io: &mut Io<'_>) {
        let [v] = io.get(self.v);
        io.set_now(self.v, self.restitution * v.abs());
    }
}
