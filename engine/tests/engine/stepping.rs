//! Rows at the asked times, limits of the step size, and how runs end.

use bowline_engine::{LoadOptions, Model, Source, Sources};
use std::sync::Arc;

use crate::laboratory::{load, load_from, run, scenario, statistics, try_run};

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

/// Rounding may leave a sliver of a step before a stop: a fixed step takes it
/// in up to 1e-9 of its size.
#[test]
fn a_fixed_step_takes_in_a_sliver_and_no_more() {
    let steps = |end: &str| {
        let engine = format!(r#"TOutput="0, {end}" IntegratorMethod="RK4" stepsize="0.5""#);
        let model = load(&scenario(&["Wide W"], r#"W.In="1""#, "", &engine));
        let (_, x) = run(&model);
        assert!((x[0] - end.parse::<f64>().unwrap()).abs() < 1e-15, "x = t: {x:?} at {end} s");
        step_times(&model)
    };
    assert_eq!(steps("1"), [0.0, 0.5]);
    assert_eq!(steps("1.0000000004"), [0.0, 0.5]);
    assert_eq!(steps("1.0000000006"), [0.0, 0.5, 1.0]);
    assert_eq!(steps("1.4"), [0.0, 0.5, 1.0]);
}

/// Every step is exact, so that each is five times as long as the one before:
/// 1, 5, 25 s. One that would leave less than a hundredth of its size takes it
/// in, unless HMax forbids it, or a longer step was refused just before.
#[test]
fn a_chosen_step_takes_in_a_hundredth_of_its_size_and_no_more() {
    for method in ["BogackiShampine", "DormandPrince", "Tsitouras"] {
        let steps = |end: &str, rest: &str| {
            let engine = format!(r#"TOutput="0, {end}" HFirst="1" IntegratorMethod="{method}" {rest}"#);
            step_times(&load(&scenario(&["Wide W"], r#"W.In="1""#, "", &engine)))
        };
        assert_eq!(steps("6", ""), [0.0, 1.0], "{method}");
        assert_eq!(steps("6.04", ""), [0.0, 1.0], "{method}");
        assert_eq!(steps("6.06", ""), [0.0, 1.0, 6.0], "{method}");
        assert_eq!(steps("6.04", r#"HMax="5.04""#), [0.0, 1.0, 6.0], "{method}");
        assert_eq!(steps("6.04", r#"HMax="5.06""#), [0.0, 1.0], "{method}");
    }
}

/// Both the trial up to the stop and the one of HMin, which ends less than a
/// hundredth before it, fail: the second is not the first once more.
#[test]
fn no_step_takes_in_a_sliver_right_after_a_refused_one() {
    let engine = r#"TOutput="0, 1" HFirst="1" HMin="0.995""#;
    let failing = ["Failing F Way=\"Recoverable\" Above=\"0.5\""];
    let (_, _, outcome) = try_run(&load(&scenario(&failing, "", r#"F.X="0""#, engine)));
    let message = outcome.unwrap_err().to_string();
    assert!(message.contains("less than HMin (9.950e-1 s)") && message.ends_with("too far"), "{message}");
}

#[test]
fn the_same_run_gives_the_same_bits() {
    let model = load(&oscillator(r#"TOutput="0:0.01:5""#));
    assert_eq!(run(&model), run(&model));
}

#[test]
fn a_run_of_no_length_is_one_row() {
    let text = oscillator(r#"TOutput="3, 4""#);
    let options = LoadOptions { until: Some(3.0), ..LoadOptions::default() };
    let (rows, _) = run(&load_from(&Sources::new(Source::new("test.xml", text)), options).unwrap());
    assert_eq!(rows, [(3.0, vec![1.0, 0.0])]);
}

#[test]
fn a_model_without_states_runs() {
    let text = scenario(&["base:Src/Step U StepTime=\"1\""], "", "", r#"TOutput="0:1:2" FileOutput="objects:all""#);
    let (rows, _) = run(&load(&text));
    assert_eq!(rows.iter().map(|row| row.1[0]).collect::<Vec<_>>(), [0.0, 1.0, 1.0]);
}

/// Messages name the states of steps that were refused.
#[test]
fn the_elements_of_wide_states_are_named_with_their_index() {
    let model = load(&scenario(&["Growth G", "Oscillator O"], "", r#"G.Y="1" O.P="1,0""#, r#"TOutput="0, 1""#));
    assert_eq!([0, 1, 2, 3].map(|element| model.state_name(element)), ["G.Y", "O.P[0]", "O.P[1]", ""]);
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

/// Tolerances that leave no error, and steps too small for the time to
/// advance, once made a run that never ended.
#[test]
fn every_run_advances_or_says_why_not() {
    // x(0) = 0 with dx/dt = 1, and no absolute tolerance: exact all the same.
    let text = scenario(&["Wide W"], r#"W.In="1""#, "", r#"TOutput="0, 2" AbsTol="0" RelTol="1e-6""#);
    assert!((run(&load(&text)).1[0] - 2.0).abs() < 1e-12);
    let text = scenario(&["Growth G"], "", r#"G.Y="0""#, r#"TOutput="0, 2" AbsTol="0" RelTol="1e-6""#);
    assert_eq!(run(&load(&text)).1, [0.0]);
    for engine in [r#"TOutput="1, 1.00000000001" HMax="1e-18""#, r#"TOutput="1e15, 1000000000002000" HMax="1e-3""#] {
        let (_, _, outcome) = try_run(&load(&oscillator(engine)));
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("does not advance the time"), "{engine}: {message}");
    }
    // A first step that is too small to advance is raised to the smallest that does.
    let (rows, _) = run(&load(&oscillator(r#"TOutput="1, 2" HFirst="1e-20""#)));
    assert!((rows[1].1[0] - 1.0_f64.cos()).abs() < 1e-4, "{rows:?}");
}

/// The times at which steps begin.
fn step_times(model: &Arc<Model>) -> Vec<f64> {
    let mut times = Vec::new();
    // How it ends is for others to test.
    let _ = bowline_engine::Run::new(model).to_end(&mut bowline_engine::NoRecorder, &mut |time| {
        times.push(time);
        std::ops::ControlFlow::Continue(())
    });
    times
}

#[test]
fn h_min_itself_is_tried_before_giving_up() {
    let engine = |h_min: f64| format!(r#"TOutput="0, 10" HFirst="0.3" AbsTol="1e-7" RelTol="1e-7" HMin="{h_min:?}""#);
    // What the controller asks for after the first trial was refused: a tenth
    // less than would do.
    let asked = step_times(&load(&oscillator(&engine(1e-9))))[1];
    assert!(asked > 0.2 * 0.3 && asked < 0.3, "the first trial was refused, and no other: {asked}");
    let held = load(&oscillator(&engine(1.05 * asked)));
    assert_eq!(step_times(&held)[1], 1.05 * asked);
}

#[test]
fn no_step_grows_right_after_a_refused_one() {
    // The trial up to 2 fails, a quarter of it is exact: the next one must not
    // try five times that.
    let engine = r#"TOutput="0, 3" HFirst="2""#;
    let text = scenario(&["Failing F Way=\"Recoverable\" Above=\"1\""], "", r#"F.X="0""#, engine);
    assert_eq!(step_times(&load(&text))[..3], [0.0, 0.5, 1.0]);
}

/// At times that are no multiples of HMin the last trial seemed a little
/// larger than HMin, and was repeated for ever.
#[test]
fn a_step_that_cannot_get_smaller_ends_the_run_at_any_time() {
    for (times, h_min) in [
        ("0.1, 20", "1e-7"),
        ("0.3, 20", "1e-7"),
        ("5.9, 20", "1e-7"),
        ("1, 2", "1e-10"),
        ("1e9, 1000000001", "0"),
        ("1e9, 1000000001", "1e-12"),
    ] {
        let engine = format!(r#"TOutput="{times}" HMin="{h_min}" AbsTol="1e-60" RelTol="0""#);
        let (_, _, outcome) = try_run(&load(&oscillator(&engine)));
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("less than HMin") && message.contains("O.P"), "{times}, {h_min}: {message}");
    }
}

#[test]
fn huge_states_are_finite() {
    let text =
        scenario(&["Wide W PortWidth=\"3\""], r#"W.In="0,0,0""#, r#"W.X="1e308,1e308,-1.7e308""#, r#"TOutput="0, 1""#);
    assert_eq!(statistics(&load(&text)).rejected, 0);
}

#[test]
fn a_stopped_run_goes_on_as_if_it_had_not_stopped() {
    let objects = ["base:Src/Table U Times=\"0, 1.5, 2.5\" Values=\"1; -1; 2\"", "Wide W", "Oscillator O"];
    let model = load(&scenario(&objects, r#"W.In="U.Out""#, r#"O.P="1,0""#, r#"TOutput="0:0.3:6""#));
    let whole = run(&model);
    let mut table = bowline_engine::Table::new(&model);
    let mut run = bowline_engine::Run::new(&model);
    let mut steps = 0;
    loop {
        let mut every_third = |_: f64| {
            steps += 1;
            if steps % 3 == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        };
        if run.to_end(&mut table, &mut every_third).unwrap() == bowline_engine::Ending::Finished {
            break;
        }
    }
    assert_eq!((table.rows().to_vec(), run.x().to_vec()), whole);
}

#[test]
fn after_an_error_the_state_is_that_of_the_last_step() {
    let text = scenario(&["Failing F Way=\"Fatal\" Above=\"1\""], "", r#"F.X="0""#, r#"TOutput="0, 2" HMax="0.25""#);
    let model = load(&text);
    let mut run = bowline_engine::Run::new(&model);
    run.to_end(&mut bowline_engine::NoRecorder, &mut |_| std::ops::ControlFlow::Continue(())).unwrap_err();
    assert!((run.x()[0] - run.time()).abs() < 1e-15, "x = t: {:?} at {}", run.x(), run.time());
}

/// At t = 0 no double is too near to step to, and steps of some 1e-300 s would
/// go on for ever.
#[test]
fn a_run_that_comes_nowhere_near_its_end_is_ended() {
    for (kind, engine) in [
        (r#"base:Math/LowPass F TimeConstant="1e-300""#, ""),
        (r#"base:Math/LowPass F TimeConstant="1""#, r#"AbsTol="1e-300" RelTol="1e-300""#),
    ] {
        let engine = format!(r#"TOutput="0, 1" {engine}"#);
        let model = load(&scenario(&[kind, r#"base:Src/Sine U Frequency="1""#], r#"F.In="U.Out + 1""#, "", &engine));
        let (rows, _, outcome) = try_run(&model);
        let error = outcome.unwrap_err().to_string();
        assert!(
            error.contains("the run stands still: 100000 steps advanced it by") || error.contains("HMin"),
            "{error}"
        );
        assert_eq!(rows.len(), 1, "the start is kept");
    }
}

/// The largest error is found in parts where there are many states; those that
/// rest on either side of the one that moves change no step.
#[test]
fn states_at_rest_change_no_step_of_the_largest_error() {
    // Not the evaluations: after a rejected step a loaded library is asked once more.
    let steps = |objects: &[&str], connections: &str| {
        let engine = r#"TOutput="0, 5" ErrorNorm="max" LogStates="0""#;
        let statistics = statistics(&load(&scenario(objects, connections, r#"G.Y="0.5""#, engine)));
        (statistics.steps, statistics.rejected, statistics.largest, statistics.smallest)
    };
    let still = |name: &str| format!(r#"base:Math/Integrator {name} PortWidth="5000""#);
    let input = |name: &str| format!(r#"base:Src/Constant {name} PortWidth="5000" Value="0""#);
    let alone = steps(&["Growth G"], "");
    let (a, b, u) = (still("A"), still("B"), input("U"));
    for objects in [[&*a, &*b, "Growth G", &*u], [&*a, "Growth G", &*b, &*u], ["Growth G", &*a, &*b, &*u]] {
        assert_eq!(steps(&objects, r#"A.In="U.Out" B.In="U.Out""#), alone);
    }
}

/// The jump at 0.7 s cuts one step, and no other.
#[test]
fn fixed_steps_keep_their_times_over_a_time_event() {
    for method in ["Euler", "Heun", "RK4"] {
        let engine = format!(r#"TOutput="0, 1.5" IntegratorMethod="{method}" stepsize="0.25""#);
        let objects = ["base:Src/Step U StepTime=\"0.7\"", "Wide W"];
        let model = load(&scenario(&objects, r#"W.In="U.Out""#, "", &engine));
        assert_eq!(step_times(&model), [0.0, 0.25, 0.5, 0.7, 0.75, 1.0, 1.25], "{method}");
        assert!((run(&model).1[0] - 0.8).abs() < 1e-15, "{method}");
    }
}

/// Nothing is evaluated between the stops of a model without states, and
/// whoever watches it sees it move from row to row.
#[test]
fn a_model_without_states_goes_from_stop_to_stop() {
    for method in [
        r#"DormandPrince" HMax="0.1"#,
        r#"RK4" stepsize="0.01"#,
        r#"BDF" HMax="0.1"#,
        r#"ESDIRK34" HFirst="0.1"#,
        "auto",
    ] {
        let engine = format!(r#"TOutput="0:1:3" IntegratorMethod="{method}""#);
        let model = load(&scenario(&["base:Src/Step U StepTime=\"1.5\""], "", "", &engine));
        assert_eq!(step_times(&model), [0.0, 1.0, 1.5, 2.0], "{method}");
        let cost = statistics(&model);
        assert_eq!((cost.steps, cost.evaluations, cost.rejected), (4, 2, 0), "{method}: the start and the event");
    }
}
