//! Linear dynamics and controllers of the base library, against closed forms
//! and another program.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::sync::Arc;

use bowline_engine::Model;
use simobject::Pattern;
use simobject_host::{Argument, Declared, Library, SampleTime, Session, Surroundings};

use crate::laboratory::{complaints, load, run, scenario, statistics, try_load};

const PRECISE: &str = r#"AbsTol="1e-11" RelTol="1e-11""#;

/// Checks a recorded column against a function of time, at every row.
fn follows(model: &Arc<Model>, column: usize, expected: impl Fn(f64) -> f64) {
    let rows = run(model).0;
    assert!(rows.len() > 10, "too few rows");
    for (time, values) in rows {
        let (found, expected) = (values[column], expected(time));
        assert!((found - expected).abs() < 2e-9, "t = {time}: {found}, not {expected}");
    }
}

/// A model that records the outputs of all objects, 0 to 5 s.
fn model(objects: &[&str], connections: &str, initial: &str) -> Arc<Model> {
    let engine = format!(r#"TOutput="0:0.125:5" {PRECISE} FileOutput="objects:outputs""#);
    load(&scenario(objects, connections, initial, &engine))
}

#[test]
fn integrators_in_a_row_give_powers_of_time() {
    let objects = [
        r#"base:Math/Integrator A InitialValue="-1""#,
        "base:Math/Integrator B",
        r#"base:Math/Integrator C PortWidth="2" InitialValue="2, 3""#,
    ];
    let chain = model(&objects, r#"A.In="2" B.In="A.Out" C.In="B.Out, -B.Out""#, "");
    follows(&chain, 0, |t| 2.0 * t - 1.0);
    follows(&chain, 1, |t| t * t - t);
    follows(&chain, 2, |t| 2.0 + t.powi(3) / 3.0 - t * t / 2.0);
    follows(&chain, 3, |t| 3.0 - t.powi(3) / 3.0 + t * t / 2.0);
}

/// It does not wind up: it leaves the limit as soon as the input turns.
#[test]
fn an_integral_rests_at_its_limit() {
    let objects = [
        r#"base:Src/Step U StepTime="2" Before="1" After="-1""#,
        r#"base:Math/Integrator I Lower="-0.25" Upper="0.5""#,
    ];
    let limited = model(&objects, r#"I.In="U.Out""#, "");
    follows(&limited, 1, |t| if t < 2.0 { t.min(0.5) } else { (2.5 - t).max(-0.25) });
    // Even at a loose tolerance the output never passes the limit.
    let engine = r#"TOutput="0:0.01:5" AbsTol="1e-2" RelTol="1e-2" FileOutput="object.I:outputs""#;
    let (rows, _) = run(&load(&scenario(&objects, r#"I.In="U.Out""#, "", engine)));
    assert!(rows.iter().all(|(_, values)| (-0.25..=0.5).contains(&values[0])));
}

#[test]
fn a_first_order_filter_answers_a_step_and_begins_at_rest() {
    let objects = [
        r#"base:Src/Step U StepTime="1" Before="3" After="5""#,
        r#"base:Math/LowPass F TimeConstant="0.4""#,
        r#"base:Math/LowPass G TimeConstant="2""#,
    ];
    let filters = model(&objects, r#"F.In="U.Out" G.In="U.Out""#, r#"G.Out="0""#);
    let answer = |t: f64, from: f64, to: f64, constant: f64| to + (from - to) * (-t / constant).exp();
    follows(&filters, 1, |t| if t < 1.0 { 3.0 } else { answer(t - 1.0, 3.0, 5.0, 0.4) });
    let at_step = answer(1.0, 0.0, 3.0, 2.0);
    follows(&filters, 2, |t| if t < 1.0 { answer(t, 0.0, 3.0, 2.0) } else { answer(t - 1.0, at_step, 5.0, 2.0) });
}

#[test]
fn a_second_order_filter_answers_a_step() {
    let objects = [
        r#"base:Src/Step U Before="-1" After="0" StepTime="0.5""#,
        r#"base:Math/LowPass F Order="2" TimeConstant="0.2" Damping="0.25""#,
        r#"base:Math/LowPass G Order="2" TimeConstant="0.3" Damping="1""#,
        r#"base:Math/LowPass H Order="2" TimeConstant="0.25" Damping="0""#,
    ];
    let filters = model(&objects, r#"F.In="U.Out" G.In="U.Out" H.In="U.Out""#, "");
    // Free motion from -1: underdamped, critically damped, undamped.
    let after = |t: f64, motion: &dyn Fn(f64) -> f64| if t < 0.5 { -1.0 } else { -motion(t - 0.5) };
    let damped = (1.0_f64 - 0.0625).sqrt();
    follows(&filters, 1, |t| {
        after(t, &|t| {
            let angle = damped * t / 0.2;
            (-0.25 * t / 0.2).exp() * (angle.cos() + 0.25 / damped * angle.sin())
        })
    });
    follows(&filters, 2, |t| after(t, &|t| (1.0 + t / 0.3) * (-t / 0.3).exp()));
    follows(&filters, 3, |t| after(t, &|t| (t / 0.25).cos()));
}

/// At the cut-off frequency both are 3 dB down: the first order lags 45
/// degrees, the second 90. (Begun in the periodic motion.)
#[test]
fn filters_are_3_db_down_at_their_cut_off_frequency() {
    let constant = 1.0 / (TAU * 0.8);
    let objects = [
        r#"base:Src/Sine U Frequency="0.8""#,
        &format!(r#"base:Math/LowPass F TimeConstant="{constant}""#),
        &format!(r#"base:Math/LowPass G TimeConstant="{constant}" Order="2""#),
    ];
    let initial = format!(r#"F.Out="-0.5" G.Out="{}" G.Rate="0""#, -FRAC_1_SQRT_2);
    let filters = model(&objects, r#"F.In="U.Out" G.In="U.Out""#, &initial);
    follows(&filters, 1, |t| FRAC_1_SQRT_2 * (TAU * (0.8 * t - 0.125)).sin());
    follows(&filters, 2, |t| FRAC_1_SQRT_2 * (TAU * (0.8 * t - 0.25)).sin());
}

/// The matrix exponential of a rotation, of a damped oscillator and of a
/// Jordan block.
#[test]
fn linear_systems_have_the_closed_forms_of_the_matrix_exponential() {
    let system = |a: &str, initial: &str| {
        let (zeros, unit) = ("0; 0", "1, 0; 0, 1");
        let object = format!(r#"base:Math/LinearSystem S A="{a}" B="{zeros}" C="{unit}" InitialState="{initial}""#);
        model(&[&object], r#"S.In="0""#, "")
    };
    let rotation = system("0, -2; 2, 0", "3, 4");
    follows(&rotation, 0, |t| 3.0 * (2.0 * t).cos() - 4.0 * (2.0 * t).sin());
    follows(&rotation, 1, |t| 3.0 * (2.0 * t).sin() + 4.0 * (2.0 * t).cos());
    // y'' + 2 y' + 10 y = 0 from y = 1: e^-t (cos 3 t + sin 3 t / 3).
    let oscillator = system("0, 1; -10, -2", "1, 0");
    follows(&oscillator, 0, |t| (-t).exp() * ((3.0 * t).cos() + (3.0 * t).sin() / 3.0));
    follows(&oscillator, 1, |t| (-t).exp() * (3.0 * t).sin() * -10.0 / 3.0);
    let jordan = system("-1, 1; 0, -1", "2, 5");
    follows(&jordan, 0, |t| (2.0 + 5.0 * t) * (-t).exp());
    follows(&jordan, 1, |t| 5.0 * (-t).exp());
}

/// References: scipy 1.17.1, linalg.expm of [[A, B], [0, 0]] t, times
/// (1, -2, 0.5, 1).
#[test]
fn a_linear_system_agrees_with_another_program() {
    let system = r#"base:Math/LinearSystem S A="-1, 2, 0; 0, -0.5, 3; -4, 0.25, -2" B="0; 1; 0.5"
        C="1, 0, 0; 0, 1, 0; 0, 0, 1; 1, 1, 1" D="0; 0; 0; 7" InitialState="1, -2, 0.5""#;
    let engine = format!(r#"TOutput="0, 0.5, 1, 2" {PRECISE} FileOutput="object.S:outputs""#);
    let (rows, _) = run(&load(&scenario(&[system], r#"S.In="1""#, "", &engine)));
    let expected = [
        [1.0, -2.0, 0.5],
        [-0.505_563_188_701_767_3, -0.978_958_280_351_509_2, 0.249_239_762_432_585_28],
        [-0.450_415_787_382_066_83, 0.610_547_517_599_965_1, 1.003_183_741_212_236],
        [1.890_152_086_958_487_6, 1.095_527_755_527_620_2, -1.600_343_126_569_741_4],
    ];
    for ((time, found), expected) in rows.iter().zip(expected) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "t = {time}: {found}, not {expected}");
        }
        assert!((found[3] - expected.iter().sum::<f64>() - 7.0).abs() < 1e-9, "t = {time}: {found:?}");
    }
}

#[test]
fn only_a_direct_path_makes_an_algebraic_loop() {
    let found = |direct: &str| {
        let system = format!(r#"base:Math/LinearSystem S A="-1" B="1" C="1" {direct}"#);
        let text = scenario(
            &[&system, r#"base:Signal/Gain G Gain="-1""#],
            r#"S.In="G.Out" G.In="S.Out""#,
            "",
            r#"TOutput="0, 1" Loops="refuse""#,
        );
        loops(&text)
    };
    assert_eq!(found(""), 0);
    assert_eq!(found(r#"D="0""#), 0);
    assert_eq!(found(r#"D="0.5""#), 1);
    // A controller without proportional and derivative part has none either.
    let controlled = |gains: &str| {
        let objects = [&format!("base:Math/PID C {gains}"), r#"base:Signal/Gain G Gain="3""#];
        loops(&scenario(
            &objects,
            r#"C.Reference="1" C.Measured="G.Out" G.In="C.Out""#,
            "",
            r#"TOutput="0, 1" Loops="refuse""#,
        ))
    };
    assert_eq!(controlled(r#"Kp="0" Ki="2""#), 0);
    assert_eq!(controlled(r#"Kp="1" Ki="2""#), 1);
}

/// How many algebraic loops a scenario is said to have.
fn loops(text: &str) -> usize {
    match try_load(text) {
        Ok(_) => 0,
        Err(wrong) => wrong.sorted().iter().filter(|d| d.code() == "algebraic-loop").count(),
    }
}

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: there are no files"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Missing
    }
}

#[test]
fn a_linear_system_declares_where_its_matrices_are_not_zero() {
    let given = [("A", "0, 1, 0; 0, 0, 0; -4, 0, -1"), ("B", "0; 0; 1"), ("C", "1, 0, 0")];
    let arguments = given.map(|(name, value)| Argument { name, value });
    let kind = Library::linked_in(&bowline_base::LIBRARY).find("Math/LinearSystem").unwrap();
    let Declared { declaration, faults, .. } = kind.declare(Session::declaring("S", &arguments, &NoFiles));
    assert_eq!(faults, []);
    let patterns: Vec<&Pattern> = declaration.interface.patterns.iter().map(|declared| &declared.pattern).collect();
    assert_eq!(patterns, [&Pattern::Elements(vec![(0, 1), (2, 0), (2, 2)]), &Pattern::Elements(vec![(2, 0)])], "A, B");
}

/// Blocks of n elements that do not touch each other need as many evaluations
/// for a Jacobian as one; a band of three needs three.
#[test]
fn implicit_methods_see_which_elements_touch() {
    let colours = |object: &str, input: &str| {
        let objects = [object, r#"base:Src/Sine U Frequency="1" PortWidth="20""#];
        let engine = r#"TOutput="0, 1" IntegratorMethod="BDF""#;
        statistics(&load(&scenario(&objects, &format!(r#"B.In="{input}""#), "", engine))).colours
    };
    assert_eq!(colours(r#"base:Math/LowPass B PortWidth="20" TimeConstant="1""#, "U.Out"), 1);
    assert_eq!(colours(r#"base:Math/LowPass B PortWidth="20" TimeConstant="1" Order="2""#, "U.Out"), 2);
    assert_eq!(colours(r#"base:Math/Integrator B PortWidth="20" Upper="1""#, "U.Out"), 1);
    let row = |i: usize| (0..20).map(|j| if i.abs_diff(j) < 2 { "-1" } else { "0" }).collect::<Vec<_>>().join(",");
    let band = (0..20).map(row).collect::<Vec<_>>().join(";");
    let column = ["1"; 20].join(";");
    let unit = row(0);
    assert_eq!(colours(&format!(r#"base:Math/LinearSystem B A="{band}" B="{column}" C="{unit}""#), "U.Out[0]"), 3);
    // Each element's output back at its input, through the in-port's pattern.
    assert_eq!(colours(r#"base:Math/Integrator B PortWidth="20""#, "U.Out - B.Out"), 1);
}

/// All parts at once on a step of the reference at 1 s, in the open loop:
/// Kp + Ki t + Kd / Tf e^(-t / Tf) after it.
#[test]
fn the_parts_of_a_controller_add_up() {
    let objects = [
        r#"base:Src/Step R StepTime="1""#,
        r#"base:Math/PID C Kp="2" Ki="0.5" Kd="0.3" FilterTime="0.1" DerivativeWeight="1" ReferenceWeight="0.75""#,
    ];
    let open = model(&objects, r#"C.Reference="R.Out" C.Measured="0""#, "");
    follows(&open, 1, |t| if t < 1.0 { 0.0 } else { 1.5 + 0.5 * (t - 1.0) + 3.0 * (-(t - 1.0) / 0.1).exp() });
}

/// The filtered derivative of y = sin w t, from rest:
/// Tf F' + F = -sin w t, F(0) = 0, and the output is Kd F'.
#[test]
fn the_derivative_is_filtered() {
    let objects = [r#"base:Src/Sine Y Frequency="0.5""#, r#"base:Math/PID C Kp="0" Kd="0.8" FilterTime="0.25""#];
    let derivative = model(&objects, r#"C.Reference="9" C.Measured="Y.Out""#, "");
    let (w, tf) = (0.5 * TAU, 0.25);
    follows(&derivative, 1, |t| {
        let transient = (-t / tf).exp();
        -0.8 * w * ((w * t).cos() + w * tf * (w * t).sin() - transient) / (1.0 + (w * tf).powi(2))
    });
}

/// PI control of dy/dt = u - y with Kp = Ki = 2: the poles are -1 and -2, and
/// the zero at -1 cancels the first unless the reference has no weight.
#[test]
fn a_closed_loop_has_the_poles_it_was_designed_for() {
    for (weight, expected) in [
        ("1", (|t: f64| 1.0 - (-2.0 * t).exp()) as fn(f64) -> f64),
        ("0", |t: f64| 1.0 - 2.0 * (-t).exp() + (-2.0 * t).exp()),
    ] {
        let controller = format!(r#"base:Math/PID C Kp="2" Ki="2" ReferenceWeight="{weight}""#);
        let objects = [&controller, r#"base:Math/LowPass P TimeConstant="1""#];
        let connections = r#"C.Reference="1" C.Measured="P.Out" P.In="C.Out""#;
        let closed = model(&objects, connections, r#"P.Out="0""#);
        follows(&closed, 1, expected);
    }
}

/// At a constant error of 1 the wanted output is Kp + I, the limit Kp, and
/// dI/dt = Ki - I / Tt: the integral goes to Ki Tt and no further.
#[test]
fn anti_windup_bounds_the_integral() {
    for (parameters, tracking_time) in [
        (r#"Kp="1" Ki="2" TrackingTime="0.25""#, 0.25),
        (r#"Kp="1" Ki="2""#, 0.5),
        // The geometric mean of Ti = 0.5 s and Td = 0.125 s.
        (r#"Kp="1" Ki="2" Kd="0.125" FilterTime="0.01""#, 0.25),
    ] {
        let controller = format!(r#"base:Math/PID C {parameters} Lower="-1" Upper="1""#);
        let engine = format!(r#"TOutput="0:0.125:5" {PRECISE} FileOutput="object.C:all""#);
        let text = scenario(&[&controller], r#"C.Reference="1" C.Measured="0""#, "", &engine);
        let model = load(&text);
        let column = |name: &str| model.columns().iter().position(|c| model.column_name(c) == name).unwrap();
        follows(&model, column("C.Integral"), |t| 2.0 * tracking_time * (1.0 - (-t / tracking_time).exp()));
        follows(&model, column("C.Out"), |_| 1.0);
    }
}

#[test]
fn each_element_has_a_controller_of_its_own() {
    let controller = r#"base:Math/PID C PortWidth="2" Kp="1, -2" Ki="0, 4" Upper="0.75, 100""#;
    let pair = model(&[controller], r#"C.Reference="1, 1" C.Measured="0, 0""#, "");
    follows(&pair, 0, |_| 0.75);
    follows(&pair, 1, |t| -2.0 + 4.0 * t);
}

#[test]
fn a_filter_in_a_loop_needs_an_initial_condition() {
    let objects = [r#"base:Math/PID C Kp="2""#, r#"base:Math/LowPass P TimeConstant="1""#];
    let text = scenario(&objects, r#"C.Reference="1" C.Measured="P.Out" P.In="C.Out""#, "", r#"TOutput="0, 1""#);
    let found = complaints(&text);
    assert!(found[0].starts_with("algebraic-loop: initial conditions that wait for each other: "), "{found:?}");
}

#[test]
fn mistakes_in_dynamic_blocks_are_told() {
    for (block, complaint) in [
        (r#"LowPass B TimeConstant="0""#, "`TimeConstant`: `0` is out of range"),
        (r#"LowPass B TimeConstant="1" Order="3""#, "`Order`: `3` is out of range"),
        (r#"LowPass B TimeConstant="1" Damping="-1""#, "`Damping`: `-1` is out of range"),
        (r#"Integrator B InitialValue="2" Upper="1""#, "`InitialValue`: must lie between `Lower` and `Upper`"),
        (r#"Integrator B Lower="2" Upper="1" InitialValue="1.5""#, "`Lower`: is 2, above `Upper`, 1"),
        (r#"LinearSystem B A="1, 2" B="1; 1" C="1, 1""#, "`A`: has 1 rows of 2, where 2 rows of 2 are needed"),
        (r#"LinearSystem B A="1; 2" B="1" C="1""#, "`A`: has 2 rows of 1, where 1 rows of 1 are needed"),
        (r#"LinearSystem B A="1" B="1; 2" C="1""#, "`B`: has 2 rows of 1, where 1 rows of 1 are needed"),
        (r#"LinearSystem B A="1" B="1" C="1, 2""#, "`C`: has 1 rows of 2, where 1 rows of 1 are needed"),
        (r#"LinearSystem B A="1" B="1" C="1" D="1, 0""#, "`D`: has 1 rows of 2, where 1 rows of 1 are needed"),
        (r#"PID B Kp="1" Kd="1""#, "`FilterTime`: is needed, since `Kd` is not 0; Kd / Kp / 10 is usual"),
        (r#"PID B Kp="0" Ki="1" Upper="1""#, "`TrackingTime`: is needed, since `Ki` stands alone with limits"),
        (r#"PID B Kp="1" Lower="2" Upper="1""#, "`Lower`: is 2, above `Upper`, 1"),
    ] {
        let found = complaints(&scenario(&[&format!("base:Math/{block}")], "", "", r#"TOutput="0, 1""#));
        assert!(found.iter().any(|found| found.ends_with(complaint)), "{block}: {found:?}");
        assert!(found.len() <= 2 && found.iter().all(|f| f.starts_with("bad-parameter: ")), "{found:?}");
    }
}
