//! Sensitivities, beside those that are known.

use bowline_engine::Scenario;
use bowline_verification::{Means, Sensitivities, Subject};

use crate::dependent::{CELLS, HEAT, JUMP, OSCILLATOR, ROBERTSON, half_sine};
use crate::{catalog, sources};

fn sensitivities(sections: &str, parameters: &[&str], signals: &[&str]) -> Sensitivities {
    let (catalog, scenario) = (catalog(), Scenario::read(&sources(sections)).unwrap());
    let [parameters, signals] =
        [parameters, signals].map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let subject = Subject {
        scenario: &scenario,
        overrides: &[],
        catalog: &catalog,
        until: None,
        signals: &signals,
        stop: &|| false,
    };
    Sensitivities::of(subject, &parameters, |_, _| {}).unwrap()
}

fn dependent(problem: usize, parameters: &str, engine: &str) -> String {
    format!(
        r#"<OBJECTS><Lib LibName="verified" SimObject="Dependent" Name="D" Problem="{problem}" {parameters}/></OBJECTS>
           <INTEGRATION><Engine {engine}/></INTEGRATION>"#
    )
}

/// The derivative of a column by a parameter: times, and the number there; and its own error.
fn along(all: &Sensitivities, column: &str, parameter: &str) -> (Vec<(f64, Option<f64>)>, f64) {
    let found = all.sensitivities.iter().find(|found| found.column == column && found.parameter == parameter);
    let found = found.unwrap_or_else(|| panic!("no {column} by {parameter}: {:?}", all.sensitivities));
    assert!(found.is_known, "{column} by {parameter}: {:e} of {:e}", found.error, found.largest);
    let frame = all.along();
    let numbers = |name: &str| {
        let column = frame.column(name).unwrap();
        (0..frame.rows()).map(|row| column.values.number(row)).collect::<Vec<_>>()
    };
    let times = numbers("Time").into_iter().flatten();
    let rows = times.zip(numbers(&format!("{column}/{parameter}"))).collect();
    (rows, found.error)
}

/// Compares with what is known, at 1e-6 of the largest magnitude; and looks whether the error that is told covers it.
fn compare(all: &Sensitivities, column: &str, parameter: &str, truth: impl Fn(f64) -> Option<f64>) {
    let (rows, error) = along(all, column, parameter);
    let known: Vec<(f64, f64)> = rows.iter().filter_map(|(time, found)| Some(((*found)?, truth(*time)?))).collect();
    assert!(!known.is_empty());
    let largest = known.iter().fold(0.0, |most: f64, (_, truth)| most.max(truth.abs()));
    let off = known.iter().fold(0.0, |most: f64, (found, truth)| most.max((found - truth).abs()));
    assert!(off <= 1e-6 * largest, "{column} by {parameter} is off by {off:e} of {largest:e}");
    assert!(off <= error + 1e-12 * largest, "{column} by {parameter} is off by {off:e}, and says {error:e}");
}

/// x = cos(w t), w = sqrt(A / B).
#[test]
fn an_oscillator_depends_on_its_spring_and_its_mass_as_its_solution_does() {
    let (a, b) = (3.0_f64, 2.0_f64);
    let w = (a / b).sqrt();
    for method in ["DormandPrince", "BDF"] {
        let engine = format!(r#"TOutput="0:0.1:10" AbsTol="1e-8" RelTol="1e-8" IntegratorMethod="{method}""#);
        let sections = dependent(OSCILLATOR, r#"A="3" B="2""#, &engine);
        let all = sensitivities(&sections, &["D.A", "D.B", "D.Y[0]"], &["D.Y", "D.Energy"]);
        assert_eq!(all.no_forward, None);
        let (x, v) = (move |t: f64| (w * t).cos(), move |t: f64| -w * (w * t).sin());
        let by_w = move |t: f64| (-t * (w * t).sin(), -(w * t).sin() - w * t * (w * t).cos());
        compare(&all, "D.Y[0]", "D.A", |t| Some(by_w(t).0 * w / (2.0 * a)));
        compare(&all, "D.Y[0]", "D.B", |t| Some(-by_w(t).0 * w / (2.0 * b)));
        compare(&all, "D.Y[0]", "D.Y[0]", |t| Some(x(t)));
        compare(&all, "D.Y[1]", "D.A", |t| Some(by_w(t).1 * w / (2.0 * a)));
        // A x^2 / 2 + B v^2 / 4, of which A is a part itself.
        let energy = |t: f64| {
            let (x_by, v_by) = by_w(t);
            0.5 * x(t) * x(t) + (a * x(t) * x_by + 0.5 * b * v(t) * v_by) * w / (2.0 * a)
        };
        compare(&all, "D.Energy", "D.A", |t| Some(energy(t)));
        let of_energy = all.sensitivities.iter().find(|found| found.column == "D.Energy").unwrap();
        assert!(of_energy.is_confirmed, "{of_energy:?}");
    }
}

/// By the variational equations, integrated by the Radau and the BDF of `SciPy` 1.17 at 1e-12, which agree to 1e-9.
#[test]
fn reactions_of_robertson_depend_on_their_rates_as_the_variational_equations_say() {
    const TIMES: [f64; 5] = [0.4, 4.0, 40.0, 400.0, 4000.0];
    // Two species by each rate.
    const BY: [[[f64; 5]; 3]; 2] = [
        [
            [-0.35595256598285363, -1.8760821737666784, -4.2475587717057595, -5.958372795775483, -4.750071181048254],
            [
                9.5423814278506e-8,
                2.961377129145343e-6,
                1.3730807973446352e-5,
                2.2738153617469963e-5,
                1.880886158557521e-5,
            ],
            [
                -1.583176635557773e-11,
                -4.933436805092829e-10,
                -2.2883550889056893e-9,
                -3.789672200835089e-9,
                -3.134813390982442e-9,
            ],
        ],
        [
            [
                0.00039025440538182076,
                0.00017921805900104136,
                4.59119624925421e-5,
                3.5426972886015224e-6,
                -5.993651713876858e-6,
            ],
            [
                -2.1309610301937079e-10,
                -5.830460566233557e-10,
                -2.357192113846412e-10,
                -2.2601388670078094e-11,
                2.3126873439344574e-11,
            ],
            [
                -5.290041093214804e-13,
                -2.762621961089651e-13,
                -1.1380595093501934e-13,
                -4.9948187023335076e-14,
                -1.8758466107562234e-14,
            ],
        ],
    ];
    let engine = r#"TOutput="0, 0.4, 4, 40, 400, 4000" AbsTol="1e-10" RelTol="1e-8" IntegratorMethod="BDF""#;
    let sections = dependent(ROBERTSON, r#"A="0.04" B="1e4" C="3e7""#, engine);
    let all = sensitivities(&sections, &["D.A", "D.B", "D.C"], &["D.Y"]);
    for (species, by) in BY.iter().enumerate() {
        for (parameter, by) in ["D.A", "D.B", "D.C"].iter().zip(by) {
            let truth = |time: f64| TIMES.iter().position(|known| *known == time).map(|at| by[at]);
            compare(&all, &format!("D.Y[{species}]"), parameter, truth);
        }
    }
}

/// Each mode of a row of cells decays by itself; there are enough cells for sparse matrices.
#[test]
fn heat_in_a_row_of_cells_depends_on_its_diffusivity_as_its_mode_does() {
    let size = (CELLS + 1) as f64;
    let rate = 4.0 * (std::f64::consts::PI / (2.0 * size)).sin().powi(2);
    let engine = r#"TOutput="0:20:400" AbsTol="1e-8" RelTol="1e-8" IntegratorMethod="BDF""#;
    let all = sensitivities(&dependent(HEAT, r#"A="2""#, engine), &["D.A"], &["D.Y[0]", "D.Y[30]"]);
    assert_eq!(all.no_forward, None);
    for cell in [0, 30] {
        let truth = |t: f64| Some(-rate * t * (-2.0 * rate * t).exp() * half_sine(cell + 1));
        compare(&all, &format!("D.Y[{cell}]"), "D.A", truth);
    }
}

/// The first impact is at t0 = sqrt(2 h / g), the second 2 r t0 later.
#[test]
fn a_ball_depends_on_its_restitution_through_its_impacts() {
    let sections = r#"<OBJECTS><Lib LibName="verified" SimObject="Ball" Name="B" Restitution="0.8"/></OBJECTS>
                      <INTEGRATION><Engine TOutput="0:0.01:1.6" AbsTol="1e-8" RelTol="1e-8"/></INTEGRATION>"#;
    let all = sensitivities(sections, &["B.Restitution", "B.X"], &["B.X"]);
    assert!(all.no_forward.as_deref().is_some_and(|why| why.contains("events")), "{:?}", all.no_forward);
    let (g, r) = (9.81_f64, 0.8_f64);
    let first = (2.0 / g).sqrt();
    let second = first + 2.0 * r * first;
    let by_restitution = |t: f64| {
        if t < first {
            return Some(0.0);
        }
        if t < second {
            return Some(g * first * (t - first));
        }
        let since = t - second;
        Some(2.0 * r * g * first * since + (g * since - r * r * g * first) * 2.0 * first)
    };
    compare(&all, "B.X", "B.Restitution", by_restitution);
    // dt0/dh = t0 / (2 h), h = 1.
    let by_height = |t: f64| {
        if t < first {
            return Some(1.0);
        }
        if t < second {
            let since = t - first;
            return Some((r * g * since - r * g * first + g * since) * first / 2.0);
        }
        let since = t - second;
        Some((r * r * g * since + (g * since - r * r * g * first) * (1.0 + 2.0 * r)) * first / 2.0)
    };
    compare(&all, "B.X", "B.X", by_height);
    assert!(all.sensitivities.iter().all(|found| found.means == Means::Differences));
    // Rows over which an impact moves are left out, and no more.
    let left_out = all.sensitivities[0].derivatives.iter().filter(|derivative| derivative.is_none()).count();
    assert!(left_out <= 2, "{left_out}");
}

/// The equations of the sensitivities know nothing of it: they say 1/A where 1/A^2 is right.
#[test]
fn a_jump_that_nobody_announces_does_not_pass() {
    let engine = r#"TOutput="0:0.1:2" AbsTol="1e-8" RelTol="1e-8""#;
    let all = sensitivities(&dependent(JUMP, r#"A="2""#, engine), &["D.A"], &["D.Y"]);
    let found = &all.sensitivities[0];
    let last = found.derivatives.last().copied().flatten().unwrap();
    assert!((last - 0.25).abs() <= found.error, "{last} is off by more than {:e}", found.error);
    assert!(!found.is_known || found.error < 1e-3, "{found:?}");
}

/// Z = G (X - Z/2) in the same instant, dX/dt = -Z: X = exp(-k t) with k = G/(1 + G/2).
#[test]
fn a_decay_through_a_loop_depends_on_its_gain_as_its_solution_does() {
    let gain = 3.0_f64;
    let rate = gain / (1.0 + 0.5 * gain);
    let of_rate = (1.0 + 0.5 * gain).powi(-2);
    let sections = format!(
        r#"<OBJECTS><Lib LibName="base" SimObject="Math/Integrator" Name="X"/>
             <Lib LibName="base" SimObject="Signal/Gain" Name="Z" Gain="{gain}"/></OBJECTS>
           <INTERCONNECTIONS><Connection X.In="-Z.Out" Z.In="X.Out - 0.5*Z.Out"/></INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition X.Integral="1"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.1:2" RelTol="1e-8" AbsTol="1e-10"/></INTEGRATION>"#
    );
    let all = sensitivities(&sections, &["Z.Gain"], &["X.Out", "Z.Out"]);
    assert!(
        all.sensitivities.iter().all(|found| found.means == Means::ForwardSensitivities),
        "{:?}",
        all.sensitivities
    );
    compare(&all, "X.Out", "Z.Gain", |time| Some(-time * of_rate * (-rate * time).exp()));
    compare(&all, "Z.Out", "Z.Gain", |time| Some(of_rate * (1.0 - rate * time) * (-rate * time).exp()));
}
