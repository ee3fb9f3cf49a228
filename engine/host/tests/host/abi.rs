//! Libraries that were not made by `library!`: what the host makes of tables
//! that keep the rules, and of those that do not.

use std::ffi::c_void;
use std::mem::{align_of, size_of};
use std::ptr;
use std::sync::Arc;

use simobject::abi::{self, Creator};
use simobject_host::{
    Argument, Declared, FailureKind, HostIo, Library, ObjectStore, ObjectType, Place, SampleTime, Session, Surroundings,
};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Missing
    }
}

/// A SimObject as C would have it: numbers and places.
#[repr(C)]
struct Lag {
    input: u32,
    state: u32,
    rate: f64,
}

const fn kind(construct: unsafe extern "C" fn(*mut Creator, *mut c_void) -> u32) -> abi::Type {
    abi::Type {
        name: abi::Text::of("Lag"),
        object_size: size_of::<Lag>(),
        object_alignment: align_of::<Lag>(),
        construct: Some(construct),
        ..abi::Type::NOTHING
    }
}

const fn library(types: &'static [&'static abi::Type]) -> abi::Library {
    abi::Library {
        abi_major: abi::ABI_MAJOR,
        abi_minor: abi::ABI_MINOR,
        size: size_of::<abi::Library>() as u32,
        flags: 0,
        name: abi::Text::of("by_hand"),
        version: abi::Text::of("0.1"),
        doc: abi::Text::EMPTY,
        aliases: ptr::null(),
        alias_count: 0,
        types: types.as_ptr().cast(),
        type_count: types.len(),
        needs_minor: abi::ABI_MINOR,
        reserved: 0,
    }
}

/// The library of such a table, which stays for the rest of the process.
fn opened(table: abi::Library) -> Result<&'static Library, String> {
    let table: &'static abi::Library = Box::leak(Box::new(table));
    // SAFETY: it stays.
    unsafe { Library::from_table(table) }
}

fn declared(construct: unsafe extern "C" fn(*mut Creator, *mut c_void) -> u32) -> Declared {
    let kind: &'static abi::Type = Box::leak(Box::new(kind(construct)));
    let types: &'static [&'static abi::Type] = Box::leak(Box::new([kind]));
    let library = opened(library(types)).unwrap();
    let arguments = [Argument { name: "Rate", value: "3" }];
    library.find("Lag").unwrap().declare(Session::declaring("L", &arguments, &NoFiles))
}

fn messages(declared: &Declared) -> Vec<&str> {
    declared.faults.iter().map(|fault| fault.message.as_str()).collect()
}

fn signal(role: u32, name: abi::Text) -> abi::Signal {
    abi::Signal { role, name, width: 1, ..abi::Signal::NOTHING }
}

fn derivatives(reads: &[u32]) -> abi::Calculation {
    abi::Calculation {
        purpose: abi::PURPOSE_DERIVATIVES,
        name: abi::Text::of("lag"),
        rate: abi::RATE_CONTINUOUS,
        reads: reads.as_ptr(),
        read_count: reads.len(),
        calculate: Some(lag),
        tag: 7,
        ..abi::Calculation::NOTHING
    }
}

unsafe fn calls<'c>(creator: *mut Creator) -> &'c abi::CreatorCalls {
    // SAFETY: the host's table.
    unsafe { &*(*creator).calls }
}

unsafe extern "C" fn construct(creator: *mut Creator, object: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = calls(creator);
        let input = (calls.signal)(creator, &signal(abi::ROLE_IN_PORT, abi::Text::of("In")));
        let state = (calls.signal)(creator, &signal(abi::ROLE_STATE, abi::Text::of("X")));
        (calls.calculation)(creator, &derivatives(&[input.index, state.index]));
        let mut value = abi::Value::NOTHING;
        let rate = abi::Parameter {
            kind: abi::PARAMETER_NUMBER,
            requirement: abi::REQUIREMENT_REQUIRED,
            name: abi::Text::of("Rate"),
            ..abi::Parameter::NOTHING
        };
        (calls.parameter)(creator, &raw const rate, &raw mut value);
        object.cast::<Lag>().write(Lag { input: input.first, state: state.first, rate: *value.numbers });
    }
    0
}

/// x' = rate (u - x); fails for the second SimObject where u is negative.
unsafe extern "C" fn lag(objects: *mut c_void, count: usize, io: *mut abi::Io, tag: usize) -> usize {
    assert_eq!(tag, 7);
    for i in 0..count {
        // SAFETY: as the ABI asks; the places lie within.
        unsafe {
            let object = &*objects.cast::<Lag>().add(i);
            (*io).object = i;
            let u = *(*io).values.add(object.input as usize);
            let x = *(*io).values.add(object.state as usize);
            *(*io).results.add(object.state as usize) = object.rate * (u - x);
            if u < 0.0 {
                let message = abi::Text::of("the input is negative");
                ((*(*io).calls).log)(io, abi::LEVEL_WARNING, abi::Text::of("be careful"));
                ((*(*io).calls).fail)(io, abi::FAILURE_RECOVERABLE, message);
                return i;
            }
        }
    }
    count
}

static KIND: abi::Type = kind(construct);
static TYPES: [&abi::Type; 1] = [&KIND];

/// Two SimObjects: x at 0 and 1, inputs at 2 and 3.
fn two(kind: &'static ObjectType) -> (ObjectStore, Declared) {
    let arguments = [Argument { name: "Rate", value: "3" }];
    let declared = kind.declare(Session::declaring("L", &arguments, &NoFiles));
    assert_eq!(messages(&declared), [""; 0]);
    let mut store = ObjectStore::new(kind, 2);
    for i in 0..2 {
        let places = [Place::at(2 + i), Place::at(i)];
        let session = Session::binding("L", &arguments, &NoFiles, &declared.declaration.interface, &places);
        store.bind(session).unwrap();
    }
    (store, declared)
}

#[test]
fn a_table_by_hand_is_as_good_as_any() {
    let library = opened(library(&TYPES)).unwrap();
    assert_eq!((library.name(), library.version(), library.abi()), ("by_hand", "0.1", (3, 1)));
    let (store, declared) = two(library.find("Lag").unwrap());
    let kernel = declared.declaration.interface.calculations[0].kernel;
    let (mut values, mut dx) = ([1.0, 2.0, 5.0, 4.0], [0.0; 2]);
    // SAFETY: the kernel is the store's.
    let outcome = unsafe { store.run(kernel, 0..2, &mut HostIo::new(&mut values, &mut dx, &[], 0.0)) };
    assert_eq!((outcome, dx), (Ok(()), [12.0, 6.0]));
}

#[test]
fn a_batch_that_stops_says_where_and_why() {
    let (store, declared) = two(opened(library(&TYPES)).unwrap().find("Lag").unwrap());
    let kernel = declared.declaration.interface.calculations[0].kernel;
    let (mut values, mut dx) = ([1.0, 2.0, 5.0, -4.0], [0.0; 2]);
    // The second one, whether the batch begins with the first or not.
    for range in [0..2, 1..2] {
        // SAFETY: the kernel is the store's.
        let outcome = unsafe { store.run(kernel, range, &mut HostIo::new(&mut values, &mut dx, &[], 0.0)) };
        let notes = outcome.unwrap_err();
        let stopped = notes.stopped.unwrap();
        assert_eq!((stopped.object, stopped.failure.kind()), (1, FailureKind::Recoverable));
        assert_eq!(stopped.failure.message(), "the input is negative");
        assert_eq!((notes.messages[0].object, notes.messages[0].text.as_str()), (1, "be careful"));
    }
}

#[test]
fn other_versions_are_refused_by_their_first_two_numbers() {
    let of = |abi_major, abi_minor| opened(abi::Library { abi_major, abi_minor, size: 0, ..library(&TYPES) });
    assert_eq!(of(2, 0).unwrap_err(), "it was built for ABI 2.0; this program takes ABI 3.0 to 3.1");
    assert_eq!(of(4, 0).unwrap_err(), "it was built for ABI 4.0; this program takes ABI 3.0 to 3.1");
    assert_eq!(
        of(3, 0).unwrap_err(),
        format!("a struct of 0 bytes was given, where {} are the least", size_of::<abi::Library>())
    );
    // A later minor version is no reason, if nothing of it is needed.
    let later = |needs_minor| opened(abi::Library { abi_minor: 9, needs_minor, ..library(&TYPES) });
    assert_eq!(later(0).unwrap().abi(), (3, 9));
    assert_eq!(later(9).unwrap_err(), "it needs ABI 3.9; this program has ABI 3.1");
    assert_eq!(
        opened(abi::Library { reserved: 1, ..library(&TYPES) }).unwrap_err(),
        "a field of its table that is reserved is not 0"
    );
    // SAFETY: null is allowed.
    assert_eq!(unsafe { Library::from_table(ptr::null()) }.unwrap_err(), "its entry returns a null pointer");
}

#[test]
fn tables_with_nonsense_are_refused() {
    let bad = [0xC3_u8, 0x28];
    let not_utf8: &'static [u8] = Box::leak(Box::new(bad));
    let not_utf8 = abi::Text { first: not_utf8.as_ptr().cast(), length: 2 };
    let wrong = |library: abi::Library| opened(library).unwrap_err();
    assert!(
        wrong(abi::Library { name: not_utf8, ..library(&TYPES) }).starts_with("its name, `\u{FFFD}(`, is not UTF-8")
    );
    assert!(wrong(abi::Library { name: abi::Text::of("a b"), ..library(&TYPES) }).starts_with("its name `a b` is no"));
    assert!(wrong(abi::Library { name: abi::Text::EMPTY, ..library(&TYPES) }).starts_with("its name `` is no"));
    let null = abi::Library { types: [ptr::null::<abi::Type>()].as_ptr(), ..library(&TYPES) };
    assert_eq!(wrong(null), "type 0 cannot be read: a null pointer was given");
    let wrong_type = |kind: abi::Type| {
        let kind: &'static abi::Type = Box::leak(Box::new(kind));
        wrong(library(Box::leak(Box::new([kind]))))
    };
    assert_eq!(wrong_type(abi::Type { construct: None, ..kind(construct) }), "type `Lag` has no constructor");
    assert!(wrong_type(abi::Type { name: abi::Text::EMPTY, ..kind(construct) }).starts_with("type 0 is called ``"));
    assert!(
        wrong_type(abi::Type { size: 8, ..kind(construct) }).starts_with("type 0 cannot be read: a struct of 8 bytes")
    );
    for (object_size, object_alignment) in [(16, 3), (15, 8), (usize::MAX, 8), (16, 0)] {
        let message = wrong_type(abi::Type { object_size, object_alignment, ..kind(construct) });
        let expected = format!("objects of type `Lag` have size {object_size} and alignment {object_alignment}");
        assert_eq!(message, expected);
    }
    let flags = wrong_type(abi::Type { flags: 8, ..kind(construct) });
    assert_eq!(flags, "type `Lag` has unknown flags (0x8)");
    static TWICE: [&abi::Type; 2] = [&KIND, &KIND];
    assert_eq!(wrong(library(&TWICE)), "two types are called `Lag`");
}

unsafe extern "C" fn babbling(creator: *mut Creator, _: *mut c_void) -> u32 {
    // SAFETY: nothing here is what it says but the creator.
    unsafe {
        let calls = calls(creator);
        let bad = [0xC3_u8, 0x28];
        let not_utf8 = abi::Text { first: bad.as_ptr().cast(), length: 2 };
        let no_bytes = abi::Text { first: ptr::null(), length: 5 };
        (calls.signal)(creator, &signal(abi::ROLE_STATE, abi::Text::of("X")));
        (calls.signal)(creator, &signal(abi::ROLE_IN_PORT, not_utf8));
        (calls.signal)(creator, &signal(abi::ROLE_IN_PORT, no_bytes));
        (calls.signal)(creator, &signal(99, abi::Text::of("Role")));
        (calls.signal)(creator, &abi::Signal { state: 50, ..signal(abi::ROLE_OUT_PORT_OF_STATE, abi::Text::of("Of")) });
        (calls.signal)(creator, &abi::Signal { size: 4, ..signal(abi::ROLE_IN_PORT, abi::Text::of("Short")) });
        (calls.signal)(creator, ptr::null());
        let many = abi::Calculation { read_count: 1 << 40, ..derivatives(&[0]) };
        (calls.calculation)(creator, &many);
        (calls.calculation)(creator, &derivatives(&[77]));
        (calls.calculation)(creator, &abi::Calculation { purpose: 9, ..derivatives(&[]) });
        (calls.calculation)(creator, &abi::Calculation { calculate: None, ..derivatives(&[]) });
        (calls.time_events)(creator, &abi::TimeEvents { size: 24, kind: 0, next: None, tag: 0 });
        (calls.calculation)(creator, &abi::Calculation { flags: 64, ..derivatives(&[]) });
        let mut bounds: abi::Parameter = std::mem::zeroed();
        (bounds.size, bounds.bounds, bounds.name) = (size_of::<abi::Parameter>() as u32, 256, abi::Text::of("B"));
        let mut value: abi::Value = std::mem::zeroed();
        value.size = size_of::<abi::Value>() as u32;
        (calls.parameter)(creator, &raw const bounds, &raw mut value);
        (calls.parameter)(creator, ptr::null(), ptr::null_mut());
    }
    0
}

#[test]
fn a_constructor_that_babbles_is_told_so() {
    let declared = declared(babbling);
    let found = messages(&declared);
    for expected in [
        "the name of a signal, `\u{FFFD}(`, is not UTF-8",
        "the name of a signal has 5 bytes at a null pointer",
        "`Role` is of an unknown role (99)",
        "`Of` names signal number 50, but only 3 are declared",
        &format!(
            "a signal cannot be read: a struct of 4 bytes was given, where {} are the least",
            size_of::<abi::Signal>()
        ),
        "a signal cannot be read: a null pointer was given",
        "the calculation `lag` reads 1099511627776 signals, but only 3 are declared",
        "the calculation `lag` names signal number 77, but only 3 are declared",
        "the calculation `lag` has an unknown purpose (9)",
        "the calculation `lag` has no function",
        "a null pointer announces time events",
        "the calculation `lag` has unknown flags (0x40)",
        "parameter `B` has unknown bounds (0x100)",
        "a parameter cannot be read: a null pointer was given",
    ] {
        assert!(found.contains(&expected), "{expected}\nnot in {found:#?}");
    }
}

unsafe extern "C" fn giving_up(_: *mut Creator, _: *mut c_void) -> u32 {
    3
}

#[test]
fn a_constructor_that_fails_without_a_word_is_told_so() {
    assert_eq!(messages(&declared(giving_up)), ["the constructor failed without saying why"]);
}

unsafe extern "C" fn too_far(_: *mut c_void, _: usize, _: *mut abi::Io, _: usize) -> usize {
    1000
}

unsafe extern "C" fn silent(_: *mut c_void, _: usize, _: *mut abi::Io, _: usize) -> usize {
    1
}

/// Uses a place outside, goes on with what it gets, and says that all is well.
unsafe extern "C" fn stray(_: *mut c_void, count: usize, io: *mut abi::Io, _: usize) -> usize {
    // SAFETY: as the ABI asks.
    unsafe {
        let numbers = ((*(*io).calls).out_of_bounds)(io, 4_000_000, 3);
        assert!((0..3).all(|i| (*numbers.add(i)).is_nan()));
        *numbers.add(2) = 1.0;
    }
    count
}

#[test]
fn what_a_batch_returns_is_not_believed() {
    let outcome = |construct: unsafe extern "C" fn(*mut Creator, *mut c_void) -> u32| {
        let kind: &'static abi::Type = Box::leak(Box::new(kind(construct)));
        let library = opened(library(Box::leak(Box::new([kind])))).unwrap();
        let kind = library.find("Lag").unwrap();
        let declared = kind.declare(Session::declaring("L", &[], &NoFiles));
        let mut store = ObjectStore::new(kind, 2);
        for _ in 0..2 {
            let interface = &declared.declaration.interface;
            store.bind(Session::binding("L", &[], &NoFiles, interface, &[Place::at(0)])).unwrap();
        }
        let mut values = [0.0];
        let kernel = declared.declaration.interface.calculations[0].kernel;
        // SAFETY: the kernel is the store's.
        let outcome = unsafe { store.run(kernel, 0..2, &mut HostIo::new(&mut values, &mut [0.0], &[], 0.0)) };
        outcome.unwrap_err().stopped.unwrap()
    };
    let stopped = outcome(constructs::<0>);
    assert_eq!(stopped.failure.message(), "returned 1000 for 2 SimObjects: a mistake in the library");
    let stopped = outcome(constructs::<1>);
    assert_eq!((stopped.object, stopped.failure.message()), (1, "stopped without saying why"));
    let stopped = outcome(constructs::<2>);
    assert_eq!(stopped.failure.kind(), FailureKind::OutOfBounds { place: 4_000_000 });
}

unsafe extern "C" fn constructs<const WHICH: usize>(creator: *mut Creator, object: *mut c_void) -> u32 {
    let calculate: [abi::Calculate; 3] = [too_far, silent, stray];
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = calls(creator);
        (calls.signal)(creator, &signal(abi::ROLE_STATE, abi::Text::of("X")));
        let calculation = abi::Calculation { calculate: Some(calculate[WHICH]), ..derivatives(&[]) };
        (calls.calculation)(creator, &calculation);
        object.cast::<Lag>().write(Lag { input: 0, state: 0, rate: 0.0 });
    }
    0
}

/// As `lag`, which tells with a copy of what it was lent.
unsafe extern "C" fn copies(_: *mut c_void, count: usize, io: *mut abi::Io, _: usize) -> usize {
    // SAFETY: as the ABI asks, but for the copy.
    unsafe {
        let mut copy = *io;
        ((*copy.calls).log)(&raw mut copy, abi::LEVEL_INFO, abi::Text::of("all is well"));
    }
    count
}

unsafe extern "C" fn construct_copying(creator: *mut Creator, object: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = calls(creator);
        let state = (calls.signal)(creator, &signal(abi::ROLE_STATE, abi::Text::of("X")));
        (calls.calculation)(creator, &abi::Calculation { calculate: Some(copies), ..derivatives(&[state.index]) });
        object.cast::<Lag>().write(Lag { input: 0, state: state.first, rate: 1.0 });
    }
    0
}

#[test]
fn a_copy_of_what_was_lent_is_told() {
    let kind: &'static abi::Type = Box::leak(Box::new(kind(construct_copying)));
    let types: &'static [&'static abi::Type] = Box::leak(Box::new([kind]));
    let kind = opened(library(types)).unwrap().find("Lag").unwrap();
    let declared = kind.declare(Session::declaring("L", &[], &NoFiles));
    let interface = &declared.declaration.interface;
    let mut store = ObjectStore::new(kind, 1);
    store.bind(Session::binding("L", &[], &NoFiles, interface, &[Place::at(0)])).unwrap();
    let (mut values, mut dx) = ([0.0], [0.0]);
    let mut io = HostIo::new(&mut values, &mut dx, &[], 0.0);
    // SAFETY: the kernel is the store's.
    let report = unsafe { store.run(interface.calculations[0].kernel, 0..1, &mut io) }.unwrap_err();
    assert!(report.stopped.unwrap().failure.message().starts_with("called Bowline with a copy of its `Io`"));
    assert_eq!(report.messages[0].text, "all is well");
}
