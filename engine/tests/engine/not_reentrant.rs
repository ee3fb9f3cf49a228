//! SimObjects that keep results in themselves: each run has its own.

use std::sync::Arc;
use std::thread;

use bowline_engine::{Model, Run};

use crate::laboratory::{Row, complaints_of_check, load, run, scenario, statistics, try_run};

/// Many, each wide, beside as many that are re-entrant: worth several threads.
fn model(threads: usize) -> Arc<Model> {
    let objects: Vec<String> = (0..120)
        .map(|i| match i % 2 {
            0 => format!(r#"Keeping K{i} Width="500""#),
            _ => format!(r#"base:Math/LowPass L{i} PortWidth="500" TimeConstant="1""#),
        })
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let connections: String = (0..60).map(|i| format!(r#"L{}.In="K{}.Energy" "#, 2 * i + 1, 2 * i)).collect();
    let engine = format!(
        r#"TOutput="0:0.5:1" RelTol="1e-8" AbsTol="1e-8" NumCores="{threads}"
           FileOutput="object.K0:X, object.K118:Energy, object.L119:Out""#
    );
    load(&scenario(&objects, &connections, "", &engine))
}

fn last(rows: &[Row]) -> (f64, &[f64]) {
    rows.last().map(|(time, values)| (*time, values.as_slice())).unwrap()
}

#[test]
fn what_is_kept_belongs_to_one_run() {
    let model = model(1);
    let (alone, x) = run(&model);
    let (time, values) = last(&alone);
    // x'' = -x from x = 1, x' = 0; its energy stays 1/2; the filter had settled on it.
    assert_eq!(time, 1.0);
    assert!((values[0] - 1.0_f64.cos()).abs() < 1e-8, "{}", values[0]);
    assert!((values[500] - 0.5).abs() < 1e-8 && (values[1000] - 0.5).abs() < 1e-8);
    let together: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| run(&model))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for (rows, others) in together {
        assert!(rows == alone && others == x, "the same bits beside other runs");
    }
}

#[test]
#[should_panic(expected = "the workspace is that of another model")]
fn a_workspace_serves_only_its_own_model() {
    let engine = r#"TOutput="0, 1""#;
    let one = load(&scenario(&["Keeping A"], "", "", engine));
    let other =
        load(&scenario(&["base:Math/LowPass A PortWidth=\"2\" TimeConstant=\"1\""], "A.In=\"1,1\"", "", engine));
    let _ = one.evaluate(&mut other.workspace(), 0.0, &mut [0.0; 2]);
}

#[test]
fn one_thread_at_a_time_calculates_with_them() {
    let (alone, x) = run(&model(1));
    for threads in [2, 3] {
        let shared = model(threads);
        assert_eq!(Run::new(&shared).statistics().threads, threads, "the model is large enough");
        let (rows, others) = run(&shared);
        assert!(rows == alone && others == x, "{threads} threads");
    }
}

const ADAPTIVE: [&str; 7] = ["BogackiShampine", "DormandPrince", "Tsitouras", "BDF", "TRBDF2", "ESDIRK34", "auto"];

/// A first trial that goes far too far breaks the spring, which would hold.
fn latching(method: &str, parameters: &str) -> String {
    let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}" HFirst="3""#);
    scenario(&[&format!("Latching L {parameters}")], "", "", &engine)
}

#[test]
fn what_remembers_a_rejected_step_is_named() {
    for method in ADAPTIVE {
        let (rows, _, outcome) = try_run(&load(&latching(method, r#"Strength="1.2""#)));
        let message = outcome.expect_err(method).to_string();
        assert!(
            message.starts_with("`L` (Latching of laboratory): a calculation remembers what came before")
                && message.contains("at t = 0 s the same state gave `L.Tension` = 0 where it gave 1 before")
                && message.contains("discrete state"),
            "{method}: {message}"
        );
        assert_eq!(rows.len(), 1, "{method}: the start is kept");
        let (_, _, outcome) = try_run(&load(&latching(method, r#"Strength="1.2" InDerivative="1""#)));
        let message = outcome.expect_err(method).to_string();
        assert!(message.contains("gave the derivative of `L.V` = 0 where it gave -1 before"), "{method}: {message}");
    }
}

/// The peak grows from the first step on, or came at the start and never again;
/// no step is rejected.
#[test]
fn what_remembers_an_accepted_step_is_named() {
    let fixed = [("RK4", "stepsize=\"0.01\""), ("Euler", "stepsize=\"0.001\"")];
    for (method, step) in ADAPTIVE.map(|method| (method, "HFirst=\"1e-4\"")).into_iter().chain(fixed) {
        for (initial, parameters, what) in [
            ("P.X=\"1\" P.V=\"0\"", "", "`P.Stiffness`"),
            ("P.X=\"0\" P.V=\"1\"", "", "`P.Stiffness`"),
            ("P.X=\"1\" P.V=\"0\"", "InDerivative=\"1\"", "the derivative of `P.V`"),
            ("P.X=\"0\" P.V=\"1\"", "InDerivative=\"1\"", "the derivative of `P.V`"),
        ] {
            let engine = format!(r#"TOutput="0:0.5:10" IntegratorMethod="{method}" {step}"#);
            let model = load(&scenario(&[&format!("Peaking P {parameters}")], "", initial, &engine));
            let message = try_run(&model).2.expect_err(method).to_string();
            assert!(
                message.starts_with("`P` (Peaking of laboratory): a calculation remembers what came before")
                    && message.contains(&format!("the same state gave {what}")),
                "{method} {initial}: {message}"
            );
        }
    }
}

/// x = cos t, through rejected steps.
#[test]
fn what_remembers_nothing_is_not_named() {
    for method in ADAPTIVE {
        for object in [r#"Latching L Strength="1e9""#, "Keeping K"] {
            let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}" HFirst="3""#);
            let model = load(&scenario(&[object], "", "", &engine));
            assert!((run(&model).1[0] - 10.0_f64.cos()).abs() < 2e-3, "{method}");
            assert!(statistics(&model).rejected > 0, "{method}");
        }
    }
}

#[test]
fn check_finds_what_remembers_another_state() {
    for (parameters, what) in [
        (r#"Strength="1.2""#, "`L.Tension` = 0 where it gave 1 before"),
        (r#"Strength="1.2" InDerivative="1""#, "the derivative of `L.V` = 0 where it gave -1 before"),
    ] {
        let complaints = complaints_of_check(&latching("DormandPrince", parameters));
        assert!(
            complaints.len() == 1
                && complaints[0].starts_with("remembered-evaluation: `L` (Latching of laboratory)")
                && complaints[0].contains(what),
            "{complaints:?}"
        );
    }
}
