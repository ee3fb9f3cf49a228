//! Implicit methods: published solutions of stiff problems, what a Jacobian
//! costs, and how they keep to the rules that hold for every method.

use bowline_engine::integration::ImplicitMethod;
use bowline_engine::statistics::Statistics;

use crate::laboratory::{Hires, Robertson, Rod, StiffProblem, VanDerPol, load, run, scenario, statistics, try_run};
use crate::models::Net;

fn names() -> [&'static str; 3] {
    ImplicitMethod::ALL.map(ImplicitMethod::name)
}

/// The final state, and what it cost.
fn solve(object: &str, initial: &str, times: &str, method: &str, tolerances: &str) -> (Vec<f64>, Statistics) {
    let engine = format!(r#"TOutput="{times}" IntegratorMethod="{method}" {tolerances}"#);
    let model = load(&scenario(&[object], "", initial, &engine));
    (run(&model).1, statistics(&model))
}

fn worst(found: &[f64], published: &[f64]) -> f64 {
    assert_eq!(found.len(), published.len());
    found.iter().zip(published).map(|(x, y)| ((x - y) / y).abs()).fold(0.0, f64::max)
}

fn solve_problem(problem: &StiffProblem, method: &str, tolerances: &str) -> (Vec<f64>, Statistics) {
    solve(&problem.object, problem.initial, &format!("0, {}", problem.duration), method, tolerances)
}

#[test]
fn van_der_pol() {
    let problem = VanDerPol::problem();
    for method in names() {
        let (x, cost) = solve_problem(&problem, method, r#"AbsTol="1e-9" RelTol="1e-7""#);
        let error = worst(&x, &problem.solution);
        // At 1e-7 a step; the errors of hundreds of steps add up.
        assert!(error < 1e-4, "{method}: {error:.1e} {x:?}");
        assert!(cost.steps < 20_000, "{method}: {cost:?}");
    }
}

/// Over eleven decades.
#[test]
fn robertson() {
    let problem = Robertson::problem();
    for method in names() {
        let (x, cost) = solve_problem(&problem, method, r#"AbsTol="1e-14" RelTol="1e-7""#);
        let error = worst(&x, &problem.solution);
        assert!(error < 2e-4, "{method}: {error:.1e} {x:?}");
        assert!(cost.steps < 5_000, "{method}: {cost:?}");
    }
}

#[test]
fn hires() {
    let problem = Hires::problem();
    for method in names() {
        let (x, _) = solve_problem(&problem, method, r#"AbsTol="1e-10" RelTol="1e-7""#);
        let error = worst(&x, &problem.solution);
        assert!(error < 2e-4, "{method}: {error:.1e} {x:?}");
    }
}

#[test]
fn a_rod_cools_as_its_first_mode() {
    for method in names() {
        for cells in [1000, 9] {
            let problem = Rod::problem(cells);
            let (x, cost) = solve_problem(&problem, method, r#"AbsTol="1e-9" RelTol="1e-7""#);
            let error = x.iter().zip(&problem.solution).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(error < 5e-6, "{method}, {cells} cells: {error:.1e}");
            assert_eq!(cost.colours, 3, "a band of three");
            assert!(cost.steps < 2000, "{method}: {cost:?}");
        }
    }
}

/// Differences in the direction in which the state goes would lie beyond the
/// wall.
#[test]
fn a_jacobian_is_taken_where_the_model_holds() {
    for method in names() {
        let (x, cost) = solve(r#"Walled W Rate="1""#, r#"W.X="0.9999999999""#, "0, 1", method, "");
        assert!(x[0] > 0.9999999999 && x[0] <= 1.0, "{method}: {x:?}");
        assert!(cost.jacobians >= 1 && cost.rejected == 0, "{method}: {cost:?}");
    }
}

#[test]
fn a_run_without_states_has_nothing_to_solve() {
    for method in names() {
        let engine = format!(r#"TOutput="0:1:3" IntegratorMethod="{method}" FileOutput="objects:outputs""#);
        let (rows, _) = run(&load(&scenario(&["base:Src/Step U StepTime=\"1.5\""], "", "", &engine)));
        assert_eq!(rows.iter().map(|(_, values)| values[0]).collect::<Vec<_>>(), [0.0, 0.0, 1.0, 1.0]);
    }
}

/// Growth has the solution 0.5 exp(sin t).
#[test]
fn rows_are_exactly_at_the_asked_times_and_as_accurate_as_the_steps() {
    for method in names() {
        let engine = format!(r#"TOutput="0:0.01:3" IntegratorMethod="{method}" AbsTol="1e-8" RelTol="1e-8""#);
        let model = load(&scenario(&["Growth G"], "", r#"G.Y="0.5""#, &engine));
        let (rows, _) = run(&model);
        assert_eq!(rows.len(), 301);
        let steps = statistics(&model).steps;
        assert!(steps < 3000, "{method}: {steps} steps");
        // Each step may be off by the tolerance.
        let worst = rows.iter().map(|(t, x)| (x[0] - 0.5 * t.sin().exp()).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-8 * steps as f64, "{method}: {worst:e} after {steps} steps");
        for (index, (time, _)) in rows.iter().enumerate() {
            assert_eq!(*time, format!("{}e-2", index).parse::<f64>().unwrap());
        }
    }
}

/// The others step to the rows: nothing between the ends of a long stiff step
/// is known to the tolerance.
#[test]
fn asking_for_rows_changes_no_step_of_bdf() {
    let at = |times: &str| {
        let engine = format!(r#"TOutput="{times}" IntegratorMethod="BDF""#);
        let model = load(&scenario(&["Growth G"], "", r#"G.Y="0.5""#, &engine));
        (run(&model).1, statistics(&model).evaluations)
    };
    assert_eq!(at("0, 5"), at("0:0.001:5"));
}

/// x' = -1e5 (x - sin 2 pi t) has the solution that is written out below. The
/// steps are long where it is smooth, and a stop or a row may lie anywhere in
/// them.
#[test]
fn stiff_states_are_accurate_in_every_row_and_at_every_stop() {
    let (rate, speed) = (1e5_f64, std::f64::consts::TAU);
    let exact = |t: f64| {
        let steady = rate * (rate * (speed * t).sin() - speed * (speed * t).cos());
        (steady + rate * speed * (-rate * t).exp()) / (rate * rate + speed * speed)
    };
    let objects = [r#"base:Math/LinearSystem L A="-1e5" B="1e5" C="1""#, r#"base:Src/Sine S Frequency="1""#];
    for method in names() {
        let worst = |times: &str| {
            let engine = format!(r#"TOutput="{times}" IntegratorMethod="{method}""#);
            let (rows, _) = run(&load(&scenario(&objects, r#"L.In="S.Out""#, r#"L.X="0""#, &engine)));
            rows.iter().map(|(t, x)| (x[0] - exact(*t)).abs()).fold(0.0, f64::max)
        };
        let in_rows = worst("0:0.01:2");
        // A few times what one step may be off by.
        assert!(in_rows < 5e-6, "{method}: {in_rows:.1e} in the rows");
        for i in 0..60 {
            let end = 0.31 + 0.0437 * f64::from(i);
            let at_the_end = worst(&format!("0, {end}"));
            assert!(at_the_end < 5e-6, "{method}: {at_the_end:.1e} at {end} s");
        }
    }
}

#[test]
fn limits_that_explicit_methods_keep_are_kept() {
    for method in names() {
        for limits in [r#"HFirst="1e-9" HMin="1e-6""#, r#"HMin="1e-3" HMax="1e-3""#] {
            let (x, _) = solve("Growth G", r#"G.Y="0.5""#, "0, 1", method, limits);
            assert!((x[0] - 0.5 * 1.0_f64.sin().exp()).abs() < 1e-3, "{method}, {limits}: {x:?}");
        }
    }
}

#[test]
fn the_error_falls_with_the_tolerance() {
    for method in names() {
        let errors = ["1e-4", "1e-6", "1e-8"].map(|tolerance| {
            let tolerances = format!(r#"AbsTol="{tolerance}" RelTol="{tolerance}""#);
            let (x, _) = solve("Growth G", r#"G.Y="0.5""#, "0, 5", method, &tolerances);
            (x[0] - 0.5 * 5.0_f64.sin().exp()).abs()
        });
        assert!(errors[1] < 0.2 * errors[0] && errors[2] < 0.2 * errors[1], "{method}: {errors:?}");
        assert!(errors[2] < 1e-6, "{method}: {errors:?}");
    }
}

#[test]
fn no_step_is_larger_than_h_max() {
    for method in names() {
        let (_, cost) = solve("Growth G", r#"G.Y="0.5""#, "0, 10", method, r#"HMax="0.013" AbsTol="1" RelTol="1""#);
        let largest = cost.largest.unwrap().size_s;
        // The difference of two times carries the rounding of both.
        assert!(largest <= 0.013 * (1.0 + 1e-12), "{method}: {largest}");
        assert!(largest > 0.006, "{method}: {largest} is far below what is allowed");
    }
}

#[test]
fn the_first_step_is_the_one_asked_for() {
    for method in names() {
        let (_, cost) = solve("Growth G", r#"G.Y="0.5""#, "0, 1", method, r#"HFirst="1e-5""#);
        let smallest = cost.smallest.unwrap();
        assert_eq!((smallest.time_s, smallest.size_s), (0.0, 1e-5), "{method}");
    }
}

/// The heat that a held table gives the rod is known row by row, so that the
/// mean temperature far from equilibrium is too; a step across a jump would be
/// off by as much as the tolerance allows, and leave the table's own times.
#[test]
fn every_jump_is_met_and_starts_the_method_afresh() {
    let table = r#"base:Src/Table T Times="0, 0.5, 1.25" Values="2; -1; 4""#;
    for method in names() {
        let engine =
            format!(r#"TOutput="0:0.25:2" IntegratorMethod="{method}" AbsTol="1e-6" RelTol="1e-6" ErrorNorm="rms""#);
        let (rows, _) = run(&load(&scenario(&[table, "Follower F"], r#"F.In="T.Out""#, r#"F.Y="0""#, &engine)));
        let decay = |from: f64, to: f64, seconds: f64| to + (from - to) * (-seconds).exp();
        let (first, second) = (decay(0.0, 2.0, 0.5), decay(decay(0.0, 2.0, 0.5), -1.0, 0.75));
        for (time, x) in rows {
            let exact = match time {
                t if t < 0.5 => decay(0.0, 2.0, t),
                t if t < 1.25 => decay(first, -1.0, t - 0.5),
                t => decay(second, 4.0, t - 1.25),
            };
            // The second-order method takes many more steps, whose errors add up.
            let allowed = if method == "TRBDF2" { 2e-5 } else { 5e-6 };
            assert!((x[0] - exact).abs() < allowed, "{method}, t = {time}: {}, not {exact}", x[0]);
        }
    }
}

fn failure(object: &str, initial: &str, engine: &str) -> (Vec<(f64, Vec<f64>)>, String) {
    let (rows, _, outcome) = try_run(&load(&scenario(&[object], "", initial, engine)));
    (rows, outcome.unwrap_err().to_string())
}

#[test]
fn a_recoverable_failure_makes_steps_smaller_until_h_min_and_is_told() {
    for method in names() {
        let engine = format!(r#"TOutput="0:0.125:2" HMin="1e-4" IntegratorMethod="{method}""#);
        let (rows, message) = failure("Failing F Way=\"Recoverable\" Above=\"1\"", r#"F.X="0""#, &engine);
        assert!(
            message.contains("`F` (Failing of laboratory): `grow` failed at t = 1") && message.contains("too far"),
            "{message}"
        );
        assert!(message.contains("HMin (1.000e-4 s)"), "{message}");
        let last = rows.last().unwrap();
        assert!(last.0 > 0.8 && (last.0 - last.1[0]).abs() < 1e-9, "{method} came close, and x = t: {last:?}");
    }
}

#[test]
fn a_fatal_failure_ends_the_run_at_once() {
    for method in names() {
        let engine = format!(r#"TOutput="0, 2" HMax="0.25" IntegratorMethod="{method}""#);
        let (_, message) = failure("Failing F Way=\"Fatal\" Above=\"1\"", r#"F.X="0""#, &engine);
        assert!(
            message.starts_with("`F` (Failing of laboratory): `grow` failed at t = ")
                && message.ends_with("far too far"),
            "{method}: {message}"
        );
    }
}

/// x = 1 / (1 - t) has no value at 1.
#[test]
fn a_solution_that_ends_is_told_with_its_state_and_time() {
    for method in names() {
        let engine = format!(r#"TOutput="0:0.1:2" IntegratorMethod="{method}""#);
        let (rows, message) = failure("Square S", r#"S.X="1""#, &engine);
        assert!(message.contains("S.X") && message.contains("at t = "), "{method}: {message}");
        // The numerical solution may end a little later.
        assert!((10..=11).contains(&rows.len()), "{method}: the rows up to 0.9 s are kept");
    }
}

/// A step cannot end within the rounding of a time.
#[test]
fn an_event_a_rounding_error_away_is_met() {
    let near = 0.5_f64.next_up();
    for method in names() {
        let table = format!(r#"base:Src/Table T Times="0, 0.5, {near:?}" Values="0; 100; 1""#);
        let engine = format!(r#"TOutput="0, 1.5" IntegratorMethod="{method}""#);
        let (_, x) = run(&load(&scenario(&[&table, "Wide I"], r#"I.In="T.Out""#, "", &engine)));
        assert!((x[0] - 1.0).abs() < 1e-9, "{method}: {x:?}");
    }
}

fn choices(object: &str, initial: &str, times: &str, tolerances: &str) -> (Vec<f64>, Statistics, Vec<&'static str>) {
    let (x, cost) = solve(object, initial, times, "auto", tolerances);
    let methods = cost.switches.iter().map(|switch| switch.method).collect();
    (x, cost, methods)
}

#[test]
fn auto_stays_explicit_where_nothing_is_stiff() {
    let (x, cost, methods) = choices("Growth G", r#"G.Y="0.5""#, "0, 20", "");
    assert_eq!(methods, ["DormandPrince"]);
    assert!((x[0] - 0.5 * 20.0_f64.sin().exp()).abs() < 1e-4);
    let (_, explicit) = solve("Growth G", r#"G.Y="0.5""#, "0, 20", "DormandPrince", "");
    assert_eq!((cost.evaluations, cost.steps), (explicit.evaluations, explicit.steps));
}

#[test]
fn auto_goes_implicit_where_steps_are_as_long_as_stability_allows() {
    let (x, cost, methods) = choices("Rod R Cells=\"100\"", "", "0, 1", "");
    assert_eq!(methods, ["DormandPrince", "BDF"], "{cost:?}");
    assert!(x.iter().all(|u| u.abs() < 2e-4), "the rod is cold");
    let explicit = solve("Rod R Cells=\"100\"", "", "0, 1", "DormandPrince", "").1;
    assert!(cost.evaluations < explicit.evaluations / 20, "{} against {}", cost.evaluations, explicit.evaluations);
    assert!(cost.switches[1].because.starts_with("stiff: 15 steps"), "{:?}", cost.switches);
    assert!(cost.switches[1].time_s < 0.1);
}

/// The two masses of the scenario swing as one, but for what the link gives:
/// some 1e-7 m.
#[test]
fn auto_takes_a_stiff_link_for_what_it_is() {
    let model = load(include_str!("../../../scenarios/stiff_link.xml"));
    let (rows, _) = run(&model);
    for (time, heights) in rows {
        let exact = 1.0 + 0.1962 * (1.0 - (50.0_f64.sqrt() * time).cos());
        assert!((heights[0] - exact).abs() < 2e-5 && (heights[1] - heights[0] - 1.0).abs() < 1e-6, "t = {time}");
    }
    let methods: Vec<_> = statistics(&model).switches.iter().map(|switch| switch.method).collect();
    assert_eq!(methods, ["DormandPrince", "BDF"]);
}

/// Van der Pol's oscillator is stiff but for its jumps.
#[test]
fn auto_solves_what_is_stiff_in_part() {
    let problem = VanDerPol::problem();
    let tolerances = r#"AbsTol="1e-9" RelTol="1e-7""#;
    let (x, cost, methods) = choices(&problem.object, problem.initial, "0, 2000", tolerances);
    let error = worst(&x, &problem.solution);
    assert!(error < 1e-4, "{error:.1e}");
    assert!(methods.contains(&"BDF") && cost.steps < 20_000, "{cost:?}");
}

/// Each mass has 6 states, and its velocity sees those of its two neighbours:
/// groups of 3 masses tell all columns apart, and no fewer can.
#[test]
fn the_structure_of_a_chain_is_found_through_its_springs() {
    for masses in [10, 100] {
        let engine = r#"TOutput="0, 1e-4" IntegratorMethod="BDF" LogStates="0""#;
        assert_eq!(statistics(&load(&Net::chain(masses).scenario(engine))).colours, 18, "{masses} masses");
    }
}

/// The checksum on which several other programs agree.
#[test]
fn a_chain_comes_to_where_other_programs_bring_it() {
    let net = Net::chain(10);
    let engine = r#"TOutput="0, 1" IntegratorMethod="ESDIRK34" AbsTol="1e-8" RelTol="1e-8" LogStates="0""#;
    let checksum = net.checksum(&run(&load(&net.scenario(engine))).1);
    assert!((checksum + 109.415414).abs() < 1e-4, "{checksum}");
}

/// With tight tolerances the explicit steps stay just below the edge of
/// stability for as long as the model is followed, and never at it.
#[test]
fn auto_does_not_creep_along_below_the_edge() {
    let problem = Robertson::problem();
    let tolerances = r#"AbsTol="1e-16" RelTol="1e-8" ErrorNorm="rms""#;
    let (_, auto) = solve_problem(&problem, "auto", tolerances);
    let (_, bdf) = solve_problem(&problem, "BDF", tolerances);
    assert!(auto.evaluations < 2 * bdf.evaluations, "{} against {}", auto.evaluations, bdf.evaluations);
}

/// BDF begins with order 1 and short steps, whatever the model.
#[test]
fn auto_does_not_take_a_start_for_a_model_that_is_not_stiff() {
    let problem = Hires::problem();
    let times = format!("0, {}", problem.duration);
    let tolerances = r#"AbsTol="1e-11" RelTol="1e-8" ErrorNorm="rms""#;
    let (_, cost, methods) = choices(&problem.object, problem.initial, &times, tolerances);
    assert_eq!(methods, ["DormandPrince", "BDF"], "{cost:?}");
}
