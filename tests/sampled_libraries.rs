//! Clocks, sampled states, memory and events of libraries in C and C++.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod program;

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use program::native::{LIBRARIES, with_libraries};
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
