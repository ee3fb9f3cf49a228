//! Linkages against free bodies that constraints hold together (another program
//! with another formulation), closed forms, and balances.

use crate::laboratory::{Row, complaints, load, rows_of, run, scenario, try_load, try_run};

const METHODS: [&str; 5] = ["BDF", "ESDIRK34", "TRBDF2", "DormandPrince", "auto"];

/// Gravity along -y.
const EARTH: &str = r#"mechanics:Environment/Gravity Earth Acceleration="0, -9.81, 0""#;

/// Along the axes of the scenario.
const PLANE: &str = r#"AxisX="1,0,0" AxisY="0,1,0""#;

/// How far angles and angular velocities of the joints are off at most, as a
/// part of the largest, where the file has those of the links from x.
fn largest_difference(found: &[Row], expected: &[Vec<f64>]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let count = found[0].1.len() / 2;
    let of_half = |half: usize| {
        let scale =
            expected.iter().flat_map(|row| &row[1 + half..1 + half + count]).fold(0.0, |a: f64, b| a.max(b.abs()));
        let mut largest = 0.0_f64;
        for ((time, values), row) in found.iter().zip(expected) {
            assert!((time - row[0]).abs() < 1e-9);
            let mut sum = 0.0;
            for i in half..half + count {
                sum += values[i];
                let off = (sum - row[1 + i]).abs() / scale;
                assert!(off.is_finite());
                largest = largest.max(off);
            }
        }
        largest
    };
    of_half(0).max(of_half(count))
}

#[test]
fn a_double_pendulum_turns_over_as_two_masses_on_constraints_do() {
    let expected = rows_of("planar_linkage_double.csv");
    let linkage = format!(
        r#"mechanics:Mechanism/PlanarLinkage P NumLinks="2" {PLANE} Length1="1" Mass1="2" Inertia1="0" CenterOfMass1="1,0"
           Length2="0.7" Mass2="1.5" Inertia2="0" CenterOfMass2="0.7,0""#
    );
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.05:3" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11" FileOutput="P.Angle, P.AngVel""#
        );
        let (found, _) =
            run(&load(&scenario(&[EARTH, &linkage], "", r#"P.Angle="0.9, 1.1" P.AngVel="0.5, -1.5""#, &engine)));
        let off = largest_difference(&found, &expected);
        assert!(off < 3e-7, "{method}: {off:e}");
    }
}

/// Centres of mass beside their lines, friction, drives and forces at points,
/// in a plane that lies askew.
#[test]
fn a_driven_chain_of_three_moves_as_bodies_on_constraints_do() {
    let expected = rows_of("planar_linkage_triple.csv");
    // x = (2, 1, 2) / 3, y = (-2, 2, 1) / 3; the normal is (-1, -2, 2) / 3.
    let vector = |x: f64, y: f64| {
        let of = |a: f64, b: f64| (a * x + b * y) / 3.0;
        format!("({}, {}, {})", of(2.0, -2.0), of(1.0, 2.0), of(2.0, 1.0))
    };
    let third = |a: f64, b: f64, c: f64| format!("{}, {}, {}", a / 3.0, b / 3.0, c / 3.0);
    // Gravity and forces have a part along the normal too.
    let gravity = third(9.81 * 2.0 - 3.0, 9.81 * -2.0 - 6.0, -9.81 + 6.0);
    let objects = [
        format!(r#"mechanics:Environment/Gravity Earth Acceleration="{gravity}""#),
        r#"base:Src/Sine Swing Frequency="0.3183098861837907" Phase="1.5707963267948966" Amplitude="150""#.to_owned(),
        r#"base:Src/Sine Push Frequency="0.477464829275686" Amplitude="20""#.to_owned(),
        r#"base:Src/Sine Drive PortWidth="3" Frequency="0.15915494309189535, 1, 0.7957747154594768"
           Phase="0, 0, 1.5707963267948966" Amplitude="250, 0, 10""#
            .to_owned(),
        format!(
            r#"mechanics:Mechanism/PlanarLinkage P NumLinks="3" Origin="1,2,3" AxisX="{}" AxisY="{}" Damping="20, 8, 2"
               Length1="1.2" Mass1="30" Inertia1="4" CenterOfMass1="0.5,0.1" Length2="0.9" Mass2="12" Inertia2="1.1"
               CenterOfMass2="0.3,-0.05" Length3="0.5" Mass3="5" Inertia3="0.3" CenterOfMass3="0.4,0.2"
               NumPoints="3" Point1Link="3" Point1="0.7,-0.1" Point2Link="1" Point2="0.6,0.25" Point3Link="2" Point3="0,0""#,
            third(2.0, 1.0, 2.0),
            third(-2.0, 2.0, 1.0)
        ),
    ];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    // The drives of the file act on a link and against the one before.
    let [along_x, along_y] = [vector(1.0, 0.0), vector(0.0, 1.0)];
    let parts = |out: &str, direction: &str| {
        let numbers: Vec<f64> = direction.trim_matches(['(', ')']).split(", ").map(|n| n.parse().unwrap()).collect();
        format!("({}*{out}, {}*{out}, {}*{out})", numbers[0], numbers[1], numbers[2])
    };
    let connections = format!(
        r#"P.Torque="Drive.Out" P.Force2="{} + {} + (-100, -200, 200)" P.Force1="{} + {} - 15*P.Vel1""#,
        vector(80.0, 0.0),
        parts("Swing.Out", &along_y),
        parts("Push.Out", &along_x),
        vector(0.0, 40.0),
    );
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.05:3" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11" FileOutput="P.Angle, P.AngVel""#
        );
        let initial = r#"P.Angle="0.3, -0.7, 0.9" P.AngVel="0.2, -0.1, -2.1""#;
        let (found, _) = run(&load(&scenario(&objects, &connections, initial, &engine)));
        let off = largest_difference(&found, &expected);
        assert!(off < 3e-7, "{method}: {off:e}");
    }
}

/// Why a linkage of two links with other parameters cannot be.
fn told(replaced: &str, by: &str) -> String {
    const LINKAGE: &str = r#"mechanics:Mechanism/PlanarLinkage P NumLinks="2" Origin="0,0,0" AxisX="1,0,0" AxisY="0,1,0"
        Damping="0" Length1="1" Mass1="2" Inertia1="0.1" CenterOfMass1="0.5,0" Length2="0.7" Mass2="1.5" Inertia2="0.2"
        CenterOfMass2="0.3,0" NumPoints="1" Point1Link="2" Point1="0.7,0" Radius="0.1""#;
    assert!(LINKAGE.contains(replaced), "{replaced}");
    let text = scenario(
        &[EARTH, &LINKAGE.replace(replaced, by)],
        "",
        r#"P.Angle="0, 0" P.AngVel="0, 0""#,
        r#"TOutput="0, 1""#,
    );
    match try_load(&text) {
        Ok(model) => try_run(&model).2.map_or_else(|wrong| wrong.to_string(), |()| "nothing".to_owned()),
        Err(_) => complaints(&text).join("; "),
    }
}

#[test]
fn bad_parameters_are_told() {
    assert_eq!(told("Radius", "Radius"), "nothing");
    for (replaced, by, parameter) in [
        (r#"NumLinks="2""#, r#"NumLinks="0""#, "NumLinks"),
        (r#"NumLinks="2""#, "", "NumLinks"),
        (r#"NumLinks="2""#, r#"NumLinks="3""#, "Length3"),
        (r#"Origin="0,0,0""#, r#"Origin="0,0""#, "Origin"),
        (r#"AxisX="1,0,0""#, r#"AxisX="2,0,0""#, "AxisX"),
        (r#"AxisX="1,0,0""#, r#"AxisX="0,0,0""#, "AxisX"),
        (r#"AxisX="1,0,0""#, "", "AxisX"),
        (r#"AxisY="0,1,0""#, r#"AxisY="0,1,0.01""#, "AxisY"),
        (r#"AxisY="0,1,0""#, r#"AxisY="1,0,0""#, "AxisY"),
        (r#"AxisY="0,1,0""#, r#"AxisY="0.1,0.99498743710662,0""#, "AxisY"),
        (r#"Damping="0""#, r#"Damping="-1""#, "Damping"),
        (r#"Damping="0""#, r#"Damping="1,2,3""#, "Damping"),
        (r#"Length1="1""#, r#"Length1="-1""#, "Length1"),
        (r#"Mass2="1.5""#, r#"Mass2="-1""#, "Mass2"),
        (r#"Inertia2="0.2""#, r#"Inertia2="-1""#, "Inertia2"),
        (r#"Inertia1="0.1""#, "", "Inertia1"),
        (r#"CenterOfMass2="0.3,0""#, r#"CenterOfMass2="0.3,0,0""#, "CenterOfMass2"),
        (r#"NumPoints="1""#, r#"NumPoints="-1""#, "NumPoints"),
        (r#"NumPoints="1""#, r#"NumPoints="2""#, "Point2"),
        (r#"Point1Link="2""#, r#"Point1Link="3""#, "Point1Link"),
        (r#"Point1Link="2""#, r#"Point1Link="0""#, "Point1Link"),
        (r#"Point1="0.7,0""#, r#"Point1="0.7,0,1""#, "Point1"),
        (r#"Radius="0.1""#, r#"Radius="0""#, "Radius"),
        (r#"Radius="0.1""#, r#"Radius="0.1" Mass3="2""#, "Mass3"),
    ] {
        let message = told(replaced, by);
        let names = message.contains(&format!("`{parameter}`")) || message.contains(&format!("P.{parameter}"));
        assert!(names, "{replaced} as {by}: {message}");
    }
    let message = told(r#"AxisY="0,1,0""#, r#"AxisY="0.8,0.6,0""#);
    assert!(message.contains("at 36.870 degrees"), "{message}");
}

#[test]
fn a_link_that_nothing_resists_is_told() {
    let message = told(r#"Mass2="1.5" Inertia2="0.2""#, r#"Mass2="0" Inertia2="0""#);
    assert!(message.contains("P") && message.contains("nothing resists when link 2 turns"), "{message}");
    // All of its mass at its hinge.
    let message = told(
        r#"Inertia2="0.2"
        CenterOfMass2="0.3,0""#,
        r#"Inertia2="0" CenterOfMass2="0,0""#,
    );
    assert!(message.contains("nothing resists when link 2 turns"), "{message}");
    // A massless rod in between, in line with a point mass.
    let message = told(
        r#"Mass1="2" Inertia1="0.1" CenterOfMass1="0.5,0" Length2="0.7" Mass2="1.5" Inertia2="0.2""#,
        r#"Mass1="0" Inertia1="0" CenterOfMass1="0.5,0" Length2="0.7" Mass2="1.5" Inertia2="0""#,
    );
    assert!(message.contains("`P`") && message.contains("singular: in this position nothing resists"), "{message}");
}
