//! Clocks, sampled states, memory and events of libraries in C and C++.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod program;

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use program::native::{LIBRARIES, alone, assert_says, run, with_libraries};
use program::text;

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
    let built = &*LIBRARIES;
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
                "| `tear` | when `Reserve` falls below 0: reads `Broken`; sets `Broken` |",
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

/// The ways of `untimely.c` and `unpunctual.cpp` that are wrong as they are declared.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn declarations_that_contradict_themselves_are_named() {
    let built = &*LIBRARIES;
    for (way, why) in [
        (1, "the update `step` has no clock: say when it runs"),
        (2, "`Y` is set by two updates, `step` and `again`"),
        (3, "the clock of `step` has a period of 0 s"),
        (4, "the clock of `step` has an offset of -0.1 s"),
        (5, "the handler `handle` waits for `Out`, which is no indicator"),
        (6, "the computation `show` fills the sampled state `Z`; its values are set by an update"),
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
