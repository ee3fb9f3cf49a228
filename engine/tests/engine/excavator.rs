//! The excavator of the scenarios, with pump, valves and two cylinders, against
//! the solution of its equations by SciPy: written down there from the physics,
//! in coordinates of their own (benches/actuators/scipy_solvers.py).

use std::sync::Arc;

use bowline_engine::equilibrium::Conditions;
use bowline_engine::linear_model::LinearModel;
use bowline_engine::{LoadOptions, Model, Run, Source, Sources};

use crate::laboratory::{METHODS, load_from, run};

/// `scipy_solvers.py excavator DOP853 1e-12 --rows`: names, and rows of time and
/// states. Radau at 1e-10 differs from it by 6e-9 of the scale.
fn solution() -> (Vec<String>, Vec<Vec<f64>>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/excavator.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(','));
    let names = lines.next().unwrap().skip(1).map(in_scenario).collect();
    (names, lines.map(|line| line.map(|number| number.parse().unwrap()).collect()).collect())
}

/// The name that a state has in the scenario, in which each cylinder stands in a drive with its valve.
fn in_scenario(name: &str) -> String {
    let part = |name: &str, old: &str, new: &str| name.strip_prefix(old).map(|rest| format!("{new}{rest}"));
    let parts = [
        ("Boom.", "Boom.Cylinder."),
        ("Stick.", "Stick.Cylinder."),
        ("BoomValve.", "Boom.Valve."),
        ("StickValve.", "Stick.Valve."),
    ];
    parts.iter().find_map(|(old, new)| part(name, old, new)).unwrap_or_else(|| name.to_owned())
}

fn excavator(engine: &[String]) -> Arc<Model> {
    let overrides: Vec<String> = engine.iter().map(|attribute| format!("Engine:{attribute}")).collect();
    excavator_with(&overrides.iter().map(String::as_str).collect::<Vec<_>>())
}

fn excavator_with(overrides: &[&str]) -> Arc<Model> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/excavator.xml");
    let source = Source::new(path, std::fs::read_to_string(path).unwrap());
    let overrides = overrides.iter().map(|set| (*set).to_owned());
    let sources = Sources::new(source).with_overrides(overrides);
    load_from(&sources, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn with(method: &str, tolerance: f64, names: &[String]) -> Arc<Model> {
    excavator(&[
        format!("IntegratorMethod={method}"),
        format!("AbsTol={tolerance:e}"),
        format!("RelTol={tolerance:e}"),
        "TOutput=0:0.1:10".to_owned(),
        format!("FileOutput={}", names.join(",")),
    ])
}

#[test]
fn an_excavator_moves_as_in_another_program() {
    let (names, expected) = solution();
    for (tolerance, bound) in [(1e-6, 5e-3), (1e-8, 5e-5)] {
        for method in METHODS {
            let model = with(method, tolerance, &names);
            let columns: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
            let (found, _) = run(&model);
            assert_eq!(found.len(), expected.len());
            for (i, name) in names.iter().enumerate() {
                let place = columns.iter().position(|column| column == name).unwrap();
                let scale = expected.iter().map(|row| row[i + 1].abs()).fold(0.0, f64::max);
                let off = found.iter().zip(&expected).map(|((_, row), exact)| (row[place] - exact[i + 1]).abs());
                let off = off.fold(0.0, f64::max) / scale;
                assert!(off < bound, "{method} {tolerance:e} {name}: {off:.1e}");
            }
        }
    }
}

/// Before the first lever is touched. An explicit method goes to its limit of
/// stability there, and lets rounding grow up to the tolerance: this one does not.
#[test]
fn an_excavator_begins_in_equilibrium() {
    let names = ["Arm.AngVel", "Arm.AngAcc", "Boom.Cylinder.p0", "Line.Pressure"].map(str::to_owned);
    let engine =
        ["TOutput=0, 0.5", "IntegratorMethod=BDF", &format!("FileOutput={}", names.join(","))].map(str::to_owned);
    let (rows, _) = run(&excavator(&engine));
    let [(_, first), (_, last)] = &rows[..] else { panic!("{rows:?}") };
    for (before, after) in first.iter().zip(last) {
        assert!((after - before).abs() <= 1e-9 * before.abs().max(1.0), "{rows:?}");
    }
    let velocities = last.iter().filter(|value| value.abs() < 1e-9).count();
    assert_eq!(velocities, 4, "{rows:?}");
}

#[test]
fn a_jacobian_of_the_excavator_costs_fewer_evaluations_than_it_has_states() {
    for method in ["BDF", "ESDIRK34", "TRBDF2"] {
        let model = excavator(&[format!("IntegratorMethod={method}"), "TOutput=0, 1".to_owned()]);
        let mut run = Run::new(&model);
        run.to_end(&mut bowline_engine::NoRecorder, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
        let (colours, states) = (run.statistics().colours, model.state_count());
        assert!(colours < states, "{method}: {colours} evaluations for {states} states");
    }
}

/// Neither when it is loaded nor on its way, on which check valves keep the
/// chambers from a vacuum, and the pump swivels before the line bursts.
#[test]
fn the_excavator_is_warned_of_nothing() {
    let warnings = ["Boom.Cylinder.BelowVacuum", "Stick.Cylinder.BelowVacuum", "Line.Cavitated", "Line.Burst"];
    let model = excavator(&["TOutput=0, 10".to_owned(), format!("FileOutput={}", warnings.join(","))]);
    assert!(model.warnings().is_empty());
    let (rows, _) = run(&model);
    assert_eq!(rows.last().unwrap().1, [0.0; 4]);
}

/// `scipy_solvers.py excavator DOP853 1e-12 --eigenvalues`, but for those that are 0: both angles, and a pressure of each
/// cylinder, can be chosen.
const EIGENVALUES: [[f64; 2]; 6] = [
    [-0.141_461_507_074, 17.375_767_164_5],
    [-2.250_294_935_74, 51.092_090_710_8],
    [-10.149_451_976_5, 94.434_686_018_6],
    [-75.398_223_686_2, 56.548_667_764_6],
    [-75.398_223_686_2, 56.548_667_764_6],
    [-100.0, 0.0],
];

/// From empty cylinders its start is found again, and what the file has of it to all digits.
#[test]
fn the_excavator_rests_where_it_begins_and_swings_as_by_scipy() {
    let warm = excavator(&[]);
    let cold = excavator_with(&["Boom.Cylinder.p0=1e6", "Stick.Cylinder.p1=1e6", "Line.Pressure=1e5"]);
    let holds = ["Arm.Angle", "Boom.Cylinder.p1", "Stick.Cylinder.p0"].map(str::to_owned);
    let conditions = Conditions { holds: holds.to_vec(), ..Conditions::default() };
    let found =
        bowline_engine::equilibrium::Equilibrium::find(&cold, &cold.first_state().unwrap(), &conditions, &mut |_| None)
            .unwrap();
    let start = warm.first_state().unwrap();
    for (state, (found, start)) in found.state.x().iter().zip(start.x()).enumerate() {
        let name = warm.state_name(state);
        assert!((found - start).abs() <= 1e-13 * start.abs().max(0.1), "{name}: {found} {start}");
    }
    let linear = LinearModel::of(&cold, &found.state, &[], &[]).unwrap();
    let mut modes = linear.system.modes(&linear.scales).unwrap();
    modes.retain(|mode| mode.eigenvalue.norm() > 1e-9);
    assert_eq!(modes.len(), EIGENVALUES.len());
    for (mode, [re, im]) in modes.iter().zip(EIGENVALUES) {
        let off = (mode.eigenvalue.re - re).hypot(mode.eigenvalue.im - im);
        assert!(off < 1e-8 * re.hypot(im), "{}: {re} {im}", mode.eigenvalue);
    }
    // The poppet of the relief valve lies on its seat.
    assert!(linear.kinks.iter().all(|kink| kink.by == "Relief.PoppetPos"), "{:?}", linear.kinks);
}
