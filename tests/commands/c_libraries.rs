//! Libraries in C and C++, loaded by the program: against the same closed form
//! as the linked-in ones.

use std::path::Path;

use tempfile::TempDir;

use crate::program::native::{Compilers, LIBRARIES, SHARED, alone, assert_says, column, example, run, with_libraries};
use crate::program::{read, rows, text, tutorial_height};

/// The mass on a spring of the tutorial: z = 0.0981 - 5.0981 cos(10 t), against
/// which a column of heights is held; and what it is at t = 10 s, and its speed.
fn assert_closed_form(csv: &str, height: &str, speed: &str) {
    let heights = column(csv, height);
    assert_eq!(heights.len(), 101);
    for (time, z) in &heights {
        assert!((z - tutorial_height(*time)).abs() < 1e-7, "{z} at {time} s");
    }
    let (z, v) = (heights[100].1, column(csv, speed)[100].1);
    assert!((z - -4.298_087_842_809_841).abs() < 1e-7, "{z}");
    assert!((v - -25.815_026_749_416_614).abs() < 1e-6, "{v}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn springs_and_masses_of_three_languages_move_alike() {
    let built = &LIBRARIES;
    let (spring, mass): (&Path, &Path) = (&built.spring_in_c, &built.mass_in_cpp);
    for (scenario, libraries) in
        [("spring/spring.xml", &[spring][..]), ("mass/mass.xml", &[mass]), ("spring_and_mass.xml", &[spring, mass])]
    {
        let directory = TempDir::new().unwrap();
        let output = with_libraries(&directory, &["run", &example(scenario), "-o", "out.csv"], libraries);
        assert!(output.status.success(), "{scenario}: {}", text(&output.stderr));
        let csv = read(&directory, "out.csv");
        assert_closed_form(&csv, "B.Pos[2]", "B.Vel[2]");
        if libraries.contains(&mass) {
            for ((_, energy), (_, v)) in column(&csv, "B.Energy").into_iter().zip(column(&csv, "B.Vel[2]")) {
                assert!((energy - 0.5 * v * v).abs() <= 1e-12 * energy, "{energy} J at {v} m/s");
            }
        }
    }
}

/// A scenario of `ported.cpp` with the tutorial's numbers.
fn ported(mass: &str, engine: &str) -> String {
    format!(
        r#"<OBJECTS>
             <Lib LibName="ported" SimObject="Cable/LinearSpring" Name="S" Stiffness="100" RelaxedLength="10"/>
             <Lib LibName="ported" SimObject="Body/Mass" Name="B" Mass="1" g="-9.81" {mass}/>
           </OBJECTS>
           <INTERCONNECTIONS>
             <Connection S.PosA="0,0,-10" S.PosB="B.Position" B.Force="S.ForceB"/>
           </INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition B.Pos="0,0,-5" B.Vel="0,0,0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.1:10" AbsTol="1e-10" RelTol="1e-10" {engine}/></INTEGRATION>"#
    )
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn fhsim_code_with_common_calculations_and_results_in_members_runs() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let recorded = r#"FileOutput="objects:all""#;
    let output = run(&directory, &ported("", recorded), &[&built.ported]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(&directory, "out.csv");
    assert_closed_form(&csv, "B.Pos[2]", "B.Vel[2]");
    // Action and reaction; Hooke's law at the recorded heights.
    let forces = column(&csv, "S.ForceA[2]").into_iter().zip(column(&csv, "S.ForceB[2]"));
    for (((_, a), (_, b)), (_, z)) in forces.zip(column(&csv, "B.Position[2]")) {
        assert_eq!(a, -b);
        assert!((b - -100.0 * z).abs() < 1e-9, "{b} N at {z} m");
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_loop_that_only_silence_closes_says_so() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &ported(r#"Silent="1""#, r#"Loops="refuse""#), &[&built.ported]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_says(&said, &["algebraic loop", "B.Position", "S.ForceB"]);
    assert_says(&said, &["`B` (Body/Mass of ported) does not say which in-ports its results need", "`.Reads(...)`"]);
    // Solved, it is what it would be without silence.
    let output = run(&directory, &ported(r#"Silent="1""#, ""), &[&built.ported]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_closed_form(&read(&directory, "out.csv"), "B.Pos[2]", "B.Vel[2]");
}

/// F begins at its input, where it stays until it is pushed from t = 0.35 s on:
/// then `In + (1 - exp(-r (t - 0.35))) / r`, with the rate `r = Stages Weights`.
/// G has a rate of 0 and stays where the scenario puts it.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn initial_conditions_parameters_and_time_events_of_cpp_objects_count() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Constant" Name="C" Value="4, 0" PortWidth="2"/>
          <Lib LibName="ported" SimObject="Signal/Follower" Name="F" Weights="3, 1.5" Stages="2" JumpAt="0.35"/>
          <Lib LibName="ported" SimObject="Signal/Follower" Name="G" Weights="0"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection F.In="C.Out" G.In="F.Out"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition G.Value="7, 1"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.05:1" HMax="0.1" AbsTol="1e-11" RelTol="1e-11"/></INTEGRATION>"#;
    let output = run(&directory, sections, &[&built.ported]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(&directory, "out.csv");
    assert_says(&text(&output.stderr), &["F", "begins at its input"]);
    assert!(!text(&output.stderr).contains("`G`"), "all of G's states are given: {}", text(&output.stderr));
    let pushed = |time: f64, rate: f64| if time < 0.35 { 0.0 } else { (1.0 - (-rate * (time - 0.35)).exp()) / rate };
    for (index, input, rate) in [(0, 4.0, 6.0), (1, 0.0, 3.0)] {
        for (time, value) in column(&csv, &format!("F.Value[{index}]")) {
            assert!((value - input - pushed(time, rate)).abs() < 1e-9, "{value} at {time} s");
        }
    }
    for (index, given) in [(0, 7.0), (1, 1.0)] {
        assert!(column(&csv, &format!("G.Value[{index}]")).iter().all(|(_, value)| *value == given));
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn sums_and_derivatives_of_c_objects_count() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Constant" Name="A" Value="1.25"/>
          <Lib LibName="base" SimObject="Src/Constant" Name="B" Value="2"/>
          <Lib LibName="failing" SimObject="Bad/Failing" Name="X"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection X.Sum="A.Out + B.Out - 2*A.Out" X.Undeclared="0"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0:0.125:1" IntegratorMethod="Euler" stepsize="0.125" FileOutput="object.X:all"/></INTEGRATION>"#;
    let output = run(&directory, sections, &[&built.failing]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(&directory, "out.csv");
    assert!(column(&csv, "X.Out").iter().all(|(_, sum)| *sum == 0.75));
    assert!(column(&csv, "X.Value").iter().all(|(time, value)| value == time));
}

/// A chain of masses and springs that keep results in their members.
fn chain(length: usize, cores: usize) -> String {
    let mut objects = String::new();
    let mut connections = String::new();
    let mut initial = String::new();
    for i in 0..length {
        let above = if i == 0 { "0,0,0".to_owned() } else { format!("B{}.Position", i - 1) };
        let below = if i + 1 == length { String::new() } else { format!(" + S{}.ForceA", i + 1) };
        objects += &format!(
            r#"<Lib LibName="ported" SimObject="Cable/LinearSpring" Name="S{i}" Stiffness="{}" RelaxedLength="1"/>
               <Lib LibName="ported" SimObject="Body/Mass" Name="B{i}" Mass="1" g="-9.81"/>
            "#,
            1000 + i
        );
        connections += &format!("<Connection S{i}.PosA=\"{above}\" S{i}.PosB=\"B{i}.Position\"/>\n");
        connections += &format!("<Connection B{i}.Force=\"S{i}.ForceB{below}\"/>\n");
        initial += &format!("<InitialCondition B{i}.Pos=\"0.1,0,{}\" B{i}.Vel=\"0,0,0\"/>\n", i + 1);
    }
    format!(
        r#"<OBJECTS>{objects}</OBJECTS>
           <INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
           <INITIALIZATION>{initial}</INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.01:0.02" IntegratorMethod="RK4" stepsize="0.001" NumCores="{cores}"/></INTEGRATION>"#
    )
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn objects_that_are_not_reentrant_give_the_same_bits_on_two_threads() {
    let built = &LIBRARIES;
    let results = [1, 2].map(|cores| {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &chain(1500, cores), &[&built.ported]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        read(&directory, "out.csv")
    });
    assert_eq!(rows(&results[0]).len(), 3);
    assert!(results[0] == results[1], "one thread and two give different numbers");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_whole_number_below_zero_stands_for_one_that_is_left_out() {
    let built = &LIBRARIES;
    for (parameters, slope) in [("", -1.0), (r#"Index="3""#, 3.0)] {
        let directory = TempDir::new().unwrap();
        let given = r#"<INITIALIZATION><InitialCondition X.Value="0"/></INITIALIZATION><INTEGRATION>"#;
        let sections = alone("throwing", "Signal/Ramp", parameters, &[]).replacen("<INTEGRATION>", given, 1);
        let output = run(&directory, &sections, &[&built.throwing]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let values = column(&read(&directory, "out.csv"), "X.Value");
        assert!(values.iter().all(|(time, value)| (value - slope * time).abs() < 1e-12), "{values:?}");
    }
}

/// 1e-300 times 1e-10 is a subnormal number, which gcc's fast arithmetic makes 0
/// in the whole program when such a library is loaded.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_with_fast_arithmetic_leaves_that_of_others_alone() {
    let compilers = Compilers::new("fast_arithmetic");
    let fast = compilers.build_as("libraries/examples/spring/spring.c", "-ffast-math");
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1e-300"/>
          <Lib LibName="base" SimObject="Signal/Gain" Name="G" Gain="1e-10"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection G.In="C.Out"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0, 1" FileOutput="objects:all"/></INTEGRATION>"#;
    let directory = TempDir::new().unwrap();
    let output = run(&directory, sections, &[&fast]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let products = column(&read(&directory, "out.csv"), "G.Out");
    assert!(products.iter().all(|(_, product)| *product == 1e-310), "{products:?}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn the_abi_is_plain_cpp11_too() {
    let compilers = Compilers::new(SHARED);
    compilers.build_as("tests/native_libraries/abi.cpp", "-std=c++11");
}

/// Each calculates for its own part of like SimObjects that lie side by side: A has 3 and B its cube, C two
/// of them; the sum has a number of the first base class.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn functions_of_base_classes_find_their_part() {
    let library = Compilers::new(SHARED).build("tests/native_libraries/inherited.cpp");
    let directory = TempDir::new().unwrap();
    let sections = r#"
        <OBJECTS>
          <Lib LibName="inherited" SimObject="Math/Derived" Name="A" Own="10"/>
          <Lib LibName="inherited" SimObject="Math/Derived" Name="B" Own="20"/>
          <Lib LibName="inherited" SimObject="Math/Derived" Name="C" Own="30"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection A.In="3" B.In="A.Cube" C.In="B.Sum"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0, 2" FileOutput="objects:all"/></INTEGRATION>"#;
    let output = run(&directory, sections, &[&library]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = read(&directory, "out.csv");
    for (name, expected) in [
        ("A.Cube", 27.0),
        ("A.Sum", 16.0),
        ("A.X", 6.0),
        ("B.Cube", 19683.0),
        ("B.Sum", 50.0),
        ("B.X", 54.0),
        ("C.Cube", 125_000.0),
        ("C.Sum", 83.0),
        ("C.X", 100.0),
    ] {
        let found = column(&csv, name)[1].1;
        assert!((found - expected).abs() <= 1e-12 * expected, "{name}: {found}");
    }
}
