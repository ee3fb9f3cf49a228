//! Bundles as constructors declare them, and what binding gives back.

use std::cell::Cell;
use std::sync::Arc;

use simobject::{BundleKind, Creator, In, Io, Member, Out, Result, Side, SimObject, State};
use simobject_host::{
    Declared, HostIo, Meaning, ObjectStore, ObjectType, Place, Role, SampleTime, Session, Surroundings,
};

struct Nothing;

impl Surroundings for Nothing {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        Err(path.to_owned())
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

const KIND: BundleKind = BundleKind::new(
    "Rod",
    "What pushes and is pushed",
    Side::gives("Pushed", &[Member::new("x", "m", 1, "Position"), Member::new("n", "", 2, "Direction")]),
    Side::gives(
        "Pushing",
        &[
            Member::new("f", "N", 1, "Force").open(&[0.5]),
            Member::new("z", "N s/m", 2, "Impedances").open(&[1.0, 2.0]),
            Member::new("k", "N/m", 3, "Stiffness").open(&[3.0]),
        ],
    ),
);

/// Its position is a state; its direction is twice the force, and the last stiffness.
struct Rod {
    force: In<1>,
    stiffness: In<3>,
    direction: Out<2>,
    position: State<1>,
}

thread_local! {
    static SIDES: Cell<usize> = const { Cell::new(0) };
}

impl SimObject for Rod {
    const NAME: &'static str = "Rod";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let position = c.state("Where", "m", "");
        let rod = c.bundle(String::from("P1"), &KIND, "Pushed", "Its end");
        let force = c.in_member(rod, "f");
        let impedances: In<2> = c.in_member(rod, "z");
        c.default_input(impedances, [7.0, 8.0]);
        let stiffness = c.in_member(rod, "k");
        c.out_member_of(rod, "x", position);
        let direction = c.out_member(rod, "n");
        c.common_computation(Self::direction).reads((force, stiffness)).reads_no_states().fills(direction);
        c.derivatives(Self::rest);
        Ok(Self { force, stiffness, direction, position })
    }
}

impl Rod {
    fn direction(&self, io: &mut Io<'_>) {
        let ([force], [.., last]) = (io.get(self.force), io.get(self.stiffness));
        io.set(self.direction, [2.0 * force, last]);
    }
    fn rest(&self, io: &mut Io<'_>) {
        io.set_derivative(self.position, [0.0]);
    }
}

fn declared<T: SimObject>() -> Declared {
    ObjectType::of::<T>().declare(Session::declaring("X", &[], &Nothing))
}

#[test]
fn members_are_signals_of_the_kind() {
    let Declared { declaration, faults, .. } = declared::<Rod>();
    assert_eq!(faults, []);
    let interface = &declaration.interface;
    let told: Vec<_> = interface
        .signals
        .iter()
        .map(|s| (s.name.as_ref(), s.unit.as_ref(), s.doc.as_ref(), s.width, s.role, s.bundle))
        .collect();
    assert_eq!(
        told,
        [
            ("Where", "m", "", 1, Role::State, None),
            ("P1.f", "N", "Force", 1, Role::In, Some(0)),
            ("P1.z", "N s/m", "Impedances", 2, Role::In, Some(0)),
            ("P1.k", "N/m", "Stiffness", 3, Role::In, Some(0)),
            ("P1.x", "m", "Position", 1, Role::OutOfState(0), Some(0)),
            ("P1.n", "", "Direction", 2, Role::Out, Some(0)),
        ]
    );
    let [bundle] = interface.bundles.as_slice() else { panic!("one bundle") };
    assert_eq!((bundle.name.as_ref(), bundle.doc.as_ref()), ("P1", "Its end"));
    assert_eq!((bundle.side_name().as_ref(), bundle.other_side_name().as_ref()), ("Pushed", "Pushing"));
    let named = |members: Vec<(&simobject_host::BundleMember, u32)>| -> Vec<(String, u32)> {
        members.into_iter().map(|(member, signal)| (member.name.to_string(), signal)).collect()
    };
    assert_eq!(named(bundle.given().collect()), [("x".to_owned(), 4), ("n".to_owned(), 5)]);
    assert_eq!(named(bundle.read().collect()), [("f".to_owned(), 1), ("z".to_owned(), 2), ("k".to_owned(), 3)]);
    assert_eq!((interface.bundle("P1"), interface.bundle("P"), interface.bundle("Where")), (Some(0), None, None));

    // What an open end reads; what the type says itself goes before it.
    let open = |signal: u32| {
        let mut numbers = declaration.numbers.iter();
        let number = numbers.find(|n| n.signal == signal && matches!(n.meaning, Meaning::DefaultInput(None)));
        number.map(|number| number.values.clone())
    };
    assert_eq!([open(1), open(2), open(3)], [Some(vec![0.5]), Some(vec![7.0, 8.0]), Some(vec![3.0; 3])]);
    assert_eq!(declaration.numbers.len(), 3);
}

#[test]
fn bound_members_calculate_at_their_places() {
    let Declared { declaration, .. } = declared::<Rod>();
    let mut store = ObjectStore::new(ObjectType::of::<Rod>(), 1);
    // x, then force, impedances, stiffness and direction.
    let places = [0, 1, 2, 4, 0, 7].map(Place::at);
    store.bind(Session::binding("X", &[], &Nothing, &declaration.interface, &places)).unwrap();
    let mut values = [0.0, 4.0, 0.0, 0.0, 5.0, 6.0, 7.0, 0.0, 0.0];
    let kernel = declaration.interface.calculations[0].kernel;
    let mut io = HostIo::new(&mut values, &mut [], &[], 0.0);
    // SAFETY: the kernel is one of the type's own interface.
    unsafe { store.run(kernel, 0..1, &mut io) }.unwrap();
    assert_eq!(values[7..], [8.0, 7.0]);
}

/// A bundle of another side each time.
struct Fickle;

impl SimObject for Fickle {
    const NAME: &'static str = "Fickle";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        const SYMMETRIC: BundleKind = BundleKind::new(
            "Symmetric",
            "",
            Side::gives("A", &[Member::new("a", "", 1, "")]),
            Side::gives("B", &[Member::new("b", "", 1, "")]),
        );
        let turn = SIDES.replace(SIDES.get() + 1) % 2;
        let bundle = c.bundle("P", &SYMMETRIC, ["A", "B"][turn], "");
        let names = ["a", "b"];
        let given: Out<1> = c.out_member(bundle, names[turn]);
        let _: In<1> = c.in_member(bundle, names[1 - turn]);
        c.common_computation(Self::nothing).fills(given);
        Ok(Self)
    }
}

impl Fickle {
    fn nothing(&self, _: &mut Io<'_>) {}
}

#[test]
fn a_bundle_of_another_side_the_second_time_is_told() {
    let Declared { declaration, faults, .. } = declared::<Fickle>();
    assert_eq!(faults, []);
    let mut store = ObjectStore::new(ObjectType::of::<Fickle>(), 1);
    let places = [Place::at(0), Place::at(1)];
    let faults = store.bind(Session::binding("X", &[], &Nothing, &declaration.interface, &places)).unwrap_err();
    let found: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(found.len(), 3, "{found:#?}");
    for (fault, what) in found.iter().zip(["the bundle `P`", "`P.b`", "`P.a`"]) {
        assert!(fault.starts_with(&format!("the constructor does not repeat itself: {what} was not")), "{found:#?}");
    }
}

/// Ends of three kinds, which differ in their names, and in what an open end reads.
struct Junction;

const STIFFER: BundleKind = BundleKind::new("Stiffer", "", Side::gives("A", &MEMBERS), Side::gives("B", &OPEN));
const SOFTER: BundleKind = BundleKind::new("Stiffer", "", Side::gives("A", &MEMBERS), Side::gives("B", &OPEN_AT_2));
const MEMBERS: [Member; 1] = [Member::new("a", "", 1, "")];
const OPEN: [Member; 1] = [Member::new("b", "", 2, "").open(&[1.0])];
const OPEN_AT_2: [Member; 1] = [Member::new("b", "", 2, "").open(&[1.0, 2.0])];

impl SimObject for Junction {
    const NAME: &'static str = "Junction";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        for (name, kind) in [("P1", &STIFFER), ("P2", &SOFTER), ("P3", &STIFFER), ("P4", &SOFTER)] {
            let bundle = c.bundle(name, kind, "B", "");
            let _: In<1> = c.in_member(bundle, "a");
            let given: Out<2> = c.out_member(bundle, "b");
            c.common_computation(Self::nothing).fills(given);
        }
        Ok(Self)
    }
}

impl Junction {
    fn nothing(&self, _: &mut Io<'_>) {}
}

#[test]
fn bundles_of_one_kind_share_it_whatever_stands_between() {
    let Declared { declaration, faults, .. } = declared::<Junction>();
    assert_eq!(faults, []);
    let kinds: Vec<_> = declaration.interface.bundles.iter().map(|bundle| &bundle.kind).collect();
    assert!(Arc::ptr_eq(kinds[0], kinds[2]) && Arc::ptr_eq(kinds[1], kinds[3]));
    let open = |kind: usize| kinds[kind].members[1].open.clone();
    assert_eq!([open(0), open(1)], [Some(vec![1.0, 1.0]), Some(vec![1.0, 2.0])]);
    let mut store = ObjectStore::new(ObjectType::of::<Junction>(), 1);
    let places: Vec<Place> = (0..8).map(Place::at).collect();
    store.bind(Session::binding("X", &[], &Nothing, &declaration.interface, &places)).unwrap();
}
