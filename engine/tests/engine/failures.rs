//! What SimObjects get wrong, and how it is told.

use bowline_engine::RunOptions;

use crate::laboratory::{
    Row, complaints, complaints_of_check, load, load_from, run, scenario, try_load, try_run, try_run_with,
};

fn failure(objects: &[&str], connections: &str, initial: &str, engine: &str) -> (Vec<(f64, Vec<f64>)>, String) {
    let (rows, _, outcome) = try_run(&load(&scenario(objects, connections, initial, engine)));
    (rows, outcome.unwrap_err().to_string())
}

#[test]
fn an_output_that_is_not_a_number_is_named_not_its_victim() {
    let objects = ["Wide Victim", "Through T", "Delivering Culprit From=\"1\""];
    let connections = r#"Victim.In="T.Out" T.In="Culprit.Out""#;
    let (rows, message) = failure(&objects, connections, r#"Culprit.X="0""#, r#"TOutput="0:0.25:2""#);
    assert!(message.contains("`Culprit.Out` (Delivering of laboratory) became NaN at t = "), "{message}");
    let last = rows.last().unwrap().0;
    assert!((0.5..1.0).contains(&last), "rows before are kept: {last}");
}

#[test]
fn an_output_that_is_not_a_number_at_the_start_is_found_though_nobody_needs_it() {
    let (rows, message) =
        failure(&["Delivering C From=\"0\""], "", r#"C.X="0""#, r#"TOutput="0, 1" FileOutput="objects:all""#);
    assert_eq!(message, "`C.Out` (Delivering of laboratory) became NaN at t = 0 s");
    assert!(rows.is_empty());
}

#[test]
fn a_derivative_that_nobody_sets_is_found() {
    let (_, message) = failure(&["Silent S"], "", "", r#"TOutput="0, 1""#);
    assert_eq!(message, "the derivative of `S.X` (Silent of laboratory) was not set by `new` at t = 0 s");
}

#[test]
fn a_recoverable_failure_makes_steps_smaller_until_h_min() {
    let objects = ["Failing F Way=\"Recoverable\" Above=\"1\""];
    let (rows, message) = failure(&objects, "", r#"F.X="0""#, r#"TOutput="0:0.125:2" HMin="1e-4""#);
    assert!(
        message.contains("`F` (Failing of laboratory): `grow` failed at t = 1") && message.contains("too far"),
        "{message}"
    );
    let last = rows.last().unwrap();
    assert!(last.0 > 0.8 && (last.0 - last.1[0]).abs() < 1e-12, "it came close, and x = t: {last:?}");
}

#[test]
fn a_fatal_failure_ends_the_run_at_once() {
    let (_, message) =
        failure(&["Failing F Way=\"Fatal\" Above=\"1\""], "", r#"F.X="0""#, r#"TOutput="0, 2" HMax="0.25""#);
    assert!(
        message.starts_with("`F` (Failing of laboratory): `grow` failed at t = ") && message.ends_with("far too far"),
        "{message}"
    );
}

#[test]
fn a_fixed_step_cannot_become_smaller() {
    let engine = r#"TOutput="0:0.5:3" IntegratorMethod="RK4" stepsize="0.5""#;
    let (rows, message) = failure(&["Failing F Way=\"Recoverable\" Above=\"1\""], "", r#"F.X="0""#, engine);
    assert!(message.contains("too far") && !message.contains("HMin"), "{message}");
    assert_eq!(rows.last().unwrap().0, 1.0);
}

#[test]
fn a_panic_is_an_error_like_any_other() {
    let (_, message) = failure(&["Panicking P From=\"1\""], "", r#"P.X="0""#, r#"TOutput="0, 2" HMax="0.5""#);
    assert!(
        message.starts_with("`P` (Panicking of laboratory): `grow` failed at t = ")
            && message.ends_with(": panicked: out of cheese"),
        "{message}"
    );
    let found = complaints(&scenario(&["Panicking P From=\"-1\""], "", r#"P.X="0""#, r#"TOutput="0, 2""#));
    assert_eq!(
        found,
        ["failed-construction: `P` (Panicking of laboratory): the constructor panicked: cannot panic before the start"]
    );
}

#[test]
fn reading_what_was_not_declared_is_found_in_a_checked_evaluation() {
    let text = scenario(&["Reaching R"], r#"R.Told="1" R.Hidden="2""#, "", r#"TOutput="0, 1""#);
    // Debug builds always check; release builds on demand.
    let sources = bowline_engine::Sources::new(bowline_engine::Source::new("test.xml", text));
    let options = bowline_engine::LoadOptions { check: true, ..Default::default() };
    let wrong = load_from(&sources, options).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "undeclared-signal: `R` (Reaching of laboratory): `reach` uses the in-port `Hidden`, which it did not declare"
    );
}

/// What a calculation does not declare is out of its reach in every branch.
#[test]
fn reading_what_was_not_declared_is_found_in_a_branch_that_is_taken_later() {
    let objects = ["base:Src/Sine U Frequency=\"1\"", "Straying S From=\"0.75\""];
    let connections = r#"S.Early="1" S.Late="U.Out""#;
    let (rows, message) = failure(
        &objects,
        connections,
        "",
        r#"TOutput="0:0.5:1" stepsize="0.25" IntegratorMethod="RK4" FileOutput="objects:all""#,
    );
    assert_eq!(
        message,
        "`S` (Straying of laboratory): `stray` failed at t = 1 s: uses the in-port `Late`, which it did not declare"
    );
    assert_eq!(rows.len(), 2, "{rows:?}");
}

#[test]
fn the_libraries_that_come_with_the_program_read_only_what_they_declare() {
    for scenario in
        [include_str!("../../../scenarios/mass_linear_spring.xml"), include_str!("../../../scenarios/chain_100.xml")]
    {
        let sources = bowline_engine::Sources::new(bowline_engine::Source::new("scenario.xml", scenario));
        let options = bowline_engine::LoadOptions { check: true, ..Default::default() };
        load_from(&sources, options).unwrap();
    }
}

#[test]
fn a_constructor_that_does_not_repeat_itself_is_named() {
    let found = complaints(&scenario(&["Jumping J"], "", "", r#"TOutput="0, 1""#));
    assert!(
        found[0].starts_with("faulty-library: `J` (Jumping of laboratory): the constructor does not repeat itself"),
        "{found:?}"
    );
}

#[test]
fn one_model_serves_many_runs_at_once() {
    let model = try_load(&scenario(&["Oscillator O"], "", r#"O.P="1,0""#, r#"TOutput="0:0.1:20""#)).unwrap();
    let alone = run(&model);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| run(&model))).collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), alone);
        }
    });
}

#[test]
fn undeclared_reads_of_own_states_are_found_too() {
    let text = scenario(&["Overreaching O"], "", r#"O.P="1" O.Q="2""#, r#"TOutput="0, 1""#);
    let found = complaints_of_check(&text);
    assert_eq!(
        found,
        ["undeclared-signal: `O` (Overreaching of laboratory): `reach` uses the state `P`, which it did not declare"]
    );
}

#[test]
fn a_check_evaluates_the_model_once() {
    let text = scenario(&["Delivering C From=\"0\""], "", r#"C.X="0""#, r#"TOutput="0, 1""#);
    let sources = bowline_engine::Sources::new(bowline_engine::Source::new("test.xml", text));
    let load = |check| {
        let options = bowline_engine::LoadOptions { check, ..Default::default() };
        load_from(&sources, options)
    };
    assert!(load(false).is_ok());
    assert_eq!(
        load(true).unwrap_err().to_string(),
        "failed-evaluation: `C.Out` (Delivering of laboratory) became NaN at t = 0 s"
    );
}

#[test]
#[should_panic(expected = "two libraries are called `fhsim_base`")]
fn two_libraries_of_one_name_are_refused() {
    let _ = bowline_engine::Catalog::new([&bowline_base::LIBRARY, &bowline_base::LIBRARY]);
}

/// A run of an `Omitting` that looks for what is left out where a release build does.
fn omitted(parameters: &str, others: &[&str], engine: &str) -> Result<Vec<Row>, String> {
    let omitting = format!("Omitting O {parameters}");
    let objects: Vec<&str> = [omitting.as_str()].into_iter().chain(others.iter().copied()).collect();
    let model = load(&scenario(&objects, "", "", engine));
    let (rows, _, outcome) = try_run_with(&model, RunOptions { guard: false, ..RunOptions::default() });
    outcome.map(|()| rows).map_err(|error| error.to_string())
}

const FIXED: &str = r#"IntegratorMethod="RK4" stepsize="0.0009765625""#;

/// Before the next evaluation that looks for it, at 0.3125 s.
#[test]
fn a_number_that_is_left_out_is_found_at_the_next_row() {
    let engine = format!(r#"TOutput="0:0.0078125:1" FileOutput="objects:all" {FIXED}"#);
    let message = omitted(r#"From="0.3""#, &[], &engine).unwrap_err();
    assert_eq!(message, "`O.Out` (Omitting of laboratory) was not set by `time` at t = 0.3046875 s");
}

/// What no derivative needs holds the value of the last row.
#[test]
fn a_number_that_only_rows_need_and_is_left_out_is_found_in_the_row() {
    let engine = format!(r#"TOutput="0:0.125:1" FileOutput="objects:all" {FIXED}"#);
    let (rows, message) = failure(&["Neglecting N From=\"0.5\""], "", "", &engine);
    assert_eq!(message, "`N.Out` (Neglecting of laboratory) was not set by `time` at t = 0.5 s");
    assert_eq!(rows.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 0.125, 0.25, 0.375]);
}

#[test]
fn a_number_that_is_left_out_is_found_where_the_method_starts_afresh() {
    let ticking = ["Ticking T Period=\"0.5\""];
    for (derivative, message) in [
        ("", "`O.Out` (Omitting of laboratory) was not set by `time` at t = 0.5 s"),
        ("Derivative=\"1\"", "the derivative of `O.X` (Omitting of laboratory) was not set by `rate` at t = 0.5 s"),
    ] {
        for method in [FIXED, r#"IntegratorMethod="DormandPrince""#, r#"IntegratorMethod="BDF""#] {
            let model = |engine: String| {
                let omitting = format!(r#"Omitting O From="0.5" Until="0.5000001" {derivative}"#);
                load(&scenario(&[omitting.as_str(), ticking[0]], "", r#"T.X="0""#, &engine))
            };
            let model = model(format!(r#"TOutput="0, 0.9" {method}"#));
            let (_, _, outcome) = try_run_with(&model, RunOptions { guard: false, ..RunOptions::default() });
            assert_eq!(outcome.unwrap_err().to_string(), message, "{method}");
        }
    }
}

#[test]
fn a_number_that_is_left_out_from_some_time_on_is_found_without_any_row() {
    let message = omitted(r#"From="0.5""#, &[], &format!(r#"TOutput="0, 1" {FIXED}"#)).unwrap_err();
    assert!(message.starts_with("`O.Out` (Omitting of laboratory) was not set by `time` at t = 0.5"), "{message}");
}

#[test]
fn a_guarded_run_looks_in_every_evaluation_and_gives_the_same_bits() {
    let engine = format!(r#"TOutput="0, 1" {FIXED}"#);
    // A single evaluation, in the middle of a step.
    let model = load(&scenario(&["Omitting O From=\"0.0004\" Until=\"0.0005\""], "", "", &engine));
    let guarded = |guard| try_run_with(&model, RunOptions { guard, ..RunOptions::default() });
    let message = guarded(true).2.unwrap_err().to_string();
    assert_eq!(message, "`O.Out` (Omitting of laboratory) was not set by `time` at t = 0.00048828125 s");
    let model = load(&scenario(&["Omitting O From=\"2\""], "", "", &engine));
    let runs = [false, true].map(|guard| try_run_with(&model, RunOptions { guard, ..RunOptions::default() }));
    assert_eq!(runs[0].0, runs[1].0);
    assert!((runs[0].1[0] - 0.5).abs() < 1e-12, "{:?}", runs[0].1);
}

#[test]
fn a_check_looks_for_numbers_that_are_left_out() {
    let text = scenario(&["Omitting O From=\"0\""], "", "", r#"TOutput="0, 1""#);
    let found = complaints_of_check(&text);
    assert_eq!(found, ["failed-evaluation: `O.Out` (Omitting of laboratory) was not set by `time` at t = 0 s"]);
}

#[test]
fn a_number_at_the_start_that_is_not_finite_is_found_though_no_derivative_shows_it() {
    let objects = ["Delivering C From=\"0\"", "Hiding H"];
    let (rows, message) = failure(&objects, r#"H.In="C.Out""#, r#"C.X="0""#, r#"TOutput="0, 1""#);
    assert_eq!(message, "`C.Out` (Delivering of laboratory) became NaN at t = 0 s");
    assert!(rows.is_empty());
}

/// What a SimObject keeps in itself decides what it reads.
#[test]
fn a_check_runs_what_leaves_something_in_a_simobject_before_what_uses_it() {
    let found = complaints_of_check(&scenario(&["Remembering R"], r#"R.In="1""#, "", r#"TOutput="0, 1""#));
    assert_eq!(
        found,
        ["undeclared-signal: `R` (Remembering of laboratory): `stray` uses the in-port `In`, which it did not declare"]
    );
}

#[test]
fn a_check_points_at_the_object_whose_calculation_failed() {
    let text = scenario(
        &["Growth G", "Failing F Way=\"Fatal\" Above=\"1\"", "Oscillator O"],
        "",
        r#"G.Y="1" F.X="2" O.P="1,0""#,
        r#"TOutput="0, 1""#,
    );
    let sources = bowline_engine::Sources::new(bowline_engine::Source::new("test.xml", text.clone()));
    let options = bowline_engine::LoadOptions { check: true, ..Default::default() };
    let wrong = load_from(&sources, options).unwrap_err();
    let places = wrong.sorted().iter().map(|diagnostic| diagnostic.span().unwrap()).collect::<Vec<_>>();
    let places: Vec<&str> = places.iter().map(|span| &text[span.start()..][..span.len()]).collect();
    assert_eq!(places, ["F"]);
}
