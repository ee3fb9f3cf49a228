//! Elements with the fluid's law, and tubes, against tables of SciPy and mpmath.

use std::f64::consts::PI;

use bowline_engine::lti::Complex;

use super::{AT_ONCE, ends, response};
use crate::laboratory::{run_in_order, scenario};

/// Lines of a table, without its first one.
fn lines(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/multipole/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Channels, orifices and slots with HLP 46 at 40 degrees, with and without air, in all forms. Reference: Newton's method of mpmath in 30 digits on
/// `p1 - p2 = (RL + RT |Q|) Q` with the fluid at the mean pressure.
#[test]
fn resistances_have_the_fluid_at_their_mean_pressure_in_all_forms() {
    let elements = [
        ("channel", r#"Channel/{} E l="0.3" d="4e-3" zeta="0.5" lambda="0.04""#),
        ("orifice", r#"Orifice/{} E d="1.5e-3" mu="0.7" RL="0""#),
        ("slot", r#"Slot/{} E l="0.02" d="0.02" delta="3e-5" kE="1.5" mu="0.7""#),
    ];
    let (mut compared, mut worst) = (0, 0.0_f64);
    for row in lines("fluid.csv") {
        let [element, volume, exponent, task] = [0, 1, 2, 3].map(|at| row[at].as_str());
        let [p1, p2, q] = [4, 5, 6].map(|at| row[at].parse::<f64>().unwrap());
        let (_, parameters) = elements.iter().find(|(name, _)| *name == element).unwrap();
        let (form, [left, right], out, expected) = match task {
            "pp" => ('Y', [p1, p2], "E.P1.Q", q),
            "p1Q" => ('G', [p1, q], "E.P2.p", p2),
            _ => ('H', [q, p2], "E.P1.p", p1),
        };
        let kinds = ends(form, ["Pressure", "Flow"]);
        let given = |is_potential: bool| if is_potential { "p" } else { "Q" };
        let objects = [
            format!(r#"multipole:Fluid/Oil O vol="{volume}" ka="{exponent}""#),
            format!(r#"{} L {}="{left:e}""#, kinds[0].0, given(kinds[0].1)),
            format!("multipole:{}", parameters.replace("{}", &form.to_string())),
            format!(r#"{} R {}="{right:e}""#, kinds[1].0, given(kinds[1].1)),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let engine = format!(r#"TOutput="0, 1" FileOutput="{out}""#);
        let found = run_in_order(&objects, r#"L.P="E.P1" E.P2="R.P""#, "", &engine)[0].1[0];
        let scale = if form == 'Y' { q.abs() } else { p1.abs().max(p2.abs()) };
        assert!((found - expected).abs() <= 1e-9 * scale, "{element}/{form}, {row:?}: {found}, not {expected}");
        worst = worst.max((found - expected).abs() / scale.max(1e-300));
        compared += 1;
    }
    assert!(compared > 300 && worst > 0.0, "{compared}");
}

const TUBE: &str = r#"l="2" d="0.016" s="2e-3" E="2.1e11""#;

/// Steps at both ends of a tube in each form. Reference: SciPy's DOP853 (rtol 1e-13), begun anew at steps and where a flow turns.
#[test]
fn tubes_move_as_their_forms_say() {
    let rows = lines("tubes.csv");
    let (flow, begin) = (2e-4, 2e6);
    // The inputs on both sides, before and after the steps at 5.25 and 25.25 ms.
    let end = rows[0][4].parse::<f64>().unwrap();
    for (form, [left, right], states) in [
        ('G', [[begin, 4e6], [flow, -1e-4]], [("Q1", flow), ("p2", end), ("", 0.0)]),
        ('H', [[flow, 5e-4], [end, end + 1.5e6]], [("p1", begin), ("Q2", flow), ("", 0.0)]),
        ('Z', [[flow, 5e-4], [flow, 5e-4]], [("p1", begin), ("Q3", flow), ("p2", end)]),
        ('Y', [[begin, 3e6], [end, end + 2e6]], [("Q1", flow), ("p3", 0.5 * (begin + end)), ("Q2", flow)]),
    ] {
        let kinds = ends(form, ["Pressure", "Flow"]);
        let given = |is_potential: bool| if is_potential { "p" } else { "Q" };
        let objects = [
            r#"multipole:Fluid/Constant O rho="870" nu="46e-6" E="1.4e9""#.to_owned(),
            format!("{} L", kinds[0].0),
            format!("multipole:TU/{form} E {TUBE}"),
            format!("{} R", kinds[1].0),
            format!(r#"base:Src/Step A Before="{:e}" After="{:e}" StepTime="0.00525""#, left[0], left[1]),
            format!(r#"base:Src/Step B Before="{:e}" After="{:e}" StepTime="0.02525""#, right[0], right[1]),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let fed = format!(r#"L.P="E.P1" E.P2="R.P" L.{}="A.Out" R.{}="B.Out""#, given(kinds[0].1), given(kinds[1].1));
        let states: Vec<_> = states.iter().filter(|(name, _)| !name.is_empty()).collect();
        let initial: Vec<String> = states.iter().map(|(name, value)| format!(r#"E.{name}="{value:e}""#)).collect();
        let engine = r#"IntegratorMethod="DormandPrince" RelTol="1e-11" AbsTol="1e-12" TOutput="0:0.0005:0.05" FileOutput="E.P1.p, E.P1.Q, E.P2.p, E.P2.Q""#;
        let found = run_in_order(&objects, &fed, &initial.join(" "), engine);
        let expected: Vec<_> = rows.iter().filter(|row| row[0] == form.to_string()).collect();
        assert_eq!(found.len(), expected.len());
        for ((time, found), row) in found.iter().zip(expected) {
            for (at, found) in found.iter().enumerate() {
                let expected: f64 = row[at + 2].parse().unwrap();
                let scale = [4e6, 5e-4][at % 2];
                assert!((found - expected).abs() < 1e-8 * scale, "{form}, {time}, {at}: {found}, not {expected}");
            }
        }
    }
}

/// A tube without turbulent friction has the transfer factors of its lumped form.
#[test]
fn tubes_answer_in_frequency_as_their_forms_say() {
    let mut compared = 0;
    for form in ['G', 'H', 'Y', 'Z'] {
        let kinds = ends(form, ["Pressure", "Flow"]);
        let given = |is_potential: bool| if is_potential { "p" } else { "Q" };
        let objects = [
            r#"multipole:Fluid/Constant O rho="870" nu="46e-6" E="1.4e9""#.to_owned(),
            format!(r#"{} L {}="0""#, kinds[0].0, given(kinds[0].1)),
            format!(r#"multipole:TU/{form} E {TUBE} lambda="0""#),
            format!(r#"{} R {}="0""#, kinds[1].0, given(kinds[1].1)),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, r#"L.P="E.P1" E.P2="R.P""#, "", AT_ONCE);
        let inputs = [format!("L.{}", given(kinds[0].1)), format!("R.{}", given(kinds[1].1))];
        let outputs = [format!("E.P1.{}", given(!kinds[0].1)), format!("E.P2.{}", given(!kinds[1].1))];
        for omega in [0.0, 10.0, 100.0, 1000.0, 5000.0] {
            let rows: Vec<_> = (lines("tubes_frequency.csv").into_iter())
                .filter(|row| row[0] == form.to_string() && row[1].parse::<f64>().unwrap() == omega)
                .collect();
            let inputs = inputs.each_ref().map(String::as_str);
            let outputs = outputs.each_ref().map(String::as_str);
            let found = response(&text, &inputs, &outputs, &[omega]);
            if rows.iter().all(|row| row[3].is_empty()) {
                assert!(found.is_err(), "{form} is singular at {omega}");
                continue;
            }
            for (number, found) in found.unwrap().iter().enumerate() {
                let term = format!("{form}{}{}", number % 2 + 1, number / 2 + 1);
                let row = rows.iter().find(|row| row[2] == term).unwrap();
                let expected = Complex::new(row[3].parse().unwrap(), row[4].parse().unwrap());
                let off = (found - expected).norm();
                assert!(off <= 1e-9 * expected.norm(), "{term} at {omega}: {found}, not {expected}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 4 * 19);
}

/// A tube that is closed on one side, 4 m of one piece: `Q1/p1 = 1 / (R + L s + 1/(C s))`, and the same from the other side.
#[test]
fn dead_ends_take_what_their_volume_takes() {
    let (l, d, density, modulus) = (4.0, 0.01, 870.0, 1.4e9);
    let area = PI * d * d / 4.0;
    let (resistance, inertia, capacity) =
        (2.0 * 75.0 * l * 46e-6 * density / (PI * f64::powi(d, 4)), density * l / area, area * l / modulus);
    for (form, end, port) in [('g', "Pressure/Left", "P1"), ('h', "Pressure/Right", "P2")] {
        let objects = [
            r#"multipole:Fluid/Constant O rho="870" nu="46e-6" E="1.4e9""#.to_owned(),
            format!(r#"multipole:{end} A p="0""#),
            format!(r#"multipole:TU/{form} E l="4" d="0.01" lambda="0""#),
        ];
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, &format!(r#"A.P="E.{port}""#), "", AT_ONCE);
        for omega in [10.0, 300.0, 2000.0] {
            let s = Complex::new(0.0, omega);
            let found = response(&text, &["A.p"], &[&format!("E.{port}.Q")], &[omega]).unwrap()[0];
            // The piece has its volume behind its inertia in g, and so has h, read from the other side.
            let into = 1.0 / (resistance + inertia * s + 1.0 / (capacity * s));
            let expected = if form == 'g' { into } else { -into };
            assert!((found - expected).norm() < 1e-9 * expected.norm(), "{form}, {omega}: {found}, not {expected}");
        }
    }
}
