//! Times at which a step must end, so that it jumps over nothing.

use bowline_engine::{NoRecorder, Run};

use crate::laboratory::held::continues;
use crate::laboratory::{load, run, scenario, statistics};

const ADAPTIVE: [&str; 7] = ["BogackiShampine", "DormandPrince", "Tsitouras", "BDF", "TRBDF2", "ESDIRK34", "auto"];
const FIXED: [&str; 3] = ["Euler", "Heun", "RK4"];

/// 1001 rows over 10 s, all 0 but one of 200 in the middle. A cardinal spline
/// on even knots has the area of its spacing (the cardinal splines of all knots
/// add up to 1), so this one has 200 * 0.01 s.
fn spike() -> String {
    let times: Vec<String> = (0..1001).map(|k| format!("{}", f64::from(k) / 100.0)).collect();
    let values: Vec<&str> = (0..1001).map(|k| if k == 500 { "200" } else { "0" }).collect();
    let (times, values) = (times.join(","), values.join(";"));
    format!(r#"base:Src/Table U Times="{times}" Values="{values}" Interpolation="Spline""#)
}

fn area(engine: &str) -> f64 {
    run(&load(&scenario(&[&spike(), "Wide I"], r#"I.In="U.Out""#, "", engine))).1[0]
}

#[test]
fn no_method_jumps_over_a_spike_in_a_spline() {
    for method in ADAPTIVE {
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let engine =
                format!(r#"TOutput="0, 10" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#);
            let error = (area(&engine) - 2.0).abs();
            assert!(error < 100.0 * tolerance, "{method}, {tolerance:e}: {error:e}");
        }
    }
}

#[test]
fn a_fixed_step_that_is_cut_goes_on_to_its_grid() {
    // On a quadrature RK4 is Simpson's rule, which is exact for cubics.
    for (method, within) in FIXED.into_iter().zip([0.05, 0.02, 1e-12]) {
        let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}" stepsize="0.07""#);
        let error = (area(&engine) - 2.0).abs();
        assert!(error < within, "{method}: {error:e}");
    }
    let table = r#"base:Src/Table U Times="0, 1, 2.5, 10" Values="0; 1; 0; 3" Interpolation="Spline""#;
    let engine = r#"TOutput="0, 10" IntegratorMethod="RK4" stepsize="2""#;
    let model = load(&scenario(&[table, "Wide I"], r#"I.In="U.Out""#, "", engine));
    assert_eq!(statistics(&model).steps, 7, "0, 1, 2, 2.5, 4, 6, 8, 10");
}

#[test]
fn a_stop_is_no_new_start() {
    let model = load(&scenario(&[&spike(), "Wide I"], r#"I.In="U.Out""#, "", r#"TOutput="0, 10""#));
    let statistics = statistics(&model);
    assert!(statistics.events <= 2, "{} events", statistics.events);
    // One evaluation a stage and step: no step begins with one of its own.
    assert!(statistics.evaluations <= 6 * (statistics.steps + statistics.rejected) + 10, "{statistics:?}");
}

/// The sine turns at 9/100 s, which in doubles is a digit later than 0.09: a run
/// that ends there ends at 0.09, and a run from its state has a row there.
#[test]
fn an_announced_stop_moves_nothing() {
    let objects = [r#"base:Src/Sine U Frequency="2.7777777777777777" Amplitude="1""#, "Wide I"];
    for method in ADAPTIVE.into_iter().chain(["RK4\" stepsize=\"0.013"]) {
        let text = |times: &str| {
            scenario(&objects, r#"I.In="U.Out""#, "", &format!(r#"TOutput="{times}" IntegratorMethod="{method}""#))
        };
        let model = load(&text("0:0.09:0.09"));
        let mut at_end = Run::new(&model);
        at_end.to_end(&mut NoRecorder, &mut continues).unwrap();
        assert_eq!(at_end.time(), 0.09, "{method}");
        let model = load(&text("0, 0.2"));
        let mut on_its_way = Run::new(&model);
        on_its_way.advance_to(0.09, &mut NoRecorder).unwrap();
        assert_eq!(on_its_way.time(), 0.09, "{method}");
        on_its_way.snapshot().unwrap();
        on_its_way.to_end(&mut NoRecorder, &mut continues).unwrap();
        // The integral of sin(w t) to 0.2 s is (1 - cos(0.2 w)) / w.
        let w = std::f64::consts::TAU * 2.777_777_777_777_777_7;
        let (found, exact) = (on_its_way.x()[0], (1.0 - (0.2 * w).cos()) / w);
        assert!((found - exact).abs() < 1e-4, "{method}: {found} instead of {exact}");
    }
}
