//! Libraries in C and C++, loaded by the program: against the same closed form
//! as the linked-in ones, and where they misbehave.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use program::native::Compilers;
use program::{bowline, read, read_json, rows, text, tutorial_height};

/// The libraries that the tests load.
struct Libraries {
    spring_in_c: PathBuf,
    mass_in_cpp: PathBuf,
    ported: PathBuf,
    failing: PathBuf,
    nonsense: PathBuf,
    throwing: PathBuf,
}

/// Built once; none where there is no compiler.
static LIBRARIES: LazyLock<Option<Libraries>> = LazyLock::new(|| {
    let compilers = Compilers::new("c_libraries")?;
    Some(Libraries {
        spring_in_c: compilers.build("libraries/examples/spring/spring.c"),
        mass_in_cpp: compilers.build("libraries/examples/mass/mass.cpp"),
        ported: compilers.build("tests/native_libraries/ported.cpp"),
        failing: compilers.build("tests/native_libraries/failing.c"),
        nonsense: compilers.build("tests/native_libraries/nonsense.c"),
        throwing: compilers.build("tests/native_libraries/throwing.cpp"),
    })
});

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("libraries/examples").join(name).display().to_string()
}

/// Runs the program with these libraries in a directory of its own.
fn with_libraries(directory: &TempDir, arguments: &[&str], libraries: &[&Path]) -> Output {
    let libraries = libraries.iter().flat_map(|path| ["--library", path.to_str().unwrap()]);
    bowline(directory, &arguments.iter().copied().chain(libraries).collect::<Vec<_>>())
}

/// Writes a scenario of these sections and runs it to `out.csv`.
fn run(directory: &TempDir, sections: &str, libraries: &[&Path]) -> Output {
    fs::write(directory.path().join("scenario.xml"), format!("<Contents>\n{sections}\n</Contents>\n")).unwrap();
    with_libraries(directory, &["run", "scenario.xml", "-o", "out.csv"], libraries)
}

/// The column of that name, after the times.
fn column(csv: &str, name: &str) -> Vec<(f64, f64)> {
    let at = csv.lines().next().unwrap().split(',').position(|n| n == name).unwrap_or_else(|| panic!("{name}"));
    rows(csv).iter().map(|row| (row[0], row[at])).collect()
}

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
fn springs_and_masses_of_three_languages_move_alike() {
    let Some(built) = &*LIBRARIES else { return };
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
fn fhsim_code_with_common_calculations_and_results_in_members_runs() {
    let Some(built) = &*LIBRARIES else { return };
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
fn a_loop_that_only_silence_closes_says_so() {
    let Some(built) = &*LIBRARIES else { return };
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &ported(r#"Silent="1""#, ""), &[&built.ported]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_says(&said, &["algebraic loop", "B.Position", "S.ForceB"]);
    assert_says(&said, &["`B` (Body/Mass of ported) does not say which in-ports its results need", "`.Reads(...)`"]);
}

/// F begins at its input, where it stays until it is pushed from t = 0.35 s on:
/// then `In + (1 - exp(-r (t - 0.35))) / r`, with the rate `r = Stages Weights`.
/// G has a rate of 0 and stays where the scenario puts it.
#[test]
fn initial_conditions_parameters_and_time_events_of_cpp_objects_count() {
    let Some(built) = &*LIBRARIES else { return };
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
fn sums_and_derivatives_of_c_objects_count() {
    let Some(built) = &*LIBRARIES else { return };
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
fn objects_that_are_not_reentrant_give_the_same_bits_on_two_threads() {
    let Some(built) = &*LIBRARIES else { return };
    let results = [1, 2].map(|cores| {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &chain(1500, cores), &[&built.ported]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        read(&directory, "out.csv")
    });
    assert_eq!(rows(&results[0]).len(), 3);
    assert!(results[0] == results[1], "one thread and two give different numbers");
}

/// A scenario with one object `X` of a type, and a source of 1 for its in-ports.
fn alone(library: &str, kind: &str, parameters: &str, ports: &[&str]) -> String {
    let connections: String = ports.iter().map(|port| format!(r#" X.{port}="1""#)).collect();
    format!(
        r#"<OBJECTS><Lib LibName="{library}" SimObject="{kind}" Name="X" {parameters}/></OBJECTS>
           <INTERCONNECTIONS><Connection{connections}/></INTERCONNECTIONS>
           <INTEGRATION><Engine TOutput="0:0.1:1" IntegratorMethod="RK4" stepsize="0.1" FileOutput="objects:all"/></INTEGRATION>"#
    )
}

/// Of a run that fails in its midst: what it says, after checking that it is a
/// failed run that kept the rows before t = 0.5 s.
fn failed_at_half(sections: &str, library: &Path) -> String {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, sections, &[library]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let times: Vec<f64> = rows(&read(&directory, "out.csv")).iter().map(|row| row[0]).collect();
    assert!(times.starts_with(&[0.0, 0.1, 0.2, 0.3]) && times.last() < Some(&0.55), "{times:?}");
    assert_eq!(read_json(&directory, "out.run.json")["exit_status"], 1);
    said
}

/// Reports wrap long lines.
fn assert_says(said: &str, parts: &[&str]) {
    let said = said.replace("\n  │ ", " ").replace("\n        ", " ");
    for part in parts {
        assert!(said.contains(part), "`{part}` not in {said}");
    }
}

#[test]
fn exceptions_of_cpp_code_name_simobject_type_library_and_time() {
    let Some(built) = &*LIBRARIES else { return };
    let names = ["X", "Bad/Thrower", "throwing"];
    let places = [("common", 0.5), ("port", 0.5), ("OdeFcn", 0.5), ("NextTimeEvent", 0.6)];
    for (place, time) in places {
        for (what, why) in [
            ("exception", "threw an exception: the table ends at 0.5"),
            ("number", "threw something that is not a std::exception"),
            ("fatal", "the pipe burst"),
            ("recoverable", "the valve is stuck"),
        ] {
            let parameters = format!(r#"Where="{place}" What="{what}""#);
            let said = failed_at_half(&alone("throwing", "Bad/Thrower", &parameters, &[]), &built.throwing);
            assert_says(&said, &names);
            assert_says(&said, &[why, &format!("t = {time} s")]);
        }
    }
    for place in ["constructor", "InitialConditionSetup"] {
        for (what, why) in [
            ("exception", "threw an exception: the table ends at 0.5"),
            ("number", "threw something that is not a std::exception"),
        ] {
            let directory = TempDir::new().unwrap();
            let parameters = format!(r#"Where="{place}" What="{what}""#);
            let output = run(&directory, &alone("throwing", "Bad/Thrower", &parameters, &[]), &[&built.throwing]);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
            assert_says(&text(&output.stderr), &names);
            assert_says(&text(&output.stderr), &[why]);
        }
    }
    for (kind, why) in [
        ("Bad/Namesake", "the out-port `Pos` has the name of a state"),
        ("Bad/Impatient", "ports and common calculations have values in calculations only"),
    ] {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &alone("throwing", kind, "", &[]), &[&built.throwing]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_says(&text(&output.stderr), &["X", kind, "throwing", why]);
    }
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &alone("throwing", "Bad/Hasty", "", &[]), &[&built.throwing]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_says(
        &text(&output.stderr),
        &["X", "Bad/Hasty", "throwing", "a common calculation is used that has not run"],
    );
    let null = alone("throwing", "Bad/Thrower", r#"Where="null""#, &[]);
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &null, &[&built.throwing]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_says(&text(&output.stderr), &["X", "Bad/Thrower", "throwing", "returned a null pointer"]);
}

#[test]
fn a_whole_number_below_zero_stands_for_one_that_is_left_out() {
    let Some(built) = &*LIBRARIES else { return };
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

#[test]
fn failures_of_c_code_name_simobject_type_library_and_time() {
    let Some(built) = &*LIBRARIES else { return };
    for (how, why) in [
        (0, "the pump ran dry"),
        (1, "without saying why"),
        (2, "Out"),
        (3, "Value"),
        (5, "the pump ran dry"),
        (6, "returned 6 for 1 SimObjects"),
    ] {
        let sections = alone("failing", "Bad/Failing", &format!(r#"How="{how}""#), &["Undeclared", "Sum"]);
        let said = failed_at_half(&sections, &built.failing);
        assert_says(&said, &["X", "Bad/Failing", "failing", why, "t = 0.5 s"]);
    }
    for (kind, why) in [("Bad/Refusing", "there is no licence"), ("Bad/Silent", "without saying why")] {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &alone("failing", kind, "", &[]), &[&built.failing]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_says(&text(&output.stderr), &["X", kind, "failing", why]);
    }
}

#[test]
fn sum_ports_are_not_taken_for_others() {
    let Some(built) = &*LIBRARIES else { return };
    for (read_the_sum, why) in
        [(1, "bowline_read was used for a sum port"), (0, "bowline_sum was used for what is no sum port")]
    {
        let parameters = format!(r#"ReadTheSum="{read_the_sum}""#);
        let directory = TempDir::new().unwrap();
        let output =
            run(&directory, &alone("failing", "Bad/Confusing", &parameters, &["Sum", "In"]), &[&built.failing]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_says(&text(&output.stderr), &["X", "Bad/Confusing", "failing", why, "t = 0 s"]);
    }
}

#[test]
fn a_loop_that_does_not_say_who_calculates_names_where_it_stopped() {
    let Some(built) = &*LIBRARIES else { return };
    let objects = r#"<Lib LibName="failing" SimObject="Bad/Loop" Name="N" Named="1"/>"#;
    let sections = alone("failing", "Bad/Loop", "", &[]).replacen("<OBJECTS>", &format!("<OBJECTS>{objects}"), 1);
    assert_says(&failed_at_half(&sections, &built.failing), &["`X` (Bad/Loop of failing)", "the pump ran dry"]);
}

/// 1e-300 times 1e-10 is a subnormal number, which gcc's fast arithmetic makes 0
/// in the whole program when such a library is loaded.
#[test]
fn a_library_with_fast_arithmetic_leaves_that_of_others_alone() {
    let Some(compilers) = Compilers::new("fast_arithmetic") else { return };
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
fn an_undeclared_read_is_found_by_check() {
    let Some(built) = &*LIBRARIES else { return };
    for (sections, library, port) in [
        (alone("failing", "Bad/Failing", r#"How="4""#, &["Undeclared", "Sum"]), &built.failing, "Undeclared"),
        (alone("throwing", "Bad/Thrower", r#"Where="undeclared""#, &["In"]), &built.throwing, "In"),
        (alone("throwing", "Bad/Thrower", r#"Where="unnamed""#, &["In"]), &built.throwing, "Common"),
    ] {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("scenario.xml"), format!("<Contents>{sections}</Contents>")).unwrap();
        let output = with_libraries(&directory, &["check", "scenario.xml"], &[library]);
        assert_ne!(output.status.code(), Some(0), "{output:?}");
        assert_says(&text(&output.stderr), &["X", &format!("`{port}`"), "did not declare"]);
    }
}

#[test]
fn nonsense_declarations_are_named() {
    let Some(built) = &*LIBRARIES else { return };
    for (kind, why) in [
        ("zero_width", "`Empty` has no elements"),
        ("too_wide", "`Wide` has"),
        ("duplicate", "are called `In`"),
        ("empty_name", "`` is not a name"),
        ("null_name", "null"),
        ("not_utf8", "UTF-8"),
        ("unknown_role", "99"),
        ("unknown_kind", "77"),
        ("state_that_is_none", "the out-port `Shown` shows `In`, which is no state"),
        ("other_width", "the out-port `Shown` has 3 elements, its state 2"),
        ("too_many_reads", "`greedy` reads 4 signals, but only 3 are declared"),
        ("reads_beyond", "`stray` names signal number 1000000"),
        ("no_function", "`absent`"),
        ("unknown_purpose", "99"),
        ("small_struct", "a struct of 8 bytes"),
        ("null_struct", "null pointer"),
        ("unknown_parameter", "99"),
        ("number_of_nothing", "4711"),
        ("look_at_nothing", "4711"),
        ("nominal_of_port", "a nominal value is declared for `Out`, which is no state"),
        ("initial_of_port", "an initial value is declared for `In`, which is no state"),
        ("fallback_of_out", "a fallback is declared for `Out`, which is no in-"),
        ("fills_in_port", "the computation `backwards` fills `In`, which is neither"),
        ("sets_port", "the initial condition `begin` sets `Out`, which is no state"),
        ("pattern_of_port", "the pattern of `In` over `In` is declared, but `In` is no state"),
        ("narrow_look", "a look follows `In`, which has 1 elements, not 3"),
        ("endless_pattern", "the numbers of a pattern are 18446744073709551615, more than"),
        ("endless_vector", "parameter `Long` is a vector of 18446744073709551615 elements"),
        ("endless_text", "the description of a parameter has 18446744073709551615 bytes"),
        ("value_without_size", "the value of a parameter cannot be written: a struct of 0 bytes"),
        ("fickle", "does not repeat itself"),
    ] {
        let directory = TempDir::new().unwrap();
        let kind = format!("Nonsense/{kind}");
        let output = run(&directory, &alone("nonsense", &kind, "", &["In"]), &[&built.nonsense]);
        assert_eq!(output.status.code(), Some(2), "{kind}: {output:?}");
        assert_says(&text(&output.stderr), &["X", &kind, "nonsense", why]);
    }
}

#[test]
fn the_border_is_plain_cpp11_too() {
    let Some(compilers) = Compilers::new("c_libraries") else { return };
    compilers.build_as("tests/native_libraries/border.cpp", "-std=c++11");
}

/// Valgrind's verdict on the program while it declares, wires, evaluates with
/// checked reads and runs a few steps of objects in C and C++.
#[test]
fn nothing_is_read_or_written_where_it_must_not_be() {
    let Some(built) = &*LIBRARIES else { return };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: there is no `valgrind` here");
        return;
    }
    let directory = TempDir::new().unwrap();
    let bad = |library, kind, parameters, ports: &[&str]| {
        let scenario = format!("<Contents>{}</Contents>", alone(library, kind, parameters, ports));
        let path = directory.path().join(format!("{library}.xml"));
        fs::write(&path, scenario).unwrap();
        path.display().to_string()
    };
    let both = example("spring_and_mass.xml");
    let commands = [
        (vec!["run".to_owned(), both.clone(), "--until".to_owned(), "0.1".to_owned()], 0),
        (vec!["check".to_owned(), both], 0),
        (vec!["check".to_owned(), bad("throwing", "Bad/Thrower", r#"Where="undeclared""#, &["In"])], 2),
        (vec!["check".to_owned(), bad("failing", "Bad/Failing", r#"How="4""#, &["Undeclared", "Sum"])], 2),
        (vec!["check".to_owned(), bad("nonsense", "Nonsense/null_name", "", &["In"])], 2),
    ];
    let begun = commands.map(|(arguments, expected)| {
        let mut command = Command::new("valgrind");
        command.current_dir(&directory).args(["--quiet", "--error-exitcode=99", "--leak-check=no"]);
        command.arg(env!("CARGO_BIN_EXE_bowline")).args(&arguments);
        for library in [&built.spring_in_c, &built.mass_in_cpp, &built.throwing, &built.failing, &built.nonsense] {
            command.arg("--library").arg(library);
        }
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        (arguments, expected, child)
    });
    for (arguments, expected, child) in begun {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// C code sees pointers: what it uses beyond a port's width is its neighbour's.
#[test]
fn numbers_beyond_the_width_of_a_port_are_not_used() {
    let Some(compilers) = Compilers::new("c_libraries") else { return };
    let library = compilers.build("tests/native_libraries/beyond.c");
    let directory = TempDir::new().unwrap();
    let run = |way: u32| {
        let objects = format!(
            r#"<OBJECTS>
                 <Lib LibName="base" SimObject="Src/Constant" Name="U" Value="2"/>
                 <Lib LibName="base" SimObject="Src/Constant" Name="V" Value="3"/>
                 <Lib LibName="beyond" SimObject="Beyond" Name="B" Way="{way}"/>
               </OBJECTS>
               <INTERCONNECTIONS><Connection B.In="U.Out"/></INTERCONNECTIONS>
               <INITIALIZATION><InitialCondition B.X="0"/></INITIALIZATION>
               <INTEGRATION><Engine TOutput="0, 1" FileOutput="objects:all"/></INTEGRATION>"#
        );
        let output = run(&directory, &objects, &[&library]);
        let said = text(&output.stderr).split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        (output.status.code(), said)
    };
    let (exit, said) = run(0);
    assert_eq!(exit, Some(0), "{said}");
    for (way, fault) in [
        (
            1,
            "`B` (Beyond of beyond): `output` uses numbers beyond the width of its ports or states: without them `Out` is NaN",
        ),
        (2, "`B` (Beyond of beyond): `output` writes beyond `Out`, which has width 1"),
        (3, "`B` (Beyond of beyond): `output` changes `In`, which it did not declare to fill"),
        (4, "`B` (Beyond of beyond): `growth` writes beyond `X`, which has width 1"),
    ] {
        let (exit, said) = run(way);
        assert_eq!(exit, Some(2), "{said}");
        assert!(said.contains(fault), "{said}");
    }
}
