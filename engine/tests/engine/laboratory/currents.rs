//! A resource that many ask: how fast the water moves at a place of a channel;
//! with those who provide it, and those who ask.

use simobject::{
    Clock, Creator, Crossing, DiscreteState, Failure, In, Indicator, Io, Out, OutSlice, Quantity, Resource,
    ResourceKind, Result, SimObject, State,
};

/// Velocity of the water, m/s, at a place, m.
pub(crate) const CURRENT: ResourceKind<1, 1> = ResourceKind::new(
    "Current",
    "velocity of the water along a channel",
    &[Quantity::new("Pos", "m", 1)],
    &[Quantity::new("Vel", "m/s", 1)],
);

/// The same name for something else.
const OTHER: ResourceKind<1, 2> = ResourceKind::new(
    "Current",
    "",
    &[Quantity::new("Pos", "m", 1)],
    &[Quantity::new("Vel", "m/s", 1), Quantity::new("Depth", "m", 1)],
);

/// Flow + Slope x, always.
pub(crate) struct River {
    flow: f64,
    slope: f64,
}

impl SimObject for River {
    const NAME: &'static str = "River";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Water", &CURRENT, "Its water", Self::velocity);
        Ok(Self { flow: c.parameter("Flow").default(0.0), slope: c.parameter("Slope").default(0.0) })
    }
}

impl River {
    fn velocity(&self, _: &Io<'_>, [x]: [f64; 1]) -> [f64; 1] {
        [self.flow + self.slope * x]
    }
}

/// In + x: what it answers depends on an in-port.
pub(crate) struct Canal {
    input: In<1>,
}

impl SimObject for Canal {
    const NAME: &'static str = "Canal";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "m/s", "");
        c.provides("Water", &CURRENT, "", Self::velocity).reads(input);
        Ok(Self { input })
    }
}

impl Canal {
    fn velocity(&self, io: &Io<'_>, [x]: [f64; 1]) -> [f64; 1] {
        let [input] = io.get(self.input);
        [input + x]
    }
}

/// A x, with dA/dt = -A: what it answers depends on a state.
pub(crate) struct Swell {
    amplitude: State<1>,
}

impl SimObject for Swell {
    const NAME: &'static str = "Swell";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let amplitude = c.state("A", "1/s", "");
        c.derivatives(|this: &Self, io: &mut Io<'_>| {
            let [a] = io.get(this.amplitude);
            io.set_derivative(this.amplitude, [-a]);
        });
        c.provides("Water", &CURRENT, "", |this: &Self, io: &Io<'_>, [x]: [f64; 1]| {
            io.get(this.amplitude).map(|a| a * x)
        });
        Ok(Self { amplitude })
    }
}

/// The number of the tick, of a clock of 1 s.
pub(crate) struct Lock {
    opening: DiscreteState<1>,
}

impl SimObject for Lock {
    const NAME: &'static str = "Lock";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let opening = c.discrete_state("Opening", "m/s", "");
        c.initial_value(opening, 0.0);
        c.update(|this: &Self, io: &mut Io<'_>| io.set_next(this.opening, [io.tick() as f64 + 1.0]))
            .on(Clock::every(1.0, 0.0))
            .sets(opening);
        c.provides("Water", &CURRENT, "", |this: &Self, io: &Io<'_>, _: [f64; 1]| io.get(this.opening));
        Ok(Self { opening })
    }
}

/// Twice what another one answers, at half the place.
pub(crate) struct Weir {
    upstream: Resource<1, 1>,
}

impl SimObject for Weir {
    const NAME: &'static str = "Weir";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let upstream = c.uses("Upstream", &CURRENT, "");
        c.provides("Water", &CURRENT, "", Self::velocity).reads(upstream);
        Ok(Self { upstream })
    }
}

impl Weir {
    fn velocity(&self, io: &Io<'_>, [x]: [f64; 1]) -> [f64; 1] {
        let [v] = io.query(self.upstream, [0.5 * x]);
        [2.0 * v]
    }
}

/// 1 m/s up to a place; behind it answers end as told.
pub(crate) struct Rapids {
    input: In<1>,
    way: &'static str,
    from: f64,
}

impl SimObject for Rapids {
    const NAME: &'static str = "Rapids";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "m/s", "");
        c.default_input(input, 1.0);
        c.provides("Water", &CURRENT, "", Self::velocity).reads(());
        let ways = ["Recoverable", "Fatal", "Panic", "Stray", "NaN"].map(|way| (way, way));
        let way = c.choice("Way", ways).required();
        Ok(Self { input, way, from: c.parameter("From").required() })
    }
}

impl Rapids {
    fn velocity(&self, io: &Io<'_>, [x]: [f64; 1]) -> Result<[f64; 1]> {
        if x < self.from {
            return Ok([1.0]);
        }
        match self.way {
            "Recoverable" => Err(Failure::recoverable("white water")),
            "Fatal" => Err(Failure::fatal("a waterfall")),
            "Panic" => panic!("all hands"),
            "Stray" => Ok(io.get(self.input)),
            _ => Ok([f64::NAN]),
        }
    }
}

/// Provides something else under the same name.
pub(crate) struct Strait;

impl SimObject for Strait {
    const NAME: &'static str = "Strait";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Water", &OTHER, "", |_: &Self, _: &Io<'_>, [x]: [f64; 1]| [x, x]);
        Ok(Self)
    }
}

/// dX/dt is the velocity of the water at X.
pub(crate) struct Drifter {
    position: State<1>,
    water: Resource<1, 1>,
}

impl SimObject for Drifter {
    const NAME: &'static str = "Drifter";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let position = c.state("X", "m", "");
        c.out_port_of("X", position);
        let water = c.uses("Water", &CURRENT, "The water that it drifts in");
        c.derivatives(Self::drift).reads(water);
        Ok(Self { position, water })
    }
}

impl Drifter {
    fn drift(&self, io: &mut Io<'_>) {
        let v = io.query(self.water, io.get(self.position));
        io.set_derivative(self.position, v);
    }
}

/// The velocity of the water at a place that it is told.
pub(crate) struct Gauge {
    at: In<1>,
    out: Out<1>,
    water: Resource<1, 1>,
}

impl SimObject for Gauge {
    const NAME: &'static str = "Gauge";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (at, out) = (c.in_port("At", "m", ""), c.out_port("Out", "m/s", ""));
        let water = c.uses("Water", &CURRENT, "");
        c.common_computation(Self::measure).reads((at, water)).fills(out);
        Ok(Self { at, out, water })
    }
}

impl Gauge {
    fn measure(&self, io: &mut Io<'_>) {
        let v = io.query(self.water, io.get(self.at));
        io.set(self.out, v);
    }
}

/// The water at 0, 1, 2, ... m, asked at once.
pub(crate) struct Rake {
    out: OutSlice,
    water: Resource<1, 1>,
}

impl SimObject for Rake {
    const NAME: &'static str = "Rake";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let out = c.out_slice("Out", 5, "m/s", "");
        let water = c.uses("Water", &CURRENT, "");
        c.common_computation(Self::measure).reads(water).fills(out);
        Ok(Self { out, water })
    }
}

impl Rake {
    fn measure(&self, io: &mut Io<'_>) {
        let (places, mut found) = ([0.0, 1.0, 2.0, 3.0, 4.0].map(|x| [x]), [[0.0]; 5]);
        io.query_many(self.water, &places, &mut found);
        io.slice_mut(self.out).iter_mut().zip(found).for_each(|(out, [v])| *out = v);
    }
}

/// Begins where the water at 2 m says, notes the water at 1 m each second, and
/// falls back to what the water at 3 m says when it passes 10.
pub(crate) struct Angler {
    position: State<1>,
    noted: DiscreteState<1>,
    passed: Indicator,
    water: Resource<1, 1>,
}

impl SimObject for Angler {
    const NAME: &'static str = "Angler";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let position = c.state("X", "m", "");
        let noted = c.discrete_state("Noted", "m/s", "");
        let passed = c.indicator("Passed", "m", "", Crossing::Rising);
        let water = c.uses("Water", &CURRENT, "");
        c.initial_value(noted, 0.0);
        c.initial(|this: &Self, io: &mut Io<'_>| {
            let v = io.query(this.water, [2.0]);
            io.set_initial(this.position, v);
        })
        .reads(water)
        .sets(position);
        c.derivatives(|this: &Self, io: &mut Io<'_>| io.set_derivative(this.position, [1.0])).reads_no_states();
        c.update(|this: &Self, io: &mut Io<'_>| io.set_next(this.noted, io.query(this.water, [1.0])))
            .on(Clock::every(1.0, 0.0))
            .reads(water)
            .sets(noted);
        c.common_computation(|this: &Self, io: &mut Io<'_>| {
            let [x] = io.get(this.position);
            io.set(this.passed, [x - 10.0]);
        })
        .fills(passed);
        c.on_event(passed, |this: &Self, io: &mut Io<'_>| {
            let v = io.query(this.water, [3.0]);
            io.set_now(this.position, v);
        })
        .reads(water)
        .sets(position);
        Ok(Self { position, noted, passed, water })
    }
}

/// Declares what it must not: a constant computation that asks (of `What` 0),
/// scratch beside answers (1), a computation that reads what it provides (2).
pub(crate) struct Confused<const WHAT: usize> {
    water: Resource<1, 1>,
    out: Out<1>,
}

impl<const WHAT: usize> SimObject for Confused<WHAT> {
    const NAME: &'static str = ["Confused0", "Confused1"][WHAT];
    const REENTRANT: bool = WHAT != 1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (water, out) = (c.uses("Water", &CURRENT, ""), c.out_port("Out", "", ""));
        let measure = c.common_computation(|this: &Self, io: &mut Io<'_>| {
            let v = io.query(this.water, [0.0]);
            io.set(this.out, v);
        });
        let rate = if WHAT == 0 { simobject::Rate::Constant } else { simobject::Rate::Continuous };
        drop(measure.reads(water).fills(out).rate(rate));
        if WHAT == 1 {
            c.provides("Own", &CURRENT, "", |_: &Self, _: &Io<'_>, x: [f64; 1]| x);
        }
        Ok(Self { water, out })
    }
}
