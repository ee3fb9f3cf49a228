//! Blocks that switch by events: relays, latches, integrators at their limits.

use crate::laboratory::{ADAPTIVE, Row, complaints, load, run, scenario, try_run};

fn rows(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<Row> {
    run(&load(&scenario(objects, connections, initial, engine))).0
}

/// When a column changes, from rows on both sides of each event.
fn changes(rows: &[Row], column: usize) -> Vec<f64> {
    rows.windows(2).filter(|pair| pair[1].1[column] != pair[0].1[column]).map(|pair| pair[1].0).collect()
}

/// x'' = u, where u = -1 after x + x' has risen above 0.1, and 1 after it has
/// fallen below -0.1. In a symmetric cycle the velocity goes from w to -w in
/// half a period p / 2 = 2 w, and x comes back to where it was, which by symmetry
/// is 0; so w = 0.1 at the switch, and p = 0.4.
#[test]
fn a_relay_keeps_a_double_integrator_in_a_limit_cycle() {
    let objects = [
        r#"base:Signal/Relay R SwitchOn="0.1" SwitchOff="-0.1" OnValue="-1" OffValue="1""#,
        "base:Math/Integrator V",
        r#"base:Math/Integrator X InitialValue="0.3""#,
    ];
    let connections = r#"R.In="X.Out + V.Out" V.In="R.Out" X.In="V.Out""#;
    let engines = ADAPTIVE.iter().flat_map(|method| {
        [1e-4, 1e-6, 1e-9].map(|tolerance| {
            let bound = match *method {
                "BDF" | "ESDIRK34" | "TRBDF2" => tolerance,
                _ => 1e-12,
            };
            (format!(r#"IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#), bound)
        })
    });
    let fixed = ["DormandPrince", "Tsitouras", "BogackiShampine", "RK4", "Heun"]
        .map(|method| (format!(r#"IntegratorMethod="{method}" stepsize="0.03""#), 1e-12));
    let euler = (r#"IntegratorMethod="Euler" stepsize="1e-4""#.to_owned(), 2e-3);
    for (engine, bound) in engines.chain(fixed).chain([euler]) {
        let engine = format!(r#"TOutput="0, 60" LogEvents="1" FileOutput="R.On" {engine}"#);
        let switches = changes(&rows(&objects, connections, "", &engine), 0);
        let periods: Vec<f64> = switches.windows(3).map(|times| times[2] - times[0]).collect();
        let worst = periods[periods.len() - 50..].iter().map(|p| (p - 0.4).abs()).fold(0.0, f64::max);
        assert!(worst < bound, "{engine}: {worst:.2e} s");
    }
}

#[test]
fn a_relay_begins_as_its_input_says() {
    let begin = |input: &str, more: &str, initial: &str| {
        let relay = format!(r#"base:Signal/Relay R SwitchOn="1" SwitchOff="-1" OnValue="5" OffValue="7" {more}"#);
        let connections = format!(r#"R.In="{input}""#);
        rows(&[&relay], &connections, initial, r#"TOutput="0, 1" FileOutput="R.Out""#)[1].1[0]
    };
    assert_eq!(begin("1.1", "", ""), 5.0);
    assert_eq!(begin("-1.1", r#"InitiallyOn="1""#, ""), 7.0);
    for between in ["1", "0", "-1"] {
        assert_eq!(begin(between, "", ""), 7.0);
        assert_eq!(begin(between, r#"InitiallyOn="1""#, ""), 5.0);
        assert_eq!(begin(between, "", r#"R.On="1""#), 5.0);
    }
}

/// From below both thresholds to above both and back, at times that are known;
/// a second element only comes to its threshold.
#[test]
fn a_jump_across_both_thresholds_switches_a_relay() {
    let objects = [
        r#"base:Src/Pulse P StartTime="0.25" Period="1" Low="-3" High="3""#,
        r#"base:Signal/Relay R PortWidth="2" SwitchOn="1, 3" SwitchOff="-1, -3""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0:0.125:2" IntegratorMethod="{method}" FileOutput="R.Out""#);
        for (time, out) in rows(&objects, r#"R.In="P.Out, P.Out""#, "", &engine) {
            let high = (0.25..0.75).contains(&time) || (1.25..1.75).contains(&time);
            assert_eq!(out, [f64::from(high), 0.0], "{method} {time}");
        }
    }
}

/// At the instant of the step A switches B's input to the other side of both
/// thresholds of B: on, off and on again; and off, on and off.
#[test]
fn a_relay_whose_input_passes_both_thresholds_at_one_instant_switches_twice() {
    let step = r#"base:Src/Step S StepTime="0.5""#;
    let begins_on = [
        step,
        r#"base:Signal/Relay A SwitchOn="0.5" SwitchOff="0.2" OnValue="4""#,
        r#"base:Signal/Relay B SwitchOn="1" SwitchOff="-1" InitiallyOn="1""#,
    ];
    let begins_off = [
        step,
        r#"base:Signal/Relay A SwitchOn="0.5" SwitchOff="0.2" OnValue="10""#,
        r#"base:Signal/Relay B SwitchOn="1" SwitchOff="-1""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0:0.25:1" IntegratorMethod="{method}" FileOutput="B.On""#);
        let on = |objects: &[&str], connections: &str| {
            let rows = rows(objects, connections, "", &engine);
            rows.iter().map(|(_, x)| x[0]).collect::<Vec<f64>>()
        };
        assert_eq!(on(&begins_on, r#"A.In="S.Out" B.In="A.Out - 2*S.Out""#), [1.0; 5], "{method}");
        assert_eq!(on(&begins_off, r#"A.In="S.Out" B.In="5*S.Out - A.Out""#), [0.0; 5], "{method}");
    }
}

/// The first element starts above its threshold, and off by its initial
/// condition: it does not react when the second one switches. It comes on after
/// it has been below.
#[test]
fn an_element_of_a_relay_switches_for_its_own_input_only() {
    let objects = [
        r#"base:Src/Table S Times="0, 0.5, 1.5, 2.5" Values="2, 0; 2, 2; 0, 2; 2, 0" Interpolation="Held""#,
        r#"base:Signal/Relay R PortWidth="2" SwitchOn="1, 1" SwitchOff="0.5, 0.5""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0:1:3" IntegratorMethod="{method}" FileOutput="R.On""#);
        let on: Vec<_> = rows(&objects, r#"R.In="S.Out""#, r#"R.On="0,0""#, &engine).into_iter().map(|r| r.1).collect();
        assert_eq!(on, [[0.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]], "{method}");
    }
}

/// Without hysteresis a relay compares: sin(2 pi t) with 0.5, from asin(0.5) on.
/// No state says how fast the sine is.
#[test]
fn a_relay_without_hysteresis_compares() {
    let objects = [r#"base:Src/Sine S Frequency="1""#, r#"base:Signal/Relay R SwitchOn="0.5" SwitchOff="0.5""#];
    let engine = r#"TOutput="0, 2" LogEvents="1" FileOutput="R.Out""#;
    let found = changes(&rows(&objects, r#"R.In="S.Out""#, "", engine), 0);
    let expected = [1.0 / 12.0, 5.0 / 12.0, 13.0 / 12.0, 17.0 / 12.0];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    assert!(found.iter().zip(expected).all(|(found, t)| (found - t).abs() < 1e-14), "{found:?}");
}

#[test]
fn a_latch_remembers_and_one_input_wins() {
    // Set from 1 to 3 and from 7 to 9 s, reset from 2 to 4 and from 5 to 6 s.
    let objects = |priority: &str| {
        [
            r#"base:Src/Table S Times="0, 1, 3, 7, 9" Values="0; 1; 0; 1; 0" Interpolation="Held""#.to_owned(),
            r#"base:Src/Table R Times="0, 2, 4, 5, 6" Values="0; 1; 0; 1; 0" Interpolation="Held""#.to_owned(),
            format!(r#"base:Signal/Latch L Priority="{priority}""#),
        ]
    };
    let run = |priority: &str, engine: &str| {
        let objects = objects(priority);
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        rows(&objects, r#"L.Set="S.Out" L.Reset="R.Out""#, "", engine)
    };
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0.5:1:9.5" IntegratorMethod="{method}" FileOutput="L.Out""#);
        let outs = |priority: &str| run(priority, &engine).iter().map(|(_, x)| x[0]).collect::<Vec<f64>>();
        assert_eq!(outs("Reset"), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0], "{method}");
        assert_eq!(outs("Set"), [0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0], "{method}");
    }
}

/// Where the input that wins falls while the other is still there, that counts.
#[test]
fn a_latch_with_both_inputs_at_once() {
    let objects =
        |more: &str| [r#"base:Src/Pulse P StartTime="1" Period="2""#.to_owned(), format!("base:Signal/Latch L {more}")];
    let outs = |more: &str, connections: &str| {
        let objects = objects(more);
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let engine = r#"TOutput="0:0.5:4" FileOutput="L.Out""#;
        rows(&objects, connections, "", engine).iter().map(|(_, x)| x[0]).collect::<Vec<f64>>()
    };
    let set_always = r#"L.Set="1" L.Reset="P.Out""#;
    assert_eq!(outs("", set_always), [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    assert_eq!(outs(r#"Priority="Set""#, set_always), [1.0; 9]);
    // Both rise and fall at the same time.
    let together = r#"L.Set="P.Out" L.Reset="P.Out""#;
    assert_eq!(outs("", together), [0.0; 9]);
    assert_eq!(outs(r#"InitiallySet="1""#, together), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(outs(r#"Priority="Set""#, together), [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    // Exactly at the threshold an input is not true.
    assert_eq!(outs(r#"Threshold="1" InitiallySet="1""#, together), [1.0; 9]);
}

/// The input Set falls to the threshold itself, and stays: then it is not above,
/// and Reset counts.
#[test]
fn a_latch_whose_input_falls_to_the_threshold_is_not_set() {
    let objects = [
        r#"base:Src/Ramp S StartTime="0" EndTime="1" Before="1" After="0.5""#,
        r#"base:Signal/Latch L Priority="Set""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0:0.5:2" IntegratorMethod="{method}" FileOutput="L.Out""#);
        let out = rows(&objects, r#"L.Set="S.Out" L.Reset="1""#, "", &engine);
        let out: Vec<f64> = out.iter().map(|(_, x)| x[0]).collect();
        assert_eq!(out, [1.0, 1.0, 0.0, 0.0, 0.0], "{method}");
    }
}

/// sin(2 pi t) has the integral (1 - cos 2 pi t) / 2 pi, which would reach 0.32:
/// it meets 0.1, and leaves it at 0.5 s, meets -0.1, and leaves it at 1 s.
#[test]
fn an_integral_meets_and_leaves_its_limits_by_events() {
    let objects = [r#"base:Src/Sine S Frequency="1""#, r#"base:Math/Integrator I Upper="0.1" Lower="-0.1""#];
    let turn = std::f64::consts::TAU;
    let first = (1.0 - 0.1 * turn).acos() / turn;
    // By 0.2 from a limit.
    let later = (1.0 - 0.2 * turn).acos() / turn;
    let expected = [first, 0.5, 0.5 + later, 1.0, 1.0 + later, 1.5, 1.5 + later, 2.0];
    for method in ADAPTIVE {
        for tolerance in [1e-3_f64, 1e-6, 1e-9] {
            let engine = format!(
                r#"TOutput="0:0.013:2" LogEvents="1" IntegratorMethod="{method}" AbsTol="{tolerance:e}"
                   RelTol="{tolerance:e}" FileOutput="I.Integral, I.Out, I.Limit""#
            );
            let rows = rows(&objects, r#"I.In="S.Out""#, "", &engine);
            let found = changes(&rows, 2);
            assert!(found.len() >= 7, "{method} {tolerance:e}: {found:?}");
            let errors: Vec<f64> = found.iter().zip(&expected).map(|(t, exact)| (t - exact).abs()).collect();
            let order = match method {
                "TRBDF2" => tolerance.powf(2.0 / 3.0),
                "ESDIRK34" => tolerance.powf(3.0 / 4.0),
                _ => 10.0 * tolerance,
            };
            let highest = |column: usize| rows.iter().map(|(_, x)| x[column].abs()).fold(0.0, f64::max);
            assert_eq!(highest(1), 0.1, "{method} {tolerance:e}");
            // Beyond it by what the bracket of an event is wide.
            assert!(highest(0) < 0.1 + 1e-14, "{method} {tolerance:e}: {}", highest(0));
            for (error, is_leaving) in errors.iter().zip([false, true].into_iter().cycle()) {
                let bound = if is_leaving { 1e-14 } else { order };
                assert!(*error < bound, "{method} {tolerance:e}: {errors:?}");
            }
        }
    }
}

/// It begins at a limit, rests there or leaves it, and comes to it in the very
/// instant in which its input turns; or its limits leave it no room.
#[test]
fn an_integral_at_its_limit_from_the_start() {
    let integral = |input: &str, parameters: &str, step: &str| {
        let objects = [format!("base:Src/Step U {step}"), format!("base:Math/Integrator I {parameters}")];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let engine = r#"TOutput="0:0.25:2" FileOutput="I.Out""#;
        let rows = rows(&objects, &format!(r#"I.In="{input}""#), "", engine);
        rows.iter().map(|(_, x)| x[0]).collect::<Vec<f64>>()
    };
    let near = |found: &[f64], expected: &[f64]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}, not {expected:?}");
    };
    let upper = r#"Upper="1" InitialValue="1""#;
    let step = r#"StepTime="1" Before="1" After="-1""#;
    near(&integral("1", upper, step), &[1.0; 9]);
    near(&integral("0", upper, step), &[1.0; 9]);
    near(&integral("-1", upper, step), &[1.0, 0.75, 0.5, 0.25, 0.0, -0.25, -0.5, -0.75, -1.0]);
    near(&integral("U.Out", upper, step), &[1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25, 0.0]);
    // It meets the limit at 1 s, when the input turns.
    near(&integral("U.Out", r#"Upper="1""#, step), &[0.0, 0.25, 0.5, 0.75, 1.0, 0.75, 0.5, 0.25, 0.0]);
    near(&integral("U.Out - U.Out", r#"Upper="0" Lower="0""#, step), &[0.0; 9]);
    near(&integral("U.Out", r#"Upper="0" Lower="0""#, step), &[0.0; 9]);
    let outside =
        scenario(&[r#"base:Math/Integrator I Upper="1""#], r#"I.In="1""#, r#"I.Integral="2""#, r#"TOutput="0, 1""#);
    let found = complaints(&outside);
    assert!(found.len() == 1 && found[0].contains("`Integral` begins with 2"), "{found:?}");
}

#[test]
fn mistakes_in_switches_are_told() {
    let block = r#"base:Signal/Relay R SwitchOn="1" SwitchOff="2""#;
    let found = complaints(&scenario(&[block], r#"R.In="1""#, "", r#"TOutput="0, 1""#));
    assert!(found.len() == 1 && found[0].ends_with("`SwitchOff`: is 2, above `SwitchOn`, 1"), "{found:?}");
}

/// A relay without hysteresis that switches what it looks at would switch for
/// ever: x' = -1 where x > 0, and 1 where x < 0.
#[test]
fn a_relay_that_chatters_is_told() {
    let objects = [
        r#"base:Signal/Relay R SwitchOn="0" SwitchOff="0" OnValue="-1" OffValue="1""#,
        r#"base:Math/Integrator X InitialValue="0.5""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0, 1" IntegratorMethod="{method}""#);
        let (_, _, outcome) = try_run(&load(&scenario(&objects, r#"R.In="X.Out" X.In="R.Out""#, "", &engine)));
        let message = outcome.expect_err("it chatters").to_string();
        assert!(message.contains("`R.Switching"), "{method}: {message}");
    }
}

/// At one instant a relay, then the latch behind it, then the integrator behind
/// that, which leaves its limit.
#[test]
fn what_one_event_sets_off_happens_at_once() {
    let objects = [
        r#"base:Src/Sine S Frequency="0.25""#,
        r#"base:Signal/Relay R SwitchOn="0.5" SwitchOff="-0.5""#,
        "base:Signal/Latch L",
        r#"base:Math/Integrator I Upper="1" InitialValue="1""#,
    ];
    // 0.5 at 1/3 s, from where on the integral falls with 1 /s.
    let connections = r#"R.In="S.Out" L.Set="R.Out" L.Reset="0" I.In="1 - 2*L.Out""#;
    for method in ADAPTIVE {
        let engine = format!(
            r#"TOutput="0, 1" LogEvents="1" HMax="0.3" IntegratorMethod="{method}" FileOutput="R.On, L.Out, I.Limit, I.Out""#
        );
        let rows = rows(&objects, connections, "", &engine);
        assert_eq!(rows.len(), 4, "{method}: {rows:?}");
        assert!((rows[1].0 - 1.0 / 3.0).abs() < 1e-14 && rows[1].0 == rows[2].0, "{method}: {rows:?}");
        assert_eq!(rows[1].1, [0.0, 0.0, 1.0, 1.0], "{method}");
        assert_eq!(rows[2].1, [1.0, 1.0, 1.0, 0.0], "{method}");
        assert!((rows[3].1[2] - 1.0 / 3.0).abs() < 1e-12, "{method}: {rows:?}");
    }
}

/// Elements meet their limits one by one; each is a triangle of its own.
#[test]
fn each_element_has_limits_and_events_of_its_own() {
    let objects = [
        r#"base:Src/Step U StepTime="1" Before="1" After="-1""#,
        r#"base:Math/Integrator I PortWidth="4" Upper="0.25, 0.5, 9, 1" Lower="-9, 0, 0, -1""#,
    ];
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0:0.05:2" IntegratorMethod="{method}" FileOutput="I.Out""#);
        for (t, x) in rows(&objects, r#"I.In="U.Out, U.Out, U.Out, U.Out""#, "", &engine) {
            let exact =
                |upper: f64, lower: f64| if t < 1.0 { t.min(upper) } else { (upper.min(1.0) + 1.0 - t).max(lower) };
            let exact = [exact(0.25, -9.0), exact(0.5, 0.0), exact(9.0, 0.0), exact(1.0, -1.0)];
            assert!(x.iter().zip(exact).all(|(x, exact)| (x - exact).abs() < 1e-6), "{method} {t}: {x:?} {exact:?}");
        }
    }
}

/// sin^3 leaves a limit so slowly that its integral is off to the wrong side.
#[test]
fn an_integral_leaves_its_limit_slowly() {
    let objects = [
        r#"base:Src/Sine S Frequency="1""#,
        r#"base:Signal/Product P NumInput="3""#,
        r#"base:Math/Integrator I Upper="0.1""#,
    ];
    // From 0.5 s, where it leaves, to 1 s: the integral of sin^3(2 pi t) over half a turn is 2 / (3 pi).
    let at_one = 0.1 - 2.0 / (3.0 * std::f64::consts::PI);
    for method in ADAPTIVE {
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let engine = format!(
                r#"TOutput="0, 1" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}" FileOutput="I.Out""#
            );
            let connections = r#"P.In1="S.Out" P.In2="S.Out" P.In3="S.Out" I.In="P.Out""#;
            let rows = rows(&objects, connections, "", &engine);
            let error = (rows[1].1[0] - at_one).abs();
            assert!(error < 100.0 * tolerance, "{method} {tolerance:e}: {error:e}");
        }
    }
}
