//! A motor that drives a rack, with a brake that holds and slips, against
//! another program (data/servo_rack.py tells which, and how exactly).

use bowline_engine::{LoadOptions, Model, Source, Sources};

use crate::laboratory::{Row, load_from, run, statistics};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/servo_rack.xml");
/// As in the file, but for the time.
const COLUMNS: usize = 5;

fn model(overrides: &[&str]) -> std::sync::Arc<Model> {
    let sources = Sources::new(Source::new(PATH, std::fs::read_to_string(PATH).unwrap()));
    load_from(&sources.with_overrides(overrides.iter().copied()), LoadOptions::default()).unwrap()
}

fn expected() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/servo_rack.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let numbers = |line: &str| line.split(',').map(|number| number.parse().unwrap()).collect::<Vec<f64>>();
    text.lines().skip(1).map(numbers).map(|row| (row[0], row[1..].to_vec())).collect()
}

/// The largest difference of each column, as a part of its full scale.
fn differences(found: &[Row], expected: &[Row]) -> [f64; COLUMNS] {
    assert_eq!(found.len(), expected.len());
    std::array::from_fn(|column| {
        let scale = expected.iter().map(|(_, row)| row[column].abs()).fold(0.0, f64::max);
        let off = found.iter().zip(expected).map(|(found, expected)| {
            assert!((found.0 - expected.0).abs() < 1e-12);
            (found.1[column] - expected.1[column]).abs()
        });
        off.fold(0.0, f64::max) / scale
    })
}

#[test]
fn the_rack_moves_as_in_another_program() {
    let expected = expected();
    for (method, tolerance, bound) in [
        ("DormandPrince", 1e-10, 1e-6),
        ("BDF", 1e-10, 1e-6),
        ("ESDIRK34", 1e-9, 1e-6),
        ("auto", 1e-10, 1e-6),
        ("TRBDF2", 1e-7, 1e-3),
        ("DormandPrince", 1e-6, 1e-3),
        ("BDF", 1e-6, 1e-3),
        ("auto", 1e-6, 1e-3),
    ] {
        let engine = format!("Engine:IntegratorMethod={method}");
        let (abs, rel) = (format!("Engine:AbsTol={tolerance:e}"), format!("Engine:RelTol={tolerance:e}"));
        let outputs = "Engine:FileOutput=M.Current, B.Angle, B.AngVel, K.Angle, T.Pos";
        let model = model(&[&engine, &abs, &rel, outputs, "Engine:TOutput=0:0.02:4"]);
        let off = differences(&run(&model).0, &expected);
        assert!(off.iter().all(|part| *part < bound), "{method} {tolerance:e}: {off:?}");
    }
}

/// Of the brake: it moves, is gripped, comes to rest, gives way to the push,
/// comes to rest, is released.
#[test]
fn the_brake_of_the_rack_makes_six_events() {
    for method in ["DormandPrince", "BDF", "auto"] {
        let statistics = statistics(&model(&[&format!("Engine:IntegratorMethod={method}")]));
        assert_eq!(statistics.state_events, 6, "{method}");
    }
}
