//! SimObjects that show in which order things happen at one instant, and what
//! of them a state has to hold.

use simobject::{
    Clock, Creator, Crossing, DiscreteState, In, Indicator, Io, Memory, Out, Private, Result, SimObject, State,
};

fn clock<T: SimObject>(c: &mut Creator<'_, T>) -> Clock {
    Clock::every(c.parameter("Period").default(1.0), c.parameter("Offset").default(0.0))
}

/// A unit delay: Y becomes In at the next tick.
pub(crate) struct Delay {
    input: In<1>,
    y: DiscreteState<1>,
}

impl SimObject for Delay {
    const NAME: &'static str = "Delay";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = clock(c);
        let (input, y) = (c.in_port("In", "", ""), c.discrete_state("Y", "", ""));
        c.out_port_of("Y", y);
        c.update(Self::step).on(clock).reads(input).reads_no_states().sets(y);
        c.initial(Self::settled).reads(input).sets(y);
        Ok(Self { input, y })
    }
}

impl Delay {
    fn step(&self, io: &mut Io<'_>) {
        io.set_next(self.y, io.get(self.input));
    }
    fn settled(&self, io: &mut Io<'_>) {
        io.set_initial(self.y, io.get(self.input));
    }
}

/// Out = Scale * what In was before + Add, at ticks.
pub(crate) struct Answering {
    input: In<1>,
    out: Out<1>,
    scale: f64,
    add: f64,
}

impl SimObject for Answering {
    const NAME: &'static str = "Answering";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = clock(c);
        let (input, out) = (c.in_port("In", "", ""), c.out_port("Out", "", ""));
        let (scale, add) = (c.parameter("Scale").default(1.0), c.parameter("Add").default(0.0));
        let first: f64 = c.parameter("First").default(0.0);
        c.initial_value(out, first);
        c.common_computation(Self::answer).on(clock).reads_previous(input).fills(out);
        Ok(Self { input, out, scale, add })
    }
}

impl Answering {
    fn answer(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.out, [self.scale * input + self.add]);
    }
}

/// A and B take each other's value at every tick, in two updates.
pub(crate) struct Swapping {
    a: DiscreteState<1>,
    b: DiscreteState<1>,
}

impl SimObject for Swapping {
    const NAME: &'static str = "Swapping";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = clock(c);
        let (a, b) = (c.discrete_state("A", "", ""), c.discrete_state("B", "", ""));
        c.out_port_of("A", a);
        c.out_port_of("B", b);
        c.update(Self::to_a).on(clock).reads(b).sets(a);
        c.update(Self::to_b).on(clock).reads(a).sets(b);
        Ok(Self { a, b })
    }
}

impl Swapping {
    fn to_a(&self, io: &mut Io<'_>) {
        io.set_next(self.a, io.get(self.b));
    }
    fn to_b(&self, io: &mut Io<'_>) {
        io.set_next(self.b, io.get(self.a));
    }
}

/// Counts: Tick is `io.tick()` of the last run of its sampled computation, Runs
/// how often it ran at ticks (memory), and Seen is In as it saw it. Overdue is an
/// indicator that is filled at ticks and falls at the tick of number `Most`; the
/// handler counts in Alarms.
pub(crate) struct Counting {
    input: In<1>,
    tick: Out<1>,
    runs: Memory,
    shown: Out<1>,
    seen: Out<1>,
    kept: Private<1>,
    overdue: Indicator,
    alarms: DiscreteState<1>,
    most: f64,
}

impl SimObject for Counting {
    const NAME: &'static str = "Counting";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = clock(c);
        let input = c.in_port("In", "", "");
        c.default_input(input, 0.0);
        let [tick, shown, seen] = ["Tick", "Runs", "Seen"].map(|name| c.out_port(name, "", ""));
        let (runs, kept) = (c.memory("Count", 1), c.private("Kept"));
        let overdue = c.indicator("Overdue", "", "", Crossing::Falling);
        let alarms = c.discrete_state("Alarms", "", "");
        c.out_port_of("Alarms", alarms);
        c.initial_value(alarms, 0.0);
        let most = c.parameter("Most").default(1e9);
        c.common_computation(Self::count)
            .on(clock)
            .reads((runs, input))
            .reads_no_states()
            .fills((tick, shown, seen, kept, overdue));
        c.update(Self::remember).on(clock).reads(kept).reads_no_states().sets(runs);
        c.on_event(overdue, Self::alarm).sets(alarms);
        Ok(Self { input, tick, runs, shown, seen, kept, overdue, alarms, most })
    }
}

impl Counting {
    fn count(&self, io: &mut Io<'_>) {
        let (tick, runs) = (io.tick() as f64, io.memory(self.runs)[0]);
        io.set(self.tick, [tick]);
        io.set(self.shown, [runs]);
        io.set(self.seen, io.get(self.input));
        io.set(self.kept, [runs + 1.0]);
        io.set(self.overdue, [self.most - 0.5 - tick]);
    }
    fn remember(&self, io: &mut Io<'_>) {
        let [runs] = io.get(self.kept);
        io.memory_mut(self.runs)[0] = runs;
    }
    fn alarm(&self, io: &mut Io<'_>) {
        let [alarms] = io.get(self.alarms);
        io.set_now(self.alarms, [alarms + 1.0]);
    }
}

/// A delay line of three samples in memory, with feedback: Out = the sample of
/// three ticks ago, and In + Out / 4 goes in.
pub(crate) struct Line {
    input: In<1>,
    line: Memory,
    out: Out<1>,
}

impl SimObject for Line {
    const NAME: &'static str = "Line";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = clock(c);
        let (input, line, out) = (c.in_port("In", "", ""), c.memory("Samples", 3), c.out_port("Out", "", ""));
        c.initial_value(out, 0.0);
        c.common_computation(Self::late).on(clock).reads(line).fills(out);
        c.update(Self::shift).on(clock).reads(input).reads_previous(out).sets(line);
        Ok(Self { input, line, out })
    }
}

impl Line {
    fn late(&self, io: &mut Io<'_>) {
        let late = io.memory(self.line)[2];
        io.set(self.out, [late]);
    }
    fn shift(&self, io: &mut Io<'_>) {
        let ([input], [out]) = (io.get(self.input), io.get(self.out));
        let line = io.memory_mut(self.line);
        line.rotate_right(1);
        line[0] = input + 0.25 * out;
    }
}

/// X' = In. X falls below Level: X jumps by Jump, and Count counts.
pub(crate) struct Falling {
    input: In<1>,
    level: In<1>,
    x: State<1>,
    gap: Indicator,
    count: DiscreteState<1>,
    jump: f64,
}

impl SimObject for Falling {
    const NAME: &'static str = "Falling";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, level) = (c.in_port("In", "", ""), c.in_port("Level", "", ""));
        c.default_input(level, 0.0);
        let (x, count) = (c.state("X", "", ""), c.discrete_state("Count", "", ""));
        c.out_port_of("X", x);
        c.out_port_of("Count", count);
        c.initial_value(count, 0.0);
        let gap = c.indicator("Gap", "", "", Crossing::Falling);
        c.common_computation(Self::watch).reads((x, level)).fills(gap);
        c.derivatives(Self::move_on).reads(input);
        c.on_event(gap, Self::jump).sets((x, count));
        Ok(Self { input, level, x, gap, count, jump: c.parameter("Jump").default(0.0) })
    }
}

impl Falling {
    fn watch(&self, io: &mut Io<'_>) {
        let ([x], [level]) = (io.get(self.x), io.get(self.level));
        io.set(self.gap, [x - level]);
    }
    fn move_on(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, io.get(self.input));
    }
    fn jump(&self, io: &mut Io<'_>) {
        let ([x], [count]) = (io.get(self.x), io.get(self.count));
        io.set_now(self.x, [x + self.jump]);
        io.set_now(self.count, [count + 1.0]);
    }
}

/// What its accepted steps come to: the largest In, and how many there were.
pub(crate) struct Peak {
    input: In<1>,
    most: DiscreteState<1>,
    count: DiscreteState<1>,
    tick: Out<1>,
}

impl SimObject for Peak {
    const NAME: &'static str = "Peak";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let (most, count) = (c.discrete_state("Most", "", ""), c.discrete_state("Count", "", ""));
        let tick = c.out_port("Tick", "", "");
        c.out_port_of("Most", most);
        c.out_port_of("Count", count);
        c.initial_value(most, -1e300);
        c.initial_value(count, 0.0);
        c.common_computation(Self::number).on(Clock::steps()).reads_no_states().fills(tick);
        c.update(Self::step).on(Clock::steps()).reads((input, most, count)).sets((most, count));
        Ok(Self { input, most, count, tick })
    }
}

impl Peak {
    fn number(&self, io: &mut Io<'_>) {
        io.set(self.tick, [io.tick() as f64]);
    }
    fn step(&self, io: &mut Io<'_>) {
        let ([input], [most], [count]) = (io.get(self.input), io.get(self.most), io.get(self.count));
        io.set_next(self.most, [most.max(input)]);
        io.set_next(self.count, [count + 1.0]);
    }
}

/// T' = On - T, and On is a relay: 1 below Low, 0 above High.
pub(crate) struct Heater {
    t: State<1>,
    on: DiscreteState<1>,
    below: Indicator,
    above: Indicator,
    low: f64,
    high: f64,
}

impl SimObject for Heater {
    const NAME: &'static str = "Heater";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (t, on) = (c.state("T", "", ""), c.discrete_state("On", "", ""));
        c.out_port_of("T", t);
        c.out_port_of("On", on);
        c.initial_value(on, 1.0);
        let below = c.indicator("Below", "", "", Crossing::Falling);
        let above = c.indicator("Above", "", "", Crossing::Rising);
        c.common_computation(Self::watch).reads(t).fills((below, above));
        c.derivatives(Self::warm);
        c.on_event(below, Self::turn_on).sets(on);
        c.on_event(above, Self::turn_off).sets(on);
        let (low, high) = (c.parameter("Low").default(0.4), c.parameter("High").default(0.6));
        Ok(Self { t, on, below, above, low, high })
    }
}

impl Heater {
    fn watch(&self, io: &mut Io<'_>) {
        let [t] = io.get(self.t);
        io.set(self.below, [t - self.low]);
        io.set(self.above, [t - self.high]);
    }
    fn warm(&self, io: &mut Io<'_>) {
        let ([t], [on]) = (io.get(self.t), io.get(self.on));
        io.set_derivative(self.t, [on - t]);
    }
    fn turn_on(&self, io: &mut Io<'_>) {
        io.set_now(self.on, [1.0]);
    }
    fn turn_off(&self, io: &mut Io<'_>) {
        io.set_now(self.on, [0.0]);
    }
}

/// A spring between two masses, by waves: C1' = C2 + 2 Zc V2 and C2' = C1 + 2 Zc
/// V1, of what was a tick before.
pub(crate) struct WaveSpring {
    velocities: [In<1>; 2],
    before: [DiscreteState<1>; 2],
    waves: [Out<1>; 2],
    zc: f64,
}

impl SimObject for WaveSpring {
    const NAME: &'static str = "WaveSpring";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let velocities = ["V1", "V2"].map(|name| c.in_port(name, "m/s", ""));
        let before = ["B1", "B2"].map(|name| c.discrete_state(name, "N", ""));
        let waves = ["C1", "C2"].map(|name| c.out_port(name, "N", ""));
        before.iter().for_each(|before| c.initial_value(*before, 0.0));
        let ([v1, v2], [b1, b2], [c1, c2]) = (velocities, before, waves);
        c.common_computation(Self::waves).on(Clock::model()).reads((b1, b2)).reads_previous((v1, v2)).fills((c1, c2));
        c.update(Self::keep).on(Clock::model()).reads((c1, c2)).reads_no_states().sets((b1, b2));
        Ok(Self { velocities, before, waves, zc: c.parameter("Zc").required() })
    }
}

impl WaveSpring {
    fn waves(&self, io: &mut Io<'_>) {
        let [[v1], [v2]] = self.velocities.map(|velocity| io.get(velocity));
        let [[b1], [b2]] = self.before.map(|before| io.get(before));
        io.set(self.waves[0], [b2 + 2.0 * self.zc * v2]);
        io.set(self.waves[1], [b1 + 2.0 * self.zc * v1]);
    }
    fn keep(&self, io: &mut Io<'_>) {
        for (wave, before) in self.waves.into_iter().zip(self.before) {
            io.set_next(before, io.get(wave));
        }
    }
}

/// A mass between two such springs; velocities are positive out of it.
pub(crate) struct WaveMass {
    waves: [In<1>; 2],
    v: DiscreteState<1>,
    velocities: [Out<1>; 2],
    zc: f64,
    per_mass: f64,
}

impl SimObject for WaveMass {
    const NAME: &'static str = "WaveMass";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let waves = ["C1", "C2"].map(|name| c.in_port(name, "N", ""));
        let v = c.discrete_state("V", "m/s", "");
        let velocities = ["V1", "V2"].map(|name| c.out_port(name, "m/s", ""));
        let start: f64 = c.parameter("Start").default(0.0);
        c.initial_value(v, start);
        c.initial_value(velocities[0], -start);
        c.initial_value(velocities[1], start);
        let ([c1, c2], [v1, v2]) = (waves, velocities);
        c.common_computation(Self::motion).on(Clock::model()).reads((c1, c2, v)).fills((v1, v2));
        c.update(Self::keep).on(Clock::model()).reads(v2).reads_no_states().sets(v);
        let (zc, mass): (f64, f64) = (c.parameter("Zc").required(), c.parameter("Mass").required());
        Ok(Self { waves, v, velocities, zc, per_mass: c.sample_time(Clock::model()) / mass })
    }
}

impl WaveMass {
    fn motion(&self, io: &mut Io<'_>) {
        let ([[c1], [c2]], [v]) = (self.waves.map(|wave| io.get(wave)), io.get(self.v));
        let v = (v + self.per_mass * (c1 - c2)) / (1.0 + 2.0 * self.zc * self.per_mass);
        io.set(self.velocities[0], [-v]);
        io.set(self.velocities[1], [v]);
    }
    fn keep(&self, io: &mut Io<'_>) {
        let v = io.get(self.velocities[1]);
        io.set_next(self.v, v);
    }
}
