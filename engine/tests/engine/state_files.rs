//! State files: what they say, and what is refused.

use bowline_engine::{LoadOptions, Model, NoRecorder, Run, RunRecord, RunState, SavedState, Source, Sources};
use std::sync::Arc;

use std::ops::ControlFlow;

use crate::laboratory::{load, load_from, run, scenario};

const ENGINE: &str = r#"TOutput="0:0.5:3""#;

fn two_objects(engine: &str) -> Sources {
    let text = scenario(&["Oscillator O", "Growth Bøye"], "", r#"O.P="1,0" Bøye.Y="1""#, engine);
    Sources::new(Source::new("test.xml", text))
}

fn load_with(sources: &Sources, state: &str) -> Result<Arc<Model>, Vec<String>> {
    let sources = sources.clone().with_initial_state(Source::new("s.json", state));
    load_from(&sources, LoadOptions::default()).map_err(|wrong| {
        let list = wrong.sorted();
        list.iter()
            .map(|d| {
                let place = wrong.place_of(d).map_or_else(String::new, |(source, place)| {
                    let (line, column) = source.line_and_column(place.start);
                    let part = &source.text()[place];
                    format!("{}:{line}:{column} `{part}` ", source.name())
                });
                format!("{place}{}: {}", d.code(), d.message())
            })
            .collect()
    })
}

fn saved(sources: &Sources, time: f64, x: &[f64]) -> String {
    let model = load_from(sources, LoadOptions::default()).unwrap();
    SavedState::new("tests 1.2", &model, &RunState::at(&model, time, x)).to_json().unwrap()
}

#[test]
fn a_state_file_is_json_that_a_person_can_read() {
    let text = saved(&two_objects(ENGINE), 1.5, &[0.1, -0.0, 1e-300]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..4],
        ["{", r#"  "format": "bowline-state","#, r#"  "version": 1,"#, r#"  "program": "tests 1.2","#]
    );
    assert!(lines[4].starts_with(r#"  "scenario": {"path":"test.xml","sha256":""#), "{text}");
    assert_eq!(
        lines[5..],
        [
            r#"  "overrides": [],"#,
            r#"  "time_s": 1.5,"#,
            r#"  "states": {"#,
            r#"    "O.P": [0.1,-0.0],"#,
            r#"    "Bøye.Y": [1e-300]"#,
            "  }",
            "}"
        ]
    );
}

#[test]
fn every_double_reads_back_as_itself() {
    let sources = two_objects(ENGINE);
    // Among them doubles that a reader that rounds twice gets wrong.
    let numbers =
        [0.1, 1.0 / 3.0, -0.0, 5e-324, f64::MAX, 2.225_073_858_507_201e-308, 9007199254740993.0, 1e23, 8.5e22];
    for three in numbers.windows(3) {
        let model = load_with(&sources, &saved(&sources, 1.0, three)).unwrap();
        let bits = |x: &[f64]| x.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(model.workspace().x()), bits(three));
    }
    let mut random = 88172645463325252_u64;
    for _ in 0..1000 {
        let mut next = || loop {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let number = f64::from_bits(random);
            if number.is_finite() {
                return number;
            }
        };
        let x = [next(), next(), next()];
        assert_eq!(load_with(&sources, &saved(&sources, 1.0, &x)).unwrap().workspace().x(), x);
    }
}

#[test]
fn the_states_replace_all_initial_conditions_and_nothing_is_completed() {
    // Nothing gives O.P, and what F would be completed from waits for itself.
    let objects = ["Oscillator O", "Follower F", "Follower G", "Wide W"];
    let text = scenario(&objects, r#"F.In="G.Y" G.In="F.Y" W.In="1""#, r#"W.X="9""#, ENGINE);
    let state = r#"{"format": "bowline-state", "version": 1, "program": "me", "scenario": {"path": "", "sha256": ""},
        "overrides": [], "states": {"W.X": [4], "O.P": [0, 2.0], "G.Y": [-1], "F.Y": [1]}, "time_s": 0.75}"#;
    let sources = Sources::new(Source::new("test.xml", text));
    let model = load_with(&sources, state).unwrap();
    assert_eq!(model.workspace().x(), [0.0, 2.0, 1.0, -1.0, 4.0], "in the order of the model, not of the file");
    let (rows, x) = run(&model);
    let times: Vec<f64> = rows.iter().map(|row| row.0).collect();
    assert_eq!(times, [0.75, 1.0, 1.5, 2.0, 2.5, 3.0]);
    assert!((x[4] - (4.0 + 2.25)).abs() < 1e-12, "from 0.75 s to 3 s: {x:?}");
}

#[test]
fn what_is_no_state_file_is_refused_with_its_place() {
    let sources = two_objects(ENGINE);
    let good = saved(&sources, 1.5, &[0.1, 2.0, 3.0]);
    load_with(&sources, &good).unwrap();
    let missing = "bad-state-file: the member";
    for (from, to, complaint) in [
        (
            "{\n",
            "",
            "s.json:1:3 `\"format\"` bad-state-file: invalid type: string \"format\", expected an object, in braces",
        ),
        (good.as_str(), "", "s.json:1:1 `` bad-state-file: EOF while parsing a value"),
        (
            good.as_str(),
            "1.5",
            "s.json:1:1 `1.5` bad-state-file: invalid type: floating point `1.5`, expected an object, in braces",
        ),
        ("\"version\": 1,", "\"version\": 1", "s.json:4:3 `\"` bad-state-file: expected `,` or `}`"),
        (
            "-state",
            "-stage",
            "s.json:2:13 `\"bowline-stage\"` bad-state-file: the format is \"bowline-stage\", not \"bowline-state\": this is no state file",
        ),
        (
            "\"version\": 1",
            "\"version\": 2",
            "s.json:3:14 `2` bad-state-file: state files of version 2 are not known, only of 1",
        ),
        ("\"time_s\": 1.5,\n", "", &format!("s.json:1:1 `{{` {missing} `time_s` is missing")),
        ("\"format\"", "\"fromat\"", &format!("s.json:1:1 `{{` {missing} `format` is missing")),
        (
            "\"time_s\"",
            "\"time_s\": 1.5, \"time\"",
            "s.json:7:19 `time` bad-state-file: a state file has no member `time`",
        ),
        ("\"time_s\"", "\"time_s\": 1.5, \"time_s\"", "s.json:7:19 `time_s` bad-state-file: `time_s` is given twice"),
        ("1.5", "\"soon\"", "s.json:7:13 `\"soon\"` bad-state-file: invalid type: string \"soon\", expected f64"),
        (
            "1.5",
            "-0.5",
            "s.json:7:13 `-0.5` bad-state-file: the state is that at -0.5 s, outside the run, from 0.0 to 3.0 s",
        ),
        (
            "1.5",
            "3.5",
            "s.json:7:13 `3.5` bad-state-file: the state is that at 3.5 s, outside the run, from 0.0 to 3.0 s",
        ),
        ("[3.0]", "[NaN]", "s.json:10:16 `N` bad-state-file: expected value"),
        ("[3.0]", "[null]", "s.json:10:16 `null` bad-state-file: invalid type: null, expected f64"),
        ("[3.0]", "[1e999]", "s.json:10:20 `9` bad-state-file: number out of range"),
        ("[3.0]", "3.0", "s.json:10:15 `3.0` bad-state-file: invalid type: floating point `3.0`, expected a sequence"),
        (
            "[3.0]",
            "[3.0, 4.0]",
            "s.json:10:15 `[3.0, 4.0]` bad-state-file: `Bøye.Y` has width 1, but the state file has 2 numbers",
        ),
        ("O.P", "O.p", "s.json:9:6 `O.p` unknown-state: `O` (Oscillator) has no state `p`"),
        ("\"O.P\"", "\"o.P\"", "s.json:9:6 `o.P` unknown-object: the state file has `o.P`, but there is no object `o`"),
        ("    \"O.P\": [0.1,2.0],\n", "", "s.json:10:3 `}` missing-state: the state file has no `O.P`"),
    ] {
        assert!(good.contains(from), "{from}");
        let found = load_with(&sources, &good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(found[0], complaint, "{from} -> {to}");
    }
}

#[test]
fn all_wrong_states_are_told_with_the_nearest_names() {
    let sources = two_objects(ENGINE);
    let good = saved(&sources, 1.5, &[0.1, 2.0, 3.0]);
    let wrong = good.replace("O.P", "O.p").replace("Bøye", "Boye");
    let found = load_with(&sources, &wrong).unwrap_err();
    assert_eq!(found.len(), 4, "two unknown and two missing: {found:?}");
    let sources = sources.with_initial_state(Source::new("s.json", wrong));
    let wrong = load_from(&sources, LoadOptions::default()).unwrap_err();
    let help: Vec<_> = wrong.sorted().iter().filter_map(|d| d.help_text()).map(str::to_owned).collect();
    assert!(help.iter().any(|help| help == "did you mean `P`?"), "{help:?}");
    assert!(help.iter().any(|help| help == "did you mean `Bøye`?"), "{help:?}");
}

#[test]
fn names_may_be_escaped_as_other_programs_do() {
    let sources = two_objects(ENGINE);
    let escaped = saved(&sources, 1.5, &[0.1, 2.0, 3.0]).replace("Bøye", "B\\u00f8ye");
    assert_eq!(load_with(&sources, &escaped).unwrap().workspace().x(), [0.1, 2.0, 3.0]);
}

#[test]
fn a_state_that_is_not_finite_is_not_written() {
    let sources = two_objects(ENGINE);
    let model = load(sources.scenario().text());
    let state = SavedState::new("tests", &model, &RunState::at(&model, 1.0, &[0.1, f64::INFINITY, 0.0]));
    assert_eq!(state.to_json(), Err("`O.P` is inf".to_owned()));
}

#[test]
fn what_changed_since_the_state_was_saved_is_on_record() {
    let sources = two_objects(ENGINE);
    let state = saved(&sources, 1.5, &[0.1, 2.0, 3.0]);
    let notes = |sources: &Sources| {
        let model = load_with(sources, &state).unwrap();
        let record = RunRecord::new("tests", &model);
        let initial = record.initial_state.unwrap();
        assert_eq!((initial.path.as_str(), initial.time_s, initial.program.as_str()), ("s.json", 1.5, "tests 1.2"));
        assert_eq!(record.integration.start_s, 1.5);
        record.notes
    };
    assert_eq!(notes(&sources), [""; 0]);
    let other = Sources::new(Source::new("test.xml", format!("{} ", sources.scenario().text())));
    assert_eq!(notes(&other), ["the scenario changed since the initial state was saved"]);
    let overridden = sources.with_overrides(["Engine:RelTol=1e-3"]);
    assert_eq!(notes(&overridden), ["the initial state was saved without `Engine:RelTol=1e-3`"]);
}

/// A delay of one tick, a delay line, counters of ticks and of accepted steps.
fn sampled() -> Sources {
    sampled_from("0")
}

/// The same from another start, s.
fn sampled_from(start: &str) -> Sources {
    let objects = ["Delay D Period=\"0.5\" Offset=\"0.25\"", "Line L", "Counting C", "Peak K", "Oscillator O"];
    let connections = r#"D.In="O.P[0]" L.In="5" K.In="7""#;
    let engine = format!(r#"TOutput="{start}:0.5:3, 3" IntegratorMethod="RK4" stepsize="0.125""#);
    Sources::new(Source::new("test.xml", scenario(&objects, connections, r#"O.P="1,0" D.Y="0.5""#, &engine)))
}

/// The state at the end of a run until that time, s, as text.
fn state_at(sources: &Sources, until: f64) -> String {
    let options = LoadOptions { until: Some(until), ..LoadOptions::default() };
    let model = load_from(sources, options).unwrap();
    let mut run = Run::new(&model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    SavedState::new("tests", &model, &run.state()).to_json().unwrap()
}

/// At 1.125 s: the tick of D at 0.75 s is behind, which saw cos(0.75) and made
/// what it saw at 0.25 s take effect; L and C ticked at 0 and 1 s; eight of
/// nine steps ended before the end.
#[test]
fn what_is_held_what_comes_next_and_the_clocks_stand_in_the_file() {
    let text = state_at(&sampled(), 1.125);
    let part = &text[text.find("  \"held\"").unwrap()..];
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let held = json["held"].as_object().unwrap();
    let names: Vec<&str> = held.keys().map(String::as_str).collect();
    let mut expected = [
        "D.Y",
        "L.Samples",
        "L.Out",
        "C.Tick",
        "C.Runs",
        "C.Seen",
        "C.Count",
        "C.Kept",
        "C.Overdue",
        "C.Alarms",
        "K.Most",
        "K.Count",
        "K.Tick",
    ];
    expected.sort_unstable();
    assert_eq!(names, expected, "{part}");
    let near = |value: &serde_json::Value, exact: f64| (value[0].as_f64().unwrap() - exact).abs() < 1e-4;
    assert!(near(&held["D.Y"], 0.25_f64.cos()) && near(&json["next"]["D.Y"], 0.75_f64.cos()), "{part}");
    for line in [
        r#"    "L.Samples": [5.0,5.0,0.0],"#,
        r#"    "C.Tick": [1.0],"#,
        r#"    "C.Count": [2.0],"#,
        r#"    "C.Alarms": [0.0],"#,
        r#"    "K.Most": [7.0],"#,
        r#"    "K.Count": [8.0],"#,
        r#"    "K.Tick": [7.0]"#,
        r#"  "clocks": {"origin_s":0.0,"steps":8,"every":{"#,
        r#"    "D.Y": [0.5,0.25],"#,
        r#"    "L.Samples": [1.0,0.0],"#,
        // Neither of the two indicators is beyond 0.
        r#"  "past": []"#,
    ] {
        assert!(part.lines().any(|found| found == line), "{line} in {part}");
    }
    assert_eq!(json["next"].as_object().unwrap().len(), 3, "D.Y, K.Most and K.Count: {part}");
    assert!(load_with(&sampled(), &text).is_ok());
}

/// Clocks are counted from the start of the first run, not of the resumed one.
#[test]
fn clocks_go_on_where_they_were() {
    for (start, untils) in [("0", [0.0625, 0.25, 0.3, 1.0, 1.125]), ("-1.3", [-1.2, -1.05, -0.3, 0.3, 2.7])] {
        let sources = sampled_from(start);
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let at_once = json(&state_at(&sources, 3.0));
        for until in untils {
            let resumed = sources.clone().with_initial_state(Source::new("s.json", state_at(&sources, until)));
            let resumed = json(&state_at(&resumed, 3.0));
            for name in ["C.Tick", "C.Runs", "C.Count", "L.Samples", "L.Out"] {
                assert_eq!(resumed["held"][name], at_once["held"][name], "{name}, from {until} s");
            }
            assert_eq!(resumed["clocks"]["origin_s"], start.parse::<f64>().unwrap());
        }
    }
}

#[test]
fn what_is_wrong_with_held_values_and_clocks_is_told_with_its_place() {
    let sources = sampled();
    let good = state_at(&sources, 1.125);
    let without = |from: &str| {
        let start = good.find(from).unwrap() - 4;
        let end = good[start..].find("\n  }").unwrap() + start + 4;
        let end = end + good[end..].bytes().take_while(|byte| *byte == b'}').count();
        good.replace(&good[start..end], "")
    };
    let line = |name: &str| {
        let start = good.find(&format!("    \"{name}\": [")).unwrap();
        let end = good[start..].find('\n').unwrap() + start;
        good[start..end].to_owned()
    };
    let first = |text: &str| load_with(&sources, text).unwrap_err()[0].clone();
    // A whole part that is missing is told once.
    for (part, complaint) in [
        (
            "\"held\"",
            "missing-state: the state file has no `held`: `D.Y` and 12 more are held between ticks and events",
        ),
        (
            "\"next\"",
            "missing-state: the state file has no `next`: `D.Y` and 2 more are to take another value at the next tick",
        ),
        (
            "\"clocks\"",
            "missing-state: the state file has no `clocks`: it does not say from where their ticks are counted",
        ),
    ] {
        let found = load_with(&sources, &without(part)).unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("s.json:") && found[0].ends_with(&format!("`}}` {complaint}")), "{found:?}");
    }
    for (from, to, complaint) in [
        (line("L.Out").as_str(), "", "missing-state: the state file has no `L.Out` in `held`"),
        (
            "\"L.Samples\": [5.0,5.0,0.0]",
            "\"L.Samples\": [5.0,5.0]",
            "`[5.0,5.0]` bad-state-file: `L.Samples` has width 3, but the state file has 2 numbers",
        ),
        ("\"L.Samples\"", "\"L.Sample\"", "`L.Sample` unknown-state: `L` (Line) has no held value `Sample`"),
        (
            "\"L.Samples\"",
            "\"M.Samples\"",
            "`M.Samples` unknown-object: the state file has `M.Samples`, but there is no object `M`",
        ),
        ("\"C.Tick\": [1.0]", "\"C.Tick\": [1e400]", "bad-state-file: number out of range"),
        ("\"C.Tick\": [1.0]", "\"C.Tick\": [null]", "`null` bad-state-file: invalid type: null, expected f64"),
        (
            "\"next\": {\n",
            "\"next\": {\n    \"C.Tick\": [1.0],\n",
            "`C.Tick` unknown-state: `C` (Counting) has no next value of `Tick`",
        ),
        (
            "\"states\": {\n",
            "\"states\": {\n    \"D.Y\": [1.0],\n",
            "`D.Y` unknown-state: `D` (Delay) has no state `Y`",
        ),
        ("\"origin_s\":0.0,", "", "bad-state-file: the clocks have no `origin_s`"),
        (
            "\"origin_s\":0.0,",
            "\"origin_s\":2.0,",
            "`2.0` bad-state-file: the clocks count from 2.0 s on, but the state is that at 1.125 s",
        ),
        (
            "\"D.Y\": [0.5,0.25]",
            "\"D.Y\": [0.5]",
            "`[0.5]` bad-state-file: `D.Y` has 1 numbers, not a period and an offset",
        ),
        (
            "\"D.Y\": [0.5,0.25]",
            "\"D.X\": [0.5,0.25]",
            "`D.X` unknown-state: `D` (Delay) has no value that ticks set, called `X`",
        ),
        (",\"steps\":8", "", "bad-state-file: the clocks have no `steps`"),
        ("\"steps\":8", "\"steps\":-8", "`-8` bad-state-file: invalid value: integer `-8`, expected u64"),
        ("\"steps\":8", "\"ticks\":8", "`ticks` bad-state-file: clocks have no member `ticks`"),
        ("\"held\"", "\"hold\"", "`hold` bad-state-file: a state file has no member `hold`"),
    ] {
        assert!(good.contains(from), "{from}");
        let found = first(&good.replacen(from, to, 1));
        assert!(found.contains(complaint), "{found}, not {complaint}");
    }
}

/// Files of models that hold nothing are as they were, and stay valid.
#[test]
fn a_model_without_clocks_takes_none() {
    let sources = two_objects(ENGINE);
    let good = saved(&sources, 1.5, &[0.1, 2.0, 3.0]);
    assert!(!good.contains("held") && !good.contains("clocks"));
    for (members, complaint) in [
        (
            r#""clocks": {"origin_s": 0}"#,
            "s.json:7:4 `clocks` bad-state-file: the state file has `clocks`, but nothing in the scenario runs on a clock",
        ),
        (r#""held": {"O.P": [1, 2]}"#, "s.json:7:13 `O.P` unknown-state: `O` (Oscillator) has no held value `P`"),
    ] {
        let text = good.replace("  \"time_s\"", &format!("  {members},\n  \"time_s\""));
        assert_eq!(load_with(&sources, &text).unwrap_err(), [complaint]);
    }
    assert!(load_with(&sources, &good.replace("  \"time_s\"", "  \"held\": {}, \"next\": {},\n  \"time_s\"")).is_ok());
}

/// A state may hold what cannot be written: the reason names it.
#[test]
fn what_is_held_has_to_be_finite_to_be_written() {
    let text =
        scenario(&["Line L", "Falling X"], r#"X.In="0" L.In="X.X + X.X""#, r#"X.X="1e308""#, r#"TOutput="0, 1""#);
    let sources = Sources::new(Source::new("test.xml", text));
    let model = load(sources.scenario().text());
    let mut run = Run::new(&model);
    let _ = run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(()));
    let state = SavedState::new("tests", &model, &run.state()).to_json();
    assert_eq!(state, Err("`L.Samples` is inf".to_owned()));
}

/// Whatever is wrong in the file, it is told and nothing breaks.
#[test]
fn no_damage_to_a_state_file_is_worse_than_an_error() {
    let sources = two_objects(ENGINE);
    let good = saved(&sources, 1.5, &[0.1, 2.0, 3.0]);
    for (position, _) in good.trim_end().char_indices() {
        let (before, after) = good.split_at(position);
        assert!(load_with(&sources, before).is_err(), "half of a file: {before}");
        for damage in ["\"", "{", "]", "\\", "-", "9", "\u{0}", "\n", "é"] {
            // Some of it is harmless, as in a path.
            let _ = load_with(&sources, &format!("{before}{damage}{after}"));
        }
    }
    let deep = good.replace("[3.0]", &"[".repeat(100_000));
    assert_eq!(load_with(&sources, &deep).unwrap_err().len(), 1);
}

/// X is below its level at 1.5 s, where its event has happened; with another
/// level it has not.
fn falling(level: &str) -> Sources {
    let connections = format!(r#"X.In="-1" X.Level="{level}""#);
    let text = scenario(&["Falling X"], &connections, r#"X.X="1""#, r#"TOutput="0:0.5:3""#);
    Sources::new(Source::new("test.xml", text))
}

#[test]
fn indicators_that_are_beyond_0_are_named_and_what_other_values_put_there_fires() {
    let count = |level: &str, state: &str| {
        let model = load_with(&falling(level), state).unwrap();
        let mut going_on = Run::new(&model);
        going_on.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
        going_on.get(&model.probe("X.Count").unwrap()).unwrap()[0]
    };
    let before = state_at(&falling("0"), 0.5);
    assert!(before.contains("\"past\": []\n"), "{before}");
    let after = state_at(&falling("0"), 1.5);
    assert!(after.contains("\"past\": [\"X.Gap\"]\n"), "{after}");
    // At 0.5 s X is 0.5, at 1.5 s it is -0.5.
    assert_eq!(count("0", &before), 1.0);
    assert_eq!(count("0", &after), 1.0, "it was counted before");
    assert_eq!(count("0.7", &before), 1.0, "at once");
    assert_eq!(count("-1", &after), 2.0, "it comes back in silence, and falls again");
    // A file from before sides existed does not list them: then nothing fires at once.
    let silent = before.replace(",\n  \"past\": []", "");
    assert_eq!(count("0.7", &silent), 0.0);
    assert_eq!(count("0", &silent), 1.0);
    for (written, place) in [
        (r#"["X.Gip"]"#, "unknown-state: `X` (Falling) has no indicator `Gip`"),
        (r#"["Y.Gap"]"#, "unknown-object: the state file has `Y.Gap`, but there is no object `Y`"),
        (r#"["X.X"]"#, "unknown-state: `X` (Falling) has no indicator `X`"),
        (r#"{"X.Gap": 1}"#, "bad-state-file: invalid type: map, expected a sequence"),
        ("[1]", "bad-state-file: invalid type: integer `1`, expected a string"),
    ] {
        let told = load_with(&falling("0"), &before.replace("\"past\": []", &format!("\"past\": {written}")));
        let told = told.unwrap_err();
        assert!(told.len() == 1 && told[0].ends_with(place), "{written}: {told:?}");
    }
}
