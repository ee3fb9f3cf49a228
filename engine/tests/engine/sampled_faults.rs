//! What is wrong with sampled parts and events, where it is told, and what is
//! said to do about it.

use std::ops::ControlFlow;

use bowline_engine::{LoadOptions, NoRecorder, Run, RunOptions, Source, Sources};

use crate::laboratory::{load, load_from, scenario, try_load, try_run};

const ENGINE: &str = r#"TOutput="0, 10""#;

/// `[text that it points at] message (help)` of each.
fn told(text: &str) -> Vec<String> {
    let wrong = try_load(text).expect_err("something is wrong");
    let one = |d: &bowline_engine::Diagnostic| {
        let span = d.span().unwrap();
        let place = &text[span.start()..span.start() + span.len()];
        format!("[{place}] {} ({})", d.message(), d.help_text().unwrap_or(""))
    };
    wrong.sorted().into_iter().map(one).collect()
}

fn objects(objects: &[&str], connections: &str) -> String {
    scenario(objects, connections, "", ENGINE)
}

#[test]
fn clocks_that_nothing_can_follow_are_refused() {
    for (parameters, expected) in [
        (
            r#"Period="0""#,
            "[D] `D` (Delay of laboratory): the clock of `step` has a period of 0 s (a period is more than 0 s, and \
             finite)",
        ),
        (
            r#"Period="-0.5""#,
            "[D] `D` (Delay of laboratory): the clock of `step` has a period of -0.5 s (a period is more than 0 s, \
             and finite)",
        ),
        (
            r#"Offset="-1""#,
            "[D] `D` (Delay of laboratory): the clock of `step` has an offset of -1 s (an offset is 0 s or more, and \
             finite)",
        ),
        (
            r#"Period="1e-12""#,
            "[D] `D` (Delay of laboratory): `step` runs every 1e-12 s: that makes 1.0e13 ticks until 10.0 s (at most \
             1e12 ticks: give a longer period, or end the run sooner)",
        ),
        (
            r#"Offset="1e-300""#,
            "[D] `D` (Delay of laboratory): `step` runs every 1.0 s: counted from 0.0 s and an offset of 1e-300 s, \
             the times of its ticks have too many digits (round period, offset and start: together they have room \
             for some 18 digits)",
        ),
    ] {
        let text = objects(&[&format!("Delay D {parameters}")], r#"D.In="1""#);
        assert_eq!(told(&text), [expected], "{parameters}");
    }
    let late = scenario(&["Delay D Period=\"1e-5\""], r#"D.In="1""#, "", r#"TOutput="1e10, 10000000001""#);
    assert_eq!(
        told(&late),
        ["[D] `D` (Delay of laboratory): `step` runs every 1e-5 s: at 10000000001.0 s numbers are 1.9e-6 s apart, \
             which is too much to tell its ticks (give 1.6e-2 s or more, or let the run be nearer to 0 s)"]
    );
}

#[test]
fn the_scenarios_clock_is_asked_for_and_wrong_at_its_attribute() {
    let mass = ["WaveMass M Zc=\"1\" Mass=\"1\""];
    let connections = r#"M.C1="1" M.C2="2""#;
    assert_eq!(
        told(&objects(&mass, connections)),
        ["[M] `M` (WaveMass of laboratory): it runs on the scenario's clock, but `Engine` gives no SampleTime (give \
             its period, s: `<Engine SampleTime=\"0.01\" .../>`, or `SampleTime` to it alone)"]
    );
    let late = r#"TOutput="1e10, 10000000001" SampleTime="1e-5""#;
    let found = told(&scenario(&mass, connections, "", late));
    assert!(found[0].starts_with("[1e-5] `M` (WaveMass of laboratory): `motion` runs every 1e-5 s"), "{found:?}");
    for period in ["0", "-1"] {
        let found = told(&scenario(&mass, connections, "", &format!(r#"{ENGINE} SampleTime="{period}""#)));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("[{period}] SampleTime: {period} is out of range")), "{found:?}");
    }
}

#[test]
fn a_check_notes_a_clock_of_the_scenario_that_nobody_asks_for() {
    let notes = |objects: &[&str], engine: &str, check: bool| {
        let text = scenario(objects, "", "", engine);
        let options = LoadOptions { check, ..LoadOptions::default() };
        let model = load_from(&Sources::new(Source::new("test.xml", text)), options).unwrap();
        model.warnings().sorted().iter().map(|d| d.message().to_owned()).collect::<Vec<_>>()
    };
    let engine = r#"TOutput="0, 1" SampleTime="0.1" FileOutput="objects:all""#;
    let counting = ["Counting C"];
    let note = "SampleTime is given, but nothing in the scenario runs on its clock";
    assert_eq!(notes(&counting, engine, true), [note]);
    assert_eq!(notes(&counting, engine, false), [""; 0]);
    assert_eq!(notes(&counting, r#"TOutput="0, 1" FileOutput="objects:all""#, true), [""; 0]);
    // Who is later asks for it too; who has a step of its own does not.
    assert_eq!(notes(&[r#"base:Src/Noise N StandardDeviation="1" Offset="0.05""#], engine, true), [""; 0]);
    assert_eq!(notes(&[r#"base:Src/Noise N StandardDeviation="1" SampleTime="0.2""#], engine, true), [note]);
}

#[test]
fn contradictions_of_a_type_are_told_at_its_object() {
    for (kind, expected) in [
        ("Quarrelling", "`Y` is set by two updates, `one` and `other`"),
        ("Blind", "no computation fills `Gap`"),
        (
            "Accumulating",
            "`add` gives `Out` and reads its previous value: an update that keeps it in a discrete state lets `add` \
             read that",
        ),
    ] {
        let found = told(&objects(&[&format!("{kind} X")], ""));
        assert_eq!(found.len(), 1, "{found:?}");
        let (who, help) = (format!("[X] `X` ({kind} of laboratory): "), "mistake in the library");
        assert!(found[0].starts_with(&who) && found[0].contains(expected), "{found:?}");
        assert!(found[0].contains(help), "{found:?}");
    }
    assert_eq!(
        told(&objects(&["Muddled X"], r#"X.In="1""#)),
        ["[X] `X` (Muddled of laboratory): `recall` reads the previous value of `In`, and `see` touches it as it is \
             now: a type that keeps results in itself sees each signal in one way only (this is for the library to \
             mend: make the type re-entrant, or let another port carry one of them)"]
    );
}

#[test]
fn previous_values_have_to_be_held_and_to_begin_with() {
    let text = scenario(
        &["Answering P", "Answering Q", "Oscillator O", "Counting C", "Through T"],
        r#"T.In="1" P.In="O.P[0] + C.Seen" Q.In="2 * C.Tick + T.Out""#,
        r#"O.P="1,0""#,
        ENGINE,
    );
    let found = told(&text);
    let unheld = "only what runs on a clock has previous values: connect such an out-port, or one of a discrete state (a \
                  `Signal/UnitDelay` in between is one)";
    let first = "the library of `C` (Counting of laboratory) has to declare its initial value, for the time before its \
                 first tick (`c.initial_value(...)`, or `c.initial(...)` that sets it, in Rust, `SetInitialValue` in C++)";
    let expected = [("P", "O.P", unheld), ("P", "C.Seen", first), ("Q", "C.Tick", first), ("Q", "T.Out", unheld)];
    let expected = expected.map(|(reader, source, help)| {
        format!(
            "[{reader}.In] `{reader}` (Answering of laboratory): in `answer` the previous value of `{reader}.In` is \
             read, but `{source}`, which it is connected to, has none ({help})"
        )
    });
    assert_eq!(found, expected);
}

fn failure(objects: &[&str], connections: &str, initial: &str) -> String {
    try_run(&load(&scenario(objects, connections, initial, ENGINE))).2.unwrap_err().to_string()
}

#[test]
fn what_a_handler_or_an_update_sets_has_to_be_a_number() {
    let message = failure(&["Bursting B"], "", "");
    assert!(message.starts_with("`B.Y` (Bursting of laboratory) became NaN at t = 0.75"), "{message}");
    assert!(message.ends_with(" s: `burst` set it"), "{message}");
    // The update of the tick at 1 s sees X = -0.25; what it set takes effect at 2 s.
    let message = failure(&["Bursting B AtTick=\"1\""], "", "");
    assert_eq!(message, "`B.Z` (Bursting of laboratory) became NaN at t = 2 s: `sample` set it");
}

/// A guarded run checks every tick; another one every 256th of a clock, or, if
/// the model only ticks, those of rows.
#[test]
fn what_is_left_out_at_a_tick_was_not_set() {
    let engine = r#"TOutput="0, 1000" FileOutput="objects:all""#;
    for (parameters, signal) in [
        ("", "`B.Out` (Skipping of laboratory) was not set by `show`"),
        (r#"Next="1""#, "`B.Y` (Skipping of laboratory) was not set by `count`"),
    ] {
        for (guard, is_mixed, time) in [(true, false, 300), (true, true, 300), (false, false, 1000), (false, true, 512)]
        {
            let objects = [
                r#"Skipping A From="1e9""#,
                &format!(r#"Skipping B From="300" {parameters}"#),
                r#"Delivering D From="1e9""#,
            ];
            let (objects, initial) = if is_mixed { (&objects[..], r#"D.X="0""#) } else { (&objects[..2], "") };
            let mut run = Run::with(
                &load(&scenario(objects, "", initial, engine)),
                RunOptions { guard, ..RunOptions::default() },
            );
            let outcome = run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(()));
            assert_eq!(outcome.unwrap_err().to_string(), format!("{signal} at t = {time} s"), "{guard} {is_mixed}");
        }
    }
}

#[test]
fn events_without_an_end_are_told_with_the_way_out() {
    let message = failure(&["Falling F Jump=\"1e-14\""], r#"F.In="-1""#, r#"F.X="1""#);
    assert!(message.starts_with("at t = 1"), "{message}");
    for part in ["`F.Gap` of `F` (Falling of laboratory)", "types of your own declare a mode at rest"] {
        assert!(message.contains(part), "{part} in {message}");
    }
}
