//! Mechanical elements against closed forms, and what they do with energy.

use super::order::assert_order;
use super::{Rows, circuit};

/// The largest difference of a column from a closed form of the time.
fn error(
    objects: &[&str],
    connections: &str,
    (step, end): (f64, f64),
    column: &str,
    exact: impl Fn(f64) -> f64,
) -> f64 {
    let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:{end}""#);
    let rows = Rows::of(&circuit(objects, connections, &engine));
    let found = rows.of_column(column);
    assert!(found.len() > 10, "{found:?}");
    found.iter().enumerate().map(|(k, value)| (value - exact(k as f64 * step)).abs()).fold(0.0, f64::max)
}

/// 2 kg and 5 N s/m to a wall: v = exp(-2.5 t).
#[test]
fn a_mass_that_a_damper_brakes() {
    for (mass, damper, wall, v) in [
        (r#"TranslationalMass M m="2" B="0" StartVelocity="1""#, "TranslationalDamper", "FixedPosition", "v"),
        (r#"RotationalInertia M J="2" B="0" StartAngularVelocity="1""#, "TorsionalDamper", "FixedRotation", "w"),
    ] {
        let objects =
            [&format!("Mechanic/{mass}"), &format!(r#"Mechanic/{damper} D B="5""#), &*format!("Mechanic/{wall} W")];
        let connections = r#"M.P2="D.P1" D.P2="W.P1""#;
        let at = |step| error(&objects, connections, (step, 1.0), &format!("M.P2.{v}"), |t| (-2.5 * t).exp());
        assert_order(2.0, at, [0.02, 0.01, 0.005]);
    }
}

/// Of two masses of 2 kg the first one takes the second one along, by 5 N s/m: they
/// feel each other a step late, as if the damper had a mass of 2 B T.
#[test]
fn a_damper_between_two_masses() {
    let objects = [
        r#"Mechanic/TranslationalMass M m="2" B="0" StartVelocity="1""#,
        r#"Mechanic/TranslationalDamper D B="5" StartVelocity="1, 0""#,
        r#"Mechanic/TranslationalMass N m="2" B="0""#,
    ];
    let connections = r#"M.P2="D.P1" D.P2="N.P1""#;
    let exact = |t: f64| 0.5 + 0.5 * (-5.0 * t).exp();
    assert_order(1.0, |step| error(&objects, connections, (step, 1.0), "M.P2.v", exact), [2e-3, 1e-3, 5e-4]);
    // Late it is, but nothing comes out of it: momentum goes to the damper's 2 B T.
    let engine = r#"SampleTime="0.01" TOutput="0:0.01:20""#;
    let rows = Rows::of(&circuit(&objects, connections, engine));
    let last = ["M.P2.v", "N.P2.v"].map(|column| *rows.of_column(column).last().unwrap());
    assert!((last[0] - last[1]).abs() < 1e-12, "{last:?}");
    let lost = 2.0 - 2.0 * (last[0] + last[1]);
    assert!(lost.abs() < 2.0 * 5.0 * 0.01 * 2.0, "{lost}");
}

/// Masses that swing with 10 rad/s at springs, through a gear, and through a lever.
#[test]
fn what_swings_through_a_gear_or_a_lever() {
    let objects = [
        r#"Mechanic/Gear M J="9" B="0" omega="3" StartAngularVelocity="1""#,
        r#"Mechanic/TorsionalSpring S k="100" StartAngularVelocity="-3, 0""#,
        "Mechanic/FixedRotation W",
    ];
    let connections = r#"M.P1="S.P1" S.P2="W.P1""#;
    let exact = |t: f64| (10.0 * t).cos();
    assert_order(2.0, |step| error(&objects, connections, (step, 1.0), "M.P2.w", exact), [2e-3, 1e-3, 5e-4]);
    let objects = [
        r#"Mechanic/Lever M m="0.25" B="0" L_1="1" L_2="1" StartVelocity="1""#,
        r#"Mechanic/TranslationalSpring S k="100" StartVelocity="-0.5, 0""#,
        "Mechanic/FixedPosition W",
    ];
    assert_order(2.0, |step| error(&objects, connections, (step, 1.0), "M.P2.v", exact), [2e-3, 1e-3, 5e-4]);
}

/// What goes into a gear or a lever comes out of it, but for what its mass and its
/// friction take.
#[test]
fn gears_and_levers_keep_power() {
    let drive = r#"base:Src/Sine U Bias="0.2" Amplitude="5" Frequency="3""#;
    let gear = [
        drive,
        "Mechanic/TorqueSource F",
        r#"Mechanic/RotationalInertia A J="0.2" B="0.1""#,
        r#"Mechanic/TorsionalSpring R k="800""#,
        r#"Mechanic/Gear M J="0.5" B="0.3" omega="-2.5""#,
        r#"Mechanic/TorsionalSpring S k="300""#,
        "Mechanic/FixedRotation W",
    ];
    let lever = [
        drive,
        "Mechanic/ForceSource F",
        r#"Mechanic/TranslationalMass A m="0.2" B="0.1""#,
        r#"Mechanic/TranslationalSpring R k="800""#,
        r#"Mechanic/Lever M m="0.5" B="0.3" L_1="0.4" L_2="0.6""#,
        r#"Mechanic/TranslationalSpring S k="300""#,
        "Mechanic/FixedPosition W",
    ];
    let connections = r#"F.P1="A.P1" A.P2="R.P1" R.P2="M.P1" M.P2="S.P1" S.P2="W.P1""#;
    for (objects, input, [v, f, a]) in
        [(gear, "T", ["w", "T", "AngularAcceleration"]), (lever, "F", ["v", "f", "Acceleration"])]
    {
        let connections = format!(r#"F.{input}="U.Out" {connections}"#);
        let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1e-3" TOutput="0:1e-3:1""#));
        let [v1, f1, v2, f2] = [format!("M.P1.{v}"), format!("M.P1.{f}"), format!("M.P2.{v}"), format!("M.P2.{f}")]
            .map(|column| rows.of_column(&column));
        let a = rows.of_column(&format!("M.{a}"));
        let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
        for k in 1..a.len() {
            let given = -(f1[k] * v1[k] + f2[k] * v2[k]);
            let taken = (0.5 * a[k] + 0.3 * v2[k]) * v2[k];
            worst = worst.max((given - taken).abs());
            largest = largest.max((f1[k] * v1[k]).abs());
        }
        assert!(largest > 1.0 && worst < 1e-13 * largest, "{worst:e} of {largest}");
    }
}

/// 3 kg with 2 m/s and friction of 5 N: it comes to rest after 3 2^2 / (2 5) = 1.2 m, at
/// 1.2 s, whatever the step; and stays there.
#[test]
fn a_mass_that_friction_brakes() {
    for step in [0.1, 0.07, 0.013] {
        let mass = r#"Mechanic/TranslationalMassWithCoulombFriction M m="3" B="0" f_s="7" f_k="5" StartVelocity="2""#;
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:2""#);
        let rows = Rows::of(&circuit(&[mass], "", &engine));
        let (x, v, sliding) = (rows.of_column("M.P2.x"), rows.of_column("M.P2.v"), rows.of_column("M.Sliding"));
        assert!((x.last().unwrap() - 1.2).abs() < 1e-13, "{step}: {x:?}");
        for (k, (v, sliding)) in v.iter().zip(&sliding).enumerate() {
            let time = k as f64 * step;
            let expected = if time < 1.2 - 1e-9 { 1.0 } else { 0.0 };
            if (time - 1.2).abs() > 1e-9 {
                assert_eq!(*sliding, expected, "{time}");
                assert!((v - (2.0 - 5.0 / 3.0 * time).max(0.0)).abs() < 1e-13, "{time}: {v}");
            }
        }
    }
}

/// With the curve of Stribeck the way to rest is the integral of m v / F(v).
#[test]
fn a_mass_that_comes_to_rest_along_the_curve_of_stribeck() {
    let way = |v: f64| 3.0 * v / (5.0 + 4.0 * (-(v / 0.5).powi(2)).exp());
    let parts = 2000;
    let width = 2.0 / f64::from(parts);
    let simpson = |i: i32| if i == 0 || i == parts { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
    let exact: f64 = (0..=parts).map(|i| simpson(i) * way(f64::from(i) * width)).sum::<f64>() * width / 3.0;
    let mass =
        r#"Mechanic/TranslationalMassWithCoulombFriction M m="3" B="0" f_s="9" f_k="5" v_s="0.5" StartVelocity="2""#;
    let error = |step: f64| {
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:2""#);
        let rows = Rows::of(&circuit(&[mass], "", &engine));
        assert_eq!(*rows.of_column("M.Sliding").last().unwrap(), 0.0);
        (rows.of_column("M.P2.x").last().unwrap() - exact).abs()
    };
    let errors = [0.01, 0.001].map(error);
    assert!(errors[0] < 1e-3 && errors[1] < 1e-2 * 1.5 * errors[0], "{errors:?}");
}

/// A mass that is drawn over the ground by a spring, at a steady speed V: it sticks
/// for 2 D / (k V), with D the difference of frictions, and slips for 2 (pi - atan(D w / (k V))) / w.
#[test]
fn stick_and_slip() {
    let objects = [
        r#"Mechanic/VelocitySource V v="0.1""#,
        r#"Mechanic/TranslationalSpring S k="100" StartVelocity="0.1, 0""#,
        r#"Mechanic/TranslationalMassWithCoulombFriction M m="1" B="0" f_s="6" f_k="4""#,
    ];
    let connections = r#"V.P1="S.P1" S.P2="M.P1""#;
    let (w, difference, rate) = (10.0_f64, 2.0, 100.0 * 0.1);
    let slips = 2.0 * (std::f64::consts::PI - (difference * w / rate).atan()) / w;
    let period = 2.0 * difference / rate + slips;
    let error = |step: f64| {
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:8""#);
        let rows = Rows::of(&circuit(&objects, connections, &engine));
        let sliding = rows.of_column("M.Sliding");
        let begins: Vec<usize> = (1..sliding.len()).filter(|&k| sliding[k - 1] == 0.0 && sliding[k] != 0.0).collect();
        let changes = sliding.windows(2).filter(|pair| pair[0] != pair[1]).count();
        // It never turns, and it switches twice in a period.
        assert!(sliding.iter().all(|&way| way >= 0.0));
        assert!(changes.abs_diff(2 * begins.len()) <= 1, "{changes} {}", begins.len());
        assert!(begins.len() > 6, "{begins:?}");
        let (first, last) = (begins[0], begins[begins.len() - 1]);
        ((last - first) as f64 * step / (begins.len() - 1) as f64 / period - 1.0).abs()
    };
    let errors = [1e-3, 1e-4].map(error);
    assert!(errors[0] < 5e-3 && errors[1] < 5e-4, "{errors:?}");
}

/// Pressed onto a stop, and drawn away from it: no switching to and fro.
#[test]
fn a_sliding_mass_at_a_stop() {
    let objects = [
        r#"base:Src/Sine U Amplitude="20" Frequency="0.5""#,
        "Mechanic/ForceSource F",
        r#"Mechanic/TranslationalMassWithCoulombFriction M m="1" f_s="6" f_k="4" x_min="-0.1" x_max="0.1""#,
    ];
    let engine = r#"SampleTime="1e-3" TOutput="0:1e-3:6""#;
    let rows = Rows::of(&circuit(&objects, r#"F.F="U.Out" F.P1="M.P1""#, engine));
    let (x, sliding) = (rows.of_column("M.P2.x"), rows.of_column("M.Sliding"));
    assert!(x.iter().all(|x| x.abs() <= 0.1) && x.contains(&0.1) && x.contains(&-0.1));
    // In each of six half waves it begins and stops.
    assert_eq!(sliding.windows(2).filter(|pair| pair[0] != pair[1]).count(), 12);
}

/// A mass at a TLM spring and a wall: waves that take a step make it tan(w T / 2) tan(w T) = k T^2 / (2 m),
/// which is 1/4 at k T^2 = m / 2: w T = atan(3/4), where it should be sqrt(1/2), a tenth more.
#[test]
fn a_mass_at_a_spring_swings_a_little_too_slowly() {
    let objects = [
        r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1""#,
        r#"Mechanic/TranslationalSpring S k="0.5" StartVelocity="1, 0""#,
        "Mechanic/FixedPosition W",
    ];
    let rows = Rows::of(&circuit(&objects, r#"M.P2="S.P1" S.P2="W.P1""#, r#"SampleTime="1" TOutput="0:1:200""#));
    for (k, v) in rows.of_column("M.P2.v").iter().enumerate() {
        assert!((v - (k as f64 * 0.75_f64.atan()).cos()).abs() < 1e-11, "{v} at tick {k}");
    }
}
