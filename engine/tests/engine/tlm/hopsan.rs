//! Circuits against runs of Hopsan 2.24 (data/tlm_*.csv: final values of 10 000
//! steps of 1e-4 s).

use std::fmt::Write;

use super::{Rows, circuit};

/// A wave around a bias, `name` its type: ours, of the time, or Hopsan's, of the
/// sum of its steps.
fn sine(ours: bool, bias: f64, amplitude: f64) -> String {
    let kind = if ours { "base:Src/Sine" } else { "laboratory:HopsanSine" };
    format!(r#"{kind} U Bias="{bias}" Amplitude="{amplitude}" Frequency="5""#)
}

/// A pressure source, ten orifices and volumes in turn, an orifice and a tank.
fn orifices(orifice: impl Fn(usize) -> String, ours: bool) -> String {
    let mut objects = vec![sine(ours, 1e7, 5e6), "Hydraulic/PressureSource src".into(), "Hydraulic/Tank tank".into()];
    let mut connections = r#"src.p="U.Out" src.P1="or1.P1" or11.P2="tank.P1" "#.to_owned();
    objects.extend((1..=11).map(orifice));
    for i in 1..=10 {
        let volume = 1e-4 + 1e-6 * (i % 5) as f64;
        objects.push(format!(r#"Hydraulic/Volume vol{i} V="{volume}""#));
        write!(connections, r#"vol{i}.P1="or{i}.P2" vol{i}.P2="or{}.P1" "#, i + 1).unwrap();
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    circuit(&objects, &connections, ENGINE)
}

const ENGINE: &str = r#"SampleTime="1e-4" TOutput="0:1e-4:1""#;

fn turbulent(i: usize) -> String {
    let area = if i == 11 { 1e-5 } else { 1e-5 + 1e-8 * (i % 7) as f64 };
    format!(r#"Hydraulic/TurbulentOrifice or{i} A="{area}""#)
}

fn laminar(i: usize) -> String {
    format!(r#"Hydraulic/LaminarOrifice or{i} Kc="1e-10""#)
}

/// A force on ten masses and springs in turn, and a wall.
fn masses(ours: bool) -> String {
    let mut objects =
        vec![sine(ours, 0.0, 1000.0), "Mechanic/ForceSource force".into(), "Mechanic/FixedPosition wall".into()];
    let mut connections = r#"force.F="U.Out" force.P1="m1.P1" k10.P2="wall.P1" "#.to_owned();
    for i in 1..=10 {
        let (mass, stiffness) = (1.0 + 0.01 * (i % 7) as f64, 1e5 + 100.0 * (i % 5) as f64);
        objects.push(format!(r#"Mechanic/TranslationalMass m{i} m="{mass}" B="1""#));
        objects.push(format!(r#"Mechanic/TranslationalSpring k{i} k="{stiffness}" alpha="0.1""#));
        write!(connections, r#"m{i}.P2="k{i}.P1" "#).unwrap();
        if i < 10 {
            write!(connections, r#"k{i}.P2="m{}.P1" "#, i + 1).unwrap();
        }
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    circuit(&objects, &connections, ENGINE)
}

/// Our name of a variable of Hopsan.
fn name(theirs: &str) -> String {
    let [component, port, variable] = theirs.split('#').collect::<Vec<_>>()[..] else { panic!("{theirs}") };
    let port = if port == "Pm1" { "P1" } else { port };
    let variable = match variable {
        "Pressure" => "p",
        "Flow" => "q",
        "Velocity" => "v",
        "Force" => "f",
        "Position" => "x",
        "WaveVariable" => "c",
        "CharImpedance" => "Zc",
        _ => panic!("{theirs}"),
    };
    format!("{component}.{port}.{variable}")
}

/// The largest difference of all final values, as part of the variable's
/// amplitude, and where it is.
fn difference(text: &str, file: &str) -> (f64, String) {
    let rows = Rows::of(text);
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let reference = std::fs::read_to_string(path).unwrap();
    let mut worst = (0.0, String::new());
    for line in reference.lines().skip(1) {
        let [theirs, _, expected] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let expected: f64 = expected.parse().unwrap();
        let found = rows.of_column(&name(theirs));
        let amplitude = found.iter().map(|value| value.abs()).fold(f64::MIN_POSITIVE, f64::max);
        let off = (found.last().unwrap() - expected).abs() / amplitude;
        if off >= worst.0 {
            worst = (off, theirs.to_owned());
        }
    }
    worst
}

#[track_caller]
fn assert_agrees(text: &str, file: &str, accuracy: f64) {
    let (off, place) = difference(text, file);
    assert!(off < accuracy, "{file}: {off:e} at {place}");
}

#[test]
fn turbulent_orifices_and_volumes_agree_with_hopsan() {
    assert_agrees(&orifices(turbulent, false), "tlm_orifice_10.csv", 1e-12);
    assert_agrees(&orifices(turbulent, true), "tlm_orifice_10.csv", 1e-11);
}

#[test]
fn laminar_orifices_and_volumes_agree_with_hopsan() {
    assert_agrees(&orifices(laminar, false), "tlm_laminar_10.csv", 1e-12);
    assert_agrees(&orifices(laminar, true), "tlm_laminar_10.csv", 1e-11);
}

#[test]
fn masses_and_springs_agree_with_hopsan() {
    assert_agrees(&masses(false), "tlm_mass_10.csv", 1e-9);
    assert_agrees(&masses(true), "tlm_mass_10.csv", 1e-9);
}
