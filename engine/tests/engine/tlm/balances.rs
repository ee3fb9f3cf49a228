//! Nothing is lost.

use super::{Rows, circuit};

/// What flows into a volume is the change of V / Beta_e times the mean of its c.
#[test]
fn volumes_keep_their_oil() {
    for (ports, alpha) in [(1, 0.0), (2, 0.0), (2, 0.1), (2, 0.7), (3, 0.1), (7, 0.4)] {
        let volume = format!(r#"Hydraulic/Volume V V="2e-4" Beta_e="1.5e9" NumPorts="{ports}" alpha="{alpha}""#);
        let mut objects = vec![volume];
        let mut connections = String::new();
        for i in 1..=ports {
            objects.push(format!(r#"base:Src/Sine U{i} Amplitude="9e6" Bias="1e7" Frequency="{}""#, 10 * i));
            objects.push(format!("Hydraulic/PressureSource S{i}"));
            objects.push(format!(r#"Hydraulic/TurbulentOrifice O{i} A="{}""#, 1e-5 * f64::from(i)));
            connections += &format!(r#"S{i}.p="U{i}.Out" S{i}.P1="O{i}.P1" O{i}.P2="V.P{i}" "#);
        }
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1e-4" TOutput="0:1e-4:0.1""#));
        let (mut flowed, mut came, mut mean) = (0.0, 0.0, [0.0; 2]);
        for i in 1..=ports {
            let (q, c) = (rows.of_column(&format!("V.P{i}.q")), rows.of_column(&format!("V.P{i}.c")));
            // What flows at the last tick arrives at the next one.
            flowed += 1e-4 * q[..q.len() - 1].iter().sum::<f64>();
            came += 1e-4 * q[..q.len() - 1].iter().map(|q| q.abs()).sum::<f64>();
            mean = [mean[0] + c[0] / f64::from(ports), mean[1] + c[c.len() - 1] / f64::from(ports)];
        }
        let kept = 2e-4 / 1.5e9 * (mean[1] - mean[0]);
        assert!((kept - flowed).abs() < 1e-13 * came, "{ports} {alpha}: {kept:e} {flowed:e} of {came:e}");
        assert!(kept > 1e-7, "{kept:e}");
    }
}

/// Without filter and friction a mass at a spring swings for ever.
#[test]
fn a_mass_at_a_spring_keeps_swinging() {
    let objects = [
        r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1""#,
        r#"Mechanic/TranslationalSpring S k="100" StartVelocity="1, 0""#,
        "Mechanic/FixedPosition W",
    ];
    let engine = r#"SampleTime="0.01" TOutput="0:0.01:1000""#;
    let rows = Rows::of(&circuit(&objects, r#"M.P2="S.P1" S.P2="W.P1""#, engine));
    let velocity = rows.of_column("M.P2.v");
    let largest = |rows: &[f64]| rows.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    let (first, last) = (largest(&velocity[..5000]), largest(&velocity[velocity.len() - 5000..]));
    assert!((last / first - 1.0).abs() < 1e-4, "{first} {last}");
}
