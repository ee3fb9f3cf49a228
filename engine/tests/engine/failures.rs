//! What SimObjects get wrong, and how it is told.

use crate::laboratory::{complaints, load, run, scenario, try_load, try_run};

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
    assert_eq!(message, "the derivative of `S.X` (Silent of laboratory) became NaN at t = 0 s");
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
    let text = scenario(&["Reaching R"], r#"R.Told="1" R.Hidden="2""#, "", r#"TOutput="0""#);
    // Debug builds always check; release builds on demand.
    let sources = bowline_engine::Sources::new(bowline_engine::Source::new("test.xml", text));
    let options = bowline_engine::LoadOptions { check: true, ..Default::default() };
    let wrong = bowline_engine::Model::load(&sources, &crate::laboratory::catalog(), options).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "undeclared-signal: `R` (Reaching of laboratory): `reach` uses the in-port `Hidden`, which it did not declare"
    );
}

#[test]
fn the_libraries_that_come_with_the_program_read_only_what_they_declare() {
    for scenario in
        [include_str!("../../../scenarios/mass_linear_spring.xml"), include_str!("../../../scenarios/chain_100.xml")]
    {
        let sources = bowline_engine::Sources::new(bowline_engine::Source::new("scenario.xml", scenario));
        let options = bowline_engine::LoadOptions { check: true, ..Default::default() };
        bowline_engine::Model::load(&sources, &crate::laboratory::catalog(), options).unwrap();
    }
}

#[test]
fn a_constructor_that_does_not_repeat_itself_is_named() {
    let found = complaints(&scenario(&["Jumping J"], "", "", r#"TOutput="0""#));
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
    let text = scenario(&["Overreaching O"], "", r#"O.P="1" O.Q="2""#, r#"TOutput="0""#);
    let found = complaints(&text);
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
        bowline_engine::Model::load(&sources, &crate::laboratory::catalog(), options)
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
