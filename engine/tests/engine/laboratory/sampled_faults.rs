//! SimObjects whose sampled parts and events are wrong.

use simobject::{Clock, Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, SimObject, State};

/// Two updates set one state.
pub(crate) struct Quarrelling;

impl SimObject for Quarrelling {
    const NAME: &'static str = "Quarrelling";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y: DiscreteState<1> = c.discrete_state("Y", "", "");
        c.update(Self::one).on(Clock::every(1.0, 0.0)).sets(y);
        c.update(Self::other).on(Clock::every(1.0, 0.0)).sets(y);
        Ok(Self)
    }
}

impl Quarrelling {
    fn one(&self, _: &mut Io<'_>) {}
    fn other(&self, _: &mut Io<'_>) {}
}

/// Nobody fills its indicator.
pub(crate) struct Blind {
    mode: DiscreteState<1>,
}

impl SimObject for Blind {
    const NAME: &'static str = "Blind";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (mode, gap) = (c.discrete_state("Mode", "", ""), c.indicator("Gap", "", "", Crossing::Either));
        c.on_event(gap, Self::set).sets(mode);
        Ok(Self { mode })
    }
}

impl Blind {
    fn set(&self, io: &mut Io<'_>) {
        io.set_now(self.mode, [1.0]);
    }
}

/// What a computation fills is read as it was before by itself.
pub(crate) struct Accumulating {
    out: Out<1>,
}

impl SimObject for Accumulating {
    const NAME: &'static str = "Accumulating";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let out = c.out_port("Out", "", "");
        c.initial_value(out, 0.0);
        c.common_computation(Self::add).on(Clock::every(1.0, 0.0)).reads_previous(out).fills(out);
        Ok(Self { out })
    }
}

impl Accumulating {
    fn add(&self, io: &mut Io<'_>) {
        let [out] = io.get(self.out);
        io.set(self.out, [out + 1.0]);
    }
}

/// One calculation reads In, the other what it was; results are kept in itself.
pub(crate) struct Muddled {
    input: In<1>,
    now: Out<1>,
    then: Out<1>,
}

impl SimObject for Muddled {
    const NAME: &'static str = "Muddled";
    const REENTRANT: bool = false;
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = Clock::every(1.0, 0.0);
        let (input, now, then) = (c.in_port("In", "", ""), c.out_port("Now", "", ""), c.out_port("Then", "", ""));
        c.common_computation(Self::see).on(clock).reads(input).fills(now);
        c.common_computation(Self::recall).on(clock).reads_previous(input).fills(then);
        Ok(Self { input, now, then })
    }
}

impl Muddled {
    fn see(&self, io: &mut Io<'_>) {
        io.set(self.now, io.get(self.input));
    }
    fn recall(&self, io: &mut Io<'_>) {
        io.set(self.then, io.get(self.input));
    }
}

/// X' = -1; when X falls below 0, or at the tick after 1 s, something is set to
/// what is no number.
pub(crate) struct Bursting {
    x: State<1>,
    y: DiscreteState<1>,
    z: DiscreteState<1>,
    gap: Indicator,
    at_tick: bool,
}

impl SimObject for Bursting {
    const NAME: &'static str = "Bursting";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, y, z) = (c.state("X", "", ""), c.discrete_state("Y", "", ""), c.discrete_state("Z", "", ""));
        c.initial_value(x, 0.75);
        c.initial_value(y, 0.0);
        c.initial_value(z, 0.0);
        let gap = c.indicator("Gap", "", "", Crossing::Falling);
        c.common_computation(Self::watch).reads(x).fills(gap);
        c.derivatives(Self::fall);
        c.on_event(gap, Self::burst).sets(y);
        c.update(Self::sample).on(Clock::every(1.0, 0.0)).reads(x).sets(z);
        Ok(Self { x, y, z, gap, at_tick: c.parameter("AtTick").default(false) })
    }
}

impl Bursting {
    fn watch(&self, io: &mut Io<'_>) {
        io.set(self.gap, io.get(self.x));
    }
    fn fall(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, [-1.0]);
    }
    fn burst(&self, io: &mut Io<'_>) {
        io.set_now(self.y, [if self.at_tick { 0.0 } else { f64::NAN }]);
    }
    fn sample(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set_next(self.z, [if self.at_tick { x.sqrt() } else { x }]);
    }
}

/// From a tick on its computation leaves out Out, or its update the next value of
/// Y.
pub(crate) struct Skipping {
    y: DiscreteState<1>,
    out: Out<1>,
    from: f64,
    next: bool,
}

impl SimObject for Skipping {
    const NAME: &'static str = "Skipping";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = Clock::every(1.0, 0.0);
        let (y, out) = (c.discrete_state("Y", "", ""), c.out_port("Out", "", ""));
        c.initial_value(y, 0.0);
        c.common_computation(Self::show).on(clock).reads(y).fills(out);
        c.update(Self::count).on(clock).reads(y).sets(y);
        Ok(Self { y, out, from: c.parameter("From").required(), next: c.parameter("Next").default(false) })
    }
}

impl Skipping {
    fn show(&self, io: &mut Io<'_>) {
        if self.next || io.time() < self.from {
            io.set(self.out, [io.time()]);
        }
    }
    fn count(&self, io: &mut Io<'_>) {
        if !self.next || io.time() < self.from {
            io.set_next(self.y, [io.time()]);
        }
    }
}
