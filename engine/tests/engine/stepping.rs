//! Rows at the asked times, limits of the step size, and how runs end.

use crate::laboratory::{load, run, scenario, statistics, try_run};

fn oscillator(engine: &str) -> String {
    scenario(&["Oscillator O"], "", r#"O.P="1,0""#, engine)
}

#[test]
fn rows_are_exactly_at_the_asked_times_whatever_the_steps() {
    let times = "0:0.1:1, 1.23456789, 2, 2.5:0.25:3";
    let asked: Vec<f64> = "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.23456789 2 2.5 2.75 3"
        .split(' ')
        .map(|t| t.parse().unwrap())
        .collect();
    for how in
        ["", r#"HMax="0.01""#, r#"IntegratorMethod="RK4" stepsize="0.3""#, r#"IntegratorMethod="Euler" stepsize="7""#]
    {
        let (rows, _) = run(&load(&oscillator(&format!(r#"TOutput="{times}" {how}"#))));
        let found: Vec<f64> = rows.iter().map(|(time, _)| *time).collect();
        assert_eq!(found, asked, "{how}");
    }
}

#[test]
fn asking_for_rows_changes_no_step() {
    let few = load(&oscillator(r#"TOutput="0, 10""#));
    let many = load(&oscillator(r#"TOutput="0:0.001:10""#));
    assert_eq!(run(&few).1, run(&many).1);
    assert_eq!(statistics(&few).evaluations, statistics(&many).evaluations);
}

#[test]
fn no_step_is_larger_than_h_max() {
    for method in ["BogackiShampine", "DormandPrince", "Tsitouras"] {
        let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}" HMax="0.013" AbsTol="1" RelTol="1""#);
        let statistics = statistics(&load(&oscillator(&engine)));
        let largest = statistics.largest.unwrap().size_s;
        // The difference of two times carries the rounding of both.
        assert!(largest <= 0.013 * (1.0 + 1e-12), "{method}: {largest}");
        assert!(statistics.steps >= 770, "{method}: {} steps", statistics.steps);
    }
}

#[test]
fn a_step_below_h_min_ends_the_run_and_names_the_state() {
    let text = scenario(&["Square Runaway"], "", r#"Runaway.X="1""#, r#"TOutput="0:0.1:2" HMin="1e-5""#);
    let (rows, _, outcome) = try_run(&load(&text));
    let message = outcome.unwrap_err().to_string();
    assert!(message.contains("less than HMin (1.000e-5 s)") && message.contains("Runaway.X"), "{message}");
    let last = rows.last().unwrap();
    assert!((last.0 - 0.9).abs() < 1e-12, "rows up to the pole are kept, {last:?}");
    assert!((last.1[0] - 10.0).abs() < 1e-3, "x = 1 / (1 - t): {last:?}");
}

#[test]
fn no_chosen_step_is_smaller_than_h_min() {
    let engine = r#"TOutput="0, 1" HMin="0.01" AbsTol="1e-3" RelTol="1e-3""#;
    let smallest = statistics(&load(&oscillator(engine))).smallest.unwrap().size_s;
    assert!(smallest >= 0.01 * (1.0 - 1e-12), "{smallest}");
}

#[test]
fn fixed_steps_are_counted_from_the_start() {
    // 0.1 is not a double: adding it up would drift and leave a sliver.
    let engine = r#"TOutput="0, 1000" IntegratorMethod="Euler" stepsize="0.1""#;
    let statistics = statistics(&load(&scenario(&["Growth G"], "", r#"G.Y="1""#, engine)));
    assert_eq!(statistics.steps, 10_000);
}

#[test]
fn the_same_run_gives_the_same_bits() {
    let model = load(&oscillator(r#"TOutput="0:0.01:5""#));
    assert_eq!(run(&model), run(&model));
}

#[test]
fn a_run_of_no_length_is_one_row() {
    let (rows, _) = run(&load(&oscillator(r#"TOutput="3""#)));
    assert_eq!(rows, [(3.0, vec![1.0, 0.0])]);
}

#[test]
fn a_model_without_states_runs() {
    let text = scenario(&["base:Src/Step U StepTime=\"1\""], "", "", r#"TOutput="0:1:2" FileOutput="objects:all""#);
    let (rows, _) = run(&load(&text));
    assert_eq!(rows.iter().map(|row| row.1[0]).collect::<Vec<_>>(), [0.0, 1.0, 1.0]);
}

#[test]
fn the_observer_can_stop_a_run() {
    let model = load(&oscillator(r#"TOutput="0:1:100" HMax="0.5""#));
    let mut table = bowline_engine::Table::new(&model);
    let mut run = bowline_engine::Run::new(&model);
    let mut stop_at_ten = |time: f64| {
        if time >= 10.0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    };
    let ending = run.to_end(&mut table, &mut stop_at_ten).unwrap();
    assert_eq!(ending, bowline_engine::Ending::Stopped);
    assert!((10.0..10.6).contains(&run.time()));
    assert_eq!(table.rows().len(), 11, "rows by then are kept");
}
