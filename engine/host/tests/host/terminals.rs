//! Terminals and branches as constructors declare them: what is made of them, what is noted when they contradict each
//! other, how libraries of other versions are read, and SimObjects that repeat each other. (Each field wrong in turn is in
//! every_field.rs.)

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use simobject::abi::{self, Creator, CreatorCalls, Text};
use simobject::{self as author, In, Io, Nature, Out, SimObject, Variable};
use simobject_host::{
    Argument, Branch, BranchForm, Declaration, Declared, Library, ObjectType, SampleTime, Session, Surroundings,
};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

static MOTION: Nature = Nature::new("Motion", "Along a line", Variable::new("v", "m/s"), Variable::new("f", "N"))
    .position(Variable::new("s", "m"))
    .rate(Variable::new("a", "m/s^2"));
static ELECTRIC: Nature = Nature::new("Electric", "", Variable::new("v", "V"), Variable::new("i", "A"));

/// A branch of each form. Parameters say what may differ between SimObjects of a type.
struct Network {
    outputs: [Out<1>; 3],
}

impl SimObject for Network {
    const NAME: &'static str = "Network";

    fn new(c: &mut author::Creator<'_, Self>) -> author::Result<Self> {
        let coefficient: f64 = c.parameter("C").default(2.0);
        let factor: f64 = c.parameter("K").default(3.0);
        let is_turned = c.parameter("Turned").default(false);
        let is_named = c.parameter("Named").default(false);
        let is_longer = c.parameter("Longer").default(false);
        let is_fed_otherwise = c.parameter("Otherwise").default(false);
        let a = c.terminal("A", &MOTION, if is_named { "Left" } else { "One end" });
        let b = c.terminal("B", &MOTION, "The other end");
        let inputs: [In<1>; 4] = [0, 1, 2, 3].map(|number| c.in_port(format!("I{number}"), "", ""));
        let outputs: [Out<1>; 3] = [0, 1, 2].map(|number| c.out_port(format!("O{number}"), "", ""));
        c.common_computation(Self::rest).reads(()).fills(&outputs[..]);
        let ends = if is_turned { (b, a) } else { (a, b) };
        let gives = c.gives_through(ends, outputs[0]).named("gives");
        drop(if is_fed_otherwise { gives.position(inputs[0]) } else { gives.across(inputs[0]) });
        c.stores(a, coefficient).named("stores").rate(inputs[1]);
        c.fixes_across(b).named("fixes").across(outputs[1]).through(inputs[2]);
        c.relates([((a, b).into(), 1.0), (b.into(), -factor)]).named("relates").through(inputs[3]);
        if is_longer {
            c.measures(a);
        }
        Ok(Self { outputs })
    }
}

impl Network {
    fn rest(&self, io: &mut Io<'_>) {
        self.outputs.iter().for_each(|output| io.set(*output, [0.0]));
    }
}

fn declared(kind: &ObjectType, arguments: &[Argument<'_>]) -> Declared {
    kind.declare(Session::declaring("X", arguments, &NoFiles))
}

#[test]
fn terminals_and_branches_are_those_that_were_declared() {
    let Declared { declaration, faults, .. } = declared(ObjectType::of::<Network>(), &[]);
    assert_eq!(faults, []);
    let Declaration { interface, branch_numbers, .. } = declaration;
    let names: Vec<_> = interface.terminals.iter().map(|terminal| (&*terminal.name, &*terminal.doc)).collect();
    assert_eq!(names, [("A", "One end"), ("B", "The other end")]);
    let nature = &interface.terminals[0].nature;
    assert!(Arc::ptr_eq(nature, &interface.terminals[1].nature), "terminals share their nature");
    assert_eq!(
        (&*nature.name, &*nature.doc, &*nature.across.name, &*nature.through.unit),
        ("Motion", "Along a line", "v", "N")
    );
    assert_eq!(nature.position.as_ref().map(|of| (&*of.name, &*of.unit)), Some(("s", "m")));
    assert_eq!(nature.rate.as_ref().map(|of| (&*of.name, &*of.unit)), Some(("a", "m/s^2")));
    // In-ports are signals 0 to 3, out-ports 4 to 6.
    let branch = |form, name: &'static str, ends: &[[Option<u32>; 2]]| Branch {
        form,
        name: name.into(),
        ends: ends.to_vec(),
        across: None,
        position: None,
        rate: None,
        through: None,
        coefficient: None,
        limit: None,
    };
    let expected = [
        Branch { across: Some(0), through: Some(4), ..branch(BranchForm::Through, "gives", &[[Some(0), Some(1)]]) },
        Branch { rate: Some(1), ..branch(BranchForm::Storage, "stores", &[[Some(0), None]]) },
        Branch { across: Some(5), through: Some(2), ..branch(BranchForm::Across, "fixes", &[[Some(1), None]]) },
        Branch { through: Some(3), ..branch(BranchForm::Ratio, "relates", &[[Some(0), Some(1)], [Some(1), None]]) },
    ];
    assert_eq!(interface.branches, expected);
    assert_eq!(branch_numbers, [vec![], vec![2.0], vec![], vec![1.0, -3.0]]);
    let fed: Vec<Vec<u32>> = interface.branches.iter().map(|branch| branch.fed().collect()).collect();
    assert_eq!(fed, [vec![0], vec![1], vec![2], vec![3]]);
    assert!(interface.branches[0].gives(4) && !interface.branches[0].gives(0) && interface.branches[2].gives(5));
}

#[test]
#[cfg_attr(miri, ignore = "functions have another address each time they are taken, and so nobody repeats another")]
fn who_repeats_another_need_not_be_read_and_may_have_other_numbers() {
    let kind = ObjectType::of::<Network>();
    let (first, cached) = kind.declare_first(Session::declaring("X", &[], &NoFiles));
    let cached = cached.unwrap();
    let given = |name, value| [Argument { name, value }];
    let again = kind.declare_again(&cached, "Y", &[], &NoFiles).unwrap();
    assert_eq!(again.branch_numbers, None, "they are those of the first");
    for (arguments, numbers) in [
        (given("C", "0.5"), [vec![], vec![0.5], vec![], vec![1.0, -3.0]]),
        (given("C", "0"), [vec![], vec![0.0], vec![], vec![1.0, -3.0]]),
        (given("K", "-7"), [vec![], vec![2.0], vec![], vec![1.0, 7.0]]),
    ] {
        let again = kind.declare_again(&cached, "Y", &arguments, &NoFiles).unwrap();
        let alone = declared(kind, &arguments).declaration;
        assert_eq!(alone.branch_numbers, numbers);
        assert_eq!(again.branch_numbers.as_deref(), Some(&numbers[..]), "{arguments:?}");
        assert_eq!(alone.interface, first.declaration.interface);
    }
    // Another interface, or what is wrong, is read anew.
    for (name, value) in
        [("Turned", "true"), ("Named", "true"), ("Longer", "true"), ("Otherwise", "true"), ("C", "-1"), ("K", "0")]
    {
        let arguments = given(name, value);
        assert!(kind.declare_again(&cached, "Y", &arguments, &NoFiles).is_none(), "{arguments:?}");
        let alone = declared(kind, &arguments);
        let is_other = alone.declaration.interface != first.declaration.interface;
        assert!(is_other || !alone.faults.is_empty(), "{arguments:?}");
    }
    // One with fewer branches than the first.
    let (_, cached) = kind.declare_first(Session::declaring("X", &given("Longer", "true"), &NoFiles));
    assert!(kind.declare_again(&cached.unwrap(), "Y", &[], &NoFiles).is_none());
    // Who is wrong is compared with nobody.
    let (_, cached) = kind.declare_first(Session::declaring("X", &given("K", "0"), &NoFiles));
    assert!(cached.is_none());
}

type Say<'s> = &'s dyn Fn(*mut Creator, &CreatorCalls);

thread_local! {
    static SAYS: Cell<Option<Say<'static>>> = const { Cell::new(None) };
}

/// In-ports 0 to 2, then what a test says.
unsafe extern "C" fn construct(creator: *mut Creator, object: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks.
    unsafe {
        let calls = &*(*creator).calls;
        for name in ["v", "s", "f"] {
            let role = abi::ROLE_IN_PORT;
            let passed = abi::Signal { role, name: Text::of(name), width: 1, ..abi::Signal::NOTHING };
            (calls.signal)(creator, &raw const passed);
        }
        if let Some(says) = SAYS.get() {
            says(creator, calls);
        }
        object.cast::<u64>().write(1);
    }
    0
}

const KIND: abi::Type = abi::Type {
    name: Text::of("T"),
    object_size: 8,
    object_alignment: 8,
    construct: Some(construct),
    ..abi::Type::NOTHING
};

fn kind() -> &'static ObjectType {
    static TYPES: [&abi::Type; 1] = [&KIND];
    static LIBRARY: abi::Library = abi::Library {
        abi_major: abi::ABI_MAJOR,
        abi_minor: abi::ABI_MINOR,
        size: size_of::<abi::Library>() as u32,
        flags: 0,
        name: Text::of("by_hand"),
        version: Text::of("0.1"),
        doc: Text::EMPTY,
        aliases: ptr::null(),
        alias_count: 0,
        types: TYPES.as_ptr().cast(),
        type_count: 1,
        needs_minor: 0,
        reserved: 0,
    };
    // SAFETY: it stays.
    unsafe { Library::from_table(&raw const LIBRARY) }.unwrap().types().next().unwrap()
}

/// What is made of a constructor that says this.
fn said(says: Say<'_>) -> (Declaration, Vec<String>) {
    // SAFETY: it is taken back before it ends.
    SAYS.set(Some(unsafe { std::mem::transmute::<Say<'_>, Say<'static>>(says) }));
    let Declared { declaration, faults, .. } = declared(kind(), &[]);
    SAYS.set(None);
    (declaration, faults.into_iter().map(|fault| fault.message).collect())
}

fn nature(name: &'static str, unit: &'static str) -> abi::Nature {
    abi::Nature {
        name: Text::of(name),
        across: Text::of("v"),
        across_unit: Text::of(unit),
        through: Text::of("f"),
        through_unit: Text::of("N"),
        ..abi::Nature::NOTHING
    }
}

fn terminal(creator: *mut Creator, calls: &CreatorCalls, name: &str, nature: *const abi::Nature) -> u32 {
    let passed = abi::Terminal { name: Text::of(name), nature, ..abi::Terminal::NOTHING };
    // SAFETY: as the ABI asks.
    unsafe { (calls.terminal)(creator, &raw const passed) }
}

fn branch(creator: *mut Creator, calls: &CreatorCalls, name: &str, ends: [u32; 2], signals: &[u32]) {
    let passed = abi::Branch {
        form: abi::BRANCH_THROUGH,
        name: Text::of(name),
        ends: ends.as_ptr(),
        end_count: 1,
        signals: signals.as_ptr(),
        signal_count: signals.len(),
        ..abi::Branch::NOTHING
    };
    // SAFETY: as the ABI asks.
    unsafe { (calls.branch)(creator, &raw const passed) };
}

#[test]
fn what_contradicts_itself_is_told() {
    let (metres, feet, other) = (nature("Motion", "m/s"), nature("Motion", "ft/s"), nature("Other", "m/s"));
    let described = abi::Nature { doc: Text::of("What moves"), ..metres };
    for (says, expected) in [
        (
            &(|creator, calls: &CreatorCalls| {
                terminal(creator, calls, "A", &raw const metres);
                terminal(creator, calls, "A", &raw const metres);
            }) as Say<'_>,
            &["two terminals are called `A`"][..],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "v", &raw const metres);
            },
            &["a terminal and something else are called `v`"],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                terminal(creator, calls, "B", &raw const feet);
            },
            &["two natures are called `Motion`, and their variables or units differ"],
        ),
        // What only describes may differ.
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                terminal(creator, calls, "B", &raw const described);
                branch(creator, calls, "b", [1, 2], &[1]);
            },
            &[],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                terminal(creator, calls, "B", &raw const other);
                branch(creator, calls, "b", [1, 2], &[]);
            },
            &["the branch `b` joins Motion and Other"],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                branch(creator, calls, "one", [1, 0], &[1]);
                branch(creator, calls, "two", [1, 0], &[1]);
            },
            &["two branches feed `v`"],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                branch(creator, calls, "b", [1, 0], &[0, 1]);
            },
            &["the branch `b` has a position, which Motion does not have"],
        ),
        // A rate has a unit even where nature gives it no name. A branch without a name is the only one.
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                branch(creator, calls, "", [1, 0], &[0, 0, 1, 0, 3]);
            },
            &["its branch has no use for `f` as its coefficient"],
        ),
        (
            &|creator, calls| {
                terminal(creator, calls, "A", &raw const metres);
                let friction = |name, signals: &[u32], numbers: &[f64], form| {
                    let passed = abi::Branch {
                        form,
                        name: Text::of(name),
                        ends: [1, 0].as_ptr(),
                        end_count: 1,
                        signals: signals.as_ptr(),
                        signal_count: signals.len(),
                        numbers: numbers.as_ptr(),
                        number_count: numbers.len(),
                        ..abi::Branch::NOTHING
                    };
                    // SAFETY: as the ABI asks.
                    unsafe { (calls.branch)(creator, &raw const passed) };
                };
                friction("holds", &[], &[], abi::BRANCH_FRICTION);
                friction("given", &[0, 0, 0, 0, 0, 1], &[], abi::BRANCH_FRICTION);
                friction("blocks", &[], &[0.0, 1.5, 0.0], abi::BRANCH_STOP);
                friction("rests", &[], &[0.0, 0.5, -1.0], abi::BRANCH_STOP);
            },
            &[
                "the branch `holds` holds without a limit, an out-port",
                "the branch `given` gives its limit, but `v` is no out-port",
                "the branch `blocks` has a restitution that is not from 0 to 1",
                "the branch `blocks` stops a position, which Motion does not have",
                "the branch `rests` has a velocity of rest below 0",
                "the branch `rests` stops a position, which Motion does not have",
            ],
        ),
        // What follows from a terminal that is none is not told, and others keep their numbers.
        (
            &|creator, calls| {
                let gone = terminal(creator, calls, "A", ptr::null());
                let there = terminal(creator, calls, "B", &raw const metres);
                branch(creator, calls, "gone", [gone.wrapping_add(1), there + 1], &[3]);
                branch(creator, calls, "there", [there + 1, 0], &[0, 1]);
            },
            &[
                "a nature cannot be read: a null pointer was given",
                "the branch `there` has a position, which Motion does not have",
            ],
        ),
    ] {
        assert_eq!(said(says).1, expected);
    }
}

/// A struct of a version with one field more.
#[repr(C)]
struct Longer<T> {
    known: T,
    later: u64,
}

/// The struct of such a version, whose size is the first field.
fn longer<T>(mut known: T, size: impl FnOnce(&mut T) -> &mut u32, later: u64) -> Longer<T> {
    *size(&mut known) = size_of::<Longer<T>>() as u32;
    Longer { known, later }
}

/// A library that was built with later headers, and one that was built with these for a later host: its structs are
/// shorter than the host's (`sized.rs` pins the least, and tests that what is missing is 0).
#[test]
fn structs_of_other_versions_are_read() {
    let known = nature("Motion", "m/s");
    let of_today = said(&|creator, calls| {
        terminal(creator, calls, "A", &raw const known);
        branch(creator, calls, "b", [1, 0], &[1]);
    });
    assert_eq!(of_today.1, [""; 0]);
    for (later, expected) in
        [(0, None), (1, Some("a nature cannot be read: it says what only a later version of Bowline knows"))]
    {
        let longer_nature = longer(known, |of| &mut of.size, later);
        let (declaration, told) = said(&|creator, calls| {
            let passed = abi::Terminal {
                name: Text::of("A"),
                nature: (&raw const longer_nature).cast(),
                ..abi::Terminal::NOTHING
            };
            let passed = longer(passed, |of| &mut of.size, 0);
            // SAFETY: as the ABI asks.
            let end = unsafe { (calls.terminal)(creator, (&raw const passed).cast()) }.wrapping_add(1);
            let (ends, signals) = ([end, 0], [1]);
            let passed = abi::Branch {
                form: abi::BRANCH_THROUGH,
                name: Text::of("b"),
                ends: ends.as_ptr(),
                end_count: 1,
                signals: signals.as_ptr(),
                signal_count: 1,
                ..abi::Branch::NOTHING
            };
            let passed = longer(passed, |of| &mut of.size, 0);
            // SAFETY: as the ABI asks.
            unsafe { (calls.branch)(creator, (&raw const passed).cast()) };
        });
        assert_eq!(told.first().map(String::as_str), expected);
        if expected.is_none() {
            assert_eq!(declaration.interface, of_today.0.interface);
        }
    }
    // Of terminals and branches, too.
    let (_, told) = said(&|creator, calls| {
        let passed = abi::Terminal { name: Text::of("A"), nature: &raw const known, ..abi::Terminal::NOTHING };
        let passed = longer(passed, |of| &mut of.size, 1);
        // SAFETY: as the ABI asks.
        unsafe { (calls.terminal)(creator, (&raw const passed).cast()) };
        let passed = longer(abi::Branch::NOTHING, |of| &mut of.size, 1);
        // SAFETY: as the ABI asks.
        unsafe { (calls.branch)(creator, (&raw const passed).cast()) };
    });
    let later = |what: &str| format!("a {what} cannot be read: it says what only a later version of Bowline knows");
    assert_eq!(told, [later("terminal"), later("branch between terminals")]);
}

/// SimObjects whose branches join what cannot be joined.
struct Shorted;

impl SimObject for Shorted {
    const NAME: &'static str = "Shorted";

    fn new(c: &mut author::Creator<'_, Self>) -> author::Result<Self> {
        let (a, b) = (c.terminal("A", &MOTION, ""), c.terminal("B", &ELECTRIC, ""));
        c.fixes_across((a, b)).named("both");
        c.fixes_across((a, a)).named("one");
        c.relates([(a.into(), 1.0), (b.into(), f64::INFINITY)]).named("endless");
        c.relates([]).named("none");
        Ok(Self)
    }
}

#[test]
fn authors_in_rust_are_told_as_others_are() {
    let messages: Vec<_> =
        declared(ObjectType::of::<Shorted>(), &[]).faults.into_iter().map(|fault| fault.message).collect();
    let expected = [
        "the branch `both` joins Motion and Electric",
        "the branch `one` begins where it ends",
        "the branch `endless` has numbers that are not finite",
        "the branch `none` ends at no terminal",
    ];
    assert_eq!(messages, expected);
}

thread_local! {
    static EXTRA: Cell<bool> = const { Cell::new(false) };
}

struct Forgetful;

impl SimObject for Forgetful {
    const NAME: &'static str = "Forgetful";

    fn new(c: &mut author::Creator<'_, Self>) -> author::Result<Self> {
        let a = c.terminal("A", &MOTION, "");
        if EXTRA.get() {
            c.terminal("B", &MOTION, "");
            c.stores(a, 1.0);
        }
        Ok(Self)
    }
}

/// A repetition that declares more, or less, than the first is none.
#[test]
fn more_or_less_is_no_repetition() {
    let kind = ObjectType::of::<Forgetful>();
    for first in [false, true] {
        EXTRA.set(first);
        let (_, cached) = kind.declare_first(Session::declaring("X", &[], &NoFiles));
        let cached = cached.unwrap();
        for second in [false, true] {
            EXTRA.set(second);
            assert_eq!(kind.declare_again(&cached, "Y", &[], &NoFiles).is_some(), first == second);
        }
    }
}
