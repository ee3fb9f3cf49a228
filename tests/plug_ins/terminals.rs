//! Terminals of libraries in C and C++, beside those of Rust.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::Catalog;
use simobject::{Creator, In, Io, Nature, Out, Result, SimObject, Variable};
use simobject_elements::nature;
use simobject_host::{Argument, Declaration, Library, SampleTime, Session, Surroundings};
use tempfile::TempDir;

use crate::program::native::{LIBRARIES, assert_says, column, example, run, with_libraries};
use crate::program::{read, text};

simobject::library! {
    name: "terminals_in_rust",
    types: [Natures, Forms],
}

static TRAFFIC: Nature = Nature::new("Traffic", "Cars", Variable::new("density", "1/m"), Variable::new("flow", "1/s"));

/// As in joined.c: a terminal of each nature.
struct Natures;

impl SimObject for Natures {
    const NAME: &'static str = "Joined/Natures";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.terminal("Translational", &nature::TRANSLATIONAL, "");
        c.terminal("Rotational", &nature::ROTATIONAL, "");
        c.terminal("Electric", &nature::ELECTRIC, "");
        c.terminal("Hydraulic", &nature::HYDRAULIC, "");
        c.terminal("Thermal", &nature::THERMAL, "");
        c.terminal("Traffic", &TRAFFIC, "A road");
        Ok(Self)
    }
}

/// As in joined.c: a branch of each form.
struct Forms {
    outputs: [Out<1>; 6],
}

impl SimObject for Forms {
    const NAME: &'static str = "Joined/Forms";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = c.terminal("A", &nature::TRANSLATIONAL, "One end");
        let b = c.terminal("B", &nature::TRANSLATIONAL, "The other end");
        let r = c.terminal("R", &nature::ROTATIONAL, "A shaft");
        let factor: f64 = c.parameter("Factor").default(2.0);
        let inputs: [In<1>; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|number| c.in_port(format!("I{number}"), "", ""));
        let outputs: [Out<1>; 6] = [1, 2, 3, 4, 5, 6].map(|number| c.out_port(format!("O{number}"), "", ""));
        c.common_computation(Self::rest).reads(()).fills(&outputs[..]);
        c.rate_of("Rate", "", inputs[0], "");
        c.gives_through((a, b), outputs[0]).named("gives").across(inputs[0]).position(inputs[1]).rate(inputs[2]);
        c.measures(b).named("measures").rate(inputs[3]);
        c.stores(a, factor).named("stores").begins(7.0).through(inputs[4]);
        c.stores(a, outputs[1]).named("stores with").begins(8.0).across(inputs[5]);
        c.fixes_across(b).named("fixes").across(outputs[2]).position(outputs[3]).through(inputs[6]);
        c.relates([((a, b).into(), 1.0), (r.into(), -factor)]).through(inputs[7]);
        c.holds((a, b), outputs[4]).named("holds").sliding(outputs[5]).through(inputs[8]);
        c.blocks(a, -factor, 0.5, 0.001).named("blocks").through(inputs[9]);
        Ok(Self { outputs })
    }
}

impl Forms {
    fn rest(&self, io: &mut Io<'_>) {
        self.outputs.iter().for_each(|output| io.set(*output, [1.0]));
    }
}

struct Nothing;

impl Surroundings for Nothing {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        panic!("{path} is read")
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

fn declared(library: &Library, kind: &str, arguments: &[Argument<'_>]) -> Declaration {
    let kind = library.types().find(|known| known.name() == kind).unwrap();
    let declared = kind.declare(Session::declaring("X", arguments, &Nothing));
    assert!(declared.faults.is_empty(), "{}: {:?}", library.name(), declared.faults);
    declared.declaration
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn terminals_and_branches_of_three_languages_are_the_same() {
    let mut catalog = Catalog::new([&LIBRARY]);
    for library in [&LIBRARIES.joined_in_c, &LIBRARIES.joined_in_cpp] {
        // SAFETY: it was built for this.
        unsafe { catalog.add_file(library) }.unwrap();
    }
    let rust = Library::linked_in(&LIBRARY);
    for name in ["joined", "joined_too"] {
        let library = catalog.library(name).unwrap().unwrap().library;
        let (natures, of_crate) = (declared(library, "Joined/Natures", &[]), declared(rust, "Joined/Natures", &[]));
        assert_eq!(natures.interface.terminals.len(), 6);
        // Descriptions too.
        assert_eq!(natures.interface.terminals, of_crate.interface.terminals, "{name}");
        for arguments in [&[][..], &[Argument { name: "Factor", value: "3" }]] {
            let (here, there) =
                (declared(library, "Joined/Forms", arguments), declared(rust, "Joined/Forms", arguments));
            assert_eq!(here.interface.branches.len(), 8);
            assert_eq!(here.interface.terminals, there.interface.terminals, "{name}");
            assert_eq!(here.interface.branches, there.interface.branches, "{name}");
            assert_eq!(here.branch_numbers, there.branch_numbers, "{name}");
            // The only rate, and whose it is.
            let rates = |of: &Declaration| -> Vec<_> {
                let signals = &of.interface.signals;
                let named = |of: u32| signals[of as usize].name.to_string();
                signals.iter().filter_map(|signal| Some((signal.name.to_string(), named(signal.rate_of?)))).collect()
            };
            assert_eq!(rates(&here), [("Rate".to_owned(), "I1".to_owned())], "{name}");
            assert_eq!(rates(&here), rates(&there), "{name}");
            let factor = if arguments.is_empty() { 2.0 } else { 3.0 };
            assert_eq!(here.branch_numbers[2], [factor, 7.0]);
            assert_eq!(here.branch_numbers[3], [0.0, 8.0]);
            assert_eq!(here.branch_numbers[5], [1.0, -factor]);
            assert_eq!(here.branch_numbers[7], [-factor, 0.5, 0.001]);
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_no_branch_is_told() {
    let directory = TempDir::new().unwrap();
    let told = |library: &Path| {
        let output = with_libraries(&directory, &["describe", "Bad/Bungling"], &[library]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    let said = told(&LIBRARIES.joined_in_c);
    assert_says(
        &said,
        &[
            "a nature cannot be read: a null pointer was given",
            "the branch `stores` stores with a coefficient below 0",
            "the branch `stores` has a position, which Electric does not have",
            "the branch `measures` ends at no terminal",
        ],
    );
    // What follows from a terminal that is none is not told once more.
    assert!(!said.contains("`gives`"), "{said}");
    assert_says(&told(&LIBRARIES.joined_in_cpp), &["no port or state `u` is declared yet"]);
    let sections = r#"
        <OBJECTS><Lib LibName="joined_too" SimObject="Bad/Bungling" Name="X" Null="1"/></OBJECTS>
        <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION>"#;
    let output = run(&directory, sections, &[&LIBRARIES.joined_in_cpp]);
    assert_eq!(output.status.code(), Some(2));
    assert_says(&text(&output.stderr), &["a branch was given a null pointer for an in-port; declare that before"]);
}

/// The columns of a scenario's rows.
fn results(directory: &TempDir, scenario: &str, libraries: &[&Path]) -> impl Fn(&str) -> Vec<(f64, f64)> {
    let path = directory.path().join("scenario.xml");
    fs::write(&path, scenario).unwrap();
    let output = with_libraries(directory, &["run", path.to_str().unwrap(), "-o", "out.csv"], libraries);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(directory, "out.csv");
    move |name| column(&csv, name)
}

fn replaced(text: &str, one: &str, other: &str) -> String {
    assert!(text.contains(one), "{one} is not in {text}");
    text.replace(one, other)
}

/// The example of the motor and the spring, with a spring that does not harden: the same with elements in Rust.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn elements_of_three_languages_move_alike() {
    let (spring, motor): (&Path, &Path) = (&LIBRARIES.spring_with_terminals, &LIBRARIES.motor_with_terminals);
    let directory = TempDir::new().unwrap();
    let example = fs::read_to_string(example("motor_and_spring.xml")).unwrap();
    let linear = replaced(&example, r#" h="25""#, "");
    let libraries = [spring, motor];
    let foreign = results(&directory, &linear, &libraries);
    let kind = r#"LibName="hardening_spring" SimObject="Translational/HardeningSpring""#;
    let rust = replaced(&linear, kind, r#"LibName="terminals" SimObject="Translational/Spring""#);
    let kind = r#"<Lib LibName="motor_in_cpp" SimObject="Electric/Motor" Name="M" R="0.5" L="0.002" k="0.1"/>"#;
    let parts = r#"<Lib LibName="terminals" SimObject="Electric/Resistor" Name="R" R="0.5"/>
                   <Lib LibName="terminals" SimObject="Electric/Inductor" Name="L" L="0.002"/>
                   <Lib LibName="terminals" SimObject="Electric/RotationalEmf" Name="M" k="0.1"/>"#;
    let rust = replaced(&rust, kind, parts);
    let rust = replaced(&rust, r#"V.P="M.P""#, r#"V.P="R.P" R.N="L.P" L.N="M.P""#);
    let rust = results(&directory, &rust, &[]);
    for (name, magnitude) in [("M.i", 50.0), ("V.i", 50.0), ("J.w", 70.0), ("B.s", 0.15), ("B.v", 1.0), ("S.f", 300.0)]
    {
        let (one, other) = (foreign(name), rust(name));
        assert_eq!(one.len(), 101);
        assert!(one.iter().any(|(_, value)| value.abs() > magnitude), "{name}");
        for ((time, one), (_, other)) in one.iter().zip(&other) {
            assert!((one - other).abs() <= 1e-9 * magnitude, "{name} at {time} s: {one} {other}");
        }
    }
}

/// A mass of 2 kg swings freely on the spring: the sum of its energies, with that of the spring, which is
/// the integral of its force, c (x^2/2 + h x^4/4), stays what it was.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_spring_that_hardens_keeps_energy() {
    let directory = TempDir::new().unwrap();
    let sections = r#"
        <OBJECTS>
          <Lib LibName="terminals" SimObject="Translational/Mass" Name="B" m="2"/>
          <Lib LibName="hardening_spring" SimObject="Translational/HardeningSpring" Name="S" c="800" h="40" s_rel0="0.1"/>
          <Lib LibName="terminals" SimObject="Translational/Fixed" Name="W"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection S.B="B.A" S.A="W.A"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.A.s="0.4"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.01:2" AbsTol="1e-12" RelTol="1e-11" FileOutput="objects:all"/></INTEGRATION>"#;
    let output = run(&directory, sections, &[&LIBRARIES.spring_with_terminals]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(&directory, "out.csv");
    let energy = |v: f64, x: f64| v * v + 800.0 * (x * x / 2.0 + 40.0 * x.powi(4) / 4.0);
    let all = energy(0.0, 0.3);
    let (velocities, positions) = (column(&csv, "B.v"), column(&csv, "S.s_rel"));
    assert!(positions.iter().any(|(_, s)| *s < -0.19), "it swings to the other side");
    for ((time, v), (_, s)) in velocities.into_iter().zip(positions) {
        assert!((energy(v, s - 0.1) - all).abs() < 1e-8 * all, "at {time} s: {v} m/s, {s} m");
    }
}
