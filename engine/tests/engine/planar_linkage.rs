//! Linkages against free bodies that constraints hold together (another program
//! with another formulation), closed forms, and balances.

use bowline_engine::Run;

use crate::drawing::drawing;
use crate::laboratory::{METHODS, Row, complaints, load, rows_of, run, scenario, try_load, try_run};

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

/// A rod that swings through 2.5 rad to both sides: its period is
/// 2 pi / (w agm(1, cos(amplitude / 2))) with w^2 = m g c / (J + m c^2).
#[test]
fn a_physical_pendulum_swings_with_the_period_of_the_elliptic_integral() {
    let (mut mean, mut root) = (1.0_f64, 1.25_f64.cos());
    for _ in 0..8 {
        (mean, root) = (0.5 * (mean + root), (mean * root).sqrt());
    }
    let frequency = (3.0 * 9.81 * 0.75 / (0.5625 + 3.0 * 0.5625_f64)).sqrt();
    let period = std::f64::consts::TAU / (frequency * mean);
    let rod = r#"mechanics:Mechanism/PlanarLinkage P NumLinks="1" AxisX="0,-1,0" AxisY="0,0,1" Length1="1.5" Mass1="3"
        Inertia1="0.5625""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, {}, {period}" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10" FileOutput="P.Angle, P.AngVel""#,
            0.25 * period
        );
        let (rows, _) = run(&load(&scenario(&[EARTH, rod], "", r#"P.Angle="2.5" P.AngVel="0""#, &engine)));
        assert!(rows[1].1[0].abs() < 1e-6, "{method}: {rows:?}");
        assert!((rows[2].1[0] - 2.5).abs() < 1e-6 && rows[2].1[1].abs() < 1e-6, "{method}: {rows:?}");
    }
}

/// A chain whose points are its centres of mass, so that its energy is that of
/// what is seen there.
struct Bodies {
    chain: String,
    masses: Vec<f64>,
    inertias: Vec<f64>,
    signals: String,
    initial: String,
}

fn bodies(count: usize) -> Bodies {
    let masses: Vec<f64> = (0..count).map(|i| 1.0 + 0.7 * (i * 3 % 5) as f64).collect();
    let inertias: Vec<f64> = (0..count).map(|i| 0.05 + 0.03 * (i * 2 % 3) as f64).collect();
    let mut chain = format!(
        r#"mechanics:Mechanism/PlanarLinkage P NumLinks="{count}" AxisX="0.8,0.6,0" AxisY="0,0,1" NumPoints="{count}""#
    );
    let mut signals = "P.AngVel".to_owned();
    for (i, (mass, inertia)) in (1..).zip(masses.iter().zip(&inertias)) {
        let (length, x, y) = (0.4 + 0.1 * (i % 4) as f64, 0.2 + 0.05 * (i % 3) as f64, 0.1 * (i % 2) as f64);
        chain += &format!(
            r#" Length{i}="{length}" Mass{i}="{mass}" Inertia{i}="{inertia}" CenterOfMass{i}="{x},{y}"
                Point{i}Link="{i}" Point{i}="{x},{y}""#
        );
        signals += &format!(", P.Pos{i}, P.Vel{i}");
    }
    let row = |of: fn(usize) -> f64| (0..count).map(|i| of(i).to_string()).collect::<Vec<_>>().join(", ");
    let initial = format!(
        r#"P.Angle="{}" P.AngVel="{}""#,
        row(|i| 0.3 - 0.4 * (i % 3) as f64),
        row(|i| 1.5 * (i % 2) as f64 - 0.5)
    );
    Bodies { chain, masses, inertias, signals, initial }
}

impl Bodies {
    /// Of a row of angular velocities, positions and velocities, J; and of the motion alone.
    fn energy(&self, values: &[f64]) -> (f64, f64) {
        let count = self.masses.len();
        let (rates, rest) = values.split_at(count);
        let (mut kinetic, mut potential, mut rate) = (0.0, 0.0, 0.0);
        for i in 0..count {
            rate += rates[i];
            let [pos, vel] = [&rest[6 * i..6 * i + 3], &rest[6 * i + 3..6 * i + 6]];
            let square: f64 = vel.iter().map(|part| part * part).sum();
            kinetic += 0.5 * self.masses[i] * square + 0.5 * self.inertias[i] * rate * rate;
            potential += 9.81 * self.masses[i] * pos[1];
        }
        (kinetic + potential, kinetic)
    }
}

#[test]
fn chains_of_any_length_keep_their_energy() {
    for (count, method) in METHODS.map(|method| (3, method)).into_iter().chain([1, 2, 10].map(|n| (n, "DormandPrince")))
    {
        let bodies = bodies(count);
        let engine = format!(
            r#"TOutput="0:0.1:2" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11" FileOutput="{}""#,
            bodies.signals
        );
        let (rows, _) = run(&load(&scenario(&[EARTH, &bodies.chain], "", &bodies.initial, &engine)));
        let (first, _) = bodies.energy(&rows[0].1);
        let mut largest = 0.0_f64;
        for (time, values) in &rows {
            let (energy, kinetic) = bodies.energy(values);
            largest = largest.max(kinetic);
            assert!((energy - first).abs() < 1e-5, "{method}, {count} links, {time} s: {energy} J, not {first} J");
        }
        assert!(largest > 1.0, "{largest}");
    }
}

/// What drags on a point, rubs in the hinges and drives them is the change of
/// the energy.
#[test]
fn the_work_of_forces_torques_and_friction_is_the_change_of_the_energy() {
    let bodies = bodies(3);
    let chain = format!(r#"{} Damping="0.5, 0.2, 0.1""#, bodies.chain);
    let objects = [
        EARTH,
        &chain,
        r#"base:Src/Sine Drive PortWidth="3" Frequency="1, 0.7, 2" Amplitude="6, 4, 1""#,
        r#"base:Signal/Product Drag PortWidth="3""#,
        r#"base:Signal/Product Rub PortWidth="3""#,
        r#"base:Signal/Product Push PortWidth="3""#,
        r#"base:Math/Integrator Dragged PortWidth="3""#,
        r#"base:Math/Integrator Rubbed PortWidth="3""#,
        r#"base:Math/Integrator Pushed PortWidth="3""#,
    ];
    let connections = r#"P.Torque="Drive.Out" P.Force2="(1, 2, 3) - 4*P.Vel2" Drag.In1="(1, 2, 3) - 4*P.Vel2" Drag.In2="P.Vel2"
        Rub.In1="P.AngVel" Rub.In2="P.AngVel" Push.In1="Drive.Out" Push.In2="P.AngVel"
        Dragged.In="Drag.Out" Rubbed.In="Rub.Out" Pushed.In="Push.Out""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:2" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11"
               FileOutput="{}, object.Dragged:states, object.Rubbed:states, object.Pushed:states""#,
            bodies.signals
        );
        let (rows, _) = run(&load(&scenario(&objects, connections, &bodies.initial, &engine)));
        let (first, _) = bodies.energy(&rows[0].1);
        for (time, values) in &rows {
            let (energy, _) = bodies.energy(values);
            let work = &values[21..];
            let rubbed = 0.5 * work[3] + 0.2 * work[4] + 0.1 * work[5];
            let given = work[..3].iter().sum::<f64>() - rubbed + work[6..].iter().sum::<f64>();
            assert!((energy - first - given).abs() < 1e-5, "{method}, {time} s: {} J, not {given} J", energy - first);
        }
        let last = &rows.last().unwrap().1[21..];
        assert!(last.iter().all(|work| work.abs() > 1e-3), "{last:?}");
    }
}

/// Link 1 along the axis at 30 degrees, link 2 back by 90 degrees from it.
#[test]
fn it_is_drawn_where_it_is() {
    let linkage = r#"mechanics:Mechanism/PlanarLinkage P NumLinks="2" Origin="1,2,3" AxisX="0,0,1" AxisY="1,0,0" Radius="0.2"
        Length1="2" Mass1="2" Inertia1="0.1" Length2="1" Mass2="1.5" Inertia2="0.2" NumPoints="1" Point1Link="2" Point1="0.5,0.25""#;
    let initial = r#"P.Angle="0.5235987755982988, -1.5707963267948966" P.AngVel="0, 1""#;
    let engine = r#"TOutput="0, 1" FileOutput="P.Hinges, P.Pos1, P.Vel1""#;
    let model = load(&scenario(&[EARTH, linkage], "", initial, engine));
    let drawn = drawing(&model, Run::new(&model).signals().unwrap());
    assert_eq!(
        drawn,
        [
            // Two lugs 1.35 radii beside the first hinge, on a plate 2.1 radii below it: y points to the scenario's x.
            "P: box at 0.85 1.73 3, axes 0 0 -1, 0 1 0, 1 0 0, size 0.3 0.1 0.5, 0.4196 0.4431 0.4706 1",
            "P: box at 0.85 2.27 3, axes 0 0 -1, 0 1 0, 1 0 0, size 0.3 0.1 0.5, 0.4196 0.4431 0.4706 1",
            "P: box at 0.58 2 3, axes 0 0 -1, 0 1 0, 1 0 0, size 0.8 0.8 0.08, 0.4196 0.4431 0.4706 1",
            // Each link, and the pin in its hinge.
            "P: capsule 1 2 3, 2 2 4.7321, radius 0.2",
            "P: cylinder 1 1.75 3, 1 2.25 3, radius 0.09, 0.4196 0.4431 0.4706 1",
            "P: capsule 2 2 4.7321, 1.134 2 5.2321, radius 0.2",
            "P: cylinder 2 1.75 4.7321, 2 2.25 4.7321, radius 0.09, 0.4196 0.4431 0.4706 1",
            // The point lies 0.25 m beside the middle of the second link.
            "P: capsule 1.567 2 4.9821, 1.692 2 5.1986, radius 0.1",
        ]
    );
    let (rows, _) = run(&model);
    let half = 0.75_f64.sqrt();
    let expected = [
        [1.0, 2.0, 3.0],
        [2.0, 2.0, 3.0 + 2.0 * half],
        [2.0 - half, 2.0, 3.5 + 2.0 * half],
        [2.0 - 0.5 * half + 0.125, 2.0, 3.25 + 2.25 * half],
        // Across the arm, at 1 rad/s.
        [0.25 + 0.25 * half, 0.0, 0.5 * half - 0.125],
    ];
    for (found, expected) in rows[0].1.iter().zip(expected.as_flattened()) {
        assert!((found - expected).abs() < 1e-14, "{:?}, not {expected:?}", rows[0].1);
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

/// Two rods without mass hold nothing: the mass at their end falls freely until
/// they are stretched. No motion goes on from there, and none is made up.
#[test]
fn a_mass_on_massless_rods_falls_freely_until_they_are_stretched() {
    let rods = format!(
        r#"mechanics:Mechanism/PlanarLinkage P NumLinks="2" {PLANE} Length1="1" Mass1="0" Inertia1="0" Length2="1" Mass2="3"
           Inertia2="0" CenterOfMass2="1,0""#
    );
    let [x, y] = [0.5_f64.cos() + 1.5_f64.cos(), 0.5_f64.sin() + 1.5_f64.sin()];
    let stretched = ((y + (4.0 - x * x).sqrt()) * 2.0 / 9.81).sqrt();
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:1" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="P.Hinges[6:8]""#
        );
        let model = load(&scenario(&[EARTH, &rods], "", r#"P.Angle="0.5, 1" P.AngVel="0, 0""#, &engine));
        let (rows, _, outcome) = try_run(&model);
        assert_eq!(rows.len(), 9, "{method}");
        for (time, values) in &rows {
            let fallen = y - 0.5 * 9.81 * time * time;
            let off = (values[0] - x).abs().max((values[1] - fallen).abs());
            assert!(off < 1e-6, "{method}, {time} s: {values:?}, not {x}, {fallen}");
        }
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("`P") && message.contains("t = 0.81246"), "{method}: {message}");
        assert!((stretched - 0.81246).abs() < 1e-5, "{stretched}");
    }
}
