//! Jumps in inputs, at announced times.

use bowline_engine::integration::tableau;

use crate::laboratory::{complaints, load, run, scenario, try_run};

const METHODS: [&str; 6] = ["Euler", "Heun", "RK4", "BogackiShampine", "DormandPrince", "Tsitouras"];

#[test]
fn every_method_integrates_a_unit_step_to_rounding_whatever_its_step() {
    assert_eq!(METHODS, tableau::ALL.map(|tableau| tableau.name));
    for method in METHODS {
        for size in [0.07, 0.25, 0.3, 1.0, 5.0] {
            let engine = format!(r#"TOutput="0:0.1:2" IntegratorMethod="{method}" stepsize="{size}""#);
            unit_step(&engine, method, size);
        }
    }
    for method in &METHODS[3..] {
        unit_step(&format!(r#"TOutput="0:0.1:2" IntegratorMethod="{method}""#), method, 0.0);
    }
}

/// The integral of a step at 0.7 s, at every row.
fn unit_step(engine: &str, method: &str, size: f64) {
    let objects = ["base:Src/Step U StepTime=\"0.7\"", "Wide I"];
    let (rows, _) = run(&load(&scenario(&objects, r#"I.In="U.Out""#, "", engine)));
    assert_eq!(rows.len(), 21);
    for (time, values) in rows {
        let exact = (time - 0.7).max(0.0);
        assert!((values[0] - exact).abs() < 4e-15, "{method}, step {size}, t = {time}: {}, not {exact}", values[0]);
    }
}

#[test]
fn a_row_at_an_event_holds_the_values_after_it() {
    let engine = r#"TOutput="0, 0.7, 1" FileOutput="object.U:outputs""#;
    let objects = ["base:Src/Step U StepTime=\"0.7\" Before=\"2\" After=\"5\"", "Wide I"];
    let (rows, _) = run(&load(&scenario(&objects, r#"I.In="U.Out""#, "", engine)));
    let values: Vec<f64> = rows.iter().map(|(_, values)| values[0]).collect();
    assert_eq!(values, [2.0, 5.0, 5.0]);
}

#[test]
fn an_event_at_the_end_belongs_to_what_comes_after() {
    let engine = r#"TOutput="0, 0.7" FileOutput="objects:all""#;
    let (rows, x) =
        run(&load(&scenario(&["base:Src/Step U StepTime=\"0.7\"", "Wide I"], r#"I.In="U.Out""#, "", engine)));
    assert_eq!(x, [0.0], "the jump at the end adds nothing to the integral");
    assert_eq!(rows.last().unwrap().1, [1.0, 1.0, 0.0], "but it is seen there: U.Out, I.In, I.X");
}

#[test]
fn a_held_table_is_integrated_row_by_row() {
    // Areas: 2 * 0.5 + (-1) * 0.75 + 4 * 0.75 in the first column.
    let table = r#"base:Src/Table U Times="0, 0.5, 1.25" Values="2, 1; -1, 1; 4, 1""#;
    for method in METHODS {
        for step in ["0.4", "3"] {
            let engine = format!(r#"TOutput="0, 2" IntegratorMethod="{method}" stepsize="{step}""#);
            let model = load(&scenario(&[table, "Wide I PortWidth=\"2\""], r#"I.In="U.Out""#, "", &engine));
            let (_, x) = run(&model);
            assert!((x[0] - 3.25).abs() < 4e-15 && (x[1] - 2.0).abs() < 4e-15, "{method}: {x:?}");
        }
    }
}

/// The estimate of the first step once looked behind the jump.
#[test]
fn nothing_is_evaluated_behind_an_event_before_it() {
    // Panics from the event on, which no smaller step mends; the run must reach
    // the event all the same. The large state makes the estimate go right there.
    let objects = ["Panicking P From=\"1\"", "base:Src/Step U StepTime=\"1\""];
    let text = scenario(&objects, "", r#"P.X="1e6""#, r#"TOutput="0, 2""#);
    let (_, x, outcome) = try_run(&load(&text));
    let message = outcome.unwrap_err().to_string();
    assert_eq!(message, "`P` (Panicking of laboratory): `grow` failed at t = 1 s: panicked: out of cheese");
    assert_eq!(x, [1e6 + 1.0], "the state at the event");
}

/// Pulses that nobody could follow to the end end the run in bounded time, and
/// those that doubles cannot resolve do not stand still.
#[test]
fn events_without_end_are_an_error_that_names_who_announced_them() {
    for (period, methods) in [("1e-300", &METHODS[3..]), ("1e-25", &METHODS[4..5]), ("3e-17", &METHODS[4..5])] {
        for method in methods {
            let pulse = format!(r#"base:Src/Pulse U Period="{period}""#);
            let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}""#);
            let model = load(&scenario(&[&pulse, "Wide I"], r#"I.In="U.Out""#, "", &engine));
            let error = try_run(&model).2.unwrap_err().to_string();
            assert!(
                error.starts_with("`U` (Src/Pulse of fhsim_base) announced a time event at ")
                    && error.ends_with("the run would not come to its end"),
                "{method}, {period}: {error}"
            );
        }
    }
    // Bowline refuses periods that numbers at the start of the run cannot distinguish: edges would be nowhere near
    // their times.
    let told = complaints(&scenario(&[r#"base:Src/Pulse U Period="1e-5""#], "", "", r#"TOutput="1e9, 1000000010""#));
    assert!(told.len() == 1 && told[0].ends_with("too much for a `Period` of 1e-5 s"), "{told:?}");
    load(&scenario(&[r#"base:Src/Pulse U Period="1e-3""#], "", "", r#"TOutput="1e9, 1000000010""#));
}

#[test]
fn an_event_at_the_smallest_time_is_one_event() {
    for method in ["DormandPrince", "BogackiShampine", "Tsitouras", "auto", "BDF", "TRBDF2", "ESDIRK34"] {
        let pulse = r#"base:Src/Pulse U StartTime="5e-324" Period="10""#;
        let engine = format!(r#"TOutput="0, 1" IntegratorMethod="{method}""#);
        let (_, x) = run(&load(&scenario(&[pulse, "Wide I"], r#"I.In="U.Out""#, "", &engine)));
        assert!((x[0] - 1.0).abs() < 1e-9, "{method}: {}", x[0]);
    }
}
