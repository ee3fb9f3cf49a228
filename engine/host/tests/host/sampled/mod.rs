//! Clocks, discrete states, memory, indicators and handlers: what constructors
//! declare, what calculations do with them, and what is wrong with them.

mod by_hand;

use std::sync::Arc;

use simobject::{
    Clock, Creator, Crossing, DiscreteState, DiscreteStateSlice, In, Indicator, Io, Memory, Out, Result, SimObject,
    State,
};
use simobject_host::{
    Argument, Declared, FailureKind, Fault, HostIo, ObjectStore, ObjectType, Place, Purpose, Rate, Role, SampleTime,
    Session, Surroundings,
};

/// A scenario with this `SampleTime`.
struct Scenario(SampleTime);

impl Surroundings for Scenario {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        self.0
    }
}

static QUARTER: Scenario = Scenario(SampleTime::Given(0.25));

fn messages(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.message.as_str()).collect()
}

fn declared<T: SimObject>(scenario: &Scenario) -> Declared {
    ObjectType::of::<T>().declare(Session::declaring("X", &[], scenario))
}

/// One of each: a delay line of two samples, a counter of a width that is known
/// late, a mode, and a state that an event turns around.
struct Everything {
    input: In<1>,
    height: State<1>,
    count: DiscreteStateSlice,
    rest: DiscreteState<1>,
    line: Memory,
    gap: Indicator,
    late: Out<1>,
    period: f64,
}

impl SimObject for Everything {
    const NAME: &'static str = "Everything";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = Clock::every(0.5, 0.125);
        let input = c.in_port("In", "", "");
        let height = c.state("Height", "m", "");
        let count = c.discrete_state_slice("Count", 2, "", "Of ticks");
        let rest = c.discrete_state("Rest", "", "A mode");
        let line = c.memory("Line", 2);
        let gap = c.indicator("Gap", "m", "Up to the ground", Crossing::Falling);
        let late = c.out_port("Late", "", "");
        c.out_port_of("Rest", rest);
        c.initial_value(count, 0.0);
        c.initial_value(rest, 0.0);
        c.initial_value(line, [7.0, 8.0]);
        c.initial_value(late, -1.0);
        c.common_computation(Self::watch).reads(height).fills(gap);
        c.common_computation(Self::delay).on(clock).reads(line).reads_no_states().fills(late);
        c.update(Self::shift).on(clock).reads(input).reads_previous(late).reads_no_states().sets(line);
        c.update(Self::tick).on(Clock::model()).reads(count).sets(count);
        c.on_event(gap, Self::bounce).sets((height, rest));
        c.derivatives(Self::fall);
        Ok(Self { input, height, count, rest, line, gap, late, period: c.sample_time(Clock::model()) })
    }
}

impl Everything {
    fn watch(&self, io: &mut Io<'_>) {
        io.set(self.gap, io.get(self.height));
    }
    fn delay(&self, io: &mut Io<'_>) {
        let late = io.memory(self.line)[1];
        io.set(self.late, [late]);
    }
    fn shift(&self, io: &mut Io<'_>) {
        let ([input], [late]) = (io.get(self.input), io.get(self.late));
        let line = io.memory_mut(self.line);
        line[1] = line[0];
        line[0] = input + late;
    }
    fn tick(&self, io: &mut Io<'_>) {
        let ticks = io.tick() as f64;
        let next = io.at(self.count, 0) + self.period;
        io.next_slice_mut(self.count).copy_from_slice(&[next, ticks]);
    }
    fn bounce(&self, io: &mut Io<'_>) {
        let [height] = io.get(self.height);
        io.set_now(self.height, [-height]);
        io.set_now(self.rest, [1.0]);
    }
    fn fall(&self, io: &mut Io<'_>) {
        io.set_derivative(self.height, [-1.0]);
    }
}

#[test]
fn sampled_parts_are_declared() {
    let Declared { declaration, faults, .. } = declared::<Everything>(&QUARTER);
    assert_eq!(messages(&faults), [""; 0]);
    let interface = &declaration.interface;
    let roles: Vec<Role> = interface.signals.iter().map(|signal| signal.role).collect();
    let gap = Role::Indicator(Crossing::Falling);
    let all = [
        Role::In,
        Role::State,
        Role::DiscreteState,
        Role::DiscreteState,
        Role::Memory,
        gap,
        Role::Out,
        Role::OutOfState(3),
    ];
    assert_eq!(roles, all);
    let clock = Clock::every(0.5, 0.125);
    let purposes: Vec<Purpose> = interface.calculations.iter().map(|c| c.purpose).collect();
    assert_eq!(
        purposes,
        [
            Purpose::Common(Rate::Continuous),
            Purpose::Common(Rate::Sampled(clock)),
            Purpose::Update(clock),
            Purpose::Update(Clock::model()),
            Purpose::Handler(5),
            Purpose::Derivatives,
        ]
    );
    let [_, delay, shift, tick, bounce, fall] = interface.calculations.as_slice() else { panic!("six calculations") };
    assert_eq!((&delay.reads[..], &delay.gives[..]), (&[4][..], &[6][..]));
    assert_eq!((&shift.reads[..], &shift.previous[..], &shift.gives[..]), (&[0][..], &[6][..], &[4][..]));
    assert_eq!((&tick.reads[..], &tick.gives[..]), (&[2][..], &[2][..]));
    // Who says nothing reads all in-ports and own states of both kinds; derivatives
    // are those of the continuous ones.
    assert_eq!((&bounce.reads[..], &bounce.gives[..]), (&[0, 1, 2, 3][..], &[1, 3][..]));
    assert_eq!((&fall.reads[..], &fall.gives[..]), (&[0, 1, 2, 3][..], &[1][..]));
}

/// x = [Height], held = [Count, Count, Rest, Line, Line, Late], then In, Gap, and
/// what Late was before.
#[test]
fn what_is_set_goes_where_it_belongs() {
    let Declared { declaration, .. } = declared::<Everything>(&QUARTER);
    let interface = &declaration.interface;
    let places = [7, 0, 1, 3, 4, 8, 6, 3].map(Place::at);
    let of_shift = [7, 0, 1, 3, 4, 8, 9, 3].map(Place::at);
    let store = |places: &[Place]| {
        let mut store = ObjectStore::new(ObjectType::of::<Everything>(), 1);
        store.bind(Session::binding("X", &[], &QUARTER, interface, places)).unwrap();
        store
    };
    let (plain, shifting) = (store(&places), store(&of_shift));
    let mut values = [-0.5, 10.0, 20.0, 0.0, 7.0, 8.0, -1.0, 100.0, f64::NAN, 1000.0];
    let mut pending = [f64::NAN; 7];
    let mut run = |store: &ObjectStore, which: usize, results: bool| {
        let results: &mut [f64] = if results { &mut pending } else { &mut [] };
        let mut io = HostIo::new(&mut values, results, &[], 2.0);
        io.set_tick(41);
        // SAFETY: the store holds one object of the type that declared the calculation.
        unsafe { store.run(interface.calculations[which].kernel, 0..1, &mut io) }
    };
    for which in [0, 1] {
        run(&plain, which, false).unwrap();
    }
    run(&shifting, 2, true).unwrap();
    run(&plain, 3, true).unwrap();
    run(&plain, 4, true).unwrap();
    // Where nothing may be set, there is nowhere to set it: not by halves either.
    for (which, state) in [(3, 1), (4, 0)] {
        let stopped = run(&plain, which, false).unwrap_err().stopped.unwrap();
        assert_eq!(stopped.failure.kind(), FailureKind::OutOfBounds { place: state });
    }
    assert_eq!(values, [0.5, 10.0, 20.0, 1.0, 1100.0, 7.0, 8.0, 100.0, -0.5, 1000.0]);
    assert_eq!(pending[..4], [0.5, 10.25, 41.0, 1.0]);
    assert!(pending[4..].iter().all(|number| number.is_nan()), "{pending:?}");
}

/// Contradictions, one of each.
struct Wrong;

impl SimObject for Wrong {
    const NAME: &'static str = "Wrong";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let clock = Clock::every(1.0, 0.0);
        let state: State<1> = c.state("State", "", "");
        let [twice, nobody, filled, both] =
            ["Twice", "Nobody", "Filled", "Both"].map(|name| c.discrete_state::<1>(name, "", ""));
        let (line, unwritten) = (c.memory("Line", 1), c.memory("Unwritten", 1));
        let [_, constant] = ["Unfilled", "Constant"].map(|name| c.indicator(name, "", "", Crossing::Either));
        let out: Out<1> = c.out_port("Out", "", "");
        let _ = (nobody, unwritten);
        c.derivatives(Self::nothing);
        c.update(Self::nothing).on(clock).sets((twice, line));
        c.update(Self::nothing).on(clock).sets((twice, filled));
        c.update(Self::nothing).on(clock).sets(both);
        c.update(Self::timeless).sets(filled);
        c.on_event(constant, Self::handle).sets((both, state));
        c.common_computation(Self::nothing).rate(Rate::Constant).reads(()).fills(constant);
        c.common_computation(Self::read).reads((line, out)).reads_previous(out).fills(());
        c.common_computation(Self::nothing).fills(out);
        Ok(Self)
    }
}

impl Wrong {
    fn nothing(&self, _: &mut Io<'_>) {}
    fn timeless(&self, _: &mut Io<'_>) {}
    fn handle(&self, _: &mut Io<'_>) {}
    fn read(&self, _: &mut Io<'_>) {}
}

#[test]
fn contradictions_are_mistakes_of_the_library() {
    let Declared { faults, .. } = declared::<Wrong>(&QUARTER);
    let found = messages(&faults);
    for expected in [
        "the update `timeless` has no clock: say when it runs (`.on(...)` in Rust, `.On(...)` in C++)",
        "`Twice` is set by two updates, `nothing` and `nothing`",
        "no update and no handler sets the discrete state `Nobody`",
        "`Both` is set by the handler `handle` and by the update `nothing`, which counts as reading it: what the update \
         adds to it would be lost when the handler sets it; use two states, or name what the update reads",
        "no update writes the memory `Unwritten`",
        "`read` reads the memory `Line`: only the update `nothing`, which writes it, and sampled computations on its \
         clock may",
        "no computation fills `Unfilled`",
        "the constant computation `nothing` fills the indicator `Constant`, which never crosses 0",
        "`read` reads previous values, but runs on no clock",
        "`read` reads the previous value of `Out`, which is not held between ticks",
        "`read` reads both `Out` and its previous value",
        "the calculation `read` gives nothing",
    ] {
        assert!(found.contains(&expected), "{expected}\nnot in {found:#?}");
    }
    assert_eq!(found.len(), 12, "{found:#?}");
}

/// Clocks that are none.
struct Unpunctual;

impl SimObject for Unpunctual {
    const NAME: &'static str = "Unpunctual";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let wrong = [(0.0, 0.0), (-1.0, 0.0), (f64::INFINITY, 0.0), (1.0, -0.5), (1.0, f64::NAN)];
        for (i, (period, offset)) in wrong.into_iter().enumerate() {
            let state: DiscreteState<1> = c.discrete_state(format!("S{i}"), "", "");
            c.update(Wrong::nothing_of_it).on(Clock::every(period, offset)).sets(state);
        }
        let model: DiscreteState<1> = c.discrete_state("Model", "", "");
        c.update(Wrong::nothing_of_it).on(Clock::model()).sets(model);
        assert_eq!(c.sample_time(Clock::every(0.5, 3.0)), 0.5);
        assert_eq!(c.sample_time(Clock::steps()), 1.0);
        Ok(Self)
    }
}

impl Wrong {
    fn nothing_of_it(_: &Unpunctual, _: &mut Io<'_>) {}
}

#[test]
fn clocks_that_are_none_are_told() {
    let Declared { faults, .. } = declared::<Unpunctual>(&Scenario(SampleTime::Missing));
    assert_eq!(
        messages(&faults),
        [
            "the clock of `nothing_of_it` has a period of 0 s",
            "the clock of `nothing_of_it` has a period of -1 s",
            "the clock of `nothing_of_it` has a period of inf s",
            "the clock of `nothing_of_it` has an offset of -0.5 s",
            "the clock of `nothing_of_it` has an offset of NaN s",
            "it runs on the scenario's clock, but `Engine` gives no SampleTime",
            "the clock of accepted steps has no sample time",
        ]
    );
    assert_eq!(
        faults[5].advice,
        "give its period, s: `<Engine SampleTime=\"0.01\" .../>`, or `SampleTime` to it alone"
    );
    // Who describes a type has no scenario.
    let Declared { faults, .. } = declared::<Unpunctual>(&Scenario(SampleTime::Unknown));
    assert_eq!(faults.len(), 6);
}

#[test]
fn a_step_of_its_own_is_that_of_the_scenarios_clock() {
    let kind = ObjectType::of::<Everything>();
    let declared = |given: &str| {
        let given = [Argument { name: "SampleTime", value: given }];
        kind.declare(Session::declaring("X", &given, &QUARTER))
    };
    let Declared { declaration, faults, .. } = declared("0.125");
    assert_eq!(messages(&faults), [""; 0]);
    let clocks: Vec<_> = declaration.interface.calculations.iter().filter_map(|c| c.purpose.clock()).collect();
    let delayed = Clock::every(0.5, 0.125);
    assert_eq!(clocks, [delayed, delayed, Clock::every(0.125, 0.0)]);
    let last = declaration.parameters.last().unwrap();
    assert_eq!((&*last.name, &*last.unit, last.numbers.as_slice()), ("SampleTime", "s", &[0.125][..]));
    assert_eq!(messages(&declared("0").faults), ["parameter `SampleTime`: `0` is out of range"]);
}

/// Calls a parameter as none may be called.
struct Presumptuous;

impl SimObject for Presumptuous {
    const NAME: &'static str = "Presumptuous";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let _: f64 = c.parameter("SampleTime").default(1.0);
        Ok(Self)
    }
}

#[test]
fn no_type_has_a_sample_time_of_its_own_making() {
    assert_eq!(
        messages(&declared::<Presumptuous>(&QUARTER).faults),
        ["`SampleTime` is no parameter to declare: scenarios give it to whatever runs on `Clock::model()`, and \
             `sample_time` tells it"]
    );
}

/// A clock and an indicator that are others the second time.
struct Fickle;

static TURN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

impl SimObject for Fickle {
    const NAME: &'static str = "Fickle";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let turn = TURN.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let state: DiscreteState<1> = c.discrete_state("S", "", "");
        let crossing = if turn == 0 { Crossing::Falling } else { Crossing::Rising };
        let gap = c.indicator("Gap", "", "", crossing);
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(gap);
        c.update(|_: &Self, _: &mut Io<'_>| {}).on(Clock::every(1.0 + f64::from(turn), 0.0)).sets(state);
        Ok(Self)
    }
}

#[test]
fn a_clock_that_is_another_the_second_time_is_told() {
    let Declared { declaration, faults, .. } = declared::<Fickle>(&QUARTER);
    assert_eq!(messages(&faults), [""; 0]);
    let mut store = ObjectStore::new(ObjectType::of::<Fickle>(), 1);
    let places = [Place::at(0), Place::at(1)];
    let faults = store.bind(Session::binding("X", &[], &QUARTER, &declaration.interface, &places)).unwrap_err();
    let found = messages(&faults);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].starts_with("the constructor does not repeat itself: `Gap` was not declared so"), "{found:#?}");
    assert!(found[1].starts_with("the constructor does not repeat itself: the calculation "), "{found:#?}");
}

#[test]
fn clocks_are_equal_by_their_numbers() {
    assert_eq!(Clock::every(0.25, 0.0), Clock::every(0.25, -0.0));
    assert_ne!(Clock::every(0.25, 0.0), Clock::every(0.25, 0.125));
    assert_ne!(Clock::model(), Clock::steps());
    // 0 is not beyond; falling and rising indicators return without an event.
    for (before, after, [falling, rising, either]) in [
        (0.0, -1.0, [true, false, false]),
        (1.0, -1.0, [true, false, true]),
        (1.0, 0.0, [false, false, true]),
        (0.0, 1.0, [false, true, true]),
        (-1.0, 0.0, [false, false, false]),
        (-1.0, 1.0, [false, true, true]),
        (f64::NAN, -1.0, [true, false, false]),
    ] {
        let is_event = |crossing: Crossing| crossing.is_event(crossing.is_beyond(before), crossing.is_beyond(after));
        let all = [Crossing::Falling, Crossing::Rising, Crossing::Either].map(is_event);
        assert_eq!(all, [falling, rising, either], "{before} to {after}");
    }
}
