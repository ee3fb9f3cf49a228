//! Buoys against closed forms, and against a model of six degrees of freedom with three lines in SciPy.

use super::EARTH;
use crate::laboratory::{rows_of, run_in_order, scenario, try_load, try_run};

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

/// A ball that is dropped and heaves: linear by a closed form, with its exact volume by SciPy.
#[test]
fn a_ball_heaves_as_its_volume_says() {
    let rows = rows_of("buoy_heave.csv");
    let rest = 1.983_878_217_695_7e-6;
    let earth = r#"mechanics:Environment/Gravity Earth Acceleration="0, 0, 9.82""#;
    let sea = r#"marine:Sea/Waves Sea Spectrum="Still" Density="998.2" g="9.82""#;
    let quadratic = 0.5 * 998.2 * 0.4 * std::f64::consts::PI * 0.15 * 0.15;
    for (at, drop) in [0.03, 0.09, 0.15].into_iter().enumerate() {
        for (more, column) in [
            (String::new(), 2 + 3 * at),
            (
                format!(r#"LinearDamping="0, 0, 3, 0, 0, 0" QuadraticDamping="0, 0, {quadratic:?}, 0, 0, 0""#),
                3 + 3 * at,
            ),
        ] {
            let ball = format!(
                r#"marine:Body/Buoy B Diameter="0.3" Mass="7.056" Inertia="0.1, 0.1, 0.1" DisplacedMass="7.056" NormalDrag="0" {more}"#
            );
            let start = format!(r#"B.Pos="0, 0, {:?}""#, rest - drop);
            let engine = r#"RelTol="1e-10" AbsTol="1e-12" TOutput="0:0.01:4" FileOutput="B.Pos[2],B.Pos[0]""#;
            let found = run_in_order(&[earth, sea, &ball], "", &start, engine);
            assert_eq!(found.len(), rows.len());
            for ((_, row), known) in found.iter().zip(&rows) {
                assert_near(row[0] - rest, known[column], 1e-6 * 0.15);
                assert_eq!(row[1], 0.0);
            }
        }
    }
}

/// A ball with its mass below its middle on three lines of so many segments, in a wave and a current that grow: its objects.
fn on_three_lines(segments: usize) -> Vec<String> {
    let third = 2.0 * std::f64::consts::PI / 3.0;
    let place = |radius: f64, line: usize, z: f64| {
        let angle = third * line as f64;
        format!("{:?}, {:?}, {z:?}", radius * angle.cos(), radius * angle.sin())
    };
    let sea = r#"marine:Sea/Waves Sea Spectrum="Components" Components="1, 0.8975979010256552, 0, 0" Depth="40"
                 RampTime="14" Current="Asked""#;
    let tide = r#"marine:Sea/Current Tide Speed="0.3" RampTime="14""#;
    let buoy = format!(
        r#"marine:Body/Buoy B Diameter="3" Mass="5200" CentreOfMass="0, 0, 0.5" Inertia="6000, 6000, 6000"
           DisplacedMass="{:?}" NormalDrag="0.6" NormalAddedMass="0.5" LinearDamping="0, 0, 0, 3000, 3000, 3000"
           Surface="Level" NumPoints="3" Point1="{}" Point2="{}" Point3="{}""#,
        1025.0 * 8.424_037_244_745_628,
        place(1.5, 0, 0.0),
        place(1.5, 1, 0.0),
        place(1.5, 2, 0.0)
    );
    let lines = (0..3).map(|line| {
        format!(
            r#"marine:Cable/Mooring L{line} Length="78" Segments="{segments}" MassPerLength="16" Diameter="0.05"
               AxialStiffness="6e6" AxialDamping="61139.26397986812" Seabed="None" PosA="{}""#,
            place(66.0, line, 40.0)
        )
    });
    [EARTH.to_owned(), sea.to_owned(), tide.to_owned(), buoy].into_iter().chain(lines).collect()
}

/// With the mass of the lines' ends, what comes out depends on the number of segments by their square.
#[test]
fn segments_err_by_their_square() {
    let at_end = |segments: usize| {
        let objects = on_three_lines(segments);
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let connections = r#"B.P1="L0.B" B.P2="L1.B" B.P3="L2.B""#;
        let engine = r#"RelTol="1e-8" AbsTol="1e-8" TOutput="0:0.5:16" Start="steady" FileOutput="B.Pos[0],B.Pos[2]""#;
        run_in_order(&objects, connections, r#"B.Pos="0, 0, 0.2""#, engine)
    };
    let [coarse, medium, fine] = [5, 10, 20].map(at_end);
    let apart = |a: &[(f64, Vec<f64>)], b: &[(f64, Vec<f64>)]| {
        let squares = a.iter().zip(b).map(|((_, a), (_, b))| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let ratio = apart(&coarse, &medium) / apart(&medium, &fine);
    assert!((3.0..5.5).contains(&ratio), "{ratio}");
}

/// The same without that mass, as the reference has it.
#[test]
fn a_buoy_on_three_lines_follows_the_reference() {
    let objects = on_three_lines(10);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let connections: Vec<String> = (0..3)
        .map(|line| {
            let point = line + 1;
            format!(
                r#"L{line}.B.Pos="B.P{point}.Pos" L{line}.B.Vel="B.P{point}.Vel" B.P{point}.Force="L{line}.B.Force" B.P{point}.Mass="0, 0, 0, 0, 0, 0, 0, 0, 0""#
            )
        })
        .collect();
    let nodes = rows_of("buoy_on_lines_start.csv");
    let start: Vec<String> = (0..3)
        .map(|line| {
            let nodes: Vec<&Vec<f64>> = nodes.iter().filter(|row| row[0] == line as f64).collect();
            let numbers: Vec<String> =
                nodes[1..10].iter().flat_map(|row| &row[1..]).map(|number| format!("{number:?}")).collect();
            format!(r#"L{line}.Pos="{}" L{line}.Vel="{}""#, numbers.join(", "), vec!["0"; 27].join(", "))
        })
        .collect();
    let initial = format!(r#"B.Pos="0, 0, 0.19281954372602741" {}"#, start.join(" "));
    let engine = "RelTol=\"1e-7\" AbsTol=\"1e-8\" TOutput=\"0:0.1:42\" FileOutput=\"B.Pos[0],B.Pos[1],B.Pos[2],\
                  B.WorldFromBody[0],B.WorldFromBody[1],B.WorldFromBody[2],B.WorldFromBody[3],L0.Tension[9],L1.Tension[9],\
                  L2.Tension[9],B.WetVolume\"";
    let found = run_in_order(&objects, &connections.join(" "), &initial, engine);
    let known = rows_of("buoy_on_lines.csv");
    assert_eq!(found.len(), known.len());
    let groups = [
        (vec![(0, 1), (1, 2), (2, 3)], "place"),
        (vec![(3, 4), (4, 5), (5, 6), (6, 7)], "turn"),
        (vec![(7, 14), (8, 15), (9, 16)], "tension"),
        (vec![(10, 18)], "volume"),
    ];
    for (columns, what) in groups {
        let range = |column: usize| {
            let column = || known.iter().map(|row| row[column]);
            column().fold(f64::MIN, f64::max) - column().fold(f64::MAX, f64::min)
        };
        let scale = columns.iter().map(|(_, column)| range(*column)).fold(0.0, f64::max);
        for ((time, row), known) in found.iter().zip(&known) {
            for (is, should) in &columns {
                let (is, should) = (row[*is], known[*should]);
                assert!(
                    (is - should).abs() <= 1e-3 * scale,
                    "{what} at {time}: {is}, not {should}, of a range of {scale}"
                );
            }
        }
    }
}

/// A ball in still water without drag, with a line without damping and added mass: what it has of energy it keeps, while
/// the end of the line has its mass with the ball.
#[test]
fn a_ball_and_a_line_keep_their_energy() {
    let sea = r#"marine:Sea/Waves Sea Spectrum="Still""#;
    let ball = r#"marine:Body/Buoy B Diameter="2" Mass="1500" CentreOfMass="0, 0, 0.3" Inertia="700, 600, 800" DisplacedMass="1000"
                  NormalDrag="0" NumPoints="1" Point1="0.4, 0, 1""#;
    let line = r#"marine:Cable/Mooring L Length="30" Segments="6" MassPerLength="20" Diameter="0.05" AxialStiffness="2e6"
                  AxialDamping="0" NormalDrag="0" TangentialDrag="0" NormalAddedMass="0" BendingStiffness="5000" Seabed="None" PosA="0, 0, 31""#;
    let start = r#"B.Pos="3, 1, -0.2" B.Orientation="0.95, 0.2, -0.1, 0.1" B.BodyAngVel="0.1, 0.2, 0.5""#;
    let mut names = vec!["B.Pos", "B.Vel", "B.BodyAngVel", "B.WorldFromBody"]
        .into_iter()
        .zip([3, 3, 3, 4])
        .flat_map(|(name, width)| (0..width).map(move |i| format!("{name}[{i}]")))
        .collect::<Vec<_>>();
    names.extend((0..15).map(|i| format!("L.Pos[{i}]")));
    names.extend((0..15).map(|i| format!("L.Vel[{i}]")));
    let engine = format!(r#"RelTol="1e-12" AbsTol="1e-13" TOutput="0:0.5:20" FileOutput="{}""#, names.join(","));
    let rows = run_in_order(&[EARTH, sea, ball, line], r#"B.P1="L.B""#, start, &engine);
    let energies: Vec<f64> = rows.iter().map(|(_, row)| energy(row)).collect();
    // The ball alone moves with up to 4 kJ.
    let moving =
        rows.iter().map(|(_, row)| 0.5 * 1500.0 * row[3..6].iter().map(|v| v * v).sum::<f64>()).fold(0.0, f64::max);
    assert!(moving > 1000.0, "{moving}");
    for energy in &energies {
        assert_near((energy - energies[0]) / moving, 0.0, 1e-8);
    }
}

/// Of the ball and the line of that test, by hand.
fn energy(row: &[f64]) -> f64 {
    let (g, density) = (9.81, 1025.0);
    let v3 = |at: usize| [row[at], row[at + 1], row[at + 2]];
    let (pos, vel, spin) = (v3(0), v3(3), v3(6));
    let [w, x, y, z] = [row[9], row[10], row[11], row[12]];
    let turned = |[a, b, c]: [f64; 3]| {
        [
            (1.0 - 2.0 * (y * y + z * z)) * a + 2.0 * (x * y - w * z) * b + 2.0 * (x * z + w * y) * c,
            2.0 * (x * y + w * z) * a + (1.0 - 2.0 * (x * x + z * z)) * b + 2.0 * (y * z - w * x) * c,
            2.0 * (x * z - w * y) * a + 2.0 * (y * z + w * x) * b + (1.0 - 2.0 * (x * x + y * y)) * c,
        ]
    };
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let square = |a: [f64; 3]| a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    let world_spin = turned(spin);
    let at = |place: [f64; 3]| {
        let arm = turned(place);
        let swung = cross(world_spin, arm);
        ([0, 1, 2].map(|i| pos[i] + arm[i]), [0, 1, 2].map(|i| vel[i] + swung[i]))
    };
    let (centre, centre_vel) = at([0.0, 0.0, 0.3]);
    let mut energy = 0.5 * 1500.0 * square(centre_vel) - 1500.0 * g * centre[2];
    energy += 0.5 * (700.0 * spin[0] * spin[0] + 600.0 * spin[1] * spin[1] + 800.0 * spin[2] * spin[2]);
    energy += 0.5 * 500.0 * square(vel);
    // The work against buoyancy: the integral of rho g V over the depth of the middle.
    let h = (1.0 + pos[2]).clamp(0.0, 2.0);
    let integral = std::f64::consts::PI * (h * h * h / 3.0 - h.powi(4) / 12.0);
    let below = if pos[2] > 1.0 { 4.0 / 3.0 * std::f64::consts::PI * (pos[2] - 1.0) } else { 0.0 };
    energy += density * g * (integral + below);
    let (end, end_vel) = at([0.4, 0.0, 1.0]);
    let mut nodes = vec![([0.0, 0.0, 31.0], [0.0; 3])];
    nodes.extend((0..5).map(|node| (v3(13 + 3 * node), v3(28 + 3 * node))));
    nodes.push((end, end_vel));
    let length = 5.0;
    let area = std::f64::consts::PI / 4.0 * 0.05 * 0.05;
    let mut directions = Vec::new();
    for (node, (pos, vel)) in nodes.iter().enumerate() {
        let part = if node == 0 || node == 6 { 0.5 } else { 1.0 };
        energy += 0.5 * part * 20.0 * length * square(*vel);
        energy -= part * length * (20.0 - density * area) * g * pos[2];
        if let Some((next, _)) = nodes.get(node + 1) {
            let along = [0, 1, 2].map(|i| next[i] - pos[i]);
            let long = square(along).sqrt();
            let strain = ((long - length) / length).max(0.0);
            energy += 0.5 * 2e6 * strain * strain * length;
            directions.push(along.map(|part| part / long));
        }
    }
    for pair in directions.windows(2) {
        let cosine: f64 = (0..3).map(|i| pair[0][i] * pair[1][i]).sum();
        energy += 5000.0 / length * (1.0 - cosine);
    }
    energy
}

/// What has no water around it, and no point for a line, says so.
#[test]
fn a_buoy_without_a_sea_asks_for_one() {
    let ball = r#"marine:Body/Buoy B Diameter="2" Mass="1500" Inertia="700, 600, 800""#;
    let text = scenario(&[EARTH, ball], "", r#"B.Pos="0, 0, 0""#, r#"TOutput="0, 1""#);
    let said = try_load(&text).unwrap_err().to_string();
    assert!(said.contains("nothing in the scenario provides `Water`; who asks for it: `B.Water`"), "{said}");
    let sea = r#"marine:Sea/Waves Sea Spectrum="Still""#;
    let spar = r#"marine:Body/Buoy B Shape="Spar" Sections="0, -5, 1" Mass="1500" Inertia="700, 600, 800""#;
    let said = try_load(&scenario(&[EARTH, sea, spar], "", r#"B.Pos="0, 0, 0""#, r#"TOutput="0, 1""#)).unwrap_err();
    assert!(said.to_string().contains("has a section from 0 to -5 m of 1 m: the bottom is below the top"), "{said}");
}

/// Balls that are thrown out of the water and into it, and a cylinder that lies, end where they float.
#[test]
fn what_leaves_the_water_and_dives_comes_to_rest() {
    let sea = r#"marine:Sea/Waves Sea Spectrum="Still""#;
    let ball = r#"marine:Body/Buoy B Diameter="2" Mass="1000" CentreOfMass="0, 0, 0.4" Inertia="300, 300, 300" LinearDamping="500, 500, 500, 500, 500, 500""#;
    let rod = r#"marine:Body/Buoy R Shape="Cylinder" Diameter="0.5" Height="4" Mass="400" CentreOfMass="0, 0, 1" Inertia="300, 300, 20""#;
    let start = r#"B.Pos="0, 0, -8" B.Vel="0, 0, 5" R.Pos="20, 0, 10" R.Orientation="0.7071, 0.7071, 0, 0""#;
    let engine = r#"TOutput="0:1:200" FileOutput="B.Pos[2],R.Pos[2],B.WetVolume,R.WetVolume,R.WorldFromBody[0]""#;
    let rows = run_in_order(&[EARTH, sea, ball, rod], "", start, engine);
    let last = &rows.last().unwrap().1;
    assert_near(last[2], 1000.0 / 1025.0, 1e-3);
    assert_near(last[3], 400.0 / 1025.0, 1e-2);
    assert_near(last[4].abs(), 1.0, 1e-2);
    let text = scenario(&[EARTH, sea, ball, rod], "", start, r#"TOutput="0, 200""#);
    assert!(try_run(&try_load(&text).unwrap()).2.is_ok());
}
