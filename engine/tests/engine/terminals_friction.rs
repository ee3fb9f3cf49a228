//! Friction, clutches, brakes and stops between terminals, against closed forms.

use bowline_engine::Run;

use crate::laboratory::{complaints, load, run_in_order, scenario, try_load, try_run};

const METHODS: [&str; 4] = [
    r#"IntegratorMethod="DormandPrince" RelTol="1e-10" AbsTol="1e-12""#,
    r#"IntegratorMethod="TRBDF2" RelTol="1e-8" AbsTol="1e-11""#,
    r#"IntegratorMethod="ESDIRK34" RelTol="1e-9" AbsTol="1e-12""#,
    r#"IntegratorMethod="RK4" stepsize="0.01""#,
];

#[track_caller]
fn assert_row(time: f64, row: &[f64], expected: &[f64], allowed: f64) {
    for (is, should) in row.iter().zip(expected) {
        assert!((is - should).abs() <= allowed * should.abs().max(1.0), "t = {time}: {row:?}, not {expected:?}");
    }
}

/// Two inertias of 2 and 3 with a clutch of 10 N m, and 5 N m at the first: it slides until both turn alike, at
/// 10 - 2.5 t = 10 t / 3, and then both go on with 1 rad/s^2.
#[test]
fn a_clutch_slides_until_both_sides_turn_alike() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/Clutch C mu="0.5" fn_max="20""#,
        "terminals:Rotational/Torque T",
    ];
    let fed = r#"J1.A="C.A, T.A" J2.A="C.B" T.F="5" C.f_normalized="1""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.25:3" FileOutput="J1.w, J2.w, C.tau""#);
        let rows = run_in_order(&objects, fed, r#"J1.w="10""#, &engine);
        let locks = 12.0 / 7.0;
        for (time, row) in rows {
            let expected = match time < locks {
                true => [10.0 - 2.5 * time, 10.0 / 3.0 * time, 10.0],
                false => [4.0 + time, 4.0 + time, 3.0],
            };
            assert_row(time, &row, &expected, 1e-7);
            assert!(time < locks || row[0].to_bits() == row[1].to_bits(), "{method}, {time}: {row:?}");
        }
    }
}

/// Locked from the start, it takes what the other side needs, with velocities that are the same number.
#[test]
fn a_clutch_may_be_locked_from_the_start() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/Clutch C mu="0.5" fn_max="20""#,
        "terminals:Rotational/Torque T",
        r#"base:Src/Sine S Amplitude="14" Frequency="0.5""#,
    ];
    let fed = r#"J1.A="C.A, T.A" J2.A="C.B" T.F="S.Out" C.f_normalized="1""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.1:10" FileOutput="J1.w, J2.w, C.tau""#);
        let rows = run_in_order(&objects, fed, r#"J1.w="7" J2.w="7""#, &engine);
        for (time, row) in rows {
            let phase = std::f64::consts::PI * time;
            let w = 7.0 + 14.0 / 5.0 * (1.0 - phase.cos()) / std::f64::consts::PI;
            assert_row(time, &row, &[w, w, 14.0 * 0.6 * phase.sin()], 1e-6);
            assert_eq!(row[0].to_bits(), row[1].to_bits(), "{method}, {time}");
        }
    }
}

/// A brake holds 1.5 N m and slides with 0.75; a clutch of 1 N m at it turns round at t = 1/6, under 5 N m. In that instant
/// nothing could hold all, but with the clutch sliding the brake never has more than 1 N m to hold.
#[test]
fn a_slip_that_turns_round_tears_nothing_loose() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="1""#,
        r#"terminals:Rotational/Inertia J2 J="1""#,
        r#"terminals:Rotational/Clutch C mu="1" fn_max="1""#,
        r#"terminals:Rotational/Brake B mu="1" fn_max="0.75" peak="2""#,
        "terminals:Rotational/Torque T",
    ];
    let fed = r#"J1.A="C.A, T.A" J2.A="C.B, B.A" T.F="5" C.f_normalized="1" B.f_normalized="1""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.1:1" FileOutput="J1.w, J2.w, B.tau""#);
        for (time, row) in run_in_order(&objects, fed, r#"J1.w="-1""#, &engine) {
            let since = time - 1.0 / 6.0;
            let expected = if since < 0.0 { [6.0 * since, 0.0, -1.0] } else { [4.0 * since, 0.0, 1.0] };
            assert_row(time, &row, &expected, 1e-7);
        }
    }
}

/// Brakes of 1 and 2 N m on one inertia of 2, under a torque of t: they share it as their limits are, and slide from
/// t = 3 on.
#[test]
fn brakes_on_one_body_share_the_load() {
    let objects = [
        r#"terminals:Rotational/Inertia J J="2""#,
        r#"terminals:Rotational/Brake B1 mu="1" fn_max="1""#,
        r#"terminals:Rotational/Brake B2 mu="1" fn_max="2""#,
        "terminals:Rotational/Torque T",
        r#"base:Src/Table R Times="0, 6" Values="0, 6" Interpolation="Linear""#,
    ];
    let fed = r#"J.A="B1.A, B2.A, T.A" T.F="R.Out" B1.f_normalized="1" B2.f_normalized="1""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.5:6" FileOutput="J.w, B1.tau, B2.tau""#);
        for (time, row) in run_in_order(&objects, fed, "", &engine) {
            let over = (time - 3.0).max(0.0);
            let load = time.min(3.0);
            assert_row(time, &row, &[over * over / 4.0, load / 3.0, load / 1.5], 1e-7);
            assert!(time >= 3.0 || row[0] == 0.0, "{method}, {time}: {row:?}");
        }
    }
}

/// Clutches side by side and one behind, all of them open for a while: what is hardly pressed holds as exactly as all else,
/// and rounding of a load of nothing contradicts nothing.
#[test]
fn redundant_clutches_may_open_and_close() {
    let objects = [
        r#"terminals:Rotational/Inertia J0 J="1""#,
        r#"terminals:Rotational/Inertia J1 J="1""#,
        r#"terminals:Rotational/Inertia J2 J="1""#,
        r#"terminals:Rotational/Inertia J3 J="1""#,
        r#"terminals:Rotational/Clutch F0 mu="1" fn_max="1""#,
        r#"terminals:Rotational/Clutch F1 mu="1" fn_max="1""#,
        r#"terminals:Rotational/Clutch F2 mu="1" fn_max="1""#,
        r#"terminals:Rotational/Clutch F3 mu="1" fn_max="1""#,
        r#"terminals:Rotational/Brake F4 mu="2" fn_max="1""#,
    ];
    let press = "0.4 + 0.6*sin(2 rad/s*time)";
    let fed = format!(
        r#"J0.A="F0.A" J1.A="F0.B, F1.A, F2.A, F4.A" J2.A="F1.B, F2.B, F3.A" J3.A="F3.B"
        F0.f_normalized="{press}" F1.f_normalized="1" F2.f_normalized="{press}" F3.f_normalized="{press}"
        F4.f_normalized="{press}""#
    );
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.1:4" FileOutput="J0.w, J1.w, J2.w, J3.w""#);
        for (time, row) in run_in_order(&objects, &fed, r#"J0.w="1""#, &engine) {
            // F0 brakes J0, and F4 holds all else, until J0 stands at t = 1.2.
            let left = 1.0 - 0.4 * time - 0.3 * (1.0 - (2.0 * time).cos());
            assert_row(time, &row, &[if time < 1.15 { left } else { 0.0 }, 0.0, 0.0, 0.0], 1e-6);
        }
    }
}

/// A dog clutch that engages behind a gear: the impulse that both sides share, M = T' J T.
#[test]
fn a_dog_clutch_passes_an_impulse_through_a_gear() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/IdealGear G ratio="4""#,
        "terminals:Rotational/DogClutch D",
        r#"base:Src/Table E Times="0, 1, 2" Values="0, 1, 0""#,
    ];
    let fed = r#"J1.A="G.A" G.B="D.A" D.B="J2.A" D.Engaged="E.Out""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.5:3" FileOutput="J1.w, J2.w""#);
        for (time, row) in run_in_order(&objects, fed, r#"J1.w="10" J2.w="-1""#, &engine) {
            // J1 w1 + J2 w2 / 4 stays, and w1 = 4 w2 afterwards.
            let together = (2.0 * 10.0 - 3.0 / 4.0) / (2.0 * 4.0 + 3.0 / 4.0);
            let expected = if time < 1.0 { [10.0, -1.0] } else { [4.0 * together, together] };
            assert_row(time, &row, &expected, 1e-10);
        }
    }
}

/// A mass on a belt: it sticks to it up to the force at rest, slides back, and sticks again.
#[test]
fn a_mass_on_a_belt_sticks_and_slips() {
    let objects = [
        r#"terminals:Translational/Mass M m="1""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Spring K c="10""#,
        r#"terminals:Translational/Friction F f_c="1" f_s="1.5""#,
        r#"terminals:Translational/ConstantSpeed V v_fixed="0.1""#,
    ];
    let fed = r#"G.A="K.A" K.B="M.A, F.B" V.A="F.A""#;
    // Sliding: s = 0.1 + a cos(w t) + b sin(w t), until the velocity is that of the belt again.
    let (w, belt) = (10_f64.sqrt(), 0.1);
    let slide = |from: f64, velocity: f64| {
        let (a, b) = (from - 0.1, velocity / w);
        // -a w sin + b w cos = belt; the second solution where it begins with that.
        let (amplitude, phase) = ((a * a + b * b).sqrt(), b.atan2(a));
        let turn = std::f64::consts::TAU;
        let found = [-2, -1, 0, 1, 2].iter().flat_map(|k| {
            let back = (-belt / (amplitude * w)).clamp(-1.0, 1.0);
            let both = [back.asin(), std::f64::consts::PI - back.asin()];
            both.map(|angle| (angle + phase + f64::from(*k) * turn) / w)
        });
        let lasts = found.filter(|t| *t > 1e-6).fold(f64::INFINITY, f64::min);
        (lasts, move |t: f64| 0.1 + a * (w * t).cos() + b * (w * t).sin())
    };
    let (first, at_first) = slide(0.0, 0.0);
    let sticks = at_first(first);
    let (lasts, at) = slide(0.15, belt);
    let again = at(lasts);
    let position = |time: f64| -> f64 {
        if time <= first {
            return at_first(time);
        }
        let (mut since, mut from) = (time - first, sticks);
        loop {
            let stick = (0.15 - from) / belt;
            if since <= stick {
                return from + belt * since;
            }
            since -= stick;
            if since <= lasts {
                return at(since);
            }
            since -= lasts;
            from = again;
        }
    };
    for method in &METHODS[..3] {
        let engine = format!(r#"{method} TOutput="0:0.1:20" FileOutput="M.s""#);
        for (time, row) in run_in_order(&objects, fed, "", &engine) {
            assert_row(time, &row, &[position(time)], 2e-6);
        }
    }
}

/// A ball that bounces: n-th hit at t0 (1 + 2 (e + .. + e^(n-1))), heights e^2n, then rest with its weight.
#[test]
fn a_ball_bounces_and_comes_to_rest() {
    let objects = [
        r#"terminals:Translational/Mass M m="2" g="9.81""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Stop R s_min="0" e="0.8" v_rest="0.01""#,
    ];
    let (first, hit) = ((2.0_f64 / 9.81).sqrt(), (2.0 * 9.81_f64).sqrt());
    let motion = |time: f64| {
        if time < first {
            return [1.0 - 9.81 * time * time / 2.0, -9.81 * time, 0.0];
        }
        let (mut since, mut velocity) = (time - first, 0.8 * hit);
        while velocity >= 0.01 {
            let lasts = 2.0 * velocity / 9.81;
            if since < lasts {
                return [velocity * since - 9.81 * since * since / 2.0, velocity - 9.81 * since, 0.0];
            }
            since -= lasts;
            velocity *= 0.8;
        }
        [0.0, 0.0, -19.62]
    };
    for method in &METHODS[..3] {
        let engine = format!(r#"{method} TOutput="0:0.1:5" FileOutput="M.s, M.v, R.f""#);
        for (time, row) in run_in_order(&objects, r#"G.A="R.A" M.A="R.B""#, r#"M.s="1""#, &engine) {
            assert_row(time, &row, &motion(time), 1e-6);
        }
    }
}

/// Two stops that are hit in the same instant, and on which a mass then lies: what each takes is half.
#[test]
fn stops_side_by_side_share_the_load() {
    let objects = [
        r#"terminals:Translational/Mass M m="2" g="10""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Stop S1 s_min="0" e="0""#,
        r#"terminals:Translational/Stop S2 s_min="0" e="0""#,
    ];
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.25:2" FileOutput="M.s, M.v, S1.f, S2.f""#);
        let rows = run_in_order(&objects, r#"G.A="S1.A, S2.A" M.A="S1.B, S2.B""#, r#"M.s="1""#, &engine);
        for (time, row) in rows {
            let is_free = time < 0.2_f64.sqrt();
            let expected =
                if is_free { [1.0 - 5.0 * time * time, -10.0 * time, 0.0, 0.0] } else { [0.0, 0.0, -10.0, -10.0] };
            assert_row(time, &row, &expected, 1e-6);
        }
    }
}

/// Equal balls in a row: each hits the next one in no time.
#[test]
fn balls_in_a_row_pass_on_their_velocity() {
    let objects = [
        r#"terminals:Translational/Mass M1 m="1""#,
        r#"terminals:Translational/Mass M2 m="1""#,
        r#"terminals:Translational/Mass M3 m="1""#,
        r#"terminals:Translational/Stop S1 s_min="0" e="1""#,
        r#"terminals:Translational/Stop S2 s_min="0" e="1""#,
    ];
    let fed = r#"M1.A="S1.A" M2.A="S1.B, S2.A" M3.A="S2.B""#;
    for method in METHODS {
        let engine = format!(r#"{method} TOutput="0:0.5:2" FileOutput="M1.v, M2.v, M3.v""#);
        let rows = run_in_order(&objects, fed, r#"M1.s="-1.1" M1.v="1" M2.s="0" M3.s="0""#, &engine);
        for (time, row) in rows {
            assert_eq!(row, if time < 1.1 { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] }, "{method}, {time}");
        }
    }
}

/// A rack that comes to a stop: its mass and what turns with it are one, and a rigid clutch passes the impulse.
#[test]
fn an_impact_passes_through_gears_and_what_has_no_limit() {
    let objects = [
        r#"terminals:Translational/Mass M m="3""#,
        r#"terminals:Rotational/Rack R r="0.5""#,
        r#"terminals:Rotational/Inertia J1 J="1""#,
        "terminals:Rotational/DogClutch D",
        r#"terminals:Rotational/Inertia J2 J="2""#,
        r#"terminals:Rotational/Clutch C mu="1" fn_max="1e6""#,
        r#"terminals:Rotational/Inertia J3 J="4""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Stop S s_min="0" e="0.5""#,
    ];
    let fed = r#"M.A="R.T, S.B" G.A="S.A" R.R="J1.A, D.A" D.B="J2.A, C.A" C.B="J3.A" D.Engaged="1" C.f_normalized="0""#;
    let engine = format!(r#"{} TOutput="0:0.25:1" FileOutput="M.v, J1.w, J2.w, J3.w""#, METHODS[0]);
    let rows = run_in_order(&objects, fed, r#"M.s="0.5" M.v="-1" J2.w="-2" J3.w="-2""#, &engine);
    for (time, row) in rows {
        // The hit is behind t = 0.5 by rounding.
        let expected = if time <= 0.5 { [-1.0, -2.0, -2.0, -2.0] } else { [0.5, 1.0, 1.0, -2.0] };
        assert_row(time, &row, &expected, 1e-9);
    }
    // A clutch with a limit passes no impulse, and slides afterwards: J3 hardly turns slower at once.
    let fed = fed.replace(r#"C.f_normalized="0""#, r#"C.f_normalized="1e-6""#);
    for (time, row) in run_in_order(&objects, &fed, r#"M.s="0.5" M.v="-1" J2.w="-2" J3.w="-2""#, &engine) {
        let since = (time - 0.5_f64).max(0.0);
        // 1 N m on 4 kg m^2, and on 1 + 2 + 3 / 4 on the other side.
        let expected = [0.5 - since * 0.5 / 3.75, 1.0 - since / 3.75, 1.0 - since / 3.75, -2.0 + since / 4.0];
        let expected = if time <= 0.5 { [-1.0, -2.0, -2.0, -2.0] } else { expected };
        assert_row(time, &row, &expected, 1e-9);
    }
}

/// What cannot be is an error that says so, and no number.
#[test]
fn what_holds_twice_is_an_error() {
    let dogs = ["terminals:Rotational/DogClutch D1", "terminals:Rotational/DogClutch D2"];
    let mut objects = vec![r#"terminals:Rotational/Inertia J J="2""#, "terminals:Rotational/Fixed G"];
    objects.extend(dogs);
    let fed = r#"G.A="D1.A, D2.A" J.A="D1.B, D2.B" D1.Engaged="1" D2.Engaged="1""#;
    let text = scenario(&objects, fed, "", r#"TOutput="0, 1" FileOutput="J.w""#);
    let failed = try_run(&try_load(&text).unwrap()).2.unwrap_err().to_string();
    assert!(failed.contains("none of them has a limit: nothing determines how they share"), "{failed}");

    let objects = [
        r#"terminals:Rotational/Inertia J J="2""#,
        r#"terminals:Rotational/ConstantSpeed V1 w_fixed="1""#,
        r#"terminals:Rotational/ConstantSpeed V2 w_fixed="2""#,
        "terminals:Rotational/DogClutch D1",
        "terminals:Rotational/DogClutch D2",
    ];
    let fed = r#"V1.A="D1.A" V2.A="D2.A" J.A="D1.B, D2.B" D1.Engaged="1" D2.Engaged="1""#;
    let text = scenario(&objects, fed, "", r#"TOutput="0, 1" FileOutput="J.w""#);
    let failed = try_run(&try_load(&text).unwrap()).2.unwrap_err().to_string();
    assert!(failed.contains("none of them has a limit"), "{failed}");

    let objects = [
        r#"terminals:Rotational/ConstantSpeed V w_fixed="1""#,
        "terminals:Rotational/Fixed G",
        r#"terminals:Rotational/Brake B fn_max="1""#,
        r#"terminals:Rotational/Spring K c="1""#,
        r#"terminals:Rotational/Friction F tau_c="1""#,
        r#"terminals:Rotational/Inertia J J="1""#,
    ];
    let fed = r#"V.A="B.A" B.f_normalized="1" G.A="K.A" K.B="F.A" F.B="J.A""#;
    let found = complaints(&scenario(&objects, fed, "", r#"TOutput="0, 1" FileOutput="J.w""#));
    assert!(found.iter().any(|of| of.starts_with("fixed-twice: `B` holds nothing that could move")), "{found:?}");
    assert!(found.iter().any(|of| of.starts_with("no-inertia: `F` holds the node of `K.B`, `F.A`")), "{found:?}");
}

/// 10 kg on a spring of 1000 N/m, which alone would stand at -98.1 mm: it rests on a stop at -50 mm, with 48.1 N.
#[test]
fn an_equilibrium_may_rest_on_a_stop() {
    let objects = [
        r#"terminals:Translational/Mass M m="10" g="9.81""#,
        r#"terminals:Translational/Spring K c="1000""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Stop S s_min="-0.05""#,
    ];
    let fed = r#"G.A="K.A, S.A" M.A="K.B, S.B""#;
    let engine = r#"Start="steady" TOutput="0:1:2" FileOutput="M.s, S.f""#;
    for (time, row) in run_in_order(&objects, fed, "", engine) {
        assert_row(time, &row, &[-0.05, -48.1], 1e-9);
    }
    let beyond = complaints(&scenario(&objects, fed, r#"M.s="-0.06""#, r#"TOutput="0, 1" FileOutput="M.s""#));
    assert!(beyond.iter().any(|told| told.contains("`S` (lower) begins") && told.contains("beyond where it closes")));
}

/// A clutch that holds leaves one speed and one angle: the linear model is that of both inertias on the spring.
#[test]
fn what_holds_is_one_body_to_linear_models_and_equilibria() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/Clutch C mu="0.5" fn_max="20""#,
        "terminals:Rotational/Torque T",
        r#"terminals:Rotational/Spring K c="20""#,
        r#"terminals:Rotational/Damper D d="0.5""#,
        "terminals:Rotational/Fixed G",
    ];
    let fed = r#"J1.A="C.A, T.A" J2.A="C.B, K.B, D.B" G.A="K.A, D.A" T.F="5" C.f_normalized="1""#;
    let model = load(&scenario(&objects, fed, "", r#"TOutput="0, 1" FileOutput="objects:states""#));
    let found = Run::new(&model).linearize(&[], &[]).unwrap();
    let eigenvalues = found.system.eigenvalues().unwrap();
    assert_eq!(eigenvalues.len(), 2, "{:?}", found.system.states);
    let imaginary = (20.0 / 5.0 - 0.05_f64 * 0.05).sqrt();
    for eigenvalue in eigenvalues {
        assert!(
            (eigenvalue.re + 0.05).abs() < 1e-10 && (eigenvalue.im.abs() - imaginary).abs() < 1e-10,
            "{eigenvalue:?}"
        );
    }
    let engine = r#"Start="steady" TOutput="0:1:2" FileOutput="K.phi_rel, J1.w, J2.w, C.tau""#;
    for (time, row) in run_in_order(&objects, fed, "", engine) {
        assert_row(time, &row, &[0.25, 0.0, 0.0, 5.0], 1e-9);
    }
}

/// What holds is called after what people know: states after their terminals, modes after the brake.
#[test]
fn what_is_held_is_called_after_its_terminals() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/Clutch C mu="0.5" fn_max="20""#,
        r#"terminals:Rotational/Stop S phi_min="-1""#,
        "terminals:Rotational/Fixed F",
    ];
    let fed = r#"J1.A="C.A, S.B" J2.A="C.B" S.A="F.A" C.f_normalized="1""#;
    let model = load(&scenario(&objects, fed, "", r#"TOutput="0, 1" FileOutput="objects:states""#));
    let mut names: Vec<String> = (0..model.state_count()).map(|state| model.state_name(state)).collect();
    names.sort();
    assert_eq!(names, ["J1.A.phi", "J1.A.w", "J2.A.phi", "J2.A.w"]);
}

/// A mass of 2 kg meets an elastic stop of 800 N/m with 3 m/s: pushed back by half of an oscillation, pi/20 s long, it leaves it as it came.
/// With damping it never is pulled.
#[test]
fn an_elastic_stop_pushes_and_never_pulls() {
    let fed = r#"M.A="E.B" F.A="E.A""#;
    for damping in ["0", "60"] {
        let objects = [
            r#"terminals:Translational/Mass M m="2""#.to_owned(),
            "terminals:Translational/Fixed F".to_owned(),
            format!(r#"terminals:Translational/ElastoGap E s_min="0" s_max="1" c="800" d="{damping}""#),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        for method in &METHODS[..3] {
            let engine = format!(r#"{method} HMax="0.001" TOutput="0:0.01:1" FileOutput="M.A.s, M.A.v, E.f""#);
            for (time, row) in run_in_order(&objects, fed, r#"M.A.s="0.3" M.A.v="-3""#, &engine) {
                let contact = time - 0.1;
                let ends = std::f64::consts::PI / 20.0;
                if damping == "0" && contact > 0.0 && contact < ends {
                    let (sine, cosine) = (20.0 * contact).sin_cos();
                    assert_row(time, &row, &[-0.15 * sine, -3.0 * cosine, -120.0 * sine], 1e-4);
                }
                if damping == "0" && contact > ends && row[0] < 1.0 && time < 0.5 {
                    assert_row(time, &row, &[3.0 * (contact - ends), 3.0, 0.0], 1e-4);
                }
                let pushes = row[2] <= 0.0 && row[0] <= 1e-9 || row[2] >= 0.0 && row[0] >= 1.0 - 1e-9 || row[2] == 0.0;
                assert!(pushes, "{method}, {time}: {row:?}");
                assert!(damping == "0" || time < 0.5 || row[1].abs() < 2.5, "it loses energy: {time} {row:?}");
            }
        }
    }
}

/// A torque between two inertias turns both ways what it gives, and their momentum stays.
#[test]
fn a_torque_between_two_inertias_keeps_their_momentum() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="2""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        "terminals:Rotational/TorqueBetween T",
    ];
    let fed = r#"J1.A="T.A" J2.A="T.B" T.F="6""#;
    for (time, row) in run_in_order(&objects, fed, "", r#"TOutput="0:0.5:2" FileOutput="J1.w, J2.w""#) {
        assert_row(time, &row, &[-3.0 * time, 2.0 * time], 1e-12);
    }
}

/// A body meets three stops at once, of restitution 0.2, 0.8 and 0.5: it leaves them as fast as the livelier one has it.
#[test]
fn of_stops_that_are_hit_at_once_the_livelier_decides() {
    let objects = [
        r#"terminals:Translational/Mass M m="2""#,
        "terminals:Translational/Fixed F",
        r#"terminals:Translational/Stop S1 s_min="0" e="0.2""#,
        r#"terminals:Translational/Stop S2 s_min="0" e="0.8""#,
        r#"terminals:Translational/Stop S3 s_min="0" e="0.5""#,
    ];
    for order in ["S1 S2 S3", "S2 S1 S3", "S3 S2 S1"] {
        let ends = |end: &str| order.split(' ').map(|stop| format!("{stop}.{end}")).collect::<Vec<_>>().join(", ");
        let fed = format!(r#"M.A="{}" F.A="{}""#, ends("B"), ends("A"));
        for method in METHODS {
            let engine = format!(r#"{method} TOutput="0, 0.09, 0.2" FileOutput="M.A.v, M.A.s""#);
            let rows = run_in_order(&objects, &fed, r#"M.A.s="0.3" M.A.v="-3""#, &engine);
            assert_row(0.09, &rows[1].1, &[-3.0, 0.03], 1e-9);
            assert_row(0.2, &rows[2].1, &[2.4, 0.24], 1e-7);
        }
    }
}
