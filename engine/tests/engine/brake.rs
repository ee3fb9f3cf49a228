//! An inertia with a brake that sticks and slips, against closed forms: when it
//! stops, leaves and turns, and how many events there are.

use bowline_engine::statistics::Statistics;

use crate::laboratory::{ADAPTIVE, Row, complaints, load, run, scenario, statistics};

const COLUMNS: &str = "B.Angle, B.AngVel, B.Slip, B.BrakeTorque";

struct Case<'c> {
    /// Beside the brake `B`.
    objects: &'c [&'c str],
    parameters: &'c str,
    connections: &'c str,
    initial: &'c str,
    times: &'c str,
}

impl Case<'_> {
    fn text(&self, engine: &str) -> String {
        let brake = format!("mechanics:Rotational/BrakedInertia B {}", self.parameters);
        let objects: Vec<&str> = self.objects.iter().copied().chain([brake.as_str()]).collect();
        let engine = format!(r#"TOutput="{}" FileOutput="{COLUMNS}" {engine}"#, self.times);
        scenario(&objects, self.connections, self.initial, &engine)
    }

    /// Of every method: angle, velocity, slip and torque of the brake; with the statistics.
    fn runs(&self, tolerance: f64) -> Vec<(String, Vec<Row>, Statistics)> {
        let adaptive = ADAPTIVE
            .map(|method| format!(r#"IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#));
        let fixed = ["DormandPrince", "RK4"].map(|method| format!(r#"IntegratorMethod="{method}" stepsize="0.003""#));
        let run_one = |engine: String| {
            let model = load(&self.text(&engine));
            (engine, run(&model).0, statistics(&model))
        };
        adaptive.into_iter().chain(fixed).map(run_one).collect()
    }
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], within: f64, what: &str) {
    let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() <= within);
    assert!(found.len() == expected.len() && is_near, "{what}: {found:?}, where {expected:?} is right");
}

/// When a column changes, from rows on both sides of each event.
fn changes(rows: &[Row], column: usize) -> Vec<f64> {
    rows.windows(2).filter(|pair| pair[0].1[column] != pair[1].1[column]).map(|pair| pair[1].0).collect()
}

/// 2 kg m^2 at 10 rad/s under 5 N m: 4 s, 20 rad; either way round.
#[test]
fn it_stops_after_the_time_and_the_angle_of_the_closed_form() {
    for way in [1.0, -1.0] {
        let initial = format!(r#"B.Angle="3" B.AngVel="{}""#, 10.0 * way);
        let case = Case {
            objects: &[],
            parameters: r#"Inertia="2" StaticTorque="10" SlidingTorque="6.25" Clamp="0.8""#,
            connections: "",
            initial: &initial,
            times: r#"0, 2, 5, 9" LogEvents="1"#,
        };
        for (what, rows, statistics) in case.runs(1e-9) {
            near(&rows[1].1, &[3.0 + 15.0 * way, 5.0 * way, way, -5.0 * way], 1e-6, &what);
            near(&changes(&rows, 2), &[4.0], 1e-6, &what);
            near(&rows[5].1, &[3.0 + 20.0 * way, 0.0, 0.0, 0.0], 1e-5, &what);
            assert_eq!(rows[5].1[1..], [0.0; 3], "{what}");
            assert_eq!(rows[4].1, rows[5].1, "{what}");
            assert_eq!(statistics.state_events, 1, "{what}");
        }
    }
}

/// With viscous friction, d = 1 N m s/rad: v = (v0 + T/d) exp(-d t / J) - T/d.
#[test]
fn viscous_friction_stops_it_sooner() {
    let case = Case {
        objects: &[],
        parameters: r#"Inertia="2" Damping="1" StaticTorque="5" Clamp="1""#,
        connections: "",
        initial: r#"B.Angle="0" B.AngVel="10""#,
        times: r#"0, 1, 4" LogEvents="1"#,
    };
    for (what, rows, _) in case.runs(1e-9) {
        near(&rows[1].1[1..], &[15.0 * (-0.5_f64).exp() - 5.0, 1.0, -5.0], 1e-5, &what);
        near(&changes(&rows, 2), &[2.0 * 3.0_f64.ln()], 1e-5, &what);
    }
}

/// A torque of 2 t N m breaks 6 N m at 3 s; then, with 4 N m or with 6 N m, the
/// velocity is the integral of what is more.
#[test]
fn it_sticks_until_the_torque_exceeds_what_the_brake_holds() {
    for (sliding, after) in [("4", 16.0 - 9.0 - 4.0), ("6", 1.0)] {
        for way in [1.0, -1.0] {
            let parameters = format!(r#"Inertia="2" StaticTorque="6" SlidingTorque="{sliding}" Clamp="1""#);
            let connections = format!(r#"B.Torque="{}*R.Out""#, way);
            let case = Case {
                objects: &[r#"base:Src/Ramp R EndTime="10" After="20""#],
                parameters: &parameters,
                connections: &connections,
                initial: r#"B.Angle="7" B.AngVel="0""#,
                times: r#"0, 2.999, 4" LogEvents="1"#,
            };
            for (what, rows, statistics) in case.runs(1e-9) {
                near(&rows[1].1[3..], &[-5.998 * way], 1e-12, &what);
                assert_eq!(rows[1].1[..3], [7.0, 0.0, 0.0], "{what}");
                near(&changes(&rows, 2), &[3.0], 1e-12, &what);
                near(&rows.last().unwrap().1[1..3], &[0.5 * after * way, way], 1e-6, &what);
                assert_eq!(statistics.state_events, 1, "{what} {sliding}");
            }
        }
    }
}

/// 10 N m turn it round at 5/7 s, against 4 N m first one way and then the other.
#[test]
fn it_turns_round_where_the_brake_cannot_hold_it() {
    let case = Case {
        objects: &[],
        parameters: r#"Inertia="2" StaticTorque="6" SlidingTorque="4" Clamp="1""#,
        connections: r#"B.Torque="-10""#,
        initial: r#"B.Angle="0" B.AngVel="5""#,
        times: r#"0, 0.5, 2" LogEvents="1"#,
    };
    for (what, rows, statistics) in case.runs(1e-9) {
        near(&rows[1].1[1..], &[1.5, 1.0, -4.0], 1e-6, &what);
        near(&changes(&rows, 2), &[5.0 / 7.0], 1e-6, &what);
        let t = 2.0 - 5.0 / 7.0;
        near(&rows.last().unwrap().1, &[25.0 / 14.0 - 1.5 * t * t, -3.0 * t, -1.0, 4.0], 1e-5, &what);
        assert_eq!(statistics.state_events, 1, "{what}");
    }
}

/// Under 3 N m: held with 6 N m, released from 1 s to 2 s (1.5 rad/s), slowed
/// down by 4 N m until 5 s, and held again.
#[test]
fn a_clamp_that_jumps_releases_and_stops_it() {
    let case = Case {
        objects: &[r#"base:Src/Table C Times="0, 1, 2" Values="1; 0; 1""#],
        parameters: r#"Inertia="2" StaticTorque="6" SlidingTorque="4""#,
        connections: r#"B.Torque="3" B.Clamp="C.Out""#,
        initial: r#"B.Angle="0" B.AngVel="0""#,
        times: r#"0, 1.5, 3, 6" LogEvents="1"#,
    };
    for (what, rows, _) in case.runs(1e-9) {
        let at = |time: f64| &rows.iter().rfind(|(t, _)| *t == time).unwrap().1;
        near(at(0.0), &[0.0, 0.0, 0.0, -3.0], 0.0, &what);
        near(&at(1.5)[..2], &[0.75 * 0.25, 0.75], 1e-6, &what);
        assert_eq!(at(1.5)[3], 0.0, "{what}");
        near(at(3.0), &[0.75 + 1.5 - 0.25, 1.0, 1.0, -4.0], 1e-6, &what);
        near(at(6.0), &[0.75 + 2.25, 0.0, 0.0, -3.0], 1e-5, &what);
        let stops = rows.iter().find(|(t, values)| *t > 2.0 && values[2] == 0.0).unwrap().0;
        assert!((stops - 5.0).abs() < 1e-6, "{what}: {stops}");
    }
}

/// A clamp that grows with t/4: 8 t N m slow 4 kg m^2 down from 9 rad/s, v = 9 - t^2,
/// to rest at 3 s; 28 N m from 3.8 s on are held, until the clamp, which falls
/// from 4 s on, holds less at 4.25 s.
#[test]
fn a_clamp_that_changes_steadily_slows_it_and_lets_it_go() {
    let case = Case {
        objects: &[
            r#"base:Src/Table C Times="0, 4, 6" Values="0; 1; 0" Interpolation="Linear""#,
            r#"base:Src/Step T StepTime="3.8" Before="0" After="28""#,
        ],
        parameters: r#"Inertia="4" StaticTorque="32""#,
        connections: r#"B.Torque="T.Out" B.Clamp="C.Out""#,
        initial: r#"B.Angle="0" B.AngVel="9""#,
        times: r#"0, 2, 5" LogEvents="1"#,
    };
    for (what, rows, _) in case.runs(1e-9) {
        let at = |time: f64| &rows.iter().rfind(|(t, _)| *t == time).unwrap().1;
        near(at(2.0), &[18.0 - 8.0 / 3.0, 5.0, 1.0, -16.0], 1e-5, &what);
        let slips = rows.iter().rfind(|(t, values)| *t < 4.9 && values[2] == 1.0).unwrap().0;
        assert!((slips - 4.25).abs() < 1e-9, "{what}: {slips}");
        // 16 N m/s more each second: 2 (t - 4.25)^2 rad/s.
        near(at(5.0), &[18.0 + 0.28125, 1.125, 1.0, -16.0], 1e-5, &what);
    }
}

/// A spring of 4 N m/rad from 1 rad, against 0.3 N m: each half swing, of pi/2 s,
/// loses 0.15 rad, until 0.05 rad, from where the spring cannot move it.
#[test]
fn dry_friction_takes_as_much_of_each_swing() {
    let case = Case {
        objects: &[r#"mechanics:Rotational/SpringDamper S Stiffness="4""#],
        parameters: r#"Inertia="1" StaticTorque="0.3" Clamp="1""#,
        connections: r#"S.AngleA="0" S.AngVelA="0" S.AngleB="B.Angle" S.AngVelB="B.AngVel" B.Torque="S.TorqueB""#,
        initial: r#"B.Angle="1" B.AngVel="0""#,
        times: r#"0, 100" LogEvents="1"#,
    };
    for (what, rows, statistics) in case.runs(1e-9) {
        let turns = changes(&rows, 2);
        let expected: Vec<f64> = (1..=7).map(|n| std::f64::consts::FRAC_PI_2 * f64::from(n)).collect();
        near(&turns, &expected, 1e-5, &what);
        for (time, angle) in turns.iter().zip([-0.85, 0.7, -0.55, 0.4, -0.25, 0.1, 0.05]) {
            let row = rows.iter().rfind(|(t, _)| t == time).unwrap();
            near(&row.1[..1], &[angle], 1e-5, &what);
        }
        near(&rows.last().unwrap().1, &[0.05, 0.0, 0.0, 0.2], 1e-4, &what);
        assert_eq!(statistics.state_events, 7, "{what}");
    }
}

/// On a spring whose end turns with W = 0.2 rad/s: it sticks for 2 D / (k W), then
/// slips for (2 pi - 2 atan(D w / (k W))) / w, with D = Ts - Td and w = sqrt(k / J).
#[test]
fn stick_and_slip_have_the_period_of_the_closed_form() {
    let case = Case {
        objects: &[
            r#"mechanics:Rotational/SpringDamper S Stiffness="18""#,
            r#"base:Src/Ramp W EndTime="100" After="20""#,
        ],
        parameters: r#"Inertia="2" StaticTorque="3" SlidingTorque="2" Clamp="1""#,
        connections: r#"S.AngleA="B.Angle" S.AngVelA="B.AngVel" S.AngleB="W.Out" S.AngVelB="0.2" B.Torque="S.TorqueA""#,
        initial: r#"B.Angle="0" B.AngVel="0""#,
        times: r#"0, 20" LogEvents="1"#,
    };
    let (sticks, slips) = (2.0 / 3.6, (std::f64::consts::TAU - 2.0 * (3.0_f64 / 3.6).atan()) / 3.0);
    for (what, rows, statistics) in case.runs(1e-9) {
        let mut expected = vec![3.0 / 3.6];
        while expected[expected.len() - 1] < 20.0 {
            let next = if expected.len() % 2 == 1 { slips } else { sticks };
            expected.push(expected[expected.len() - 1] + next);
        }
        expected.pop();
        near(&changes(&rows, 2), &expected, 2e-5, &what);
        assert_eq!(statistics.state_events as usize, expected.len(), "{what}");
    }
}

/// Released, it swings as if there was no brake, without an event at any turn;
/// gripped while it turns backwards, it is slowed down that way.
#[test]
fn a_brake_that_is_released_does_nothing_until_it_grips() {
    let swinging = |connections: &str, parameters: &str, objects: &[&str]| {
        let connections = format!(
            r#"S.AngleA="0" S.AngVelA="0" S.AngleB="B.Angle" S.AngVelB="B.AngVel" B.Torque="S.TorqueB" {connections}"#
        );
        let objects: Vec<&str> = [r#"mechanics:Rotational/SpringDamper S Stiffness="4""#]
            .into_iter()
            .chain(objects.iter().copied())
            .collect();
        let case = Case {
            objects: &objects,
            parameters,
            connections: &connections,
            initial: r#"B.Angle="1" B.AngVel="0""#,
            times: "0, 8.8, 9.7",
        };
        case.runs(1e-10)
    };
    let angle = 17.6_f64.cos();
    for (connections, parameters, turns) in [
        ("", r#"Inertia="1" StaticTorque="5" Clamp="0""#, 0),
        (r#"B.Clamp="-1""#, r#"Inertia="1" StaticTorque="5""#, 0),
        ("", r#"Inertia="1" StaticTorque="0" Clamp="1""#, 0),
    ] {
        for (what, rows, statistics) in swinging(connections, parameters, &[]) {
            near(&rows[1].1, &[angle, -2.0 * 17.6_f64.sin(), 2.0, 0.0], 1e-4, &what);
            assert_eq!(statistics.state_events, turns, "{what}");
        }
    }
    // sin(17.6) < 0 < cos(17.6) there, so that it turns forwards: from 8.8 s on, 2 N m more.
    let clamp = [r#"base:Src/Step C StepTime="8.8" Before="0" After="0.4""#];
    for (what, rows, statistics) in
        swinging(r#"B.Clamp="C.Out""#, r#"Inertia="1" StaticTorque="5" SlidingTorque="2.5""#, &clamp)
    {
        let slip = -17.6_f64.sin().signum();
        assert_eq!(rows[1].1[2..], [slip, -slip], "{what}");
        // Its first turn, 0.6 s later, is an event again.
        assert_eq!((rows[2].1[2], statistics.state_events), (-slip, 2), "{what}");
    }
}

/// Two kinds of noise on what it holds: a torque that comes to the limit and
/// does not exceed it, and one that is 0.
#[test]
fn what_it_holds_is_no_event() {
    let case = Case {
        objects: &[r#"base:Src/Sine T Frequency="3" Amplitude="6""#],
        parameters: r#"Inertia="2" StaticTorque="6" Clamp="1""#,
        connections: r#"B.Torque="T.Out""#,
        initial: r#"B.Angle="1" B.AngVel="0""#,
        times: "0, 10",
    };
    for (what, rows, statistics) in case.runs(1e-6) {
        assert_eq!(rows[1].1[..3], [1.0, 0.0, 0.0], "{what}");
        assert_eq!(statistics.state_events, 0, "{what}");
    }
    let resting =
        Case { objects: &[], parameters: r#"Inertia="2" StaticTorque="0" Clamp="0""#, connections: "", ..case };
    for (what, rows, statistics) in resting.runs(1e-6) {
        assert_eq!((&rows[1].1[..3], statistics.state_events), (&[1.0, 0.0, 0.0][..], 0), "{what}");
    }
}

#[test]
fn what_is_wrong_with_a_brake_is_told_by_name() {
    let told = |parameters: &str| {
        let object = format!("mechanics:Rotational/BrakedInertia B {parameters}");
        complaints(&scenario(&[&object], "", "", r#"TOutput="0, 1""#)).join("; ")
    };
    for (parameters, name) in [
        (r#"StaticTorque="1" Clamp="1""#, "Inertia"),
        (r#"Inertia="0" StaticTorque="1" Clamp="1""#, "Inertia"),
        (r#"Inertia="1" Clamp="1""#, "StaticTorque"),
        (r#"Inertia="1" StaticTorque="-1" Clamp="1""#, "StaticTorque"),
        (r#"Inertia="1" StaticTorque="1" SlidingTorque="-1" Clamp="1""#, "SlidingTorque"),
        (r#"Inertia="1" StaticTorque="1" SlidingTorque="2" Clamp="1""#, "SlidingTorque"),
        (r#"Inertia="1" StaticTorque="1" Clamp="1.5""#, "Clamp"),
        (r#"Inertia="1" StaticTorque="1" Clamp="-0.1""#, "Clamp"),
        (r#"Inertia="1" StaticTorque="1""#, "B.Clamp"),
        (r#"Inertia="1" StaticTorque="1" Clamp="1" Damping="-1""#, "Damping"),
    ] {
        let message = told(parameters);
        assert!(message.contains(&format!("`{name}`")) && message.contains('B'), "{name}: {message}");
    }
}
