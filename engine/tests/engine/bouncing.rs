//! Balls that bounce: impacts that are events, against closed forms.

use crate::laboratory::{Row, complaints, load, run, scenario, try_run};

const ADAPTIVE: [&str; 7] = ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "TRBDF2", "auto"];
const FIXED: [&str; 5] = ["DormandPrince", "Tsitouras", "BogackiShampine", "RK4", "Heun"];

/// A ball from 1 m: time, height, velocity, whether it rests, and impacts.
fn ball(parameters: &str, engine: &str) -> Vec<Row> {
    let ball = format!("mechanics:Body/BouncingBall B {parameters}");
    let engine = format!(r#"{engine} FileOutput="B.Pos, B.Vel, B.Resting, B.Impacts""#);
    run(&load(&scenario(&[&ball], "", r#"B.Pos="1" B.Vel="0""#, &engine))).0
}

/// When impacts came, from rows on both sides of each.
fn impacts(rows: &[Row]) -> Vec<f64> {
    rows.windows(2).filter(|pair| pair[1].1[3] > pair[0].1[3]).map(|pair| pair[1].0).collect()
}

/// Falls from 1 m in `sqrt(2 / g)`, then flies for `2 e^k` times that.
fn exact(impact: i32, e: f64) -> f64 {
    let fall = (2.0_f64 / 9.81).sqrt();
    fall * (1.0 + 2.0 * (1..impact).map(|k| e.powi(k)).sum::<f64>())
}

/// The largest error of the first 20 impacts, s.
fn worst(rest_velocity: f64, engine: &str) -> f64 {
    let parameters = format!(r#"Restitution="0.8" RestVelocity="{rest_velocity:e}""#);
    let rows = ball(&parameters, &format!(r#"TOutput="0, 5" LogEvents="1" {engine}"#));
    let found = impacts(&rows);
    assert!(found.len() > 20, "{engine}: {} impacts", found.len());
    let last = &rows.last().unwrap().1;
    assert_eq!(last[..3], [0.0, 0.0, 1.0], "{engine}");
    assert_eq!(last[3] as usize, found.len(), "{engine}");
    found.iter().zip(1..=20).map(|(found, n)| (found - exact(n, 0.8)).abs()).fold(0.0, f64::max)
}

/// On a parabola methods of order 2 and more make no error but rounding.
#[test]
fn impacts_come_when_the_closed_form_says() {
    // In tolerances; and what is lost by rounding.
    let bounds = [("BDF", 50.0), ("ESDIRK34", 10.0), ("TRBDF2", 10.0)];
    for method in ADAPTIVE {
        let bound = bounds.iter().find(|(name, _)| *name == method).map_or(0.0, |(_, bound)| *bound);
        for tolerance in [1e-4, 1e-7, 1e-10] {
            let engine = format!(r#"IntegratorMethod="{method}" RelTol="{tolerance:e}" AbsTol="{tolerance:e}""#);
            let worst = worst(1e-4, &engine);
            assert!(worst < 1e-12 + bound * tolerance, "{method} {tolerance:e}: {worst:.2e} s");
        }
    }
    for method in FIXED {
        for size in [0.1, 0.01, 0.001] {
            let worst = worst(1e-4, &format!(r#"IntegratorMethod="{method}" stepsize="{size}""#));
            assert!(worst < 1e-12, "{method} {size}: {worst:.2e} s");
        }
    }
    // Euler's flights are one step too long, each.
    let [coarse, fine] =
        ["1e-4", "5e-5"].map(|size| worst(1e-2, &format!(r#"IntegratorMethod="Euler" stepsize="{size}""#)));
    assert!(coarse < 2e-2 && (1.8..2.2).contains(&(coarse / fine)), "Euler: {coarse:.2e} s, {fine:.2e} s");
}

#[test]
fn a_ball_that_loses_nothing_keeps_its_energy() {
    for method in ADAPTIVE {
        let engine = format!(r#"TOutput="0, 904" IntegratorMethod="{method}" RelTol="1e-9" AbsTol="1e-9""#);
        let rows = ball(r#"Restitution="1""#, &engine);
        let last = &rows.last().unwrap().1;
        let error = (9.81 * last[0] + 0.5 * last[1] * last[1]) / 9.81 - 1.0;
        // It falls for 0.4515 s, and flies for twice that.
        assert_eq!((last[2], last[3]), (0.0, 1001.0), "{method}");
        assert!(error.abs() < 1e-6, "{method}: {error:.2e}");
    }
}

/// What comes of infinitely many impacts in finite time: rest, at most
/// 2 RestVelocity / (g (1 - e)) sooner than after all of them.
#[test]
fn a_ball_comes_to_rest() {
    // All impacts: fall (1 + e) / (1 - e).
    let all = (2.0_f64 / 9.81).sqrt() * 9.0;
    for rest in [1e-2, 1e-4, 1e-6] {
        let parameters = format!(r#"Restitution="0.8" RestVelocity="{rest:e}""#);
        let rows = ball(&parameters, r#"TOutput="0, 100" LogEvents="1""#);
        let found = impacts(&rows);
        let rested = found.last().unwrap();
        assert!(*rested < all && *rested > all - 2.0 * rest / (9.81 * 0.2), "{rested} {all}");
        assert_eq!(rows.last().unwrap().1[..3], [0.0, 0.0, 1.0]);
    }
    // At the first impact already; on a floor elsewhere.
    let rows = ball(r#"Restitution="0" RestVelocity="0" Floor="-99""#, r#"TOutput="0, 10" LogEvents="1""#);
    assert_eq!(impacts(&rows).len(), 1);
    assert_eq!(rows.last().unwrap().1, [-99.0, 0.0, 1.0, 1.0]);
}

#[test]
fn a_ball_that_is_not_allowed_to_rest_is_told() {
    let objects = [r#"mechanics:Body/BouncingBall B Restitution="0.8" RestVelocity="0""#];
    let text = scenario(&objects, "", r#"B.Pos="1" B.Vel="0""#, r#"TOutput="0, 5""#);
    let (_, _, outcome) = try_run(&load(&text));
    let message = outcome.expect_err("infinitely many impacts").to_string();
    for part in ["`B.Impact`", "Body/BouncingBall", "a mode at rest"] {
        assert!(message.contains(part), "{message}");
    }
}

/// 2 kg that are pulled up with 19.62 N/s from 0 s on, more than their weight
/// from 1 s on: then Pos = 9.81 (t - 1)^3 / 12 beyond the floor.
#[test]
fn what_exceeds_its_weight_lifts_a_ball_from_rest() {
    for method in ADAPTIVE {
        let objects = [
            r#"base:Src/Ramp F EndTime="2" Before="0" After="39.24""#,
            r#"mechanics:Body/BouncingBall B Mass="2" Restitution="0.5" Floor="100""#,
        ];
        let engine = format!(
            r#"TOutput="0, 0.9, 2" LogEvents="1" IntegratorMethod="{method}" RelTol="1e-8" AbsTol="1e-8"
               FileOutput="B.Pos, B.Vel, B.Resting, B.Impacts""#
        );
        let (rows, _) = run(&load(&scenario(&objects, r#"B.Force="F.Out""#, r#"B.Pos="100" B.Vel="0""#, &engine)));
        assert_eq!(rows[1], (0.9, vec![100.0, 0.0, 1.0, 0.0]), "{method}");
        let (leaves, _) = rows.iter().find(|(_, values)| values[2] == 0.0).unwrap();
        assert!((leaves - 1.0).abs() < 1e-14, "{method}: {leaves}");
        let last = rows.last().unwrap();
        assert!((last.1[0] - 100.0 - 9.81 / 6.0).abs() < 1e-4, "{method}: {last:?}");
        assert_eq!(last.1[2..], [0.0, 0.0], "{method}");
    }
}

#[test]
fn where_a_ball_begins() {
    let begin = |pos: &str, vel: &str| {
        let objects = [r#"mechanics:Body/BouncingBall B Restitution="0.5" Floor="0.1""#];
        let engine = r#"TOutput="0, 0.05" FileOutput="B.Pos, B.Vel, B.Resting, B.Impacts""#;
        scenario(&objects, "", &format!(r#"B.Pos="{pos}" B.Vel="{vel}""#), engine)
    };
    let last = |pos: &str, vel: &str| run(&load(&begin(pos, vel))).0[1].1.clone();
    assert_eq!(last("0.1", "0"), [0.1, 0.0, 1.0, 0.0]);
    // It bounces at once.
    let down = last("0.1", "-2");
    assert!((down[1] - (1.0 - 9.81 * 0.05)).abs() < 1e-12 && down[2..] == [0.0, 1.0], "{down:?}");
    let up = last("0.1", "2");
    assert!((up[1] - (2.0 - 9.81 * 0.05)).abs() < 1e-12 && up[2..] == [0.0, 0.0], "{up:?}");
    let found = complaints(&begin("0.05", "0"));
    assert!(found.len() == 1 && found[0].contains("the ball begins at 0.05 m, below `Floor`, 0.1 m"), "{found:?}");
}

/// Up with 5 m/s under a ceiling at 1 m, it would come to 1.27 m: a step that
/// sees neither wall passes the ceiling twice and the floor. At 4.43 m/s it
/// would come 1e-6 m above the ceiling, for 0.9 ms only.
#[test]
fn no_wall_is_missed_in_a_long_step() {
    let high = 5.0;
    let barely = (2.0 * 9.81 * 1.000_001_f64).sqrt();
    for (speed, tolerance) in [(high, 1e-3), (high, 1e-8), (barely, 1e-8)] {
        for method in ADAPTIVE {
            let objects = [r#"Corridor C Ceiling="1" g="9.81""#];
            let engine = format!(
                r#"TOutput="0, 1.9" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}" HMax="1e6"
                   LogEvents="1" FileOutput="C.Hits""#
            );
            let initial = format!(r#"C.X="0" C.V="{speed}""#);
            let (rows, _) = run(&load(&scenario(&objects, "", &initial, &engine)));
            let times: Vec<f64> = rows.windows(2).filter(|pair| pair[1].1 != pair[0].1).map(|pair| pair[1].0).collect();
            // From wall to wall.
            let flight = (speed - (speed * speed - 2.0 * 9.81).sqrt()) / 9.81;
            let expected: Vec<f64> = (1..).map(|n| f64::from(n) * flight).take_while(|t| *t < 1.9).collect();
            assert_eq!(times.len(), expected.len(), "{method} {speed} {tolerance:e}: {times:?}, not {expected:?}");
            let worst = times.iter().zip(&expected).map(|(t, exact)| (t - exact).abs()).fold(0.0, f64::max);
            let bound = if ["BDF", "ESDIRK34", "TRBDF2"].contains(&method) { 300.0 * tolerance } else { 1e-11 };
            assert!(worst < bound, "{method} {speed} {tolerance:e}: {worst:.2e} s");
        }
    }
}

/// Up with 10 m/s^2 for 0.5 s, then down with as much.
#[test]
fn a_force_that_jumps_lifts_a_ball() {
    let objects = [
        r#"base:Src/Pulse F StartTime="1" Period="100" Duty="0.005" High="20""#,
        r#"mechanics:Body/BouncingBall B g="10" Restitution="0" "#,
    ];
    // 1.25 m and 5 m/s at 1.5 s; the floor again after 0.5 + sqrt(0.5) s.
    let back = 2.0 + 0.5_f64.sqrt();
    for method in ADAPTIVE {
        let engine = format!(
            r#"TOutput="0, 1, 1.5, 3" LogEvents="1" IntegratorMethod="{method}" RelTol="1e-8" AbsTol="1e-8"
               FileOutput="B.Pos, B.Vel, B.Resting, B.Impacts""#
        );
        let (rows, _) = run(&load(&scenario(&objects, r#"B.Force="F.Out""#, r#"B.Pos="0" B.Vel="0""#, &engine)));
        let after = rows.iter().rfind(|(time, _)| *time == 1.0).unwrap();
        assert_eq!(after.1, [0.0, 0.0, 0.0, 0.0], "{method}");
        let (_, top) = rows.iter().find(|(time, _)| *time == 1.5).unwrap();
        assert!((top[0] - 1.25).abs() < 1e-6 && (top[1] - 5.0).abs() < 1e-6, "{method}: {top:?}");
        let (time, _) = rows.iter().find(|(_, values)| values[3] == 1.0).unwrap();
        assert!((time - back).abs() < 1e-6, "{method}: {time}");
        assert_eq!(rows.last().unwrap().1, [0.0, 0.0, 1.0, 1.0], "{method}");
    }
}
