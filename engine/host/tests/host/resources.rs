//! Resources: what constructors declare, who answers, and what is wrong with them.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use simobject::abi;
use simobject::{Creator, In, Io, Out, Private, Quantity, Resource, ResourceKind, Result, SimObject};
use simobject_host::{
    Declared, FailureKind, HostIo, Library, ObjectStore, ObjectType, Place, Providers, Purpose, ResourceDifference,
    ResourceKind as ResourceDeclaration, Role, SampleTime, Session, Surroundings,
};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Missing
    }
}

const SCALED: ResourceKind<2, 1> = ResourceKind::new(
    "Scaled",
    "the difference of two numbers, times a third",
    &[Quantity::new("From", "m", 1), Quantity::new("To", "m", 1)],
    &[Quantity::new("Out", "m", 1)],
);

/// (To - From) times an in-port.
struct Scale(In<1>);

impl SimObject for Scale {
    const NAME: &'static str = "Scale";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let factor = c.in_port("Factor", "", "");
        c.provides("Own", &SCALED, "Answers", Self::answer).reads(factor);
        Ok(Self(factor))
    }
}

impl Scale {
    fn answer(&self, io: &Io<'_>, [from, to]: [f64; 2]) -> Result<[f64; 1]> {
        let [factor] = io.get(self.0);
        if to < from {
            return Err(simobject::Failure::recoverable("it is the wrong way around"));
        }
        Ok([factor * (to - from)])
    }
}

/// The same, which answers for all at once.
struct ScaleRows(In<1>);

impl SimObject for ScaleRows {
    const NAME: &'static str = "ScaleRows";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let factor = c.in_port("Factor", "", "");
        c.provides_rows("Own", &SCALED, "Answers", Self::answer).reads(factor);
        Ok(Self(factor))
    }
}

impl ScaleRows {
    fn answer(&self, io: &Io<'_>, inputs: &[[f64; 2]], outputs: &mut [[f64; 1]]) -> Result<()> {
        let [factor] = io.get(self.0);
        for ([from, to], output) in inputs.iter().zip(outputs) {
            if to < from {
                return Err(simobject::Failure::recoverable("it is the wrong way around"));
            }
            *output = [factor * (to - from)];
        }
        Ok(())
    }
}

/// Asks for the pairs (0, At), (1, At + 1), and adds up.
struct Asker {
    at: In<1>,
    seen: Private<1>,
    out: Out<1>,
    scale: Resource<2, 1>,
}

impl SimObject for Asker {
    const NAME: &'static str = "Asker";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (at, out, seen) = (c.in_port("At", "m", ""), c.out_port("Out", "m", ""), c.private("Seen"));
        let scale = c.uses("Scale", &SCALED, "Whom it asks");
        c.common_computation(Self::ask).reads((at, scale)).fills((out, seen));
        Ok(Self { at, seen, out, scale })
    }
}

impl Asker {
    fn ask(&self, io: &mut Io<'_>) {
        let [at] = io.get(self.at);
        let mut answers = [[0.0]; 2];
        io.query_many(self.scale, &[[0.0, at], [1.0, at + 1.0]], &mut answers);
        io.set(self.seen, io.query(self.scale, [0.0, at]));
        io.set(self.out, [answers[0][0] + answers[1][0]]);
    }
}

simobject::library! { name: "asking", types: [Scale, ScaleRows, Asker] }

fn declared(kind: &'static ObjectType) -> Declared {
    let declared = kind.declare(Session::declaring("X", &[], &NoFiles));
    assert_eq!(declared.faults, []);
    declared
}

fn bound(kind: &'static ObjectType, count: usize, places: impl Fn(u32) -> Vec<Place>) -> ObjectStore {
    let declared = declared(kind);
    let mut store = ObjectStore::new(kind, count);
    for number in 0..count as u32 {
        let places = places(number);
        store.bind(Session::binding("X", &[], &NoFiles, &declared.declaration.interface, &places)).unwrap();
    }
    store
}

/// The one that answers, with its factor at that place.
fn scale(kind: &'static ObjectType, factor: u32) -> ObjectStore {
    bound(kind, 1, |_| vec![Place::at(factor), Place::at(0)])
}

/// One at a time, and all at once.
fn both() -> [&'static ObjectType; 2] {
    [ObjectType::of::<Scale>(), ObjectType::of::<ScaleRows>()]
}

fn providers(store: &ObjectStore, kind: &'static ObjectType) -> Providers<'static> {
    let declared = declared(kind);
    let resource = &declared.declaration.interface.resources[0];
    let mut providers = Providers::default();
    // SAFETY: the answer is one of the store's type, and the store outlives what is asked below.
    unsafe { providers.add(resource.answer.unwrap(), &resource.kind, store, 0) };
    providers
}

#[test]
fn both_sides_are_declared() {
    let Declared { declaration, .. } = declared(ObjectType::of::<Scale>());
    let interface = &declaration.interface;
    assert_eq!(interface.signals.iter().map(|s| s.role).collect::<Vec<_>>(), [Role::In, Role::Provides]);
    let calculation = &interface.calculations[0];
    assert_eq!((calculation.purpose, &*calculation.reads, &*calculation.gives), (Purpose::Answer, &[0][..], &[1][..]));
    let resource = interface.resource(1).unwrap();
    assert_eq!((&*resource.kind.name, resource.kind.inputs.len(), &*resource.kind.outputs[0].unit), ("Scaled", 2, "m"));
    let Declared { declaration, .. } = declared(ObjectType::of::<Asker>());
    let interface = &declaration.interface;
    assert_eq!(interface.signals[3].role, Role::Uses);
    assert_eq!(interface.calculations[0].reads, [0, 3]);
    assert!(interface.resource(3).unwrap().kind.is_same(&resource.kind));
}

/// As of bundles: what is said of a kind does not count, and units are compared as units.
#[test]
fn kinds_are_the_same_by_value() {
    let kind = |name: &'static str, unit: &'static str, width: u32| ResourceDeclaration {
        name: name.into(),
        doc: unit.into(),
        inputs: Vec::new(),
        outputs: vec![simobject_host::Quantity { name: "Work".into(), unit: unit.into(), width }],
    };
    let joule = kind("Work", "J", 1);
    assert!(joule.is_same(&kind("Work", "N m", 1)));
    for other in [kind("Works", "J", 1), kind("Work", "W", 1), kind("Work", "kJ", 1), kind("Work", "J", 2)] {
        assert!(!joule.is_same(&other), "{other:?}");
    }
    let told = joule.difference(&kind("Work", "W", 1)).unwrap();
    let (own, other) = ("`Work` (1, J)".to_owned(), "`Work` (1, W)".to_owned());
    assert_eq!(told, ResourceDifference { what: "outputs", own, other });
}

#[test]
fn who_asks_gets_answers() {
    for answers in both() {
        let (kind, provider) = (ObjectType::of::<Asker>(), scale(answers, 0));
        // Factor, two places, two results, two values seen.
        let places = |n: u32| vec![Place::at(1 + n), Place::at(3 + n), Place::at(5 + n), Place::at(0)];
        let store = bound(kind, 2, places);
        let kernel = declared(kind).declaration.interface.calculations[0].kernel;
        let providers = providers(&provider, answers);
        let mut values = [10.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0];
        // SAFETY: the kernel is the store's.
        let outcome =
            unsafe { store.run(kernel, 0..2, &mut HostIo::new(&mut values, &mut [], &[], 0.0).asking(&providers)) };
        assert_eq!(outcome, Ok(()));
        assert_eq!(values, [10.0, 2.0, 3.0, 40.0, 60.0, 20.0, 30.0]);
        // With other numbers than those of who asks.
        let mut others = [100.0];
        let stand_in = providers.reading(&mut others, &[]);
        // SAFETY: as above.
        let outcome =
            unsafe { store.run(kernel, 0..2, &mut HostIo::new(&mut values, &mut [], &[], 0.0).asking(&stand_in)) };
        assert_eq!((outcome, values[3], values[6]), (Ok(()), 400.0, 300.0));
    }
}

#[test]
fn a_failure_says_who_was_asked() {
    for answers in both() {
        let (kind, provider) = (ObjectType::of::<Asker>(), scale(answers, 0));
        let store = bound(kind, 2, |n| vec![Place::at(1 + n), Place::at(3), Place::at(3), Place::at(0)]);
        let kernel = declared(kind).declaration.interface.calculations[0].kernel;
        let providers = providers(&provider, answers);
        let mut values = [10.0, 2.0, -3.0, 0.0];
        // SAFETY: the kernel is the store's.
        let outcome =
            unsafe { store.run(kernel, 0..2, &mut HostIo::new(&mut values, &mut [], &[], 0.0).asking(&providers)) };
        let stopped = outcome.unwrap_err().stopped.unwrap();
        assert_eq!((stopped.object, stopped.asked, stopped.failure.kind()), (1, Some(0), FailureKind::Recoverable));
        assert_eq!(stopped.failure.message(), "it is the wrong way around");
        // A place that nobody answers for is told as one of who asks.
        let store = bound(kind, 1, |_| vec![Place::at(1), Place::at(3), Place::at(3), Place::out_of_bounds(3)]);
        // SAFETY: as above.
        let outcome =
            unsafe { store.run(kernel, 0..1, &mut HostIo::new(&mut values, &mut [], &[], 0.0).asking(&providers)) };
        let stopped = outcome.unwrap_err().stopped.unwrap();
        let FailureKind::OutOfBounds { place } = stopped.failure.kind() else { panic!("{stopped:?}") };
        assert_eq!((stopped.asked, Place::signal_out_of_bounds(place)), (None, Some(3)));
    }
}

/// What a provider that was loaded does wrong.
const WAYS: [(&str, &str); 4] = [
    ("nothing", ""),
    ("too few", "stopped without saying why"),
    ("too many", "returned 2 for 1 answers: a mistake in the library"),
    ("time", "changed what it was given to look at the run: a mistake in the library"),
];

unsafe extern "C" fn by_hand(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    way: usize,
) -> usize {
    // SAFETY: as the ABI asks.
    unsafe {
        assert_eq!(*object.cast::<u64>(), 5);
        for i in 0..count {
            assert!((*outputs.add(i)).is_nan(), "numbers that are not given are not a number");
            *outputs.add(i) = 7.0 * (*inputs.add(2 * i + 1) - *inputs.add(2 * i));
        }
        if way == 3 {
            (*io).time = 99.0;
        }
    }
    match way {
        1 => count - 1,
        2 => count + 1,
        _ => count,
    }
}

unsafe fn calls<'c>(creator: *mut abi::Creator) -> &'c abi::CreatorCalls {
    // SAFETY: the host's table.
    unsafe { &*(*creator).calls }
}

fn quantity(name: &'static str, width: u64) -> abi::Quantity {
    abi::Quantity { name: abi::Text::of(name), unit: abi::Text::of("m"), width }
}

/// The kind `Scaled`, by hand.
fn by_hand_kind(inputs: &[abi::Quantity], outputs: &[abi::Quantity]) -> abi::ResourceKind {
    abi::ResourceKind {
        name: abi::Text::of("Scaled"),
        inputs: inputs.as_ptr(),
        input_count: inputs.len(),
        outputs: outputs.as_ptr(),
        output_count: outputs.len(),
        quantity_size: size_of::<abi::Quantity>() as u32,
        ..abi::ResourceKind::NOTHING
    }
}

fn provided(kind: &abi::ResourceKind) -> abi::Resource {
    abi::Resource {
        role: abi::RESOURCE_PROVIDES,
        name: abi::Text::of("Own"),
        kind,
        answer: Some(by_hand),
        function: abi::Text::of("by_hand"),
        reads: ptr::null(),
        read_count: 0,
        ..abi::Resource::NOTHING
    }
}

type Construct = unsafe extern "C" fn(*mut abi::Creator, *mut c_void) -> u32;

/// A type of a library that was loaded.
fn loaded(construct: Construct) -> &'static ObjectType {
    let kind: &'static abi::Type = Box::leak(Box::new(abi::Type {
        name: abi::Text::of("ByHand"),
        object_size: 8,
        object_alignment: 8,
        construct: Some(construct),
        ..abi::Type::NOTHING
    }));
    let types: &'static [&'static abi::Type] = Box::leak(Box::new([kind]));
    let mut table = *LIBRARY.table();
    (table.types, table.type_count) = (types.as_ptr().cast(), 1);
    // SAFETY: it stays.
    unsafe { Library::from_table(Box::leak(Box::new(table))) }.unwrap().find("ByHand").unwrap()
}

unsafe extern "C" fn sound<const WAY: usize>(creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    let (inputs, outputs) = ([quantity("From", 1), quantity("To", 1)], [quantity("Out", 1)]);
    // SAFETY: as the ABI asks.
    unsafe {
        (calls(creator).resource)(creator, &abi::Resource { tag: WAY, ..provided(&by_hand_kind(&inputs, &outputs)) });
        object.cast::<u64>().write(5);
    }
    0
}

#[test]
fn a_loaded_provider_is_not_taken_on_trust() {
    let constructors: [Construct; 4] = [sound::<0>, sound::<1>, sound::<2>, sound::<3>];
    for ((_, message), construct) in WAYS.into_iter().zip(constructors) {
        let of_provider = loaded(construct);
        let provider = bound(of_provider, 1, |_| vec![Place::at(0)]);
        let kind = ObjectType::of::<Asker>();
        let store = bound(kind, 1, |_| vec![Place::at(0), Place::at(1), Place::at(1), Place::at(0)]);
        let kernel = declared(kind).declaration.interface.calculations[0].kernel;
        let providers = providers(&provider, of_provider);
        let mut values = [2.0, 0.0];
        let mut io = HostIo::new(&mut values, &mut [], &[], 1.0).asking(&providers);
        // SAFETY: the kernel is the store's.
        let outcome = unsafe { store.run(kernel, 0..1, &mut io) };
        match outcome {
            Ok(()) => assert_eq!((message, io.time(), values[1]), ("", 1.0, 28.0)),
            Err(report) => {
                let stopped = report.stopped.unwrap();
                let told = stopped.failure.message();
                assert_eq!((stopped.asked, told.contains("2 answers") || told == message), (Some(0), true), "{told}");
            }
        }
    }
}

unsafe extern "C" fn faulty(creator: *mut abi::Creator, _: *mut c_void) -> u32 {
    // SAFETY: as the ABI asks, but for what is to be found.
    unsafe {
        let calls = calls(creator);
        let good = [quantity("From", 1)];
        let sound = by_hand_kind(&good, &good);
        let named = |name: &'static str| abi::Resource { name: abi::Text::of(name), ..provided(&sound) };
        let declare = |resource: abi::Resource| (calls.resource)(creator, &resource);
        declare(abi::Resource { role: 9, ..named("A") });
        declare(abi::Resource { answer: None, ..named("B") });
        declare(abi::Resource { kind: &abi::ResourceKind { name: abi::Text::of("no name"), ..sound }, ..named("C") });
        declare(abi::Resource {
            kind: &abi::ResourceKind { inputs: ptr::null(), input_count: 2, ..sound },
            ..named("D")
        });
        let twice = [quantity("P", 1), quantity("P", 1), quantity("Q", 0), quantity("1", 2)];
        declare(abi::Resource { kind: &by_hand_kind(&good, &twice), ..named("E") });
        let unknown = [77];
        declare(abi::Resource { reads: unknown.as_ptr(), read_count: 1, ..named("F") });
        declare(abi::Resource { flags: 64, ..named("G") });
        declare(abi::Resource { size: 24, ..named("H") });
        declare(abi::Resource { kind: ptr::null(), ..named("I") });
        declare(abi::Resource { kind: &abi::ResourceKind { size: 8, ..sound }, ..named("J") });
        (calls.resource)(creator, ptr::null());
        declare(named("C"));
    }
    0
}

#[test]
fn declarations_by_hand_that_are_wrong_are_told() {
    let Declared { faults, .. } = loaded(faulty).declare(Session::declaring("X", &[], &NoFiles));
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let expected = [
        "the resource `A` is of an unknown role (9)",
        "the resource `B` has no function that answers",
        "`no name`, the kind of the resource `C`, is not a name",
        "the quantities of a resource are at a null pointer",
        "two quantities of the resource `E` are called `P`",
        "`Q` of the resource `E` has 0 elements",
        "`1`, a quantity of the resource `E`, is not a name",
        "the resource `F` names signal number 77, but only 4 are declared",
        "the resource `G` has unknown flags (0x40)",
        "a resource cannot be read: a struct of 24 bytes was given, where 104 are the least",
        "a kind of resource cannot be read: a null pointer was given",
        "a kind of resource cannot be read: a struct of 8 bytes was given, where 72 are the least",
        "a resource cannot be read: a null pointer was given",
        "two ports, states or private values are called `C`",
    ];
    for expected in expected {
        assert!(messages.contains(&expected), "{expected}: not in {messages:#?}");
    }
}
