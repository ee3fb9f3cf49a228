//! Sampled parts of a library whose tables are written by hand, right and wrong.

use std::ffi::c_void;
use std::mem::size_of;
use std::ptr;

use simobject::{Clock, abi};
use simobject_host::{Declared, HostIo, Library, ObjectStore, ObjectType, Place, Purpose, Session};

use super::{QUARTER, messages};

unsafe fn calls<'c>(creator: *mut abi::Creator) -> &'c abi::CreatorCalls {
    // SAFETY: the host's table.
    unsafe { &*(*creator).calls }
}

fn signal(role: u32, name: abi::Text) -> abi::Signal {
    abi::Signal { role, name, width: 1, ..abi::Signal::NOTHING }
}

fn calculation(purpose: u32, name: &'static str, gives: &[u32]) -> abi::Calculation {
    abi::Calculation {
        purpose,
        name: abi::Text::of(name),
        rate: abi::RATE_CONTINUOUS,
        reads: ptr::null(),
        read_count: 0,
        gives: gives.as_ptr(),
        give_count: gives.len(),
        calculate: Some(count_ticks),
        ..abi::Calculation::NOTHING
    }
}

/// The next value of the state at place 0 is the tick.
unsafe extern "C" fn count_ticks(_: *mut c_void, count: usize, io: *mut abi::Io, _: usize) -> usize {
    // SAFETY: as the ABI asks.
    unsafe {
        assert!((*io).result_count > 0);
        *(*io).results = (*io).tick as f64;
        // What a host lends has to come back as it was.
        (*io).tick += 1;
    }
    count
}

/// A library of one type that keeps nothing.
fn by_hand(construct: unsafe extern "C" fn(*mut abi::Creator, *mut c_void) -> u32) -> &'static ObjectType {
    let kind: &'static abi::Type = Box::leak(Box::new(abi::Type {
        name: abi::Text::of("Hand"),
        object_size: 8,
        object_alignment: 8,
        construct: Some(construct),
        ..abi::Type::NOTHING
    }));
    let types: &'static [&'static abi::Type] = Box::leak(Box::new([kind]));
    let library = abi::Library {
        abi_major: abi::ABI_MAJOR,
        abi_minor: abi::ABI_MINOR,
        size: size_of::<abi::Library>() as u32,
        flags: 0,
        name: abi::Text::of("by_hand"),
        version: abi::Text::EMPTY,
        doc: abi::Text::EMPTY,
        aliases: ptr::null(),
        alias_count: 0,
        types: types.as_ptr().cast(),
        type_count: 1,
        needs_minor: abi::ABI_MINOR,
        reserved: 0,
    };
    // SAFETY: all of it stays.
    unsafe { Library::from_table(Box::leak(Box::new(library))) }.unwrap().find("Hand").unwrap()
}

unsafe extern "C" fn counting(creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = calls(creator);
        let state = (calls.signal)(creator, &signal(abi::ROLE_DISCRETE_STATE, abi::Text::of("N")));
        let period = (calls.sample_time)(creator);
        let gives = [state.index];
        let update =
            abi::Calculation { rate: abi::RATE_EVERY, period, ..calculation(abi::PURPOSE_UPDATE, "count", &gives) };
        (calls.calculation)(creator, &update);
        object.cast::<u64>().write(0);
    }
    0
}

#[test]
fn an_update_by_hand_sets_next_values_and_leaves_the_tick_alone() {
    let kind = by_hand(counting);
    let Declared { declaration, faults, .. } = kind.declare(Session::declaring("X", &[], &QUARTER));
    assert_eq!(messages(&faults), [""; 0]);
    let interface = &declaration.interface;
    assert_eq!(interface.calculations[0].purpose, Purpose::Update(Clock::every(0.25, 0.0)));
    let mut store = ObjectStore::new(kind, 1);
    store.bind(Session::binding("X", &[], &QUARTER, interface, &[Place::at(0)])).unwrap();
    let (mut values, mut pending) = ([5.0], [f64::NAN]);
    let mut io = HostIo::new(&mut values, &mut pending, &[], 0.0);
    io.set_tick(9);
    // SAFETY: the store holds one object of the type that declared the calculation.
    let _ = unsafe { store.run(interface.calculations[0].kernel, 0..1, &mut io) };
    assert_eq!(io.tick(), 9);
    assert_eq!((values, pending), ([5.0], [9.0]));
}

unsafe extern "C" fn babbling(creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    // SAFETY: nothing here is what it says but the creator.
    unsafe {
        let calls = calls(creator);
        let state = (calls.signal)(creator, &signal(abi::ROLE_DISCRETE_STATE, abi::Text::of("N")));
        (calls.signal)(creator, &abi::Signal { crossing: 7, ..signal(abi::ROLE_INDICATOR, abi::Text::of("Odd")) });
        let gives = [state.index];
        let update = || calculation(abi::PURPOSE_UPDATE, "count", &gives);
        (calls.calculation)(creator, &update());
        (calls.calculation)(creator, &abi::Calculation { rate: 77, ..update() });
        (calls.calculation)(creator, &abi::Calculation { rate: abi::RATE_EVERY, period: f64::NAN, ..update() });
        let previous = abi::Calculation { rate: abi::RATE_STEPS, previous_count: 1 << 40, ..update() };
        (calls.calculation)(creator, &previous);
        let previous = abi::Calculation { rate: abi::RATE_STEPS, previous_count: 1, ..update() };
        (calls.calculation)(creator, &previous);
        let handler = calculation(abi::PURPOSE_HANDLER, "handle", &gives);
        (calls.calculation)(creator, &abi::Calculation { indicator: 50, ..handler });
        (calls.calculation)(creator, &abi::Calculation { indicator: state.index, ..handler });
        let short = abi::Calculation { size: 96, rate: abi::RATE_STEPS, ..update() };
        (calls.calculation)(creator, &short);
        object.cast::<u64>().write(0);
    }
    0
}

#[test]
fn a_constructor_that_babbles_of_clocks_is_told_so() {
    let Declared { faults, .. } = by_hand(babbling).declare(Session::declaring("X", &[], &QUARTER));
    let found = messages(&faults);
    for expected in [
        "the indicator `Odd` has an unknown crossing (7)",
        "the update `count` has no clock: say when it runs (`.on(...)` in Rust, `.On(...)` in C++)",
        "the calculation `count` has an unknown rate (77)",
        "the clock of `count` has a period of NaN s",
        "the calculation `count` reads previous values of 1099511627776 signals, but only 1 are declared",
        "the indices of signals are at a null pointer",
        "the handler `handle` names signal number 50, but only 1 are declared",
        "the handler `handle` waits for `N`, which is no indicator",
        &format!(
            "a calculation cannot be read: a struct of 96 bytes was given, where {} are the least",
            size_of::<abi::Calculation>()
        ),
    ] {
        assert!(found.contains(&expected), "{expected}\nnot in {found:#?}");
    }
}
