//! The position servo of the scenarios, against the same circuit as differential
//! equations: solved by SciPy (benches/actuators/scipy_solvers.py), and of the
//! continuous types, by BDF (scenarios/position_servo_oil.xml).

use super::order::assert_order;
use super::{Rows, circuit};

/// `scipy_solvers.py position_servo_tlm DOP853 1e-11 --rows`: the numbers of one
/// column, every 0.02 s. Radau differs from it by 1e-9 of each scale.
fn solution(name: &str) -> Vec<f64> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tlm_position_servo.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(','));
    let place = lines.next().unwrap().position(|column| column == name).unwrap();
    lines.map(|mut line| line.nth(place).unwrap().parse().unwrap()).collect()
}

fn servo(step: f64, rows: &str, sensor: &str) -> Rows {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/position_servo_tlm.xml");
    let text = std::fs::read_to_string(path).unwrap();
    let (objects, _) = text.split_once("<Engine ").unwrap();
    let objects = objects.replace(r#"Name="S""#, &format!(r#"Name="S" {sensor}"#));
    Rows::of(&format!(r#"{objects}<Engine SampleTime="{step}" TOutput="{rows}"/></INTEGRATION></Contents>"#))
}

/// The largest difference of a column from SciPy's, as a part of its largest number.
fn error(name: &str, rows: &Rows) -> f64 {
    difference(&rows.of_column(name), &solution(name))
}

/// The largest difference from exact numbers, as a part of the largest of these.
fn difference(found: &[f64], exact: &[f64]) -> f64 {
    assert_eq!(found.len(), exact.len());
    let scale = exact.iter().copied().map(f64::abs).fold(0.0, f64::max);
    found.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max) / scale
}

/// Of first order, by the sensor's lag and by the filters of the waves.
#[test]
fn a_servo_comes_to_the_solution_of_its_differential_equations() {
    let steps = [4e-5, 2e-5, 1e-5];
    let runs = steps.map(|step| servo(step, "0:0.02:2", ""));
    for name in ["M.P2.x", "M.P2.v", "V.xv", "C.P1.p", "C.P2.p", "W.P2.p"] {
        assert_order(1.0, |step| error(name, &runs[steps.iter().position(|other| *other == step).unwrap()]), steps);
    }
    assert!(error("M.P2.x", &runs[2]) < 1.3e-5 && error("C.P1.p", &runs[2]) < 4e-5);
    // What docs/transmission_lines.md tells of coarser steps.
    for (step, position, velocity) in [(1e-3, 1.2e-3, 1.8e-2), (1e-4, 1.2e-4, 1.6e-3)] {
        let rows = servo(step, "0:0.02:2", "");
        let is_told = |name: &str, told: f64| (error(name, &rows) / told - 1.0).abs() < 0.05;
        assert!(is_told("M.P2.x", position) && is_told("M.P2.v", velocity), "{step}");
    }
    // Most of it is the lag: a tenth of a millisecond at 0.66 m/s.
    let [late, at_once] = ["", r#"Lag="0""#].map(|sensor| error("M.P2.x", &servo(1e-4, "0:0.02:2", sensor)));
    assert!(at_once < 0.1 * late, "{at_once:e} {late:e}");
}

/// The same circuit of continuous types, by BDF: what SciPy says, to a billionth; and what the circuit by
/// transmission lines comes to with its step. Each as it is, and where the sensor reads at once.
#[test]
fn a_servo_comes_to_the_same_circuit_of_continuous_types() {
    let text = include_str!("../../../../scenarios/position_servo_oil.xml");
    let recorded = r#"FileOutput="M.Pos, M.Vel, S.SpoolPos, C.p0, C.p1, W.Pressure""#;
    assert!(text.contains(recorded) && text.contains(r#"TOutput="0:0.02:2""#));
    let continuous = Rows::of(&text.replace(recorded, ""));
    // A spool is at its end, 1, with 0.01 m.
    let columns = [
        ("M.P2.x", "M.Pos", 1.0),
        ("M.P2.v", "M.Vel", 1.0),
        ("V.xv", "S.SpoolPos", 0.01),
        ("C.P1.p", "C.p0", 1.0),
        ("C.P2.p", "C.p1", 1.0),
        ("W.P2.p", "W.Pressure", 1.0),
    ]
    .map(|(name, there, unit)| (name, continuous.of_column(there).iter().map(|y| unit * y).collect::<Vec<f64>>()));
    for (name, exact) in &columns {
        assert!(difference(exact, &solution(name)) < 1e-9, "{name}: {:e}", difference(exact, &solution(name)));
    }
    let steps = [4e-5, 2e-5, 1e-5];
    for (sensor, names) in [("", &columns[..]), (r#"Lag="0""#, &columns[..2])] {
        let runs = steps.map(|step| servo(step, "0:0.02:2", sensor));
        for (name, exact) in names {
            let error =
                |step| difference(&runs[steps.iter().position(|other| *other == step).unwrap()].of_column(name), exact);
            assert_order(1.0, error, steps);
        }
    }
}

/// What comes into a chamber through its port, past the piston, and by the piston is
/// the change of the mean of its waves, times V / Beta_e where the piston is.
#[test]
fn chambers_keep_their_oil() {
    let step = 1e-4;
    let rows = servo(step, "0:1e-4:2", "");
    let [x, v, leaked] = ["C.P3.x", "C.P3.v", "C.q_leak"].map(|name| rows.of_column(name));
    let last = x.len() - 1;
    for (chamber, sign) in [(1, 1.0), (2, -1.0)] {
        let flow = rows.of_column(&format!("C.P{chamber}.q"));
        let waves = [format!("C.P{chamber}.c"), format!("C.Inner{chamber}[0]"), format!("C.Inner{chamber}[1]")];
        let waves = waves.map(|name| rows.of_column(&name));
        let mean = |k: usize| waves.iter().map(|wave| wave[k]).sum::<f64>() / 3.0;
        // 3e-4 m^3, and a litre for each metre that the piston is away.
        let volume = |k: usize| 3e-4 + 1e-3 * if chamber == 1 { -x[k] } else { 1.0 + x[k] };
        let came = |k: usize| step * (flow[k] + sign * (1e-3 * v[k] - leaked[k]));
        let kept: f64 = (0..last).map(|k| volume(k) / 1e9 * (mean(k + 1) - mean(k))).sum();
        let difference = kept - (0..last).map(came).sum::<f64>();
        let moved: f64 = (0..last).map(|k| step * flow[k].abs()).sum();
        assert!(difference.abs() < 1e-12 * moved && moved > 1e-4, "{chamber}: {difference:e} of {moved:e}");
    }
}

/// SERVO(2) of `benches/tlm`, two servos that begin far from where they are told to be,
/// after 10 000 steps; a restatement in Python of the equations in the types' documentation
/// ends with these positions, velocities and pressures.
#[test]
fn servos_end_where_a_restatement_in_python_does() {
    let (mut objects, mut connections) = (Vec::new(), String::new());
    for i in 1..=2 {
        objects.extend([
            format!(r#"base:Src/Sine Sine{i} Amplitude="0.2" Frequency="{}""#, 0.5 + 0.01 * f64::from(i)),
            format!(r#"base:Signal/Gain Gain{i} Gain="0.01""#),
            format!(r#"Hydraulic/PressureSource Pump{i} p="1.5e7""#),
            format!(r#"Hydraulic/LaminarOrifice Gap{i} Kc="1e-8""#),
            format!(r#"Hydraulic/Volume Supply{i} V="1e-3""#),
            format!("Hydraulic/Tank Tank{i}"),
            format!(r#"Hydraulic/Valve43 Valve{i} Edges="Apart""#),
            format!("Hydraulic/CylinderC Cylinder{i}"),
            format!(r#"Mechanic/TranslationalMass Mass{i} StartPosition="0.5""#),
            format!("Mechanic/PositionSensor Sensor{i}"),
        ]);
        connections += &format!(
            r#"Gain{i}.In="0.5 + Sine{i}.Out - Sensor{i}.out" Valve{i}.in="Gain{i}.Out" Sensor{i}.x="Mass{i}.P2.x"
            Pump{i}.P1="Gap{i}.P1" Gap{i}.P2="Supply{i}.P1" Valve{i}.PP="Supply{i}.P2" Valve{i}.PT="Tank{i}.P1"
            Valve{i}.PA="Cylinder{i}.P1" Valve{i}.PB="Cylinder{i}.P2" Mass{i}.P1="Cylinder{i}.P3" "#
        );
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1e-4" TOutput="0, 1""#));
    let columns = ["Mass.P2.x", "Mass.P2.v", "Valve.xv", "Valve.PP.p", "Valve.PA.p", "Valve.PB.p", "Cylinder.q_leak"];
    let ends = [
        [
            0.511418457187039,
            -0.6408083591331267,
            -0.00023987871832104708,
            14935280.997242942,
            7187900.954261837,
            7847619.509238816,
            -6.5971569228101975e-6,
        ],
        [
            0.4993251774727295,
            -0.6546327851581661,
            -0.00024503039552677385,
            14933903.654784251,
            7186361.265309291,
            7847636.605822111,
            -6.612757223236814e-6,
        ],
    ];
    for (i, ends) in (1..).zip(ends) {
        for (column, end) in columns.iter().zip(ends) {
            let (object, signal) = column.split_once('.').unwrap();
            let found = rows.of_column(&format!("{object}{i}.{signal}"));
            let found = found.last().unwrap();
            assert!((found - end).abs() < 1e-10 * end.abs(), "{object}{i}.{signal} ends with {found}, not {end}");
        }
    }
}
