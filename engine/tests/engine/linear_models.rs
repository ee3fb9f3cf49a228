//! Linear models against closed forms, reference data and systems that are written down as blocks.

use std::sync::Arc;

use bowline_engine::equilibrium::Conditions;
use bowline_engine::linear_model::{LinearModel, NoLinearModel};
use bowline_engine::lti::{Complex, LinearSystem, Matrix};
use bowline_engine::{Model, Run};

use crate::laboratory::{load, rows_of, scenario};
use crate::loops_flow_valve::valve_with_mass;
use crate::loops_reference::{Chance, gauss, net_of};

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

/// The linear model at the start of a run.
pub(crate) fn linear(model: &Arc<Model>, inputs: &[&str], outputs: &[&str]) -> Result<LinearModel, NoLinearModel> {
    let inputs: Vec<_> = inputs.iter().map(|name| model.input(name).unwrap()).collect();
    let outputs: Vec<_> = outputs.iter().map(|name| model.probe(name).unwrap()).collect();
    Run::new(model).linearize(&inputs, &outputs)
}

fn assert_near(found: &Matrix, expected: &Matrix, allowed: f64, what: &str) {
    assert_eq!((found.rows(), found.columns()), (expected.rows(), expected.columns()), "{what}");
    for row in 0..found.rows() {
        for column in 0..found.columns() {
            let (is, should) = (found[(row, column)], expected[(row, column)]);
            assert!((is - should).abs() <= allowed * should.abs().max(1.0), "{what}[{row}, {column}]: {is} {should}");
        }
    }
}

/// Random systems: x' = P x + Q u + R z with z = S x + T u + W z, which is a loop; y = V x + z.
#[test]
fn random_linear_systems_of_blocks_and_loops_are_recovered() {
    let mut chance = Chance(7);
    for trial in 0..12 {
        let (n, m) = (1 + trial % 5, 1 + trial % 3);
        let mut matrix = |rows: usize, columns: usize, scale: f64| -> Vec<Vec<f64>> {
            (0..rows).map(|_| (0..columns).map(|_| scale * (2.0 * chance.uniform() - 1.0)).collect()).collect()
        };
        let mut p = matrix(n, n, 3.0);
        (0..n).for_each(|at| p[at][at] -= 10.0);
        let (q, r) = (matrix(n, 1, 2.0), matrix(n, m, 2.0));
        let (s, t, w, v) = (matrix(m, n, 2.0), matrix(m, 1, 1.0), matrix(m, m, 0.6 / m as f64), matrix(1, n, 1.0));
        let sum = |row: &[f64], name: &str| -> Vec<String> {
            row.iter().enumerate().map(|(at, a)| format!("({a:?})*{name}{at}.Out")).collect()
        };
        let mut objects: Vec<String> = (0..n).map(|at| format!("base:Math/Integrator X{at}")).collect();
        objects.extend((0..m).map(|at| format!("base:Signal/Gain Z{at} Gain=\"1\"")));
        objects.extend(["base:Signal/Gain U0 Gain=\"1\"".to_owned(), "base:Signal/Gain Y Gain=\"1\"".to_owned()]);
        let mut fed = String::from("U0.In=\"0.3\"\n");
        for at in 0..n {
            let terms = [sum(&p[at], "X"), sum(&q[at], "U"), sum(&r[at], "Z")].concat();
            fed += &format!("X{at}.In=\"{}\"\n", terms.join(" + "));
        }
        for at in 0..m {
            let terms = [sum(&s[at], "X"), sum(&t[at], "U"), sum(&w[at], "Z")].concat();
            fed += &format!("Z{at}.In=\"{}\"\n", terms.join(" + "));
        }
        fed += &format!("Y.In=\"{} + Z0.Out\"\n", sum(&v[0], "X").join(" + "));
        let initial: Vec<String> = (0..n).map(|at| format!("X{at}.Integral=\"{}\"", 0.1 * at as f64)).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let model = load(&scenario(&objects, &fed, &initial.join(" "), AT_ONCE));
        let found = linear(&model, &["U0.In"], &["Y.Out"]).unwrap().system;
        // (1 - W) z = S x + T u, column by column.
        let identity_less: Vec<Vec<f64>> =
            (0..m).map(|i| (0..m).map(|j| f64::from(u8::from(i == j)) - w[i][j]).collect()).collect();
        let z_by = |column: Vec<f64>| gauss(&identity_less, &column).unwrap();
        let by_state: Vec<Vec<f64>> = (0..n).map(|j| z_by((0..m).map(|i| s[i][j]).collect())).collect();
        let by_input = z_by((0..m).map(|i| t[i][0]).collect());
        let through = |row: &[f64], z: &[f64]| row.iter().zip(z).map(|(a, z)| a * z).sum::<f64>();
        let a: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| p[i][j] + through(&r[i], &by_state[j])).collect()).collect();
        let b: Vec<Vec<f64>> = (0..n).map(|i| vec![q[i][0] + through(&r[i], &by_input)]).collect();
        let c: Vec<Vec<f64>> = vec![(0..n).map(|j| v[0][j] + by_state[j][0]).collect()];
        assert_near(&found.a, &Matrix::from_rows(&a).unwrap(), 1e-11, "A");
        assert_near(&found.b, &Matrix::from_rows(&b).unwrap(), 1e-11, "B");
        assert_near(&found.c, &Matrix::from_rows(&c).unwrap(), 1e-11, "C");
        assert_near(&found.d, &Matrix::from_rows(&[[by_input[0]]]).unwrap(), 1e-11, "D");
    }
}

/// The flow control valve at rest, 21 bar against 1 bar: eigenvalues and gain from its equations in 40 digits; the gain is also
/// the slope of its characteristic.
#[test]
fn a_flow_control_valve_has_its_eigenvalues_and_its_static_gain() {
    let model = load(&valve_with_mass(
        ("base:Signal/Gain U Gain=\"1\"", "U.In=\"2.1e6\""),
        1e-3,
        r#"TOutput="0, 1" FileOutput="Q2.Out" RelTol="1e-10""#,
    ));
    let rest = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Conditions::default(),
        &mut |_| None,
    )
    .unwrap();
    let (input, output) = (model.input("U.In").unwrap(), model.probe("Q2.Out").unwrap());
    let found = LinearModel::of(&model, &rest.state, &[input], &[output]).unwrap();
    let mut eigenvalues = found.system.eigenvalues().unwrap();
    eigenvalues.sort_by(|a, b| b.re.total_cmp(&a.re));
    for (found, known) in eigenvalues.iter().zip([-2_368.290_006_913_9, -21_101.441_385_599_8]) {
        // The flow through the spool is Q|Q|, without a second derivative at rest.
        assert!((found.re / known - 1.0).abs() < 1e-7 && found.im == 0.0, "{found} {known}");
    }
    let gain = found.system.frequency_response(&[0.0]).unwrap().get(0, 0, 0).unwrap();
    assert!((gain.re / -5.885_382_686_859_8e-13 - 1.0).abs() < 1e-9 && gain.im == 0.0, "{gain}");
    assert_eq!(found.kinks, []);
    assert!(found.drift.0 < 1e-6, "{:?}", found.drift);
}

/// Ten sections of a hydraulic line, closed at the end.
fn line() -> (Arc<Model>, [f64; 3]) {
    let (l, c, r) = (3_068_472.033_018_259_3, 2.025_205_264_189_134e-13, 12_511_885.962_888_86);
    let mut objects: Vec<String> =
        (0..10).flat_map(|at| [format!("base:Math/Integrator Q{at}"), format!("base:Math/Integrator P{at}")]).collect();
    objects.push("base:Signal/Gain U Gain=\"1\"".to_owned());
    let mut fed = String::from("U.In=\"1e5\"\n");
    let mut initial = Vec::new();
    for at in 0..10 {
        let before = if at == 0 { "U.Out".to_owned() } else { format!("P{}.Out", at - 1) };
        let after = if at == 9 { String::new() } else { format!(" - Q{}.Out", at + 1) };
        fed += &format!("Q{at}.In=\"({before} - P{at}.Out - {r:?}*Q{at}.Out)/{l:?}\"\n");
        fed += &format!("P{at}.In=\"(Q{at}.Out{after})/{c:?}\"\n");
        initial.push(format!("Q{at}.Integral=\"0\" P{at}.Integral=\"1e5\""));
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    (load(&scenario(&objects, &fed, &initial.join(" "), AT_ONCE)), [l, c, r])
}

#[test]
fn a_hydraulic_line_has_the_eigenvalues_and_the_response_of_closed_forms() {
    let (model, [l, c, r]) = line();
    let found = linear(&model, &["U.In"], &["P9.Out", "Q0.Out"]).unwrap().system;
    let mut eigenvalues: Vec<f64> = found.eigenvalues().unwrap().iter().filter(|s| s.im > 0.0).map(|s| s.im).collect();
    eigenvalues.sort_by(f64::total_cmp);
    for (k, found) in (1..=10).zip(&eigenvalues) {
        let theta = f64::from(2 * k - 1) * std::f64::consts::PI / 21.0;
        let exact = (2.0 * (1.0 - theta.cos()) / (l * c) - (r / (2.0 * l)).powi(2)).sqrt();
        assert!((found / exact - 1.0).abs() < 1e-9, "{k}: {found} {exact}");
    }
    // omega, G12, G22, G11: p_N/p_in, p_N/Q_out, Q_in/p_in at a closed end.
    for row in rows_of("hydraulic_line_response.csv") {
        let (g12, g11) = ([row[1], row[2]], [row[5], row[6]]);
        let hertz = row[0] / (2.0 * std::f64::consts::PI);
        let response = found.frequency_response(&[hertz]).unwrap();
        let scale = g12[0].hypot(g12[1]);
        let p = response.get(0, 0, 0).unwrap();
        assert!((p.re - g12[0]).hypot(p.im - g12[1]) < 1e-9 * scale, "{hertz} Hz: {p} {g12:?}");
        let q = response.get(0, 1, 0).unwrap();
        let scale = g11[0].hypot(g11[1]).max(1e-14);
        assert!((q.re - g11[0]).hypot(q.im - g11[1]) < 1e-9 * scale, "{hertz} Hz: {q} {g11:?}");
    }
}

/// A PID of the library that is sampled, at x' = -2 x + u: the closed loop by hand.
#[test]
fn a_sampled_pid_at_a_continuous_plant_is_the_exact_discrete_system() {
    let (kp, ki, kd, filter, h) = (1.7, 3.0, 0.02, 0.05, 0.1);
    let objects = [
        &format!(
            "base:Math/DiscretePID C Kp=\"{kp}\" Ki=\"{ki}\" Kd=\"{kd}\" FilterTime=\"{filter}\" SampleTime=\"{h}\""
        ),
        "base:Math/LinearSystem P A=\"-2\" B=\"1\" C=\"1\"",
    ];
    let fed = r#"C.Reference="1" C.Measured="P.Out" P.In="C.Out""#;
    let model = load(&scenario(&objects.map(|object: &str| object), fed, r#"P.X="0""#, AT_ONCE));
    let found = linear(&model, &["C.Reference"], &["P.Out", "C.Out"]).unwrap().system;
    assert_eq!(found.sample_time, Some(h));
    // States x, Integral, Filtered; y = x. D weight is 0: d = -y.
    let (phi, gamma) = ((-2.0 * h).exp(), (1.0 - (-2.0 * h).exp()) / 2.0);
    let u = [-kp - ki * h - kd / (filter + h), 1.0, -kd / (filter + h)];
    let reference = kp + ki * h;
    let a = [
        [phi + gamma * u[0], gamma * u[1], gamma * u[2]],
        [-ki * h, 1.0, 0.0],
        [-h / (filter + h), 0.0, 1.0 - h / (filter + h)],
    ];
    let names: Vec<&str> = found.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["P.X", "C.Integral", "C.Filtered"]);
    assert_near(&found.a, &Matrix::from_rows(&a).unwrap(), 1e-11, "A");
    assert_near(&found.b, &Matrix::from_rows(&[[gamma * reference], [ki * h], [0.0]]).unwrap(), 1e-11, "B");
    assert_near(&found.c, &Matrix::from_rows(&[[1.0, 0.0, 0.0], u]).unwrap(), 1e-11, "C");
    assert_near(&found.d, &Matrix::from_rows(&[[0.0], [reference]]).unwrap(), 1e-11, "D");
    let by_hand = LinearSystem::new(
        Matrix::from_rows(&a).unwrap(),
        Matrix::zeros(3, 0),
        Matrix::zeros(0, 3),
        Matrix::zeros(0, 0),
    )
    .unwrap();
    for (found, exact) in found.eigenvalues().unwrap().iter().zip(by_hand.eigenvalues().unwrap()) {
        assert!((found - exact).norm() < 1e-10, "{found} {exact}");
    }
}

/// A delay of 0.35 s at ticks of 0.1 s: (z + 1)/2 z^-4, in z.
#[test]
fn a_delay_is_its_closed_form_in_z() {
    let objects = ["tlm:Signal/Delay D deltat=\"0.35\"", "base:Signal/Gain U Gain=\"1\""];
    let engine = r#"TOutput="0, 1" FileOutput="objects:all" SampleTime="0.1""#;
    let model = load(&scenario(&objects, r#"U.In="2" D.in="U.Out""#, "", engine));
    let found = linear(&model, &["U.In"], &["D.out"]).unwrap().system;
    for hertz in [0.0, 0.3, 1.0, 3.0, 5.0] {
        let angle = -2.0 * std::f64::consts::PI * hertz * 0.1;
        let (re, im) = (0..2).map(|by| 3.0 + f64::from(by)).fold((0.0, 0.0), |(re, im), ticks: f64| {
            (re + 0.5 * (ticks * angle).cos(), im + 0.5 * (ticks * angle).sin())
        });
        let value = found.frequency_response(&[hertz]).unwrap().get(0, 0, 0).unwrap();
        assert!((value.re - re).hypot(value.im - im) < 1e-12, "{hertz}: {value} {re} {im}");
    }
}

/// A loss-less line of n = 4 steps T between resistances, a pressure s before the first one and a tank behind the second:
/// waves are reflected with r = (R - Zc)/(R + Zc), so that the one that arrives at the far end is
/// c2 = 2 Zc/(R1 + Zc) z^-n s / (1 - r1 r2 z^-2n).
#[test]
fn a_transmission_line_is_its_closed_form_in_z() {
    let (zc, near, far, steps) = (1e9, 3e8, 4e9, 4.0);
    let objects = [
        "tlm:Hydraulic/PressureSource S p=\"5e6\"".to_owned(),
        format!("tlm:Hydraulic/LaminarOrifice A Kc=\"{:e}\"", 1.0 / near),
        format!("tlm:Hydraulic/LosslessLine L deltat=\"0.004\" Z_c=\"{zc:e}\" StartPressure=\"5e6\""),
        format!("tlm:Hydraulic/LaminarOrifice B Kc=\"{:e}\"", 1.0 / far),
        "tlm:Hydraulic/Tank T p=\"4e6\"".to_owned(),
    ];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let fed = r#"A.P1="S.P1" A.P2="L.P1" B.P1="L.P2" B.P2="T.P1" S.p="5e6""#;
    let engine = r#"TOutput="0, 1" FileOutput="objects:all" SampleTime="1e-3""#;
    let model = load(&scenario(&objects, fed, "", engine));
    let found = linear(&model, &["S.p"], &["L.c2"]).unwrap().system;
    let reflected = |resistance: f64| (resistance - zc) / (resistance + zc);
    for hertz in [0.0, 10.0, 33.0, 62.5, 180.0, 500.0] {
        let angle = -2.0 * std::f64::consts::PI * hertz * 1e-3 * steps;
        let [delay, twice] = [angle, 2.0 * angle].map(|angle| Complex::new(angle.cos(), angle.sin()));
        let exact = 2.0 * zc / (near + zc) * delay / (1.0 - reflected(near) * reflected(far) * twice);
        let value = found.frequency_response(&[hertz]).unwrap().get(0, 0, 0).unwrap();
        assert!((value - exact).norm() < 1e-10 * exact.norm(), "{hertz}: {value} {exact}");
    }
    // At rest the same flow goes through all of it.
    let rest = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Conditions::default(),
        &mut |_| None,
    )
    .unwrap();
    let workspace = model.workspace_at(&rest.state).unwrap();
    let flow = model.probe("B.P2.q").unwrap().values(0.0, &workspace).next().unwrap();
    assert!((flow / (1e6 / (near + far)) - 1.0).abs() < 1e-9, "{flow}");
}

/// A gain behind a unit delay: G = -0.5/z of 1 + G + u, whatever stands between.
#[test]
fn outputs_see_ticks_through_what_is_continuous() {
    let objects = [
        "base:Signal/UnitDelay A SampleTime=\"0.1\"",
        "base:Signal/Gain G Gain=\"-0.5\"",
        "base:Signal/Gain H Gain=\"3\"",
        "base:Signal/Gain U Gain=\"1\"",
    ];
    let fed = r#"U.In="1" G.In="A.Out" A.In="G.Out + U.Out" H.In="G.Out""#;
    let model = load(&scenario(&objects, fed, "", AT_ONCE));
    let found = linear(&model, &["U.In"], &["H.Out"]).unwrap().system;
    // H = -1.5 z^-1 / (1 + 0.5 z^-1).
    let z = Complex::new((0.6_f64 * std::f64::consts::PI).cos(), (0.6_f64 * std::f64::consts::PI).sin());
    let value = found.frequency_response(&[3.0]).unwrap().get(0, 0, 0).unwrap();
    assert!((value - -1.5 / (z + 0.5)).norm() < 1e-12, "{value}");
}

/// A loop with a gain of -6000 has all of its signals as unknowns: X' = -G2 with G1 = X - G3, G2 = 2 G1, G3 = 3 G2 and a
/// gain of 1000 of the first.
#[test]
fn loops_whose_signals_are_all_unknown_are_recovered() {
    let objects = [
        "base:Math/Integrator X",
        "base:Signal/Gain G1 Gain=\"1000\"",
        "base:Signal/Gain G2 Gain=\"1\"",
        "base:Signal/Gain G3 Gain=\"1\"",
    ];
    let fed = r#"G1.In="X.Out - G3.Out" G2.In="2*G1.Out" G3.In="3*G2.Out" X.In="-1*G2.Out""#;
    let model = load(&scenario(&objects, fed, r#"X.Integral="1""#, AT_ONCE));
    let found = linear(&model, &[], &["G3.Out"]).unwrap().system;
    assert!((found.a[(0, 0)] / (-2000.0 / 6001.0) - 1.0).abs() < 1e-9, "{:?}", found.a);
    let rest = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Conditions::default(),
        &mut |_| None,
    )
    .unwrap();
    assert!(rest.state.x()[0].abs() < 1e-12);
}

/// Where a sampled controller reads through a loop, or only looks at one.
#[test]
fn loops_that_only_ticks_read_are_solved() {
    let objects = [
        "base:Math/Integrator X",
        "base:Signal/Gain G1 Gain=\"1\"",
        "base:Signal/Gain G2 Gain=\"1\"",
        "base:Signal/ZeroOrderHold C SampleTime=\"0.1\"",
    ];
    let fed = r#"G1.In="X.Out - 0.5*G2.Out" G2.In="G1.Out" C.In="0.8*(1 - G2.Out)" X.In="C.Out - X.Out""#;
    let model = load(&scenario(&objects, fed, r#"X.Integral="0""#, AT_ONCE));
    let rest = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Conditions::default(),
        &mut |_| None,
    )
    .unwrap();
    // X = 0.8 (1 - X/1.5).
    assert!((rest.state.x()[0] - 0.8 / (1.0 + 0.8 / 1.5)).abs() < 1e-12, "{rest:?}");
}

#[test]
fn two_clocks_are_refused() {
    let objects = [
        "base:Signal/UnitDelay A SampleTime=\"0.1\"",
        "base:Signal/UnitDelay B SampleTime=\"0.15\"",
        "base:Math/Integrator X",
    ];
    let model =
        load(&scenario(&objects, r#"A.In="X.Out" B.In="X.Out" X.In="-A.Out - B.Out""#, r#"X.Integral="1""#, AT_ONCE));
    let message = linear(&model, &[], &["X.Out"]).unwrap_err().to_string();
    assert!(message.contains("two clocks tick, every 0.1 s and every 0.15 s"), "{message}");
}

#[test]
fn roots_and_kinks_are_named_with_their_signals() {
    let of = |formula: &str, x: f64| {
        let text = net_of(
            &[("F", formula)],
            &["base:Math/Integrator X"],
            r#"X.In="-F.Out""#,
            &format!("X.Integral=\"{x}\""),
            AT_ONCE,
        );
        linear(&load(&text), &[], &["F.Out"])
    };
    let root = of("sqrt(abs(X.Out))", 0.0).unwrap_err().to_string();
    assert!(root.contains("the derivative of `X.Integral` has an infinite slope here, by `X.Integral`"), "{root}");
    assert!(root.contains("it begins at `F.Out`"), "{root}");
    let kink = of("3*X.Out + abs(X.Out)", 0.0).unwrap();
    assert_eq!(kink.kinks.len(), 2, "{:?}", kink.kinks);
    assert_eq!(kink.kinks[0].at.as_deref(), Some("F.Out"));
    assert!((kink.system.a[(0, 0)] + 3.0).abs() < 1e-7);
    assert!(of("sqrt(abs(X.Out))", 4.0).unwrap().kinks.is_empty());
}
