//! Every field of every struct that a constructor passes, wrong one at a time: each is
//! told, and by a message that says what is wrong.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use simobject::abi::{self, Creator, CreatorCalls, Text};
use simobject_host::{Argument, Library, ObjectType, SampleTime, Session, Surroundings};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Given(0.5)
    }
}

type Say<'s> = &'s dyn Fn(*mut Creator, &CreatorCalls);

thread_local! {
    /// What the constructor says beside what makes its SimObject sound.
    static SAYS: Cell<Option<Say<'static>>> = const { Cell::new(None) };
}

const INPUT: u32 = 0;
const STATE: u32 = 1;
const SET: u32 = 2;
const INDICATOR: u32 = 3;

/// In-port 0, state 1, discrete state 2 that a handler sets, indicator 3.
unsafe extern "C" fn construct(creator: *mut Creator, object: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = &*(*creator).calls;
        let signal = |role, name, crossing| {
            let passed = abi::Signal { role, name: Text::of(name), width: 2, crossing, ..abi::Signal::NOTHING };
            (calls.signal)(creator, &raw const passed).index
        };
        assert_eq!(signal(abi::ROLE_IN_PORT, "In", 0), INPUT);
        assert_eq!(signal(abi::ROLE_STATE, "X", 0), STATE);
        assert_eq!(signal(abi::ROLE_DISCRETE_STATE, "Mode", 0), SET);
        assert_eq!(signal(abi::ROLE_INDICATOR, "Watch", abi::CROSSING_FALLING), INDICATOR);
        for (purpose, gives, indicator) in [
            (abi::PURPOSE_DERIVATIVES, &[][..], 0),
            (abi::PURPOSE_COMMON_COMPUTATION, &[INDICATOR][..], 0),
            (abi::PURPOSE_HANDLER, &[SET][..], INDICATOR),
        ] {
            let name = Text::of("own");
            let passed = abi::Calculation {
                purpose,
                name,
                gives: gives.as_ptr(),
                give_count: gives.len(),
                indicator,
                calculate: Some(nothing),
                ..abi::Calculation::NOTHING
            };
            (calls.calculation)(creator, &raw const passed);
        }
        if let Some(says) = SAYS.get() {
            says(creator, calls);
        }
        object.cast::<u64>().write(1);
    }
    0
}

unsafe extern "C" fn nothing(_: *mut c_void, count: usize, _: *mut abi::Io, _: usize) -> usize {
    count
}

unsafe extern "C" fn never(_: *mut c_void, _: *mut abi::Io, _: usize) -> f64 {
    f64::INFINITY
}

unsafe extern "C" fn answers(
    _: *const c_void,
    _: *mut abi::Io,
    _: *const f64,
    _: *mut f64,
    count: usize,
    _: usize,
) -> usize {
    count
}

const KIND: abi::Type = abi::Type {
    name: Text::of("T"),
    object_size: 8,
    object_alignment: 8,
    construct: Some(construct),
    ..abi::Type::NOTHING
};

const LIBRARY: abi::Library = abi::Library {
    abi_major: abi::ABI_MAJOR,
    abi_minor: abi::ABI_MINOR,
    size: size_of::<abi::Library>() as u32,
    flags: 0,
    name: Text::of("by_hand"),
    version: Text::of("0.1"),
    doc: Text::EMPTY,
    aliases: ptr::null(),
    alias_count: 0,
    types: ptr::null(),
    type_count: 1,
    needs_minor: 0,
    reserved: 0,
};

/// The type of a library's table, or why it is refused.
fn opened(library: abi::Library, kind: abi::Type) -> Result<&'static ObjectType, String> {
    let kind: &'static abi::Type = Box::leak(Box::new(kind));
    let types: &'static [*const abi::Type; 1] = Box::leak(Box::new([ptr::from_ref(kind)]));
    let types = if library.types.is_null() { types.as_ptr() } else { library.types };
    let table: &'static abi::Library = Box::leak(Box::new(abi::Library { types, ..library }));
    // SAFETY: it stays.
    unsafe { Library::from_table(table) }.map(|library| library.types().next().unwrap())
}

const ARGUMENTS: [Argument<'_>; 1] = [Argument { name: "P", value: "2" }];

/// What `ask` makes of constructors that say this beside what is sound.
fn saying<T>(says: Say<'_>, ask: impl FnOnce() -> T) -> T {
    // SAFETY: it is taken back before it ends.
    SAYS.set(Some(unsafe { std::mem::transmute::<Say<'_>, Say<'static>>(says) }));
    let answer = ask();
    SAYS.set(None);
    answer
}

fn declaring<'s>() -> Session<'s> {
    Session::declaring("L", &ARGUMENTS, &NoFiles)
}

/// What is told of a constructor that says this beside what is sound.
fn faults(says: Say<'_>) -> Vec<String> {
    let kind = opened(LIBRARY, KIND).unwrap();
    let declared = saying(says, || kind.declare(declaring()));
    // Where what is said is kept for others, the same is told, and nothing wrong is kept.
    let (again, cached) = saying(says, || kind.declare_first(declaring()));
    assert_eq!(declared.faults, again.faults);
    assert!(cached.is_none() || declared.faults.is_empty());
    declared.faults.into_iter().map(|fault| fault.message).collect()
}

/// The struct with one field wrong at a time, each with that field's name. All fields have to be named.
macro_rules! wrong {
    ($sound:expr, $kind:ident { $($field:ident: [$($wrong:expr),* $(,)?]),* $(,)? }) => {{
        let sound: abi::$kind = $sound;
        let abi::$kind { $($field: _),* } = sound;
        let all: Vec<(&str, abi::$kind)> =
            vec![$($((concat!(stringify!($kind), ".", stringify!($field)), abi::$kind { $field: $wrong, ..sound }),)*)*];
        all
    }};
}

/// What is sound is told nothing, and each that is wrong something.
fn each<T: Copy>(sound: T, wrong: Vec<(&str, T)>, says: impl Fn(T, *mut Creator, &CreatorCalls)) {
    let told = faults(&|creator, calls| says(sound, creator, calls));
    assert_eq!(told, [""; 0], "what is sound");
    let kind = opened(LIBRARY, KIND).unwrap();
    let (_, sound) = saying(&|creator, calls| says(sound, creator, calls), || kind.declare_first(declaring()));
    let mut silent = Vec::new();
    for (position, (field, wrong)) in wrong.into_iter().enumerate() {
        let told = faults(&|creator, calls| says(wrong, creator, calls));
        println!("{field}: {told:?}");
        if told.iter().all(|message| message.trim().is_empty()) {
            silent.push(format!("{field}, number {position}"));
        }
        // Nor is it taken for what is sound.
        let Some(sound) = &sound else { continue };
        let again = || kind.declare_again(sound, "M", &ARGUMENTS, &NoFiles);
        if saying(&|creator, calls| says(wrong, creator, calls), again).is_some() {
            silent.push(format!("{field}, number {position}, as what is sound"));
        }
    }
    assert_eq!(silent, [""; 0], "wrong, and nothing was told");
}

static NOT_UTF8: [u8; 2] = [0xC3, 0x28];

fn bad() -> Text {
    Text { first: NOT_UTF8.as_ptr().cast(), length: 2 }
}

const NULL: Text = Text { first: ptr::null(), length: 3 };
const LONG: Text = Text { length: usize::MAX, ..Text::of("long") };
const MANY: usize = usize::MAX;

fn misaligned<T>() -> *const T {
    ptr::without_provenance(1)
}

static NUMBERS: [f64; 2] = [1.0, 2.0];
static NOT_NUMBERS: [f64; 2] = [1.0, f64::NAN];
static INDICES: [u32; 2] = [INPUT, STATE];
static NO_INDICES: [u32; 2] = [INPUT, 99];

fn number() -> abi::Parameter {
    abi::Parameter {
        kind: abi::PARAMETER_NUMBER,
        name: Text::of("P"),
        requirement: abi::REQUIREMENT_DEFAULT,
        bounds: abi::BOUND_LOWER | abi::BOUND_UPPER,
        lower: 1.0,
        upper: 3.0,
        default_numbers: NUMBERS.as_ptr(),
        default_count: 1,
        ..abi::Parameter::NOTHING
    }
}

fn ask(passed: abi::Parameter, creator: *mut Creator, calls: &CreatorCalls) {
    let mut value = abi::Value::NOTHING;
    // SAFETY: as the ABI asks, but for what is wrong.
    unsafe { (calls.parameter)(creator, &raw const passed, &raw mut value) };
}

#[test]
fn of_a_parameter() {
    let option = Text::of("A");
    let wrong = wrong!(
        number(),
        Parameter {
            size: [0, 8, abi::Parameter::NOTHING.size - 8],
            kind: [0, abi::PARAMETER_TEXT, abi::PARAMETER_BOOLEAN, abi::PARAMETER_CHOICE, 9, 77],
            name: [
                Text::EMPTY,
                bad(),
                NULL,
                LONG,
                Text::of("a b"),
                Text::of("Name"),
                Text::of("LibName"),
                Text::of("SimObject"),
                Text::of("1")
            ],
            unit: [bad(), NULL, LONG],
            doc: [bad(), NULL, LONG],
            requirement: [0, abi::REQUIREMENT_REQUIRED, abi::REQUIREMENT_OPTIONAL, 4],
            bounds: [abi::BOUND_LOWER, abi::BOUND_UPPER, 0, 16, abi::BOUND_LOWER | abi::BOUND_UPPER_EXCLUDED, 15],
            lower: [f64::NAN, f64::INFINITY, 1.5, 4.0],
            upper: [f64::NAN, f64::NEG_INFINITY, 0.5],
            length: [1, MANY],
            options: [],
            option_count: [1, MANY],
            default_numbers: [ptr::null(), misaligned()],
            default_count: [0, 2, MANY],
            default_columns: [1, MANY],
            default_whole: [1],
            default_text: [option, NULL],
            gravity: [3],
            flags: [1, 2, 4, 8],
            rows: [1, MANY],
            columns: [1, MANY],
        }
    );
    each(number(), wrong, ask);
}

#[test]
fn of_parameters_of_other_kinds() {
    let of = |kind| abi::Parameter {
        kind,
        name: Text::of("Q"),
        requirement: abi::REQUIREMENT_DEFAULT,
        ..abi::Parameter::NOTHING
    };
    let options = [Text::of("A"), Text::of("B")];
    let choice = abi::Parameter { options: options.as_ptr(), option_count: 2, ..of(abi::PARAMETER_CHOICE) };
    let twice = [Text::of("A"), Text::of("A")];
    let padded = [Text::of("A"), Text::of(" B")];
    let empty = [Text::of("A"), Text::EMPTY];
    let broken = [Text::of("A"), bad()];
    let vector =
        abi::Parameter { length: 2, default_numbers: NUMBERS.as_ptr(), default_count: 2, ..of(abi::PARAMETER_VECTOR) };
    let matrix = abi::Parameter { default_columns: 2, length: 0, ..vector };
    let matrix = abi::Parameter { kind: abi::PARAMETER_MATRIX, ..matrix };
    let whole = abi::Parameter { bounds: abi::BOUND_LOWER, lower: 1.0, default_whole: 2, ..of(abi::PARAMETER_WHOLE) };
    let text = abi::Parameter { default_text: Text::of("t"), ..of(abi::PARAMETER_TEXT) };
    let required = abi::Parameter { requirement: abi::REQUIREMENT_REQUIRED, ..number() };
    for (sound, wrong) in [
        (choice, abi::Parameter { default_whole: 2, ..choice }),
        (choice, abi::Parameter { option_count: 0, ..choice }),
        (choice, abi::Parameter { options: ptr::null(), ..choice }),
        (choice, abi::Parameter { options: twice.as_ptr(), ..choice }),
        (choice, abi::Parameter { options: padded.as_ptr(), ..choice }),
        (choice, abi::Parameter { options: empty.as_ptr(), ..choice }),
        (choice, abi::Parameter { options: broken.as_ptr(), ..choice }),
        (choice, abi::Parameter { gravity: 1, ..choice }),
        (vector, abi::Parameter { length: 3, ..vector }),
        (vector, abi::Parameter { length: MANY, ..vector }),
        (vector, abi::Parameter { gravity: 1, ..vector }),
        (vector, abi::Parameter { default_numbers: NOT_NUMBERS.as_ptr(), ..vector }),
        (vector, abi::Parameter { bounds: abi::BOUND_LOWER, lower: 1.5, ..vector }),
        (matrix, abi::Parameter { default_columns: 0, ..matrix }),
        (matrix, abi::Parameter { default_columns: 3, ..matrix }),
        (matrix, abi::Parameter { default_columns: MANY, ..matrix }),
        (matrix, abi::Parameter { length: 2, ..matrix }),
        (matrix, abi::Parameter { rows: 2, ..matrix }),
        (matrix, abi::Parameter { columns: 3, ..matrix }),
        (matrix, abi::Parameter { columns: MANY, ..matrix }),
        (matrix, abi::Parameter { flags: abi::PARAMETER_SQUARE, ..matrix }),
        (
            abi::Parameter { rows: 1, columns: 2, ..matrix },
            abi::Parameter { flags: abi::PARAMETER_SQUARE, rows: 1, columns: 2, ..matrix },
        ),
        (whole, abi::Parameter { default_whole: 0, ..whole }),
        (whole, abi::Parameter { default_count: 1, default_numbers: NUMBERS.as_ptr(), ..whole }),
        (of(abi::PARAMETER_BOOLEAN), abi::Parameter { default_whole: 2, ..of(abi::PARAMETER_BOOLEAN) }),
        (text, abi::Parameter { bounds: abi::BOUND_LOWER, ..text }),
        (text, abi::Parameter { default_text: bad(), ..text }),
        (text, abi::Parameter { default_whole: 1, ..text }),
        (abi::Parameter { default_count: 0, ..required }, required),
    ] {
        each(sound, vec![("Parameter", wrong)], ask);
    }
}

#[test]
fn of_a_signal() {
    let sound = abi::Signal { role: abi::ROLE_IN_PORT, name: Text::of("Port"), width: 1, ..abi::Signal::NOTHING };
    let wrong = wrong!(
        sound,
        Signal {
            size: [0, 4, abi::Signal::NOTHING.size - 4],
            // Out-ports, private values, states of both kinds, memory and indicators are filled by nobody.
            role: [0, 3, 4, 6, 7, 8, 9, 10, 11, u32::MAX],
            name: [
                Text::EMPTY,
                bad(),
                NULL,
                LONG,
                Text::of("a b"),
                Text::of("In"),
                Text::of("X"),
                Text::of("1a"),
                Text::of("a.b")
            ],
            unit: [bad(), NULL, LONG],
            doc: [bad(), NULL, LONG],
            width: [0, 1 << 40, u64::MAX],
            state: [STATE, 99],
            kind: [1, u32::MAX],
            crossing: [abi::CROSSING_FALLING, 4],
            bundle: [1, u32::MAX],
            flags: [1, 2],
            terminal: [1],
            element_names: [],
            element_name_count: [1, MANY],
            part: [1],
            ring: [1],
        }
    );
    // SAFETY: as the ABI asks, but for what is wrong (here and below).
    each(sound, wrong, |passed, creator, calls| unsafe {
        (calls.signal)(creator, &raw const passed);
    });
}

#[test]
fn of_an_out_port_that_is_a_state() {
    let sound = abi::Signal {
        role: abi::ROLE_OUT_PORT_OF_STATE,
        name: Text::of("Y"),
        width: 2,
        state: STATE,
        ..abi::Signal::NOTHING
    };
    let wrong = [
        abi::Signal { state: INPUT, ..sound },
        abi::Signal { state: INDICATOR, ..sound },
        abi::Signal { state: 4, ..sound },
        abi::Signal { width: 1, ..sound },
    ];
    let wrong = wrong.into_iter().map(|wrong| ("Signal.state", wrong)).collect();
    // SAFETY: as above.
    each(sound, wrong, |passed, creator, calls| unsafe {
        (calls.signal)(creator, &raw const passed);
    });
}

#[test]
fn of_numbers() {
    let sound = abi::Number {
        meaning: abi::MEANING_NOMINAL,
        signal: STATE,
        values: NUMBERS.as_ptr(),
        count: 2,
        ..abi::Number::NOTHING
    };
    let wrong = wrong!(
        sound,
        Number {
            size: [0, 8],
            meaning: [
                0,
                abi::MEANING_DEFAULT_INPUT,
                abi::MEANING_DEFAULT_INPUT_PARAMETER,
                abi::MEANING_IN_STEP,
                abi::MEANING_NO_FINER,
                abi::MEANING_DATUM,
                8,
                9,
                10,
                11,
                12,
                13
            ],
            signal: [INPUT, 4, u32::MAX],
            datum: [abi::DATUM_ABSOLUTE, 9],
            values: [ptr::null(), misaligned(), NOT_NUMBERS.as_ptr()],
            count: [0, 3, MANY],
            parameter: [Text::of("P"), bad(), NULL],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Number, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.number)(creator, &raw const passed);
    };
    let count = |wrong: &[(&str, abi::Number)]| wrong.len();
    assert!(count(&wrong) > 20);
    let wrong = wrong.into_iter().filter(|(field, wrong)| !(*field == "Number.count" && wrong.count == 3)).collect();
    each(sound, wrong, say);
    let datum = abi::Number { meaning: abi::MEANING_DATUM, datum: 1, values: ptr::null(), count: 0, ..sound };
    each(datum, vec![("datum", abi::Number { datum: 0, ..datum }), ("datum", abi::Number { datum: 4, ..datum })], say);
    let step = abi::Number { meaning: abi::MEANING_IN_STEP, signal: INPUT, parameter: Text::of("why"), ..datum };
    let step = abi::Number { datum: 0, ..step };
    each(step, vec![("in step", abi::Number { signal: STATE, ..step })], say);
    let rate = abi::Number { meaning: abi::MEANING_RATE, signal: INPUT, datum: INPUT, ..datum };
    let wrong = [
        abi::Number { signal: STATE, ..rate },
        abi::Number { datum: STATE, ..rate },
        abi::Number { datum: u32::MAX, ..rate },
        rate,
    ];
    each(datum, wrong.map(|wrong| ("rate", wrong)).to_vec(), say);
    let side = abi::Number { meaning: abi::MEANING_SIDE, signal: INDICATOR, datum: SET, ..datum };
    let elements = [[1.0, 3.0], [2.0, 0.0], [0.5, 0.0], [-1.0, 0.0], [f64::NAN, 0.0], [0.0, 4.0]];
    let of = |elements: &[f64]| abi::Number { values: elements.as_ptr(), count: elements.len(), ..side };
    let wrong = [
        abi::Number { signal: STATE, ..side },
        abi::Number { signal: 4, ..side },
        abi::Number { datum: STATE, ..side },
        abi::Number { datum: u32::MAX, ..side },
        of(&elements[0][..1]),
    ];
    let wrong = wrong.into_iter().chain(elements[1..].iter().map(|elements| of(elements)));
    each(side, wrong.map(|wrong| ("side", wrong)).collect(), say);
    each(of(&elements[0]), Vec::new(), say);
    // On another side, it is another SimObject than the first.
    let others = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let kind = opened(LIBRARY, KIND).unwrap();
    let (_, first) =
        saying(&|creator, calls| say(of(&elements[0]), creator, calls), || kind.declare_first(declaring()));
    let again = || kind.declare_again(first.as_ref().unwrap(), "M", &ARGUMENTS, &NoFiles);
    assert!(saying(&|creator, calls| say(of(&elements[0]), creator, calls), again).is_some());
    for other in &others {
        assert!(saying(&|creator, calls| say(of(other), creator, calls), again).is_none(), "{other:?}");
    }
    let input = abi::Number { meaning: abi::MEANING_DEFAULT_INPUT, signal: INPUT, ..sound };
    each(input, vec![("default input", abi::Number { values: NOT_NUMBERS.as_ptr(), ..input })], say);
    let negative = [-1.0, 1.0];
    each(sound, vec![("nominal", abi::Number { values: negative.as_ptr(), ..sound })], say);
    // Each of them is said once.
    for twice in [sound, input, step, abi::Number { meaning: abi::MEANING_INITIAL_VALUE, ..sound }] {
        let told = faults(&|creator, calls| {
            say(twice, creator, calls);
            say(twice, creator, calls);
        });
        assert!(told.len() == 1 && told[0].contains("has two"), "{told:?}");
    }
    let told = faults(&|creator, calls| {
        say(datum, creator, calls);
        say(abi::Number { datum: 2, ..datum }, creator, calls);
    });
    assert_eq!(told, ["`X` is declared Absolute and Relative: a signal has one datum"]);
}

#[test]
fn of_a_calculation() {
    let sound = abi::Calculation {
        purpose: abi::PURPOSE_COMMON_COMPUTATION,
        name: Text::of("calculate"),
        gives: &raw const FILLED[0],
        give_count: 1,
        reads: INDICES.as_ptr(),
        read_count: 2,
        calculate: Some(nothing),
        tag: 9,
        ..abi::Calculation::NOTHING
    };
    let one_loop = [ptr::null::<abi::Loop>()];
    let wrong = wrong!(
        sound,
        Calculation {
            size: [0, 8],
            purpose: [
                0,
                abi::PURPOSE_DERIVATIVES,
                abi::PURPOSE_INITIAL_CONDITION,
                abi::PURPOSE_UPDATE,
                abi::PURPOSE_HANDLER,
                6,
                7
            ],
            name: [bad(), NULL, LONG],
            rate: [abi::RATE_CONSTANT, abi::RATE_EVERY, 5],
            flags: [abi::CALCULATION_ONLY_AT_START, abi::CALCULATION_COUNTS_TICKS, 16],
            reads: [ptr::null(), misaligned(), NO_INDICES.as_ptr()],
            read_count: [MANY, 99],
            gives: [ptr::null(), misaligned(), INDICES.as_ptr(), NO_INDICES[1..].as_ptr()],
            give_count: [0, MANY],
            calculate: [None],
            tag: [],
            previous: [],
            previous_count: [1, MANY],
            period: [0.5, f64::NAN],
            offset: [0.5, f64::NAN],
            indicator: [INDICATOR, 99],
            reserved: [1],
            loops: [],
            loop_count: [1],
        }
    );
    let wrong = wrong
        .into_iter()
        .map(|(field, wrong)| {
            let previous = if wrong.previous_count > 0 { INDICES.as_ptr() } else { wrong.previous };
            let loops = if wrong.loop_count > 0 { one_loop.as_ptr() } else { wrong.loops };
            (field, abi::Calculation { previous, loops, ..wrong })
        })
        .collect();
    // SAFETY: as above.
    let say = |passed: abi::Calculation, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        let out = abi::Signal { role: abi::ROLE_OUT_PORT, name: Text::of("Out"), width: 1, ..abi::Signal::NOTHING };
        assert_eq!((calls.signal)(creator, &raw const out).index, FILLED[0]);
        (calls.calculation)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    let every = abi::Calculation { rate: abi::RATE_EVERY, period: 0.5, offset: 0.25, ..sound };
    let wrong = [(0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0), (0.5, -1.0), (0.5, f64::NAN)];
    let wrong = wrong.map(|(period, offset)| ("period, offset", abi::Calculation { period, offset, ..every }));
    each(every, wrong.to_vec(), say);
}

static FILLED: [u32; 1] = [4];

#[test]
fn of_time_events() {
    let sound = abi::TimeEvents { kind: abi::TIMES_EVENT, next: Some(never), ..abi::TimeEvents::NOTHING };
    let wrong = wrong!(sound, TimeEvents { size: [0, 8], kind: [0, 3], next: [None], tag: [] });
    // SAFETY: as above.
    let say = |passed: abi::TimeEvents, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.time_events)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    for kind in [abi::TIMES_EVENT, abi::TIMES_STOP] {
        let twice = faults(&|creator, calls| {
            say(abi::TimeEvents { kind, ..sound }, creator, calls);
            say(abi::TimeEvents { kind, ..sound }, creator, calls);
        });
        assert!(twice.len() == 1 && twice[0].contains("is declared twice"), "{twice:?}");
    }
}

#[test]
fn of_a_pattern() {
    let sound =
        abi::Pattern { kind: abi::PATTERN_BAND, rows: STATE, columns: INPUT, below: 1, ..abi::Pattern::NOTHING };
    let wrong = wrong!(
        sound,
        Pattern {
            size: [0, 8],
            kind: [0, abi::PATTERN_ELEMENTS, 3],
            rows: [INPUT, SET, INDICATOR, 4],
            columns: [SET, INDICATOR, 4],
            below: [],
            above: [],
            elements: [],
            element_count: [1, MANY],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Pattern, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.pattern)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    let pairs = [0_u32, 1, 1, 0];
    let beyond = [0_u32, 2, 1, 0];
    let listed =
        abi::Pattern { kind: abi::PATTERN_ELEMENTS, below: 0, elements: pairs.as_ptr(), element_count: 2, ..sound };
    let wrong = vec![
        ("elements", abi::Pattern { elements: ptr::null(), ..listed }),
        ("elements", abi::Pattern { elements: misaligned(), ..listed }),
        ("elements", abi::Pattern { elements: beyond.as_ptr(), ..listed }),
        ("elements", abi::Pattern { element_count: MANY, ..listed }),
        ("elements", abi::Pattern { above: 1, ..listed }),
    ];
    each(listed, wrong, say);
}

#[test]
fn of_a_look() {
    let position = abi::LookAttribute {
        attribute: abi::LOOK_CENTRE,
        signal: abi::LOOK_NUMBERS,
        numbers: POINT.as_ptr(),
        number_count: 3,
        first: 0,
        count: 0,
    };
    let radius = abi::LookAttribute { attribute: abi::LOOK_RADIUS, number_count: 1, ..position };
    let attributes = [position, radius];
    let sound = abi::Look {
        shape: abi::SHAPE_SPHERE,
        attributes: attributes.as_ptr(),
        attribute_count: 2,
        attribute_size: size_of::<abi::LookAttribute>() as u32,
        ..abi::Look::NOTHING
    };
    let wrong = wrong!(
        sound,
        Look {
            size: [0, 8],
            shape: [0, 99],
            attributes: [ptr::null(), misaligned()],
            attribute_count: [0, MANY],
            material: [Text::of("#12"), bad(), NULL],
            text: [Text::of("t"), bad(), NULL],
            attribute_size: [0, 4, 41, u32::MAX],
            reserved: [1],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Look, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.look)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    let bound =
        abi::LookAttribute { signal: STATE, first: 0, count: 1, numbers: ptr::null(), number_count: 0, ..radius };
    let wrong = wrong!(
        bound,
        LookAttribute {
            attribute: [0, 99, abi::LOOK_CENTRE],
            signal: [INDICATOR, 4, abi::LOOK_NUMBERS],
            first: [2, u32::MAX],
            count: [0, 2, 3],
            numbers: [],
            number_count: [1],
        }
    );
    each(bound, wrong, |passed, creator, calls| {
        let attributes = [position, passed];
        say(abi::Look { attributes: attributes.as_ptr(), ..sound }, creator, calls);
    });
    // SAFETY: as above.
    let told = faults(&|creator, calls| unsafe {
        let memory = abi::Signal { role: abi::ROLE_MEMORY, name: Text::of("Room"), width: 1, ..abi::Signal::NOTHING };
        let signal = (calls.signal)(creator, &raw const memory).index;
        let attributes = [position, abi::LookAttribute { signal, ..bound }];
        say(abi::Look { attributes: attributes.as_ptr(), ..sound }, creator, calls);
    });
    assert_eq!(told[0], "`radius` of a look (sphere) follows `Room`, memory, which nobody sees from outside");
}

static POINT: [f64; 3] = [0.5, 0.0, 0.0];

#[test]
fn of_a_resource() {
    let quantities = [
        abi::Quantity { name: Text::of("A"), unit: Text::of("m"), width: 1 },
        abi::Quantity { name: Text::of("B"), unit: Text::EMPTY, width: 3 },
    ];
    let kind = abi::ResourceKind {
        quantity_size: size_of::<abi::Quantity>() as u32,
        name: Text::of("Sea"),
        inputs: quantities.as_ptr(),
        input_count: 1,
        outputs: quantities.as_ptr(),
        output_count: 2,
        ..abi::ResourceKind::NOTHING
    };
    let sound = abi::Resource {
        role: abi::RESOURCE_PROVIDES,
        name: Text::of("sea"),
        kind: &raw const kind,
        answer: Some(answers),
        function: Text::of("answer"),
        reads: INDICES.as_ptr(),
        read_count: 2,
        ..abi::Resource::NOTHING
    };
    let wrong = wrong!(
        sound,
        Resource {
            size: [0, 8],
            role: [0, abi::RESOURCE_USES, 3],
            name: [Text::EMPTY, Text::of("a b"), Text::of("X"), bad(), NULL, LONG],
            doc: [bad(), NULL],
            kind: [ptr::null()],
            answer: [None],
            tag: [],
            function: [bad(), NULL],
            reads: [ptr::null(), misaligned(), NO_INDICES.as_ptr()],
            read_count: [MANY],
            flags: [4, 8, 16],
            reserved: [1],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Resource, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.resource)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    let wrong = wrong!(
        kind,
        ResourceKind {
            size: [0, 8],
            quantity_size: [0, 8, 39, u32::MAX],
            name: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            doc: [bad(), NULL],
            inputs: [ptr::null(), misaligned()],
            input_count: [MANY],
            outputs: [ptr::null(), misaligned()],
            output_count: [MANY],
        }
    );
    each(kind, wrong, |kind, creator, calls| say(abi::Resource { kind: &raw const kind, ..sound }, creator, calls));
    let wrong = wrong!(
        quantities[0],
        Quantity {
            name: [Text::EMPTY, Text::of("a b"), Text::of("B"), bad(), NULL],
            unit: [bad(), NULL],
            width: [0, 1 << 40],
        }
    );
    each(quantities[0], wrong, |quantity, creator, calls| {
        let quantities = [quantity, quantities[1]];
        let kind = abi::ResourceKind { outputs: quantities.as_ptr(), ..kind };
        say(abi::Resource { kind: &raw const kind, ..sound }, creator, calls);
    });
}

#[test]
fn of_a_bundle() {
    let member = |name, unit| abi::BundleMember {
        name: Text::of(name),
        unit: Text::of(unit),
        doc: Text::EMPTY,
        width: 1,
        open: ptr::null(),
        open_count: 0,
        datum: 0,
        reserved: 0,
    };
    let members = [member("p", "Pa"), member("q", "m^3/s")];
    let kind = abi::BundleKind {
        member_size: size_of::<abi::BundleMember>() as u32,
        name: Text::of("Line"),
        sides: [Text::of("node"), Text::of("element")],
        members: [members.as_ptr(), members[1..].as_ptr()],
        member_counts: [1, 1],
        ..abi::BundleKind::NOTHING
    };
    let sound =
        abi::Bundle { name: Text::of("A"), kind: &raw const kind, side: Text::of("node"), ..abi::Bundle::NOTHING };
    let wrong = wrong!(
        sound,
        Bundle {
            size: [0, 8],
            reserved: [1],
            name: [Text::EMPTY, Text::of("a b"), bad(), NULL, LONG],
            doc: [bad(), NULL],
            kind: [ptr::null()],
            side: [Text::EMPTY, Text::of("element"), Text::of("other"), bad(), NULL],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Bundle, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        let bundle = (calls.bundle)(creator, &raw const passed).wrapping_add(1);
        let member = |role, name| abi::Signal { role, name: Text::of(name), width: 1, bundle, ..abi::Signal::NOTHING };
        let given = (calls.signal)(creator, &member(abi::ROLE_OUT_PORT, "p")).index;
        (calls.signal)(creator, &member(abi::ROLE_IN_PORT, "q"));
        let fills = abi::Calculation {
            purpose: abi::PURPOSE_COMMON_COMPUTATION,
            name: Text::of("fill"),
            gives: &raw const given,
            give_count: 1,
            calculate: Some(nothing),
            ..abi::Calculation::NOTHING
        };
        (calls.calculation)(creator, &raw const fills);
    };
    each(sound, wrong, say);
    let wrong = wrong!(
        kind,
        BundleKind {
            size: [0, 8],
            member_size: [0, 8, 39, u32::MAX],
            name: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            doc: [bad(), NULL],
            sides: [[Text::of("node"); 2], [Text::EMPTY, Text::of("element")], [bad(), Text::of("element")]],
            members: [
                [ptr::null(), members[1..].as_ptr()],
                [misaligned(), members[1..].as_ptr()],
                [members.as_ptr(); 2]
            ],
            member_counts: [[0, 1], [1, 0], [MANY, 1], [2, 1]],
        }
    );
    each(kind, wrong, |kind, creator, calls| say(abi::Bundle { kind: &raw const kind, ..sound }, creator, calls));
    let open = abi::BundleMember { open: POINT.as_ptr(), open_count: 1, ..members[0] };
    let wrong = wrong!(
        open,
        BundleMember {
            name: [Text::EMPTY, Text::of("a b"), Text::of("q"), bad(), NULL],
            unit: [bad(), NULL],
            doc: [bad(), NULL],
            width: [0, 2, 1 << 40],
            open: [ptr::null(), misaligned(), NOT_NUMBERS[1..].as_ptr()],
            open_count: [2, MANY],
            datum: [4],
            reserved: [1],
        }
    );
    each(open, wrong, |member, creator, calls| {
        let members = [member, members[1]];
        let rows = [members.as_ptr(), members[1..].as_ptr()];
        let kind = abi::BundleKind { members: rows, ..kind };
        say(abi::Bundle { kind: &raw const kind, ..sound }, creator, calls);
    });
}

/// As libraries declare motion along a line.
fn motion() -> abi::Nature {
    abi::Nature {
        name: Text::of("Motion"),
        doc: Text::of("Along a line"),
        across: Text::of("v"),
        across_unit: Text::of("m/s"),
        through: Text::of("f"),
        through_unit: Text::of("N"),
        position: Text::of("s"),
        position_unit: Text::of("m"),
        rate: Text::of("a"),
        rate_unit: Text::of("m/s^2"),
        ..abi::Nature::NOTHING
    }
}

#[test]
fn of_a_terminal() {
    let nature = motion();
    let sound = abi::Terminal { name: Text::of("A"), nature: &raw const nature, ..abi::Terminal::NOTHING };
    let wrong = wrong!(
        sound,
        Terminal {
            size: [0, 8, abi::Terminal::NOTHING.size - 8],
            reserved: [1],
            name: [Text::EMPTY, Text::of("a b"), Text::of("X"), bad(), NULL, LONG],
            doc: [bad(), NULL],
            nature: [ptr::null(), misaligned()],
        }
    );
    // SAFETY: as above.
    let say = |passed: abi::Terminal, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        (calls.terminal)(creator, &raw const passed);
    };
    each(sound, wrong, say);
    let wrong = wrong!(
        nature,
        Nature {
            size: [0, 8, abi::Nature::NOTHING.size - 8],
            reserved: [1],
            name: [Text::EMPTY, Text::of("a b"), bad(), NULL, LONG],
            doc: [bad(), NULL],
            across: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            across_unit: [bad(), NULL],
            through: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            through_unit: [bad(), NULL],
            position: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            position_unit: [bad(), NULL],
            rate: [Text::EMPTY, Text::of("a b"), bad(), NULL],
            rate_unit: [bad(), NULL],
            across_nominal: [-1.0, f64::NAN, f64::INFINITY],
            through_nominal: [-1.0, f64::NAN, f64::INFINITY],
        }
    );
    each(nature, wrong, |nature, creator, calls| {
        say(abi::Terminal { nature: &raw const nature, ..sound }, creator, calls);
    });
}

#[test]
fn of_a_branch() {
    const V: u32 = 4;
    const S: u32 = 5;
    const F: u32 = 6;
    const K: u32 = 7;
    const WIDE: u32 = 8;
    let nature = motion();
    // SAFETY: as above.
    let say = |passed: abi::Branch, creator: *mut Creator, calls: &CreatorCalls| unsafe {
        for name in ["A", "B"] {
            let passed = abi::Terminal { name: Text::of(name), nature: &raw const nature, ..abi::Terminal::NOTHING };
            (calls.terminal)(creator, &raw const passed);
        }
        for (role, name, width, index) in [
            (abi::ROLE_IN_PORT, "v", 1, V),
            (abi::ROLE_IN_PORT, "s", 1, S),
            (abi::ROLE_OUT_PORT, "f", 1, F),
            (abi::ROLE_OUT_PORT, "k", 1, K),
            (abi::ROLE_OUT_PORT, "w", 3, WIDE),
        ] {
            let passed = abi::Signal { role, name: Text::of(name), width, ..abi::Signal::NOTHING };
            assert_eq!((calls.signal)(creator, &raw const passed).index, index);
        }
        let fills = abi::Calculation {
            purpose: abi::PURPOSE_COMMON_COMPUTATION,
            name: Text::of("fill"),
            gives: [F, K, WIDE].as_ptr(),
            give_count: 3,
            calculate: Some(nothing),
            ..abi::Calculation::NOTHING
        };
        (calls.calculation)(creator, &raw const fills);
        (calls.branch)(creator, &raw const passed);
    };
    // They stay, and are longer than any count that is not too much.
    let row = |signals: [u32; 5]| -> *const u32 { [&signals[..], &[0; 3]].concat().leak().as_ptr() };
    let ends = |ends: [u32; 4]| -> *const u32 { [&ends[..], &[0; 4]].concat().leak().as_ptr() };
    let gives = abi::Branch {
        form: abi::BRANCH_THROUGH,
        name: Text::of("gives"),
        ends: ends([1, 2, 0, 0]),
        end_count: 1,
        signals: row([V + 1, S + 1, 0, F + 1, 0]),
        signal_count: 4,
        ..abi::Branch::NOTHING
    };
    let wrong = wrong!(
        gives,
        Branch {
            size: [0, 8, abi::Branch::NOTHING.size - 8],
            form: [
                0,
                abi::BRANCH_STORAGE,
                abi::BRANCH_ACROSS,
                abi::BRANCH_RATIO,
                abi::BRANCH_FRICTION,
                abi::BRANCH_STOP
            ],
            name: [bad(), NULL, LONG],
            ends: [
                ptr::null(),
                misaligned(),
                ends([0, 0, 0, 0]),
                ends([1, 1, 0, 0]),
                ends([3, 0, 0, 0]),
                ends([1, 3, 0, 0])
            ],
            end_count: [0, 2, MANY],
            signals: [
                ptr::null(),
                misaligned(),
                row([99, 0, 0, 0, 0]),
                row([F + 1, 0, 0, F + 1, 0]),
                row([V + 1, V + 1, 0, F + 1, 0]),
                row([V + 1, S + 1, 0, INPUT + 1, 0]),
                row([INPUT + 1, 0, 0, F + 1, 0]),
                row([V + 1, S + 1, 0, WIDE + 1, 0]),
                row([V + 1, S + 1, 0, SET + 1, 0]),
                row([V + 1, S + 1, 0, INDICATOR + 1, 0])
            ],
            signal_count: [7, MANY],
            numbers: [],
            number_count: [1, MANY],
        }
    );
    each(gives, wrong, say);
    // A coefficient that is no out-port, one that this form does not have.
    let wrong = [row([V + 1, 0, 0, F + 1, K + 1]), row([V + 1, 0, 0, F + 1, V + 1])];
    let wrong = wrong.map(|signals| ("signals", abi::Branch { signals, signal_count: 5, ..gives }));
    each(gives, wrong.to_vec(), say);
    static COEFFICIENT: [f64; 2] = [2.0, 0.0];
    static WRONG: [f64; 3] = [-1.0, f64::NAN, f64::INFINITY];
    let stores = abi::Branch {
        form: abi::BRANCH_STORAGE,
        ends: ends([1, 0, 0, 0]),
        signals: row([V + 1, 0, 0, S + 1, 0]),
        numbers: COEFFICIENT.as_ptr(),
        number_count: 1,
        ..gives
    };
    let wrong = wrong!(
        stores,
        Branch {
            size: [],
            form: [abi::BRANCH_THROUGH, abi::BRANCH_ACROSS],
            name: [],
            ends: [],
            end_count: [2],
            signals: [row([V + 1, 0, 0, F + 1, 0]), row([F + 1, 0, 0, 0, 0])],
            signal_count: [],
            numbers: [ptr::null(), misaligned(), WRONG.as_ptr(), WRONG[1..].as_ptr(), WRONG[2..].as_ptr()],
            number_count: [0, 3, MANY],
        }
    );
    each(stores, wrong, say);
    let with_signal = [abi::Branch { signals: row([0, 0, 0, 0, K + 1]), signal_count: 5, ..stores }];
    let with_signal = with_signal.map(|branch| ("a coefficient twice", branch));
    each(stores, with_signal.to_vec(), say);
    let fixes =
        abi::Branch { form: abi::BRANCH_ACROSS, signals: row([F + 1, K + 1, 0, V + 1, 0]), number_count: 0, ..stores };
    let wrong = wrong!(
        fixes,
        Branch {
            size: [],
            form: [abi::BRANCH_THROUGH, abi::BRANCH_STORAGE],
            name: [],
            ends: [],
            end_count: [2],
            signals: [row([S + 1, 0, 0, 0, 0]), row([0, 0, 0, F + 1, 0]), row([WIDE + 1, 0, 0, 0, 0])],
            signal_count: [],
            numbers: [],
            number_count: [1],
        }
    );
    each(fixes, wrong, say);
    static FACTORS: [f64; 4] = [1.0, -2.0, 0.0, f64::NAN];
    let relates = abi::Branch {
        form: abi::BRANCH_RATIO,
        ends: ends([1, 0, 2, 0]),
        end_count: 2,
        signals: row([0, 0, 0, V + 1, 0]),
        numbers: FACTORS.as_ptr(),
        number_count: 2,
        ..gives
    };
    let wrong = wrong!(
        relates,
        Branch {
            size: [],
            form: [abi::BRANCH_THROUGH, abi::BRANCH_STORAGE, abi::BRANCH_ACROSS],
            name: [],
            ends: [ends([1, 0, 0, 0]), ends([1, 1, 2, 0])],
            end_count: [0, 1, 3, MANY],
            signals: [row([V + 1, 0, 0, 0, 0]), row([0, 0, 0, F + 1, 0])],
            signal_count: [],
            numbers: [ptr::null(), FACTORS[1..].as_ptr(), FACTORS[2..].as_ptr()],
            number_count: [0, 1, 3],
        }
    );
    each(relates, wrong, say);
}

#[test]
fn of_a_fault() {
    let sound = abi::Fault { kind: abi::FAULT_MISTAKE, message: Text::of("why"), ..abi::Fault::NOTHING };
    let wrong =
        wrong!(sound, Fault { size: [0, 8], kind: [0, 9], parameter: [], message: [bad(), NULL, LONG, Text::EMPTY] });
    for (field, wrong) in wrong {
        // SAFETY: as above.
        let told = faults(&|creator, calls| unsafe { (calls.fault)(creator, &raw const wrong) });
        println!("{field}: {told:?}");
        assert!(!told.is_empty() && told.iter().any(|message| message.len() > 2), "{field}: {told:?}");
    }
}

#[test]
fn of_a_type() {
    let wrong = wrong!(
        KIND,
        Type {
            size: [0, 8],
            flags: [abi::TYPE_ONE_PER_RUN, 4],
            name: [Text::EMPTY, bad(), NULL, LONG],
            doc: [bad(), NULL],
            object_size: [7, MANY],
            object_alignment: [0, 3, MANY],
            construct: [None],
            destroy: [],
            save: [Some(save)],
            restore: [Some(restore)],
        }
    );
    opened(LIBRARY, KIND).unwrap();
    for (field, wrong) in wrong {
        let told = opened(LIBRARY, wrong).expect_err(field);
        println!("{field}: {told}");
    }
}

unsafe extern "C" fn save(
    _: *mut c_void,
    _: *mut c_void,
    _: Option<unsafe extern "C" fn(*mut c_void, *const u8, usize)>,
) -> u32 {
    0
}

unsafe extern "C" fn restore(_: *mut c_void, _: *const u8, _: usize) -> u32 {
    0
}

#[test]
fn of_a_library() {
    let wrong = wrong!(
        LIBRARY,
        Library {
            abi_major: [0, 2, 4],
            abi_minor: [],
            size: [0, 16],
            flags: [2, u32::MAX],
            name: [Text::EMPTY, bad(), NULL, LONG, Text::of("a b")],
            version: [bad(), NULL],
            doc: [bad(), NULL],
            aliases: [],
            alias_count: [1, MANY],
            types: [misaligned()],
            type_count: [MANY],
            needs_minor: [2, u32::MAX],
            reserved: [1],
        }
    );
    for (field, wrong) in wrong {
        let told = opened(wrong, KIND).expect_err(field);
        println!("{field}: {told}");
    }
}
