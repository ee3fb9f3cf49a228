//! Clocks, discrete states, memory and events of libraries in C and C++.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::native::{LIBRARIES, alone, assert_says, column, run, with_libraries};
use crate::program::{read, text};

fn described(kind: &str, library: &Path, format: &str) -> String {
    let directory = TempDir::new().unwrap();
    let output = with_libraries(&directory, &["describe", kind, "--format", format], &[library]);
    assert!(output.status.success(), "{kind}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Each part of a page, as it is declared.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_declared_in_c_and_cpp_is_described() {
    let built = &LIBRARIES;
    let (c, cpp): (&Path, &Path) = (&built.clocked_in_c, &built.sampled_in_cpp);
    for (kind, library, parts) in [
        (
            "Signal/Ring",
            c,
            &[
                "| `Sum` | 1 | `0` | every 0.5 s, first after 0.25 s |",
                "| `read_ring` | every 0.5 s, first after 0.25 s: reads `Ring`, `Sum`; fills `Out`, `Tick` |",
                "| `add` | every 0.5 s, first after 0.25 s: reads `Sum`, the previous `Out`; sets the next values of `Sum` |",
                "| `shift` | every 0.5 s, first after 0.25 s: reads `In`, `Sum`; writes `Ring` |",
            ][..],
        ),
        (
            "clocked:Cable/Line",
            c,
            &[
                "| `Broken` | 1 | `0` | at events of `Reserve` | 1 when it is broken |",
                "| `Reserve` | 1 | N | where it falls below 0 | Up to its strength |",
                "| `tear` | when `Reserve` falls below 0: reads nothing; sets `Broken` |",
            ],
        ),
        (
            "clocked:Signal/Peak",
            c,
            &["| `step` | after each accepted step: reads `In`, `Peak`; sets the next values of `Peak` |"],
        ),
        (
            "clocked:Signal/UnitDelay",
            c,
            &["| `sample` | every SampleTime: reads `In`, `Y`; sets the next values of `Y` |"],
        ),
        (
            "sampled:Signal/UnitDelay",
            cpp,
            &["| `Sample` | every SampleTime: reads `In`, `Y`; sets the next values of `Y` |"],
        ),
        (
            "Signal/MovingMean",
            cpp,
            &[
                "| `Sum` | every 0.25 s: reads `In`, `Ring`, `Last`; fills `Sum` |",
                "| `Shift` | every 0.25 s: reads `In`, `Last`; sets the next values of `Last`; writes `Ring` |",
            ],
        ),
        ("Wave/Side", cpp, &["| `Out` | every 0.25 s: reads the previous `Other`; fills `Out` |"]),
        (
            "Body/Ball",
            cpp,
            &[
                "| `Bounce` | when `Gap` falls below 0: reads `Height`, `Speed`, `Bounces`; sets `Height`, `Speed`, `Bounces` |",
            ],
        ),
    ] {
        let page = described(kind, library, "markdown");
        parts.iter().for_each(|part| assert!(page.contains(part), "{part}\nnot in {page}"));
        assert!(!page.contains("| `Ring` |"), "memory is nothing that a user sees: {page}");
    }
    let page: Value = serde_json::from_str(&described("Signal/Ring", c, "json")).unwrap();
    assert_eq!(page["memory"][0]["width"], 2);
    assert_eq!(page["sampled_states"][0]["clock"], serde_json::json!({"every": {"period": 0.5, "offset": 0.25}}));
    assert_eq!(page["computations"][1]["reads_previous"], serde_json::json!(["Out"]));
    let page: Value = serde_json::from_str(&described("sampled:Cable/Line", cpp, "json")).unwrap();
    assert_eq!(page["sampled_states"][0]["events"], serde_json::json!(["Reserve"]));
    assert_eq!(page["computations"][2]["event"], serde_json::json!({"indicator": "Reserve", "crossing": "falling"}));
    let text = described("sampled:Cable/Line", cpp, "human");
    assert!(text.contains("Broken  scalar  initially 0, at events of Reserve  1 when it is broken"), "{text}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn former_names_are_those_of_today() {
    let built = &LIBRARIES;
    for (name, library) in [("former", &built.former_in_c), ("former_too", &built.former_in_cpp)] {
        let page = described(&format!("{name}:Signal/Former"), library, "json");
        let page: Value = serde_json::from_str(&page).unwrap();
        assert_eq!(page["in_ports"][0]["fallback"], serde_json::json!({"parameter": null, "values": [2.0]}), "{name}");
        assert_eq!(page["sampled_states"][0]["name"], "Mode", "{name}");
    }
}

/// A run that has to succeed; its rows.
fn rows_of(sections: &str, libraries: &[&Path]) -> String {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, sections, libraries);
    assert!(output.status.success(), "{}", text(&output.stderr));
    read(&directory, "out.csv")
}

fn close(found: f64, exact: f64, tolerance: f64, what: &str) {
    assert!((found - exact).abs() <= tolerance, "{what}: {found}, not {exact}");
}

/// A ramp of slope 1 through a delay in C and then one in C++: at the tick k of
/// 0.25 s they show the ramp of the ticks k - 1 and k - 2.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn unit_delays_of_two_languages_follow_each_other() {
    let built = &LIBRARIES;
    let (c, cpp): (&Path, &Path) = (&built.clocked_in_c, &built.sampled_in_cpp);
    for (first, second) in [("clocked", "sampled"), ("sampled", "clocked")] {
        let period = r#"SampleTime="0.25""#;
        // The scenario's clock, and one of each's own of the same period.
        for (own, common) in [("", period), (period, "")] {
            let sections = format!(
                r#"<OBJECTS>
                 <Lib LibName="{second}" SimObject="Signal/UnitDelay" Name="B" {own}/>
                 <Lib LibName="{first}" SimObject="Signal/UnitDelay" Name="A" {own}/>
                 <Lib LibName="base" SimObject="Src/Ramp" Name="R" EndTime="10" After="10"/>
               </OBJECTS>
               <INTERCONNECTIONS><Connection A.In="R.Out" B.In="A.Y"/></INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.125:2" {common} FileOutput="A.Y, B.Y"/></INTEGRATION>"#
            );
            let csv = rows_of(&sections, &[c, cpp]);
            // A over the ticks 0 to 8, then B.
            let a = [0.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75];
            let b = [0.0, 0.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5];
            for (name, exact) in [("A.Y", a), ("B.Y", b)] {
                let values = column(&csv, name);
                assert_eq!(values.len(), 17);
                for (time, value) in values {
                    assert_eq!(value, exact[(time / 0.25) as usize], "{name} at {time} s");
                }
            }
        }
    }
    let sections = alone("sampled", "Signal/UnitDelay", "", &["In"]);
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &sections, &[cpp]);
    assert_eq!(output.status.code(), Some(2));
    assert_says(
        &text(&output.stderr),
        &["`X` (Signal/UnitDelay of sampled)", "`Engine` gives no SampleTime", "SampleTime=\"0.01\""],
    );
}

/// A mass of m kg that falls into a line of 1000 N/m: x = (m g / k) (1 - cos(w t)), with
/// a peak of 2 m g. With 60.55 kg that is 1188 N, 1 % less than the line holds, with
/// 61.774 kg it is 1212 N, 1 % more.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_line_breaks_where_its_strength_is_exceeded_and_only_there() {
    let built = &LIBRARIES;
    let libraries: [&Path; 2] = [&built.clocked_in_c, &built.sampled_in_cpp];
    for library in ["clocked", "sampled"] {
        for method in ["DormandPrince", "BDF", "TRBDF2", "ESDIRK34", "auto"] {
            for (mass, is_strong) in [(60.55, true), (61.774, false)] {
                let sections = format!(
                    r#"<OBJECTS>
                         <Lib LibName="{library}" SimObject="Cable/Line" Name="L" Stiffness="1000" Strength="1200"/>
                         <Lib LibName="sampled" SimObject="Body/Load" Name="B" Mass="{mass}"/>
                       </OBJECTS>
                       <INTERCONNECTIONS><Connection L.Stretch="B.Pos" B.Tension="L.Tension"/></INTERCONNECTIONS>
                       <INTEGRATION><Engine TOutput="0:0.05:1.5" AbsTol="1e-8" RelTol="1e-8"
                         IntegratorMethod="{method}" FileOutput="B.Pos, L.Broken, L.Tension"/></INTEGRATION>"#
                );
                let csv = rows_of(&sections, &libraries);
                let (g, w) = (9.81, f64::sqrt(1000.0 / mass));
                let (swing, speed) = (mass * g / 1000.0, mass * g / 1000.0 * w);
                // Where 1000 x = 1200.
                let breaks = if is_strong { f64::INFINITY } else { (1.0 - 1.2 / swing).acos() / w };
                let broken = column(&csv, "L.Broken");
                for ((time, pos), (_, broken)) in column(&csv, "B.Pos").into_iter().zip(broken) {
                    let what = format!("{library}, {method}, {mass} kg, at {time} s");
                    assert_eq!(broken, f64::from(u8::from(time > breaks)), "{what}");
                    let after = time - breaks;
                    let exact = if after < 0.0 {
                        swing * (1.0 - (w * time).cos())
                    } else {
                        1.2 + speed * (w * breaks).sin() * after + 0.5 * g * after * after
                    };
                    close(pos, exact, 2e-5, &what);
                }
            }
        }
    }
}

/// From 1 m, with a coefficient of restitution of 0.8: impacts at sqrt(2 / g) (1 + 2 (0.8 + 0.8^2 + ...)).
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_handler_in_cpp_sets_states_of_both_kinds() {
    let built = &LIBRARIES;
    let sections = r#"
        <OBJECTS><Lib LibName="sampled" SimObject="Body/Ball" Name="B"/></OBJECTS>
        <INITIALIZATION><InitialCondition B.Height="1" B.Speed="0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.1:2" AbsTol="1e-10" RelTol="1e-10" FileOutput="objects:states, objects:all"/></INTEGRATION>"#;
    let csv = rows_of(sections, &[&built.sampled_in_cpp]);
    let (g, first) = (9.81, f64::sqrt(2.0 / 9.81));
    let bounces = column(&csv, "B.Bounces");
    for ((time, height), (_, bounced)) in column(&csv, "B.Height").into_iter().zip(bounces) {
        let (mut impact, mut count, mut speed) = (first, 0, g * first);
        let mut exact = 1.0 - 0.5 * g * time * time;
        while time > impact {
            (count, speed) = (count + 1, 0.8 * speed);
            let flight = time - impact;
            exact = speed * flight - 0.5 * g * flight * flight;
            impact += 2.0 * speed / g;
        }
        assert_eq!(bounced, f64::from(count), "at {time} s");
        close(height, exact, 1e-8, &format!("at {time} s"));
    }
    assert_eq!(column(&csv, "B.Bounces").last().unwrap().1, 3.0);
}

/// A ramp of slope 4 and the constant 6, through the mean of three samples of 0.25 s.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn memory_vectors_and_ticks_in_cpp_count() {
    let built = &LIBRARIES;
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Ramp" Name="R" EndTime="10" After="40"/>
          <Lib LibName="sampled" SimObject="Signal/MovingMean" Name="M" Width="2" Count="3"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection M.In="R.Out, 6"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0:0.125:1.5" FileOutput="M.Mean, M.Last, M.Tick"/></INTEGRATION>"#;
    let csv = rows_of(sections, &[&built.sampled_in_cpp]);
    // By the tick: the ramp is 0, 1, 2 ... there.
    let ramp = [0.0, 1.0 / 3.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let constant = [2.0, 4.0, 6.0, 6.0, 6.0, 6.0, 6.0];
    let last = [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    for (name, exact) in [
        ("M.Mean[0]", ramp),
        ("M.Mean[1]", constant),
        ("M.Last[0]", last),
        ("M.Last[1]", [-1.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0]),
        ("M.Tick", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    ] {
        for (time, value) in column(&csv, name) {
            close(value, exact[(time / 0.25) as usize], 1e-15, &format!("{name} at {time} s"));
        }
    }
}

/// A clock that begins at 0.25 s: what it fills is there from the start, by a tick 0
/// that is not due yet; the ramp comes out of the ring two ticks after it went in.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn memory_and_previous_values_in_c_count_on_a_clock_that_begins_late() {
    let built = &LIBRARIES;
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Ramp" Name="R" EndTime="10" After="10"/>
          <Lib LibName="clocked" SimObject="Signal/Ring" Name="D"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection D.In="R.Out"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0:0.25:3" FileOutput="D.Out, D.Tick, D.Sum"/></INTEGRATION>"#;
    let csv = rows_of(sections, &[&built.clocked_in_c]);
    // Before the first tick, and from the ticks at 0.25, 0.75, 1.25 ... s on.
    let out = [-2.0, -2.0, -1.0, 0.25, 0.75, 1.25, 1.75];
    let tick = [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    // The sum of half of what Out was before each tick but the last one.
    let sum = [0.0, 0.0, -1.0, -2.0, -2.5, -2.375, -2.0];
    for (name, exact) in [("D.Out", out), ("D.Tick", tick), ("D.Sum", sum)] {
        for (time, value) in column(&csv, name) {
            assert_eq!(value, exact[((time + 0.25) / 0.5) as usize], "{name} at {time} s");
        }
    }
}

/// Each side is 1 more than the other was at the tick before.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn two_sides_read_each_others_previous_values_in_either_order() {
    let built = &LIBRARIES;
    let side = |name: &str, begin: f64| {
        format!(r#"<Lib LibName="sampled" SimObject="Wave/Side" Name="{name}" Begin="{begin}"/>"#)
    };
    let (a, b) = (side("A", 1.0), side("B", 10.0));
    for objects in [format!("{a}{b}"), format!("{b}{a}")] {
        let sections = format!(
            r#"<OBJECTS>{objects}</OBJECTS>
               <INTERCONNECTIONS><Connection A.Other="B.Out" B.Other="A.Out"/></INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.25:1" FileOutput="A.Out, B.Out"/></INTEGRATION>"#
        );
        let csv = rows_of(&sections, &[&built.sampled_in_cpp]);
        let values = |name: &str| column(&csv, name).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        assert_eq!(values("A.Out"), [11.0, 3.0, 13.0, 5.0, 15.0]);
        assert_eq!(values("B.Out"), [2.0, 12.0, 4.0, 14.0, 6.0]);
    }
}

/// Steps of 0.25 s see a sine of 0.5 Hz at its extrema and zeros and in between; a row
/// at the end of a step comes before what the step changes.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_update_on_accepted_steps_sees_each_of_them() {
    let built = &LIBRARIES;
    let libraries: [&Path; 2] = [&built.clocked_in_c, &built.sampled_in_cpp];
    for library in ["clocked", "sampled"] {
        let sections = format!(
            r#"<OBJECTS>
                 <Lib LibName="base" SimObject="Src/Sine" Name="S" Frequency="0.5"/>
                 <Lib LibName="{library}" SimObject="Signal/Peak" Name="P"/>
                 <Lib LibName="base" SimObject="Math/Integrator" Name="I"/>
               </OBJECTS>
               <INTERCONNECTIONS><Connection P.In="S.Out" I.In="S.Out"/></INTERCONNECTIONS>
               <INITIALIZATION><InitialCondition I.Integral="0"/></INITIALIZATION>
               <INTEGRATION><Engine TOutput="0, 0.25, 0.5, 0.75, 2" IntegratorMethod="RK4" stepsize="0.25"
                 FileOutput="P.Peak"/></INTEGRATION>"#
        );
        let csv = rows_of(&sections, &libraries);
        let peaks: Vec<f64> = column(&csv, "P.Peak").into_iter().map(|(_, peak)| peak).collect();
        for (peak, exact) in peaks.iter().zip([0.0, 0.0, f64::sqrt(0.5), 1.0, 1.0]) {
            close(*peak, exact, 1e-15, &format!("{library}: {peaks:?}"));
        }
    }
}
