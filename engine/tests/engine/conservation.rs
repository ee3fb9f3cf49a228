//! Conservation laws of spring-mass nets.

use crate::laboratory::{load, run, scenario};

/// Four masses, every pair joined by a spring; nothing else acts on them.
fn free_net(engine: &str) -> String {
    let mut objects = Vec::new();
    let mut forces = vec![Vec::new(); 4];
    let mut connections = String::new();
    for (i, mass) in MASSES.iter().enumerate() {
        objects.push(format!(r#"FhsimTutorialLibrary:Body/Mass M{i} Mass="{mass}""#));
    }
    for (n, (a, b)) in PAIRS.into_iter().enumerate() {
        objects.push(format!(
            r#"FhsimTutorialLibrary:Cable/LinearSpring S{n} Stiffness="{STIFFNESS}" RelaxedLength="{LENGTH}""#
        ));
        connections += &format!(r#"S{n}.PosA="M{a}.Pos" S{n}.PosB="M{b}.Pos" "#);
        forces[a].push(format!("S{n}.ForceA"));
        forces[b].push(format!("S{n}.ForceB"));
    }
    for (i, forces) in forces.iter().enumerate() {
        connections += &format!(r#"M{i}.Force="{}" "#, forces.join(" + "));
    }
    let initial: String = (0..4)
        .map(|i| {
            let [x, y, z] = START[i];
            format!(r#"M{i}.Pos="{x},{y},{z}" M{i}.Vel="{},{},0.1" "#, 0.3 * x, -0.2 * z)
        })
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    scenario(&objects, &connections, &initial, engine)
}

const MASSES: [f64; 4] = [1.0, 2.0, 0.5, 1.5];
const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
const STIFFNESS: f64 = 40.0;
const LENGTH: f64 = 1.1;
const START: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.3, 0.0, 0.1], [0.2, 1.0, -0.3], [0.1, 0.3, 1.2]];

fn energy(x: &[f64]) -> f64 {
    let kinetic: f64 = (0..4).map(|i| 0.5 * MASSES[i] * (3..6).map(|a| x[6 * i + a].powi(2)).sum::<f64>()).sum();
    let elastic: f64 = PAIRS
        .iter()
        .map(|(i, j)| {
            let length = (0..3).map(|a| (x[6 * i + a] - x[6 * j + a]).powi(2)).sum::<f64>().sqrt();
            0.5 * STIFFNESS * (length - LENGTH).powi(2)
        })
        .sum();
    kinetic + elastic
}

fn momentum(x: &[f64], axis: usize) -> f64 {
    (0..4).map(|i| MASSES[i] * x[6 * i + 3 + axis]).sum()
}

/// Largest relative drift of the energy over 10 s.
fn drift(tolerance: &str) -> f64 {
    let engine = format!(r#"TOutput="0:0.1:10" AbsTol="{tolerance}" RelTol="{tolerance}""#);
    let (rows, _) = run(&load(&free_net(&engine)));
    let start = energy(&rows[0].1);
    rows.iter().map(|(_, x)| (energy(x) - start).abs() / start).fold(0.0, f64::max)
}

#[test]
fn the_energy_of_an_undamped_net_stays() {
    let (loose, tight) = (drift("1e-10"), drift("1e-12"));
    assert!(loose < 1e-6, "drift {loose}");
    assert!(tight < 0.1 * loose, "drift {loose} at 1e-10, {tight} at 1e-12");
}

#[test]
fn the_momentum_of_a_free_net_stays_to_rounding() {
    let (rows, _) = run(&load(&free_net(r#"TOutput="0:0.1:10" AbsTol="1e-4" RelTol="1e-4""#)));
    for axis in 0..3 {
        let start = momentum(&rows[0].1, axis);
        for (time, x) in &rows {
            let now = momentum(x, axis);
            assert!((now - start).abs() < 1e-12, "axis {axis} at {time} s: {now}, not {start}");
        }
    }
}
