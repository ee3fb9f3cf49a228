//! Libraries in C and C++ that misbehave: each fault is named, with SimObject,
//! type, library and time, and none takes the program down.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::native::{Compilers, LIBRARIES, SHARED, alone, assert_says, example, run, with_libraries};
use crate::program::valgrind::under_valgrind;
use crate::program::{read, read_json, rows, text};

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

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn exceptions_of_cpp_code_name_simobject_type_library_and_time() {
    let built = &LIBRARIES;
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
        ("Bad/Premature", "states and memory are set in calculations only"),
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
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn failures_of_c_code_name_simobject_type_library_and_time() {
    let built = &LIBRARIES;
    for (how, why) in [
        (0, "the pump ran dry"),
        (1, "without saying why"),
        (2, "Out"),
        (3, "Value"),
        (5, "the pump ran dry"),
        (6, "returned 6 for 1 SimObjects"),
        (8, "uses the in-port `Undeclared`, which it did not declare"),
        (9, "uses the in-port `Undeclared`, which it did not declare"),
        (10, "changed what it was given to look at the run: a mistake in the library"),
        (11, "changed what it was given to look at the run: a mistake in the library"),
        (12, "changed how the processor calculates (rounding mode, subnormal numbers or traps)"),
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
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn sum_ports_are_not_taken_for_others() {
    let built = &LIBRARIES;
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
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_loop_that_does_not_say_who_calculates_names_where_it_stopped() {
    let built = &LIBRARIES;
    let objects = r#"<Lib LibName="failing" SimObject="Bad/Loop" Name="N" Named="1"/>"#;
    let sections = alone("failing", "Bad/Loop", "", &[]).replacen("<OBJECTS>", &format!("<OBJECTS>{objects}"), 1);
    assert_says(&failed_at_half(&sections, &built.failing), &["`X` (Bad/Loop of failing)", "the pump ran dry"]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_undeclared_read_is_found_by_check() {
    let built = &LIBRARIES;
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

/// At the first evaluation, and in `check`.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_derivative_that_cpp_code_forgets_was_not_set() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let sections = alone("throwing", "Bad/Forgetful", "", &[]);
    let why = "the derivative of `X.Pos[1]` (Bad/Forgetful of throwing) was not set by `OdeFcn` at t = 0 s";
    let output = run(&directory, &sections, &[&built.throwing]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_says(&text(&output.stderr), &[why]);
    let output = with_libraries(&directory, &["check", "scenario.xml"], &[&built.throwing]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_says(&text(&output.stderr), &[why]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_undeclared_read_in_a_branch_of_cpp_code_is_named_when_it_is_taken() {
    let built = &LIBRARIES;
    let said = failed_at_half(&alone("throwing", "Bad/Straying", "", &["In"]), &built.throwing);
    assert_says(&said, &["`X` (Bad/Straying of throwing): `Out` failed at t = 0.5 s: uses the in-port `In`"]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn nonsense_declarations_are_named() {
    let built = &LIBRARIES;
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
        ("nominal_of_port", "a nominal value is declared for `In`, which is no state"),
        ("initial_of_port", "an initial value is declared for `In`, which is no state"),
        ("default_input_of_out", "a default input is declared for `Out`, which is no in-"),
        ("fills_in_port", "the computation `backwards` fills `In`, which is neither"),
        ("sets_port", "the initial condition `begin` sets `Out`, which is no state"),
        ("pattern_of_port", "the pattern of `In` over `In` is declared, but `In` is no state"),
        ("narrow_look", "`centre` of look 1 (sphere) is bound to `In`: 1 number, where it needs 3 numbers"),
        ("look_beyond", "`centre` of look 1 (sphere) follows `In[4294967295:4294967298]`, but `In` has 1 element"),
        ("unfinished_look", "look 1 (sphere) has no `centre`, which it needs"),
        ("strange_attribute", "a look (sphere) has an unknown attribute (99)"),
        ("endless_look", "the attributes of a look are 18446744073709551615, more than"),
        ("numbers_of_null", "the numbers of a look are at a null pointer"),
        ("unknown_shape", "a look is of an unknown shape (99)"),
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

/// Valgrind's verdict on the program while it declares, wires, evaluates with
/// checked reads and runs a few steps of objects in C and C++.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
#[cfg_attr(no_valgrind, ignore = "there is no `valgrind` here")]
fn nothing_is_read_or_written_where_it_must_not_be() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let bad = |library, kind, parameters, ports: &[&str]| {
        let scenario = format!("<Contents>{}</Contents>", alone(library, kind, parameters, ports));
        let path = directory.path().join(format!("{library}.xml"));
        fs::write(&path, scenario).unwrap();
        path.display().to_string()
    };
    let both = example("spring_and_mass.xml");
    let languages = |library: &str| {
        let scenario = format!(
            r#"<Contents><OBJECTS><Lib LibName="{library}" SimObject="Friction/StickSlip" Name="X" Mass="1" Stiffness="4"
                 Belt="1" Static="2" Sliding="1"/>
               <Lib LibName="{library}" SimObject="Signal/Filter" Name="F" A="0.5,0;0,0.5" B="1;0" C="1,0"/></OBJECTS>
               <INTERCONNECTIONS><Connection F.In="X.Pos + X.Lead"/></INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.1:1" SampleTime="0.1"/></INTEGRATION></Contents>"#
        );
        let path = directory.path().join(format!("{library}.xml"));
        fs::write(&path, scenario).unwrap();
        path.display().to_string()
    };
    let commands = [
        (vec!["run".to_owned(), both.clone(), "--until".to_owned(), "0.1".to_owned()], 0),
        (vec!["check".to_owned(), both], 0),
        (vec!["check".to_owned(), languages("three")], 0),
        (vec!["run".to_owned(), languages("three_too"), "--until".to_owned(), "0.7".to_owned()], 0),
        (vec!["check".to_owned(), bad("throwing", "Bad/Thrower", r#"Where="undeclared""#, &["In"])], 2),
        (vec!["check".to_owned(), bad("failing", "Bad/Failing", r#"How="4""#, &["Undeclared", "Sum"])], 2),
        (vec!["check".to_owned(), bad("nonsense", "Nonsense/null_name", "", &["In"])], 2),
    ];
    let begun = commands.map(|(arguments, expected)| {
        let mut command = under_valgrind();
        command.current_dir(&directory).args(&arguments);
        for library in [
            &built.spring_in_c,
            &built.mass_in_cpp,
            &built.throwing,
            &built.failing,
            &built.nonsense,
            &built.three_in_c,
            &built.three_in_cpp,
        ] {
            command.arg("--library").arg(library.as_path());
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
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn numbers_beyond_the_width_of_a_port_are_not_used() {
    let compilers = Compilers::new(SHARED);
    let library = compilers.build("tests/native_libraries/beyond.c");
    let directory = TempDir::new().unwrap();
    let run = |way: u32| {
        let objects = format!(
            r#"<OBJECTS>
                 <Lib LibName="base" SimObject="Src/Constant" Name="U" Value="2"/>
                 <Lib LibName="base" SimObject="Src/Constant" Name="V" Value="3"/>
                 <Lib LibName="beyond" SimObject="Beyond" Name="B" Way="{way}"/>
               </OBJECTS>
               <INTERCONNECTIONS><Connection B.In="U.Out" B.Undeclared="1,2,3" B.Summed="V.Out"/></INTERCONNECTIONS>
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
        (7, "`B` (Beyond of beyond): `output` uses the in-port `Undeclared`, which it did not declare"),
        (2, "`B` (Beyond of beyond): `output` writes beyond `Out`, which has width 1"),
        (3, "`B` (Beyond of beyond): `output` changes `In`, which it did not declare to fill"),
        (4, "`B` (Beyond of beyond): `growth` writes beyond `X`, which has width 1"),
    ] {
        let (exit, said) = run(way);
        assert_eq!(exit, Some(2), "{said}");
        assert!(said.contains(fault), "{said}");
    }
    // Where nothing asks whether a place is within reach, no number is found there.
    for way in [5, 6] {
        let (exit, said) = run(way);
        assert_eq!(exit, Some(1), "{said}");
        assert!(said.contains("`B.Out` (Beyond of beyond) became NaN at t = 0 s"), "{said}");
    }
}

/// The line holds 1200 N, and never bears more than 1000 N; a first trial that
/// goes far too far once broke it without a word.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_member_that_remembers_a_rejected_step_is_an_error_that_names_it() {
    let built = &LIBRARIES;
    for method in ["DormandPrince", "BDF", "TRBDF2", "ESDIRK34", "auto"] {
        let sections = format!(
            r#"<OBJECTS><Lib LibName="remembering" SimObject="Mooring/Line" Name="Line" Strength="1200"/></OBJECTS>
               <INTEGRATION><Engine TOutput="0, 10" IntegratorMethod="{method}" HFirst="3"/></INTEGRATION>"#
        );
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &sections, &[&built.remembering]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{method}: {said}");
        assert_says(
            &said,
            &[
                "`Line` (Mooring/Line of remembering): a calculation remembers what came before",
                "at t = 0 s the same state gave `Line.Tension` = 0 where it gave 1000 before",
                "docs/libraries.md, Memory",
            ],
        );
        let output = with_libraries(&directory, &["check", "scenario.xml"], &[&built.remembering]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{method}: {said}");
        assert_says(&said, &["remembered-evaluation", "`Line.Tension` = 0 where it gave 1000 before"]);
    }
}
