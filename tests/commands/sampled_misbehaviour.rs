//! Clocks, updates and event handlers of libraries in C and C++ that are wrong: each
//! fault is named.

use std::fs;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::native::{LIBRARIES, alone, assert_says, run, with_libraries};
use crate::program::text;
use crate::program::valgrind::under_valgrind;

/// The ways of `untimely.c` and `unpunctual.cpp` that are wrong as they are declared.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn declarations_that_contradict_themselves_are_named() {
    let built = &LIBRARIES;
    for (way, why) in [
        (1, "the update `step` has no clock: say when it runs"),
        (2, "`Y` is set by two updates, `step` and `again`"),
        (3, "the clock of `step` has a period of 0 s"),
        (4, "the clock of `step` has an offset of -0.1 s"),
        (5, "the handler `handle` waits for `Out`, which is no indicator"),
        (6, "the computation `show` fills the discrete state `Z`; its values are set by an update"),
        (7, "the clock of accepted steps has no sample time"),
        (8, "no computation fills `Gap`"),
        (9, "`step` reads the previous value of `Out`, which is not held between ticks"),
    ] {
        let directory = TempDir::new().unwrap();
        let parameters = format!(r#"Way="{way}""#);
        let output = run(&directory, &alone("untimely", "Bad/Untimely", &parameters, &["In"]), &[&built.untimely]);
        assert_eq!(output.status.code(), Some(2), "{way}: {output:?}");
        assert_says(&text(&output.stderr), &["`X` (Bad/Untimely of untimely)", why]);
    }
    for (what, why) in [
        ("another clock", "`Out` reads the common calculation `Calc`, but does not run on its clock"),
        ("no clock", "`Out` reads the common calculation `Calc`, but does not run on its clock"),
        ("handler on a clock", "`On` was said of `Step`, which runs on no clock"),
        ("out-port that sets", "`Sets` was said of `Out`, which is neither an update nor a handler"),
        ("no state", "4711 is nothing that AddState returned"),
        ("no indicator", "no port or state `Nowhere` is declared yet"),
        ("null pointer", "`Sets` was given a null pointer"),
        ("handler of an out-port", "the handler `Step` waits for `Out`, which is no indicator"),
        (
            "handler of an out-port",
            "`Y` is set by the handler `Step` and by the update `Step`, which counts as reading it",
        ),
        ("set in the constructor", "states and memory are set in calculations only"),
    ] {
        let directory = TempDir::new().unwrap();
        let parameters = format!(r#"What="{what}""#);
        let output = run(&directory, &alone("unpunctual", "Bad/Unpunctual", &parameters, &[]), &[&built.unpunctual]);
        assert_eq!(output.status.code(), Some(2), "{what}: {output:?}");
        assert_says(&text(&output.stderr), &["X", "Bad/Unpunctual", "unpunctual", why]);
    }
    for what in ["nothing", "handler and update"] {
        let directory = TempDir::new().unwrap();
        let arguments = ["describe", "unpunctual:Bad/Unpunctual", &format!("What={what}")];
        let output = with_libraries(&directory, &arguments, &[&built.unpunctual]);
        assert!(output.status.success(), "{what}: {}", text(&output.stderr));
    }
}

/// The ways of `untimely.c` and `unpunctual.cpp` that are found when something runs.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_goes_wrong_at_ticks_and_events_is_named() {
    let built = &LIBRARIES;
    let untimely = |way: u32| {
        let directory = TempDir::new().unwrap();
        let parameters = format!(r#"Way="{way}""#);
        let output = run(&directory, &alone("untimely", "Bad/Untimely", &parameters, &["In"]), &[&built.untimely]);
        (output.status.code(), text(&output.stderr))
    };
    let (exit, said) = untimely(0);
    assert_eq!(exit, Some(0), "{said}");
    for (way, exit, parts) in [
        (11, 2, &["`step` writes beyond `Y`, which has width 1"][..]),
        (12, 2, &["`shift` writes beyond `Ring`, which has width 2"]),
        (13, 2, &["`handle` uses the discrete state `Y`, which it did not declare"]),
        (14, 1, &["`X.Z` (Bad/Untimely of untimely)", "NaN", "t = 0.55 s"]),
        (15, 1, &["`X.Y` (Bad/Untimely of untimely)", "NaN", "t = 0.5 s"]),
        (16, 2, &["`step` changes `Y`, which it did not declare to fill"]),
        (17, 1, &["`X` (Bad/Untimely of untimely): `step` failed at t = 0.5 s: the clock stopped"]),
        (18, 2, &["`step` uses the discrete state `Z`, which it did not declare"]),
        (
            19,
            2,
            &["`step` uses numbers beyond the width of its ports or states: without them the next value of `Y` is NaN"],
        ),
        (20, 2, &["`handle` uses numbers beyond the width of its ports or states: without them `Z` is NaN"]),
    ] {
        let (found, said) = untimely(way);
        assert_eq!(found, Some(exit), "{way}: {said}");
        assert_says(&said, parts);
    }
    for (what, exit, why) in [
        ("nothing", 0, ""),
        ("handler and update", 0, ""),
        ("too narrow", 1, "`Step` failed at t = 0 s: a state of 2 elements was set to 1"),
        ("no such state", 1, "`Step` failed at t = 0 s: 4711 is nothing that AddState returned"),
        ("sets in an out-port", 2, "`Y`, which it did not declare"),
        ("reads what it must not", 2, "`Calc`, which it did not declare"),
    ] {
        let directory = TempDir::new().unwrap();
        let parameters = format!(r#"What="{what}""#);
        let output = run(&directory, &alone("unpunctual", "Bad/Unpunctual", &parameters, &[]), &[&built.unpunctual]);
        assert_eq!(output.status.code(), Some(exit), "{what}: {output:?}");
        assert_says(&text(&output.stderr), &[why]);
    }
}

/// What nobody holds has no previous value; what is held has one from the first tick on.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_previous_value_that_is_not_there_is_named() {
    let built = &LIBRARIES;
    for (other, source, parts) in [
        ("HasBegin=\"1\"", "1 + B.Out", &[][..]),
        ("HasBegin=\"1\"", "2", &[]),
        (
            "HasBegin=\"0\"",
            "1 + B.Out",
            &[
                "the previous value of `A.Other` is read, but `B.Out`, which it is connected to, has none",
                "SetInitialValue",
            ],
        ),
        (
            "HasBegin=\"1\"",
            "R.Out[1]",
            &[
                "the previous value of `A.Other` is read, but `R.Out`, which it is connected to, has none",
                "only what runs on a clock has previous values",
            ],
        ),
    ] {
        let sections = format!(
            r#"<OBJECTS>
                 <Lib LibName="base" SimObject="Src/Ramp" Name="R" EndTime="10" PortWidth="2"/>
                 <Lib LibName="sampled" SimObject="Wave/Side" Name="A" Begin="1"/>
                 <Lib LibName="sampled" SimObject="Wave/Side" Name="B" Begin="1" {other}/>
               </OBJECTS>
               <INTERCONNECTIONS><Connection A.Other="{source}" B.Other="A.Out"/></INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.25:1" FileOutput="A.Out"/></INTEGRATION>"#
        );
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &sections, &[&built.sampled_in_cpp]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(if parts.is_empty() { 0 } else { 2 }), "{source}: {said}");
        assert_says(&said, parts);
    }
}

/// All that is there of sampled parts, and what goes beyond its places, under valgrind.
#[test]
#[cfg_attr(any(no_valgrind, no_c_compilers), ignore = "there is no `valgrind` here, or no compiler of C and C++")]
fn nothing_is_read_or_written_where_it_must_not_be_at_ticks_and_events() {
    let built = &LIBRARIES;
    let directory = TempDir::new().unwrap();
    let write = |name: &str, sections: &str| {
        fs::write(directory.path().join(name), format!("<Contents>{sections}</Contents>")).unwrap();
        name.to_owned()
    };
    let all = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Sine" Name="S" Frequency="0.5"/>
          <Lib LibName="clocked" SimObject="Signal/UnitDelay" Name="C1"/>
          <Lib LibName="clocked" SimObject="Signal/Ring" Name="C2"/>
          <Lib LibName="clocked" SimObject="Cable/Line" Name="C3" Stiffness="1000" Strength="1200"/>
          <Lib LibName="clocked" SimObject="Signal/Peak" Name="C4"/>
          <Lib LibName="sampled" SimObject="Signal/UnitDelay" Name="D1"/>
          <Lib LibName="sampled" SimObject="Cable/Line" Name="D2" Stiffness="1000" Strength="1200"/>
          <Lib LibName="sampled" SimObject="Body/Load" Name="D3" Mass="62"/>
          <Lib LibName="sampled" SimObject="Body/Load" Name="D4" Mass="62"/>
          <Lib LibName="sampled" SimObject="Body/Ball" Name="D5"/>
          <Lib LibName="sampled" SimObject="Signal/MovingMean" Name="D6" Width="2" Count="3"/>
          <Lib LibName="sampled" SimObject="Wave/Side" Name="D7" Begin="1"/>
          <Lib LibName="sampled" SimObject="Wave/Side" Name="D8" Begin="2"/>
          <Lib LibName="sampled" SimObject="Signal/Peak" Name="D9"/>
        </OBJECTS>
        <INTERCONNECTIONS>
          <Connection C1.In="S.Out" C2.In="C1.Y" C3.Stretch="D3.Pos" D3.Tension="C3.Tension" C4.In="S.Out"/>
          <Connection D1.In="C1.Y" D2.Stretch="D4.Pos" D4.Tension="D2.Tension" D6.In="D1.Y, S.Out" D7.Other="D8.Out"
            D8.Other="D7.Out" D9.In="S.Out"/>
        </INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition D5.Height="1" D5.Speed="0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.2:1" SampleTime="0.1" FileOutput="objects:all"/></INTEGRATION>"#;
    let untimely = |way: u32| {
        let sections = alone("untimely", "Bad/Untimely", &format!(r#"Way="{way}""#), &["In"]);
        write(&format!("untimely{way}.xml"), &sections)
    };
    let commands = [
        (vec!["run".to_owned(), write("all.xml", all)], 0),
        (vec!["check".to_owned(), untimely(11)], 2),
        (vec!["check".to_owned(), untimely(12)], 2),
        (vec!["check".to_owned(), untimely(13)], 2),
        (vec!["run".to_owned(), untimely(15)], 1),
        (vec!["check".to_owned(), untimely(18)], 2),
    ];
    let begun = commands.map(|(arguments, expected)| {
        let mut command = under_valgrind();
        command.current_dir(&directory).args(&arguments);
        for library in [&built.clocked_in_c, &built.sampled_in_cpp, &built.untimely] {
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
