//! Bodies on stops: they part, land on each other and lie in stacks.

use serde_json::Value;

use crate::laboratory::{Row, load, run, run_in_order};

/// The rows of a scenario of the reference data, with attributes more of its engine.
fn rows_of(file: &str, engine: &str) -> Vec<Row> {
    run(&load(&text_of(file, engine))).0
}

fn text_of(file: &str, engine: &str) -> String {
    let path = format!("{}/tests/data/stops/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().replace("<Engine ", &format!("<Engine {engine} "))
}

const LOCATED: [&str; 2] = ["", r#"EventTol="1e-6""#];

/// Final positions by event-driven solutions of the rule (docs/decisions/0042-stops.md); Moreau's time stepping with steps of
/// 2e-6 s agrees within 3e-5 m, but for `r_stops3`, where bodies bounce against each other.
#[test]
fn bodies_that_touch_part() {
    for (file, time, places, within) in [
        ("lift_min.xml", 2.0, vec![-0.032_940_68, -0.032_940_68], 2e-6),
        ("lift_drop.xml", 3.0, vec![0.931_989_06], 2e-6),
        ("bounce2.xml", 5.0, vec![-0.017_365, 0.084_290], 2e-5),
        ("r_stops3.xml", 5.0, vec![-0.327_749, 0.623_107, 0.723_107], 2e-5),
        ("r_rope.xml", 8.0, vec![-0.564_144, 1.202_744], 1e-5),
    ] {
        for method in ["", r#"IntegratorMethod="BDF""#, r#"IntegratorMethod="TRBDF2""#] {
            let rows = rows_of(file, &format!(r#"RelTol="1e-8" AbsTol="1e-9" {method}"#));
            let (last, row) = rows.last().unwrap();
            assert_eq!(*last, time);
            for (is, should) in row.iter().zip(&places) {
                assert!(
                    (is - should).abs() < within + 1e-4 * f64::from(u8::from(!method.is_empty())),
                    "{file} {method}: {row:?}"
                );
            }
        }
    }
}

/// A start that touches pushes from its first row on: 1.5 kg on a spring of 100 N/m that pushes with 40 N.
#[test]
fn a_stop_that_touches_at_the_start_is_closed() {
    let (_, row) = &rows_of("lift_min.xml", "")[0];
    assert!((row[2] + 40.0 / 3.0).abs() < 1e-9, "{row:?}");
}

/// The masses part where the spring is relaxed, at any ratio of masses: the upper one leaves with the velocity that
/// v^2 = w^2 (a^2 - d^2) gives, and comes back.
#[test]
fn what_a_spring_throws_leaves_where_it_is_relaxed() {
    const GRAVITY: f64 = 9.81;
    for (lower, upper, stiffness) in [(1.0, 0.5, 100.0), (0.1, 3.0, 500.0), (3.0, 0.1, 500.0), (0.7, 0.7, 37.0)] {
        let objects = [
            "terminals:Translational/Fixed G".to_owned(),
            format!(r#"terminals:Translational/Mass M1 m="{lower}" g="9.81""#),
            format!(r#"terminals:Translational/Mass M2 m="{upper}" g="9.81""#),
            format!(r#"terminals:Translational/Spring K c="{stiffness}""#),
            r#"terminals:Translational/Stop C s_min="0""#.to_owned(),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let rest = -(lower + upper) * GRAVITY / stiffness;
        let deep = 3.0 * rest;
        for located in LOCATED {
            let rows = run_in_order(
                &objects,
                r#"G.A="K.A" M1.A="K.B, C.A" M2.A="C.B""#,
                &format!(r#"M1.s="{deep:?}" M2.s="{deep:?}""#),
                &format!(
                    r#"{located} RelTol="1e-10" AbsTol="1e-12" TOutput="0:0.01:5" FileOutput="M1.s, M2.s, C.f, M2.v""#
                ),
            );
            let frequency = (stiffness / (lower + upper)).sqrt();
            // s - rest = (deep - rest) cos(w t), and 0 = rest + (deep - rest) cos(w t).
            let parts = (rest / (rest - deep)).acos() / frequency;
            let speed = frequency * (deep - rest).abs() * (frequency * parts).sin();
            for (time, row) in &rows {
                assert!(row[1] - row[0] > -1e-9 - 1e-4 * f64::from(u8::from(!located.is_empty())), "{time}: {row:?}");
                assert!(row[2] < 1e-6, "the stop pulls at {time}: {row:?}");
                if *time > parts + 1e-3 && *time < parts + 2.0 * speed / GRAVITY * 0.2 {
                    let flight = time - parts;
                    let height = speed * flight - 0.5 * GRAVITY * flight * flight;
                    assert!((row[1] - height).abs() < 2e-6, "{lower}, {upper}, {stiffness}, {located}: {time} {row:?}");
                }
            }
        }
    }
}

/// With `e` = 1 a blow goes through a row of equal balls, touching or not: the last one leaves with all of it.
#[test]
fn a_row_of_balls_passes_a_blow_on() {
    for count in [3, 5] {
        for apart in [0.0, 1e-6] {
            let balls: Vec<String> =
                (0..=count).map(|at| format!(r#"terminals:Translational/Mass M{at} m="0.2""#)).collect();
            let stops: Vec<String> = (0..count)
                .map(|at| format!(r#"terminals:Translational/Stop S{at} s_min="0" e="1" v_rest="0""#))
                .collect();
            let objects: Vec<&str> = balls.iter().chain(&stops).map(String::as_str).collect();
            let fed: Vec<String> = (0..=count)
                .map(|at| {
                    let left = (at > 0).then(|| format!("S{}.B", at - 1));
                    let right = (at < count).then(|| format!("S{at}.A"));
                    format!(r#"M{at}.A="{}""#, left.into_iter().chain(right).collect::<Vec<_>>().join(", "))
                })
                .collect();
            let initial: Vec<String> =
                (1..=count).map(|at| format!(r#"M{at}.s="{:?}""#, 0.5 + f64::from(at) * apart)).collect();
            let columns: Vec<String> = (0..=count).map(|at| format!("M{at}.v")).collect();
            let rows = run_in_order(
                &objects,
                &fed.join(" "),
                &format!(r#"M0.s="0" M0.v="1" {}"#, initial.join(" ")),
                &format!(r#"TOutput="0:0.1:1" FileOutput="{}""#, columns.join(", ")),
            );
            let (_, last) = rows.last().unwrap();
            for (at, v) in last.iter().enumerate() {
                let should = if at == count as usize { 1.0 } else { 0.0 };
                assert!((v - should).abs() < 1e-9, "{count} balls, {apart} m apart: {last:?}");
            }
        }
    }
}

/// A force of 5 N sin(pi t) presses a mass of 1 kg against a stop that friction of 1 N holds too: it leaves when the pull is
/// 1 N, at (pi + asin 0.2)/pi s.
#[test]
fn friction_holds_beside_a_stop() {
    let rows = rows_of("friction_at_stop.xml", r#"RelTol="1e-9" AbsTol="1e-10""#);
    let leaves = 1.0 + 0.2_f64.asin() / std::f64::consts::PI;
    let velocity = |t: f64| {
        let pi = std::f64::consts::PI;
        5.0 / pi * ((pi * leaves).cos() - (pi * t).cos()) + (t - leaves)
    };
    for (time, row) in rows {
        if time > 0.5 && time < leaves {
            assert!((row[0] - 0.1).abs() < 1e-9 && row[1] == 0.0, "{time}: {row:?}");
        } else if time > leaves && time < 1.6 {
            assert!((row[1] - velocity(time)).abs() < 1e-6, "{time}: {row:?}, not {}", velocity(time));
        }
    }
}

/// A table that jumps by 1 cm takes along what lies on it.
#[test]
fn what_lies_on_a_table_that_jumps_lies_on_it_again() {
    let objects = [
        "terminals:Translational/Position T",
        r#"terminals:Translational/Mass M m="2" g="9.81""#,
        r#"terminals:Translational/Stop C s_min="0""#,
        r#"base:Src/Step S StepTime="0.5" Before="0" After="0.01""#,
    ];
    for located in LOCATED {
        let rows = run_in_order(
            &objects,
            r#"T.A="C.A" M.A="C.B" T.Ref="S.Out" T.RefVel="0" T.RefAcc="0""#,
            "",
            &format!(r#"{located} TOutput="0:0.1:1" FileOutput="M.s, C.f""#),
        );
        for (time, row) in rows.iter().filter(|(time, _)| *time != 0.5) {
            let place = if *time < 0.5 { 0.0 } else { 0.01 };
            assert!((row[0] - place).abs() < 1e-9 && (row[1] + 19.62).abs() < 1e-9, "{time}: {row:?}");
        }
    }
}

fn numbers(of: &Value) -> Vec<f64> {
    of.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Stacks of 2 to 5 bodies that fall, are hit, shaken and held by ropes: positions, forces at rest, and no overlap or pull.
#[test]
fn stacks_fall_and_come_to_rest() {
    let path = format!("{}/tests/data/stops/stacks.json", env!("CARGO_MANIFEST_DIR"));
    let stacks: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(stacks.len(), 24);
    for stack in stacks {
        let (file, kind) = (stack["file"].as_str().unwrap(), stack["kind"].as_str().unwrap());
        let places: Vec<Vec<f64>> = stack["s"].as_array().unwrap().iter().map(numbers).collect();
        let (times, bounces) = (numbers(&stack["times"]), numbers(&stack["e"]).iter().any(|e| *e > 0.0));
        let allowed = stack["tol"].as_f64().unwrap();
        let forces = if stack["at_rest"] == true { numbers(&stack["final_force"]) } else { Vec::new() };
        for located in LOCATED {
            let what = format!("{file} ({kind}) {located}");
            let rows = rows_of(file, located);
            let (count, is_late) = (places[0].len(), !located.is_empty());
            for (time, row) in &rows {
                let gaps = (0..count).map(|at| row[at] - if at == 0 { 0.0 } else { row[at - 1] });
                let least = gaps.fold(f64::INFINITY, f64::min);
                assert!(least > if is_late { -1e-5 } else { -1e-9 }, "{what}: an overlap of {least} m at {time}");
                let pull = row[count..2 * count].iter().copied().fold(0.0, f64::max);
                assert!(pull < 1e-6 || kind == "two-sided", "{what}: a stop pulls with {pull} N at {time}");
            }
            for (time, places) in times.iter().zip(&places) {
                if is_late && *time > 0.5 && bounces {
                    break;
                }
                let (_, row) = rows.iter().find(|(at, _)| (at - time).abs() < 1e-9).unwrap();
                let off = row.iter().zip(places).map(|(is, should)| (is - should).abs()).fold(0.0, f64::max);
                assert!(off < allowed * if is_late { 40.0 } else { 1.0 }, "{what}: {off} m off at {time} s");
            }
            let (_, last) = rows.last().unwrap();
            for (is, should) in last[count..].iter().zip(&forces) {
                assert!((is - should).abs() < 1e-6 * should.abs().max(1.0), "{what}: {last:?}");
            }
        }
    }
}
