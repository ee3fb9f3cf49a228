//! What constructors declare, and what is noted when something is wrong.

use std::sync::Arc;

use simobject::{
    Creator, DefaultInput, In, InSlice, Io, Matrix, Out, Pattern, Private, Result, SimObject, State, StateSlice, Sum,
    TextFile,
};
use simobject_host::{
    Argument, Declaration, Fault, HostIo, Meaning, ObjectStore, ObjectType, Place, Requirement, Role, SampleTime,
    Session, Subject, Surroundings,
};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        if path == "there.txt" { Ok(Arc::from("hello")) } else { Err(format!("{path}: not found")) }
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Given(0.25)
    }
}

fn declare<T: SimObject>(arguments: &[(&str, &str)]) -> (Declaration, Vec<Fault>) {
    let arguments: Vec<Argument<'_>> = arguments.iter().map(|(name, value)| Argument { name, value }).collect();
    let declared = ObjectType::of::<T>().declare(Session::declaring("X", &arguments, &NoFiles));
    (declared.declaration, declared.faults)
}

fn messages(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.message.as_str()).collect()
}

struct Everything;

impl SimObject for Everything {
    const NAME: &'static str = "Everything";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let number: f64 = c.parameter("Number").unit("m").doc("A length").at_least(1.0).less_than(5.0).required();
        let vector: [f64; 3] = c.parameter("Vector").more_than(0.0).default([1.0, 2.0, 3.0]);
        let list: Vec<f64> = c.parameter("List").length(2).default(vec![0.0; 2]);
        let matrix: Matrix = c.parameter("Matrix").required();
        let count: usize = c.parameter("Count").at_least(1.0).default(4);
        let flag: bool = c.parameter("Flag").default(false);
        let text: Option<String> = c.parameter("Text").optional();
        let file: Option<TextFile> = c.parameter("File").optional();
        let choice = c.choice("Choice", [("Red", 1), ("Green", 2)]).default("Green");
        if number > vector[0] {
            c.error("Number", "is more than the first of Vector");
        }
        // What was read is told through the names of private values.
        let told = format!(
            "n{number:?}_{vector:?}_{list:?}_{}x{}_{count}_{flag}_{text:?}_{:?}_{choice}",
            matrix.rows(),
            matrix.columns(),
            file.as_ref().map(TextFile::text)
        );
        let told: String = told.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let told: Private<1> = c.private(told);
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(told);
        Ok(Self)
    }
}

fn told(declaration: &Declaration) -> &str {
    &declaration.interface.signals[0].name
}

#[test]
fn parameters_are_read() {
    let (declaration, faults) = declare::<Everything>(&[
        ("Number", " 1.5e0 "),
        ("Vector", "7"),
        ("List", "1 , -2"),
        ("Matrix", "0,1;-0.5,-2;3,4"),
        ("Count", "3"),
        ("Flag", "True"),
        ("Text", "hi"),
        ("File", "there.txt"),
        ("Choice", "Red"),
    ]);
    assert_eq!(messages(&faults), [""; 0]);
    assert_eq!(told(&declaration), "n1_5__7_0__7_0__7_0___1_0___2_0__3x2_3_true_Some__hi___Some__hello___1");
}

#[test]
fn defaults_hold_and_are_declared() {
    let (declaration, faults) = declare::<Everything>(&[("Number", "1"), ("Matrix", "1")]);
    assert_eq!(messages(&faults), [""; 0]);
    assert_eq!(told(&declaration), "n1_0__1_0__2_0__3_0___0_0__0_0__1x1_4_false_None_None_2");
    let [number, vector, .., choice] = declaration.parameters.as_slice() else { panic!("nine parameters") };
    assert_eq!((number.kind.as_str(), number.unit.as_ref()), ("number", "m"));
    assert_eq!(number.range.as_deref(), Some("at least 1 and less than 5"));
    assert_eq!(vector.requirement, Requirement::Default("1, 2, 3".to_owned()));
    assert_eq!(
        (choice.kind.as_str(), &choice.requirement),
        ("one of Red, Green", &Requirement::Default("Green".to_owned()))
    );
}

/// A file of numbers, or the number itself.
struct FromFile;

impl SimObject for FromFile {
    const NAME: &'static str = "FromFile";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let file: Option<TextFile> = c.parameter("File").optional();
        if file.is_none() {
            let _: f64 = c.parameter("Number").required();
        }
        let out: Private<1> = c.private("Out");
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(out);
        Ok(Self)
    }
}

#[test]
fn an_optional_parameter_that_is_wrong_was_given_all_the_same() {
    let (_, faults) = declare::<FromFile>(&[("File", "nowhere.txt")]);
    assert_eq!(messages(&faults), ["parameter `File`: nowhere.txt: not found"], "and no Number is missing");
    let (_, faults) = declare::<FromFile>(&[]);
    assert_eq!(messages(&faults), ["parameter `Number` is missing"]);
}

#[test]
fn all_faults_are_noted_and_stand_ins_make_no_more() {
    let (_, faults) = declare::<Everything>(&[
        ("Vector", "1, 0, 2"),
        ("List", "1, 2, 3"),
        ("Matrix", "1, 2; 3"),
        ("Count", "-1"),
        ("Flag", "yes"),
        ("File", "nowhere.txt"),
        ("Choice", "Blue"),
    ]);
    assert_eq!(
        messages(&faults),
        [
            "parameter `Number` is missing",
            "parameter `Vector`: `1, 0, 2` is out of range",
            "parameter `List`: 3 numbers, where 2 are needed",
            "parameter `Matrix`: row 2 has width 1, row 1 has width 2",
            "parameter `Count`: `-1` is not a whole number written in digits",
            "parameter `Flag`: `yes` is neither true nor false",
            "parameter `File`: nowhere.txt: not found",
            "parameter `Choice`: `Blue` is not one of its values",
        ]
    );
    assert_eq!(faults[0].advice, "expected: number, at least 1 and less than 5, in m (A length)");
}

#[test]
fn numbers_are_finite() {
    for (text, why) in [
        ("inf", "`inf` is not a finite number"),
        ("NaN", "`NaN` is not a finite number"),
        ("1e999", "`1e999` is too large for a number (at most 1.797e308)"),
        ("", "a number is missing"),
        ("1,2", "`1,2` is not a number: a decimal is written with a point: `1.2`"),
        ("0x", "there is no unit `x`"),
        ("2*(3", "the `(` has no `)`"),
    ] {
        let (_, faults) = declare::<Everything>(&[("Number", text), ("Matrix", "1")]);
        let messages = messages(&faults);
        assert!(messages.len() == 1 && messages[0].starts_with(&format!("parameter `Number`: {why}")), "{messages:?}");
    }
    let (_, faults) = declare::<Everything>(&[("Number", "1"), ("Matrix", "1"), ("List", "1,")]);
    assert_eq!(messages(&faults), ["parameter `List`: element 2 of 2 is empty"]);
}

#[test]
fn parameters_are_checked_against_each_other() {
    let (_, faults) = declare::<Everything>(&[("Number", "4"), ("Matrix", "1")]);
    assert_eq!(faults[0].subject, Subject::CrossCheck("Number".into()));
    assert_eq!(messages(&faults), ["parameter `Number`: is more than the first of Vector"]);
}

struct Wrong;

impl SimObject for Wrong {
    const NAME: &'static str = "Wrong";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input: In<1> = c.in_port("In", "", "");
        let empty: InSlice = c.in_slice("Empty", 0, "", "");
        let state: State<2> = c.state("State", "", "");
        let other: Out<2> = c.out_port("State", "", "");
        let twice: Out<1> = c.out_port("Twice", "", "");
        let unfilled: Out<1> = c.out_port("Unfilled", "", "");
        let _: Out<1> = c.out_port("not a name", "", "");
        c.common_computation(Self::nothing).reads((input, empty, twice)).fills((twice, other));
        c.common_computation(Self::nothing).reads(unfilled).fills(twice);
        c.common_computation(Self::nothing);
        c.default_input(input, DefaultInput::Parameter("Nowhere".into()));
        c.nominal(state, -1.0);
        c.initial_value(state, [1.0, 2.0, 3.0]);
        let _: f64 = c.parameter("P").default(1.0);
        let _: f64 = c.parameter("P").default(2.0);
        Ok(Self)
    }
}

impl Wrong {
    fn nothing(&self, _: &mut Io<'_>) {}
}

#[test]
fn contradictions_are_mistakes_of_the_library() {
    let (_, faults) = declare::<Wrong>(&[]);
    assert!(faults.iter().all(|fault| fault.subject == Subject::Declaration));
    let found = messages(&faults);
    for expected in [
        "a nominal value must be more than 0, not -1",
        "an initial value of `State` must be 2 finite numbers, not [1.0, 2.0, 3.0]",
        "parameter `P` is declared twice",
        "the default input names a parameter `Nowhere`, which is not declared",
        "`Empty` has no elements",
        "two ports, states or private values are called `State`",
        "`not a name` is not a name (a letter or `_`, then letters, digits, `_`, `-`)",
        "the computation `nothing` both reads and fills `Twice`",
        "the calculation `nothing` gives nothing",
        "no computation fills `Unfilled`",
        "no computation fills `not a name`",
        "`Twice` is filled more than once",
        "it has states, but gives no derivatives",
    ] {
        assert!(found.contains(&expected), "{expected}\nnot in {found:#?}");
    }
    assert_eq!(found.len(), 13, "{found:#?}");
}

/// Width, kinds of ports and calculations of all sorts.
struct Ports {
    inputs: Vec<In<1>>,
    force: Sum<3>,
    wide: StateSlice,
    output: Out<2>,
}

impl SimObject for Ports {
    const NAME: &'static str = "Ports";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("Count").default(2);
        let inputs: Vec<In<1>> = (1..=count).map(|i| c.in_port(format!("In{i}"), "Pa", "")).collect();
        let force = c.sum_port("Force", "N", "");
        let wide = c.state_slice("Wide", count, "m", "Heights");
        c.out_port_of("Wide", wide);
        let output = c.out_port("Out", "", "");
        c.nominal(wide, 1e5);
        c.default_input(force, DefaultInput::from(0.0));
        c.common_computation(Self::add).reads((&inputs, force)).fills(output);
        c.derivatives(Self::rise).reads(&inputs).reads_no_states();
        Ok(Self { inputs, force, wide, output })
    }
}

impl Ports {
    fn add(&self, io: &mut Io<'_>) {
        let sum: f64 = self.inputs.iter().map(|input| io.get(*input)[0]).sum();
        io.set(self.output, [sum, io.get(self.force)[2]]);
    }
    fn rise(&self, io: &mut Io<'_>) {
        for (i, input) in self.inputs.iter().enumerate() {
            let [value] = io.get(*input);
            io.derivative_slice_mut(self.wide)[i] = value;
        }
    }
}

#[test]
fn an_interface_may_depend_on_parameters() {
    let (declaration, faults) = declare::<Ports>(&[("Count", "3")]);
    assert_eq!(messages(&faults), [""; 0]);
    let interface = &declaration.interface;
    let signals: Vec<(&str, u32)> = interface.signals.iter().map(|s| (s.name.as_ref(), s.width)).collect();
    assert_eq!(signals, [("In1", 1), ("In2", 1), ("In3", 1), ("Force", 3), ("Wide", 3), ("Wide", 3), ("Out", 2)]);
    assert_eq!(interface.signals[5].role, Role::OutOfState(4));
    assert_eq!((interface.signals[5].unit.as_ref(), interface.signals[5].doc.as_ref()), ("m", "Heights"));
    // The first names no state, and so counts as reading it; the second says that it does not.
    assert_eq!(interface.calculations[0].reads, [0, 1, 2, 3, 4]);
    assert_eq!(interface.calculations[1].reads, [0, 1, 2]);
    assert_eq!(interface.calculations[1].gives, [4]);
    assert_eq!(declaration.numbers[0].values, [1e5; 3]);
    assert_eq!(
        (&declaration.numbers[1].meaning, declaration.numbers[1].values.as_slice()),
        (&Meaning::DefaultInput(None), &[0.0; 3][..])
    );
}

#[test]
fn bound_objects_compute_in_the_workspace_they_are_given() {
    let (declaration, _) = declare::<Ports>(&[]);
    let interface = &declaration.interface;
    // x = [a, b], then In1, In2, two forces and Out.
    let mut values = vec![0.0, 0.0, 1.0, 10.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, f64::NAN, f64::NAN];
    let places = [Place::at(2), Place::at(3), Place::sum(1, 2), Place::at(0), Place::at(0), Place::at(10)];
    let summed = [99, 4, 7];
    let mut store = ObjectStore::new(ObjectType::of::<Ports>(), 1);
    store.bind(Session::binding("X", &[], &NoFiles, interface, &places)).unwrap();
    let mut derivatives = [0.0; 2];
    for calculation in &interface.calculations {
        let mut io = HostIo::new(&mut values, &mut derivatives, &summed, 0.0);
        // SAFETY: the store holds one object of the type that declared the calculation.
        unsafe { store.run(calculation.kernel, 0..1, &mut io) }.unwrap();
    }
    assert_eq!(values[10..], [11.0, 9.0]);
    assert_eq!(derivatives, [1.0, 10.0]);
}

#[test]
fn a_place_outside_the_workspace_is_told_without_a_word_on_the_terminal() {
    let (declaration, _) = declare::<Ports>(&[]);
    let interface = &declaration.interface;
    let places = [Place::at(0), Place::out_of_bounds(1), Place::sum(0, 0), Place::at(0), Place::at(0), Place::at(0)];
    let mut store = ObjectStore::new(ObjectType::of::<Ports>(), 1);
    store.bind(Session::binding("X", &[], &NoFiles, interface, &places)).unwrap();
    let mut values = [0.0; 2];
    let mut io = HostIo::new(&mut values, &mut [], &[], 0.0);
    // SAFETY: as above.
    let notes = unsafe { store.run(interface.calculations[0].kernel, 0..1, &mut io) }.unwrap_err();
    let stopped = notes.stopped.unwrap();
    let simobject_host::FailureKind::OutOfBounds { place } = stopped.failure.kind() else { panic!("{stopped:?}") };
    assert_eq!((stopped.object, Place::signal_out_of_bounds(place)), (0, Some(1)));
}

struct TooWide;

impl SimObject for TooWide {
    const NAME: &'static str = "TooWide";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let _: InSlice = c.in_slice("In", 1 << 40, "", "");
        Ok(Self)
    }
}

#[test]
fn absurd_widths_are_refused() {
    let (_, faults) = declare::<TooWide>(&[]);
    assert_eq!(messages(&faults), ["`In` has 1099511627776 elements, more than 16777216"]);
}

/// A rod of cells that exchange heat with their neighbours.
struct Rod;

impl SimObject for Rod {
    const NAME: &'static str = "Rod";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let cells: StateSlice = c.state_slice("T", 100, "K", "");
        let lid: State<1> = c.state("Lid", "K", "");
        c.derivatives(|_: &Self, _: &mut Io<'_>| {})
            .pattern(cells, cells, Pattern::Band { below: 1, above: 1 })
            .pattern(cells, lid, Pattern::Elements(vec![(99, 0)]))
            .pattern(lid, cells, Pattern::Elements(vec![(0, 100)]));
        Ok(Self)
    }
}

#[test]
fn patterns_inside_states_are_declared_and_checked() {
    let (declaration, faults) = declare::<Rod>(&[]);
    assert_eq!(messages(&faults), ["the pattern of `Lid` over `T` has an element (0, 100), outside of 1 by 100"]);
    let band = declaration.interface.patterns[0].pattern.columns(100, 100);
    assert_eq!((&band[0], &band[50], &band[99]), (&vec![0, 1], &vec![49, 50, 51], &vec![98, 99]));
    let lid = declaration.interface.patterns[1].pattern.columns(100, 1);
    assert_eq!((&lid[98], &lid[99]), (&vec![], &vec![0]));
    assert_eq!(Pattern::DIAGONAL.columns(4, 4)[3], [3]);
    assert_eq!(Pattern::NONE.columns(2, 2), [[], []] as [[usize; 0]; 2]);
}

/// Declares more parameters than anybody wants.
struct Many;

impl SimObject for Many {
    const NAME: &'static str = "Many";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        for number in 0..MANY {
            let width: f64 = c.parameter(format!("P{number}")).default(1.0);
            assert_eq!(width, if number % 2 == 0 { 2.0 } else { 1.0 });
        }
        Ok(Self)
    }
}

const MANY: usize = 100_000;

/// Comparing each name with all others took most of a minute.
#[test]
#[cfg_attr(miri, ignore = "it would take an hour")]
fn a_hundred_thousand_parameters_are_found_at_once() {
    let names: Vec<String> = (0..MANY).rev().step_by(2).map(|number| format!("P{}", number - 1)).collect();
    let arguments: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "2")).collect();
    let (declaration, faults) = declare::<Many>(&arguments);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(declaration.parameters.len(), MANY);
}

/// Writes what libraries wrote before.
#[allow(deprecated, reason = "that is what is tested")]
mod former {
    use simobject::{Clock, Creator, Fallback, In, Io, Result, Sampled, SampledSlice, SimObject};

    pub(super) struct Former {
        input: In<1>,
        mode: Sampled<1>,
        modes: SampledSlice,
    }

    impl SimObject for Former {
        const NAME: &'static str = "Former";
        fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
            let input = c.in_port("In", "", "");
            c.fallback(input, Fallback::Value(vec![2.0]));
            let mode = c.sampled_state("Mode", "", "");
            let modes = c.sampled_state_slice("Modes", 2, "", "");
            c.update(Self::step).on(Clock::steps()).reads(input).sets((mode, modes));
            Ok(Self { input, mode, modes })
        }
    }

    impl Former {
        fn step(&self, io: &mut Io<'_>) {
            let input = io.get(self.input);
            io.set_next(self.mode, input);
            io.next_slice_mut(self.modes).fill(input[0]);
        }
    }
}

#[test]
fn former_names_of_authors_calls_are_those_of_today() {
    let (declaration, faults) = declare::<former::Former>(&[]);
    assert_eq!(messages(&faults), [""; 0]);
    let roles: Vec<_> = declaration.interface.signals.iter().map(|signal| (signal.role, signal.width)).collect();
    assert_eq!(roles, [(Role::In, 1), (Role::DiscreteState, 1), (Role::DiscreteState, 2)]);
    let number = &declaration.numbers[0];
    assert_eq!((&number.meaning, number.values.as_slice()), (&Meaning::DefaultInput(None), &[2.0][..]));
}

/// Matrices that have to be of a shape.
struct Shaped;

impl SimObject for Shaped {
    const NAME: &'static str = "Shaped";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let square: Matrix = c.parameter("Square").square().default(Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]));
        let fixed: Matrix = c.parameter("Fixed").rows(2).columns(3).optional().unwrap_or_default();
        let wide: Option<Matrix> = c.parameter("Wide").columns(2).at_least(0.0).optional();
        let tall: Option<Matrix> = c.parameter("Tall").rows(3).square().optional();
        let told = format!("s{}x{}_f{}x{}", square.rows(), square.columns(), fixed.rows(), fixed.columns());
        let told = format!("{told}_{}_{}", wide.map_or(0, |m| m.rows()), tall.map_or(0, |m| m.columns()));
        let told: Private<1> = c.private(told);
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(told);
        Ok(Self)
    }
}

#[test]
fn matrices_have_the_shape_that_was_asked_for() {
    let (declaration, faults) =
        declare::<Shaped>(&[("Fixed", "1,2,3;4,5,6"), ("Wide", "1,2"), ("Tall", "1,0,0;0,1,0;0,0,1")]);
    assert_eq!((messages(&faults), told(&declaration)), (vec![], "s2x2_f2x3_1_3"));
    let kinds: Vec<&str> = declaration.parameters.iter().map(|parameter| parameter.kind.as_str()).collect();
    assert_eq!(kinds, ["square matrix", "2 x 3 matrix", "matrix of 2 columns", "square matrix of 3 rows"]);
    let wrong = [("Square", "1,2"), ("Fixed", "1,2;3,4;5,6"), ("Wide", "1;2"), ("Tall", "1,2;3,4")];
    let (declaration, faults) = declare::<Shaped>(&wrong);
    assert_eq!(
        messages(&faults),
        [
            "parameter `Square`: 1 x 2 numbers, where a square matrix is needed",
            "parameter `Fixed`: 3 x 2 numbers, where a 2 x 3 matrix is needed",
            "parameter `Wide`: 2 x 1 numbers, where a matrix of 2 columns is needed",
            "parameter `Tall`: 2 x 2 numbers, where a square matrix of 3 rows is needed",
        ]
    );
    assert_eq!(told(&declaration), "s1x1_f2x3_1_3", "what stands in has the shape, too");
}

#[test]
fn a_matrix_has_as_many_elements_as_it_says() {
    let matrix = Matrix::new(2, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    assert_eq!(matrix.row(1), [4.0, 5.0, 6.0]);
    assert_eq!(Matrix::new(2, 3, vec![0.0; 5]), None);
    assert_eq!(Matrix::new(usize::MAX, 2, vec![]), None);
}

/// A number where the width is 1.
struct Scalars(State<1>, Out<1>);

impl SimObject for Scalars {
    const NAME: &'static str = "Scalars";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, out) = (c.state("X", "m", ""), c.out_port("Out", "m", ""));
        c.initial_value(x, 3.0);
        c.derivatives(|object: &Self, io: &mut Io<'_>| io.set_derivative(object.0, -2.0)).reads(());
        c.common_computation(|object: &Self, io: &mut Io<'_>| io.set(object.1, 7.0)).reads(()).fills(out);
        Ok(Self(x, out))
    }
}

#[test]
fn a_single_number_needs_no_brackets() {
    let (declaration, faults) = declare::<Scalars>(&[]);
    assert_eq!(messages(&faults), [""; 0]);
    assert_eq!(declaration.numbers[0].values, [3.0]);
    let mut store = ObjectStore::new(ObjectType::of::<Scalars>(), 1);
    store.bind(Session::binding("X", &[], &NoFiles, &declaration.interface, &[Place::at(0), Place::at(1)])).unwrap();
    let (mut values, mut derivatives) = ([0.0; 2], [0.0]);
    for calculation in &declaration.interface.calculations {
        let mut io = HostIo::new(&mut values, &mut derivatives, &[], 0.0);
        // SAFETY: as above.
        unsafe { store.run(calculation.kernel, 0..1, &mut io) }.unwrap();
    }
    assert_eq!((values, derivatives), ([0.0, 7.0], [-2.0]));
}
