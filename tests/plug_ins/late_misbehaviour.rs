//! Libraries in C that misbehave later than 1 s, when nobody checks the start:
//! Bowline finds it, and names whoever did it.

use std::fs;
use std::ops::ControlFlow;

use bowline_engine::{Catalog, LoadOptions, Run, RunOptions, Source, Sources, Table};
use tempfile::TempDir;

use crate::program::native::{LIBRARIES, assert_says, with_libraries};
use crate::program::text;

/// Three SimObjects of one type, the second of which misbehaves.
fn late(way: &str, by: i32) -> String {
    let object = |name: &str, parameters: &str| {
        format!(r#"<Lib LibName="late" SimObject="Bad/Late" Name="{name}" {parameters}/>"#)
    };
    let wrong = format!(r#"Way="{way}" By="{by}""#);
    let objects = [object("A", ""), object("B", &wrong), object("C", "")].concat();
    format!(
        r#"<Contents>
             <OBJECTS><Lib LibName="base" SimObject="Src/Constant" Name="S" Value="2"/>{objects}</OBJECTS>
             <INTERCONNECTIONS><Connection A.In="S.Out" B.In="S.Out" C.In="S.Out" A.Told="A.Y" B.Told="B.Y"
               C.Told="C.Y"/></INTERCONNECTIONS>
             <INTEGRATION><Engine TOutput="0:0.2:3" FileOutput="objects:all"/></INTEGRATION>
           </Contents>"#
    )
}

/// Exit status and output.
fn told(directory: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let output = with_libraries(directory, arguments, &[&LIBRARIES.late]);
    (output.status.code(), text(&output.stderr))
}

fn written(way: &str, by: i32) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("late.xml"), late(way, by)).unwrap();
    directory
}

/// What writes where, by how many numbers away from the start of its own row; and
/// the calculation and the place that guarded runs report.
const STRAYS: [(&str, i32, &str, &str); 17] = [
    ("1", 2, "shift", "behind the end of `B.Ring`"),
    ("1", 5, "shift", "behind the end of `B.Ring`"),
    ("1", -1, "shift", "in front of `B.Ring`"),
    ("2", 1, "show", "behind the end of `B.Out`"),
    ("2", -1, "show", "in front of `B.Out`"),
    ("3", 1, "growth", "the derivative of `C.X`"),
    ("3", -1, "growth", "the derivative of `A.X`"),
    ("4", 0, "show", "`B.X`"),
    ("4", 1, "show", "`C.X`"),
    ("4", -1, "show", "`A.X`"),
    ("5", 1, "step", "behind the end of `B.Y`"),
    ("5", -1, "step", "in front of `B.Y`"),
    ("6", 1, "hold", "behind the end of `B.Fast`"),
    ("6", -1, "hold", "in front of `B.Fast`"),
    ("7", 1, "handle", "behind the end of `B.Z`"),
    ("7", -1, "handle", "in front of `B.Z`"),
    ("8", 0, "hold", "the previous value of `B.Told`"),
];

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_guarded_run_names_who_writes_to_what_is_not_its_own() {
    let directory = written("0", 0);
    let (exit, said) = told(&directory, &["run", "late.xml", "-o", "fine.csv", "--guard"]);
    assert_eq!(exit, Some(0), "{said}");
    for (way, by, calculation, place) in STRAYS {
        let directory = written(way, by);
        let (exit, said) = told(&directory, &["run", "late.xml", "-o", "out.csv", "--guard"]);
        assert_eq!(exit, Some(1), "{way} {by}: {said}");
        assert_says(&said, &["`B` (Bad/Late of late)", &format!("`{calculation}` writes"), place]);
        for innocent in ["`A` (Bad/Late", "`C` (Bad/Late", "Src/Constant"] {
            assert!(!said.contains(innocent), "{way} {by}: {said}");
        }
    }
}

/// Guards surround what lies outside of x. (The program of a debug build guards all runs.)
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_plain_run_finds_what_was_written_between_rows_and_nobody_elses_numbers_change() {
    let run = |way: &str, by: i32| {
        let mut catalog = Catalog::new([&bowline_base::LIBRARY]);
        // SAFETY: it was built for this.
        unsafe { catalog.add_file(&LIBRARIES.late) }.unwrap();
        let sources = Sources::new(Source::new("late.xml", late(way, by)));
        let model = bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap();
        let mut table = Table::new(&model);
        let mut run = Run::with(&model, RunOptions { profile: false, guard: false, ..RunOptions::default() });
        let outcome = run.to_end(&mut table, &mut |_| ControlFlow::Continue(()));
        (outcome.map(|_| ()).map_err(|error| error.to_string()), table)
    };
    let is_outside = |place: &&str| place.contains("behind") || place.contains("front");
    for (way, by, _, place) in STRAYS.into_iter().filter(|(.., place)| is_outside(place)) {
        let (outcome, table) = run(way, by);
        let said = outcome.expect_err("something was written");
        assert!(
            said.contains("(Bad/Late of late)") && said.contains(place) && said.contains("--guard"),
            "{way} {by}: {said}"
        );
        // In is 2, X' = 1, and Y counts the ticks before, of 0.1 s.
        let times: Vec<f64> = table.rows().iter().map(|(time, _)| *time).collect();
        for name in ["A.Out", "C.Out", "A.X", "C.X", "A.Y", "C.Y"] {
            for (time, number) in times.iter().zip(table.column(name).unwrap()) {
                let expected = match &name[2..] {
                    "Out" => 2.0,
                    "X" => *time,
                    _ => (time * 10.0).round(),
                };
                assert!((number - expected).abs() < 1e-9, "{way} {by}: {name} = {number} at {time}");
            }
        }
    }
    assert_eq!(run("0", 0).0, Ok(()));
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_left_out_at_a_tick_is_an_error() {
    for (way, what) in [
        ("9", "`B.Fast` (Bad/Late of late) was not set by `hold` at t = 1.1 s"),
        ("10", "`B.Y` (Bad/Late of late) was not set by `step` at t = 1.1 s"),
    ] {
        for guard in [&["--guard"][..], &[]] {
            let directory = written(way, 0);
            let (exit, said) = told(&directory, &[&["run", "late.xml", "-o", "out.csv"], guard].concat());
            assert_eq!(exit, Some(1), "{way}: {said}");
            assert_says(&said, &[what]);
        }
    }
}

/// The end of the span and its middle are later than 1 s.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_check_looks_at_later_times_too() {
    let directory = written("0", 0);
    let (exit, said) = told(&directory, &["check", "late.xml"]);
    assert_eq!(exit, Some(0), "{said}");
    for (way, by, calculation, _) in STRAYS {
        let directory = written(way, by);
        let (exit, said) = told(&directory, &["check", "late.xml"]);
        assert_eq!(exit, Some(2), "{way} {by}: {said}");
        assert_says(&said, &["`B` (Bad/Late of late)", &format!("`{calculation}`"), "at t = 1.5 s"]);
    }
    for (way, what) in [("9", "`hold` leaves out `Fast`"), ("10", "`step` leaves out the next value of `Y`")] {
        let directory = written(way, 0);
        let (exit, said) = told(&directory, &["check", "late.xml"]);
        assert_eq!(exit, Some(2), "{way}: {said}");
        assert_says(&said, &["`B` (Bad/Late of late)", what]);
    }
}

/// A counter in a static variable.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_check_runs_the_first_tick_twice() {
    let directory = written("11", 0);
    let (exit, said) = told(&directory, &["check", "late.xml"]);
    assert_eq!(exit, Some(2), "{said}");
    assert_says(&said, &["`B` (Bad/Late of late)", "`step`", "the next value of `Y`"]);
}

/// Bowline names the provider that answers, not the SimObject that asks.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_provider_that_answers_wrongly_is_named() {
    for (what, arguments, exit, parts) in [
        ("as it should", &["check", "wind.xml"][..], 0, &[][..]),
        ("as it should", &["run", "wind.xml", "-o", "out.csv", "--guard"], 0, &[]),
        ("counts", &["check", "wind.xml"], 2, &["`W` (Bad/Weather of answering): `Blow` answers", "asked the same"]),
        (
            "counts later",
            &["check", "wind.xml"],
            2,
            &["`W` (Bad/Weather of answering): `Blow` answers", "asked the same"],
        ),
        (
            "no number",
            &["run", "wind.xml", "-o", "out.csv"],
            1,
            &["`W` (Bad/Weather of answering): answering for `Wind` failed", "it answered NaN", "`B` (Body/Balloon"],
        ),
    ] {
        let directory = TempDir::new().unwrap();
        let scenario = format!(
            r#"<Contents>
                 <OBJECTS>
                   <Lib LibName="answering" SimObject="Body/Balloon" Name="B"/>
                   <Lib LibName="answering" SimObject="Bad/Weather" Name="W" What="{what}"/>
                 </OBJECTS>
                 <INTERCONNECTIONS><Connection B.Wind="W.Wind"/></INTERCONNECTIONS>
                 <INTEGRATION><Engine TOutput="0:0.2:3" FileOutput="objects:all"/></INTEGRATION>
               </Contents>"#
        );
        fs::write(directory.path().join("wind.xml"), scenario).unwrap();
        let output = with_libraries(&directory, arguments, &[&LIBRARIES.answering]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{what}: {said}");
        assert_says(&said, parts);
    }
}

/// Bowline does not blame a member that keeps the largest input on what it is
/// connected to.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_check_names_the_member_that_remembers() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents>
        <OBJECTS>
          <Lib LibName="base" SimObject="Math/LowPass" Name="L" TimeConstant="1"/>
          <Lib LibName="answering" SimObject="Bad/Peak" Name="P"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection L.In="P.Out" P.In="L.Out"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition L.Out="1"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.2:3" FileOutput="objects:all"/></INTEGRATION>
      </Contents>"#;
    fs::write(directory.path().join("peak.xml"), scenario).unwrap();
    let output = with_libraries(&directory, &["check", "peak.xml"], &[&LIBRARIES.answering]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_says(&said, &["`P` (Bad/Peak of answering): a calculation remembers", "`P.Out`"]);
    assert!(!said.contains("`L` (Math/LowPass"), "{said}");
}
