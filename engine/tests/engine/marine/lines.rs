//! Mooring lines against a model of the same discretisation in NumPy and SciPy, of which the cases in still water and on the
//! ground were run with MoorDyn 2.7.2 too, and against closed forms.

use std::sync::Arc;

use bowline_engine::equilibrium::{Conditions, Equilibrium};
use bowline_engine::linear_model::LinearModel;
use bowline_engine::{Model, NoRecorder, Run};

use super::EARTH;
use crate::laboratory::{load, rows_of, run_in_order, scenario};

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

const STILL: &str = r#"marine:Sea/Waves Sea Spectrum="Still""#;

/// A line that hangs between two points, and what it does in still water.
fn hanging(segments: usize, damping: &str) -> String {
    format!(
        r#"marine:Cable/Mooring L Length="120" Segments="{segments}" MassPerLength="25" Diameter="0.06"
           AxialStiffness="3e7" NormalDrag="1.2" TangentialDrag="0.1" Seabed="None" PosA="0, 0, 60" PosB="95, 0, 5" {damping}"#
    )
}

/// One of which a part lies on the ground.
fn lying(segments: usize) -> [String; 2] {
    let line = format!(
        r#"marine:Cable/Mooring L Length="130" Segments="{segments}" MassPerLength="30" Diameter="0.07"
           AxialStiffness="2e7" NormalDrag="1.6" TangentialDrag="0.05" DampingRatio="0.8" PosA="0, 0, 60" PosB="100, 0, 4""#
    );
    [line, r#"marine:Sea/Seabed Ground Depth="60" Stiffness="3e5" Damping="3e4""#.to_owned()]
}

fn rest(model: &Arc<Model>) -> Equilibrium {
    let found = Equilibrium::find(model, &model.first_state().unwrap(), &Conditions::default(), &mut |_| None);
    found.unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn lines_rest_where_their_forces_are_in_balance() {
    for (file, is_lying) in [("line_at_rest.csv", false), ("line_on_the_ground.csv", true)] {
        let rows = rows_of(file);
        for segments in [5, 10, 20, 40] {
            let lying = lying(segments);
            let hanging = [hanging(segments, ""), String::new()];
            let [line, ground] = if is_lying { &lying } else { &hanging };
            let mut objects = vec![EARTH, STILL, line.as_str()];
            objects.extend((!ground.is_empty()).then_some(ground.as_str()));
            let model = load(&scenario(&objects, "", "", r#"TOutput="0, 1""#));
            let rest = rest(&model);
            let nodes: Vec<&Vec<f64>> = rows.iter().filter(|row| row[0] == segments as f64).collect();
            assert_eq!(nodes.len(), segments + 1);
            for node in &nodes[1..segments] {
                let at = 3 * (node[1] as usize - 1);
                for axis in 0..3 {
                    let found = rest.state.x[at + axis];
                    assert_near(found, node[2 + axis], 1e-6 * 120.0);
                }
            }
        }
    }
}

/// Frequencies of the line without damping, about its rest.
#[test]
fn lines_swing_at_their_frequencies() {
    let rows = rows_of("line_frequencies.csv");
    for segments in [10, 20, 40] {
        let line = hanging(segments, r#"DampingRatio="0""#);
        let model = load(&scenario(&[EARTH, STILL, &line], "", "", r#"TOutput="0, 1""#));
        let found = LinearModel::of(&model, &rest(&model).state, &[], &[]).unwrap();
        let mut frequencies: Vec<f64> =
            found.system.eigenvalues().unwrap().iter().map(|s| s.im).filter(|im| *im > 1e-6).collect();
        frequencies.sort_by(f64::total_cmp);
        let known: Vec<f64> = rows.iter().filter(|row| row[0] == segments as f64).map(|row| row[2]).collect();
        assert_eq!(known.len(), 8);
        for (found, known) in frequencies.iter().zip(known) {
            assert_near(found / known, 1.0, 1e-4);
        }
    }
}

/// The end's motion along an axis, and its velocity: a sine that grows within a period.
fn moved(from: f64, amplitude: f64, period: f64, phase: f64) -> [String; 2] {
    let (s, turn) = (format!("min(time/({period} s), 1)"), format!("(2*pi*time/({period} s) + {phase:?})"));
    let ramp = format!("({s}^3*(10 - 15*{s} + 6*{s}^2))");
    let rate = format!("(30*{s}^2*(1 - {s})^2)");
    [
        format!("{from} m + {amplitude} m*{ramp}*sin{turn}"),
        format!("{amplitude} m*({rate}*sin{turn} + 2*pi*{ramp}*cos{turn})/({period} s)"),
    ]
}

const TOLD: &str = "L.Tension[LAST],L.Tension[0],L.B.Force[0],L.B.Force[1],L.B.Force[2],L.Pos[MX],L.Pos[MY],L.Pos[MZ],L.Vel[MX],L.Vel[MY],L.Vel[MZ]";

/// The signals that are compared, of a line of so many segments.
fn told(segments: usize) -> String {
    let middle = 3 * (segments / 2 - 1);
    let named = [("LAST", segments - 1), ("MX", middle), ("MY", middle + 1), ("MZ", middle + 2)];
    named.into_iter().fold(TOLD.to_owned(), |told, (name, at)| told.replace(name, &at.to_string()))
}

/// Compares with rows of time, place of the end and those signals, within a part of each column's range, or of the
/// largest of what belongs together.
#[track_caller]
fn assert_follows(rows: &[(f64, Vec<f64>)], file: &str, within: f64) {
    let known = rows_of(file);
    assert_eq!(rows.len(), known.len());
    let range = |column: usize| {
        let column = || known.iter().map(|row| row[column]);
        column().fold(f64::MIN, f64::max) - column().fold(f64::MAX, f64::min)
    };
    let groups = [vec![4], vec![5], vec![6, 7, 8], vec![9, 10, 11], vec![12, 13, 14]];
    for group in groups {
        let scale = group.iter().map(|column| range(*column)).fold(0.0, f64::max);
        for ((time, row), known) in rows.iter().zip(&known) {
            assert_near(*time, known[0], 1e-9);
            for column in &group {
                let (is, should) = (row[column - 4], known[*column]);
                assert!((is - should).abs() <= within * scale, "{file}, t = {time}, {column}: {is}, not {should}");
            }
        }
    }
}

#[test]
fn a_driven_line_follows_the_reference() {
    let line = hanging(20, r#"DampingRatio="0.5""#);
    let [x, vx] = moved(95.0, 2.0, 8.0, 0.0);
    let [z, vz] = moved(5.0, 1.5, 8.0, std::f64::consts::FRAC_PI_2);
    let driven = format!(r#"L.B.Pos="{x}, 0, {z}" L.B.Vel="{vx}, 0, {vz}""#);
    let engine = format!(r#"RelTol="1e-8" AbsTol="1e-9" TOutput="0:0.25:48" Start="steady" FileOutput="{}""#, told(20));
    let rows = run_in_order(&[EARTH, STILL, &line], &driven, "", &engine);
    assert_follows(&rows, "line_driven.csv", 1e-4);
}

#[test]
fn a_driven_line_on_the_ground_follows_the_reference() {
    let [line, ground] = lying(20);
    let [x, vx] = moved(100.0, 1.5, 10.0, 0.0);
    let [z, vz] = moved(4.0, 1.0, 10.0, std::f64::consts::FRAC_PI_2);
    let driven = format!(r#"L.B.Pos="{x}, 0, {z}" L.B.Vel="{vx}, 0, {vz}""#);
    let engine = format!(r#"RelTol="1e-8" AbsTol="1e-9" TOutput="0:0.25:30" Start="steady" FileOutput="{}""#, told(20));
    let rows = run_in_order(&[EARTH, STILL, &line, &ground], &driven, "", &engine);
    assert_follows(&rows, "line_driven_on_the_ground.csv", 1e-4);
}

#[test]
fn a_line_in_waves_and_current_follows_the_reference() {
    let sea = r#"marine:Sea/Waves Sea Spectrum="Components" Components="1.2, 0.7853981633974483, 0.4, 0; 0.5, 1.2, -0.3, 1"
                 Depth="60" Stretching="None" Current="Asked""#;
    let current = format!(r#"marine:Sea/Current Tide Speed="{:?}" Direction="{:?}""#, 0.2_f64.sqrt(), 0.5_f64.atan());
    let line = r#"marine:Cable/Mooring L Length="115" Segments="16" MassPerLength="12" Diameter="0.08" AxialStiffness="1e7"
                  TangentialAddedMass="0.5" Seabed="None" PosA="0, 0, 60" PosB="80, 30, 3""#;
    let start = rows_of("line_in_waves_start.csv");
    let start: Vec<String> = start[1..16].iter().flatten().map(|x| format!("{x:?}")).collect();
    let zeros = vec!["0"; 45].join(", ");
    let engine = format!(r#"RelTol="1e-8" AbsTol="1e-9" TOutput="0:0.25:40" FileOutput="{}""#, told(16));
    let initial = format!(r#"L.Pos="{}" L.Vel="{zeros}""#, start.join(", "));
    let rows = run_in_order(&[EARTH, sea, &current, line], "", &initial, &engine);
    assert_follows(&rows, "line_in_waves.csv", 1e-4);
}

/// A line that was paid out comes to rest as one of its length does, wherever the winch is.
#[test]
fn a_line_that_was_paid_out_hangs_as_a_longer_one() {
    let tensions = |model: &Arc<Model>, run: &mut Run| {
        run.rest().unwrap();
        ["L.TensionA", "L.TensionB"].map(|name| {
            let workspace = model.workspace_at(&run.state()).unwrap();
            model.probe(name).unwrap().values(run.time(), &workspace).next().unwrap()
        })
    };
    let of = |length: f64| {
        let line = hanging(10, "").replace("Length=\"120\"", &format!("Length=\"{length}\""));
        let model = load(&scenario(&[EARTH, STILL, &line], "", "", r#"TOutput="0, 1""#));
        tensions(&model, &mut Run::new(&model))
    };
    let (before, after) = (of(120.0), of(126.0));
    assert!(before[1] - after[1] > 1000.0, "it matters: {before:?} {after:?}");
    for end in ["A", "B"] {
        let line = hanging(10, r#"Winched="1""#);
        // 6 m in 20 s, from rest to rest.
        let payout = format!(r#"L.Payout{end}="0.6 m/s*max(0, 1 - abs(time/(10 s) - 1))""#);
        let text = scenario(&[EARTH, STILL, &line], &payout, "", r#"RelTol="1e-9" AbsTol="1e-9" TOutput="0, 40""#);
        let model = load(&text);
        let mut run = Run::new(&model);
        run.advance_to(40.0, &mut NoRecorder).unwrap();
        for (is, should) in tensions(&model, &mut run).iter().zip(after) {
            assert_near(is / should, 1.0, 1e-6);
        }
    }
}

/// A mass falls 20 m until its slack line snaps taut: the line whips, and what both have of energy stays.
#[test]
fn a_slack_line_snaps_taut() {
    let line = r#"marine:Cable/Mooring L Length="20" Segments="4" MassPerLength="0.05" Diameter="0.01" AxialStiffness="1e6"
                  AxialDamping="0" Seabed="None" PosA="0, 0, -60""#;
    let mass = r#"mechanics:Body/PointMass M Mass="1000""#;
    let joined = r#"L.B.Pos="M.Pos" L.B.Vel="M.Vel" M.Force="L.B.Force""#;
    let start = r#"M.Pos="0.05, 0, -60" M.Vel="0, 0, 0""#;
    let numbers = |name: &str, count: usize| (0..count).map(|i| format!("{name}[{i}]")).collect::<Vec<_>>();
    let names = [numbers("L.Pos", 9), numbers("M.Pos", 3), numbers("L.Vel", 9), numbers("M.Vel", 3)].concat();
    for method in ["DormandPrince", "auto"] {
        let engine = format!(
            r#"IntegratorMethod="{method}" RelTol="1e-9" AbsTol="1e-9" TOutput="0:0.01:2.6" FileOutput="{}""#,
            names.join(",")
        );
        let rows = run_in_order(&[EARTH, STILL, line, mass], joined, start, &engine);
        let energies: Vec<f64> = rows.iter().map(|(_, row)| energy_of_a_hanging_mass(row)).collect();
        // The fall alone is 196 kJ.
        for energy in &energies {
            assert_near((energy - energies[0]) / 196_200.0, 0.0, 1e-6);
        }
        let deepest = rows.iter().map(|(_, row)| row[11]).fold(f64::MIN, f64::max);
        // Up to there all of it would be in a line without mass: m g (h + d) = k d^2 / 2.
        let stretch = (9810.0 + (9810.0_f64 * 9810.0 + 2.0 * 5e4 * 9810.0 * 20.0).sqrt()) / 5e4;
        assert!((0.9 * stretch..stretch * 1.001).contains(&(deepest + 40.0)), "{method}: {deepest}");
    }
}

/// Of the line and the mass of that test, in air: of the half node at the mass the weight is with that, and no inertia.
fn energy_of_a_hanging_mass(row: &[f64]) -> f64 {
    let (pos, vel) = row.split_at(12);
    let square = |v: &[f64]| v.iter().map(|part| part * part).sum::<f64>();
    let mut energy = 0.5 * 1000.0 * square(&vel[9..]) - 9.81 * 1000.125 * pos[11];
    let mut before = [0.0, 0.0, -60.0];
    for (node, place) in pos.chunks(3).enumerate() {
        if node < 3 {
            energy += 0.5 * 0.25 * square(&vel[3 * node..3 * node + 3]) - 9.81 * 0.25 * place[2];
        }
        let length = square(&[0, 1, 2].map(|axis| place[axis] - before[axis])).sqrt();
        energy += 0.5 * 1e6 * 5.0 * (length / 5.0 - 1.0).max(0.0).powi(2);
        before = [place[0], place[1], place[2]];
    }
    energy
}

/// A line that stands upright through the surface, with a node in it, bears its weight, less the water beside its lower half.
#[test]
fn a_node_in_the_surface_is_half_wet() {
    let line = r#"marine:Cable/Mooring L Length="20" Segments="4" MassPerLength="25" Diameter="0.06" AxialStiffness="3e7"
                  Seabed="None" PosA="0, 0, 10" PosB="0, 0, -10.02""#;
    let engine = r#"TOutput="0, 0.1" Start="steady" FileOutput="L.TensionA,L.TensionB,L.Pos[5]""#;
    let row = &run_in_order(&[EARTH, STILL, line], "", "", engine)[0].1;
    assert_near(row[2], 0.0, 0.02);
    let displaced = 1025.0 * std::f64::consts::FRAC_PI_4 * 0.06 * 0.06;
    assert_near((row[1] - row[0]) / (9.81 * (25.0 * 20.0 - displaced * 10.0)), 1.0, 1e-3);
}

/// A line on a slope lies on it, and does not slide where friction holds it.
#[test]
fn a_line_lies_on_a_slope() {
    let line = r#"marine:Cable/Mooring L Length="20.2" Segments="10" MassPerLength="20" Diameter="0.06" AxialStiffness="1e6"
                  PosA="0, 0, 40" PosB="20, 0, 42""#;
    let ground = r#"marine:Sea/Seabed Ground Depth="40" Slope="0.1, 0" Friction="0.8" Stiffness="1e5" Damping="1e4""#;
    let nodes: Vec<String> = (0..9).flat_map(|node| [0, 2].map(|axis| format!("L.Pos[{}]", 3 * node + axis))).collect();
    let engine = format!(r#"TOutput="0:10:60" FileOutput="{}""#, nodes.join(","));
    let rows = run_in_order(&[EARTH, STILL, line, ground], "", "", &engine);
    for place in rows.last().unwrap().1.chunks(2) {
        // 20 kg/m in water press 2 m of it, 0.12 m^2 large, in by 28 mm.
        let penetration = place[1] - (40.0 + 0.1 * place[0]);
        assert!((0.0..0.06).contains(&penetration), "{place:?}");
    }
}

/// A line without inertia has the forces of the catenary: the spar of OC3, whose fairlead tension is published as 911 kN.
#[test]
fn a_catenary_has_the_tension_that_was_published() {
    let sea = r#"marine:Sea/Waves Sea Spectrum="Still" Depth="320""#;
    let ground = r#"marine:Sea/Seabed Ground Depth="320""#;
    let (diameter, per_length) = (0.09_f64, 698.094);
    let mass = per_length / 9.81 + 1025.0 * std::f64::consts::FRAC_PI_4 * diameter * diameter;
    let line = format!(
        r#"marine:Cable/Catenary L Length="902.2" MassPerLength="{mass:?}" Diameter="{diameter}" AxialStiffness="384.243e6"
           PosA="853.87, 0, 320" PosB="5.2, 0, 70""#
    );
    let engine = r#"IntegratorMethod="Euler" stepsize="1" TOutput="0, 1" FileOutput="L.TensionB,L.TensionA,L.B.Force[0],L.B.Force[2]""#;
    let row = &run_in_order(&[EARTH, sea, ground, &line], "", "", engine)[0].1;
    let expected = [911_088.356_868_610_3, 736_938.323_530_765_6, 736_938.323_530_765_6, 535_727.450_606_377_7];
    for (is, should) in row.iter().zip(expected) {
        assert_near(is / should, 1.0, 1e-7);
    }
}

/// Chains and ropes by their catalogue, against MoorPy's figures for a chain of 120 mm and a polyester rope of 200 mm.
#[test]
fn a_type_has_the_numbers_of_its_catalogue() {
    let natural = |kind: &str, diameter: &str| {
        let line = format!(
            r#"marine:Cable/Catenary L Type="{kind}" NominalDiameter="{diameter}" Length="100" Segments="1" PosA="0, 0, 150" PosB="0, 0, 40" Seabed="None""#
        );
        let engine = r#"IntegratorMethod="Euler" stepsize="1" TOutput="0, 1" FileOutput="L.TensionB,L.TensionA""#;
        run_in_order(&[EARTH, STILL, &line], "", "", engine)[0].1.clone()
    };
    // It is pulled straight by a tenth of its length: the mean tension is a tenth of the stiffness, and the ends differ by its
    // weight in water.
    for (kind, diameter, stiffness, mass, volume_diameter) in [
        ("Chain", "120 mm", 85.6e9 * 0.0144 - 3.93e7 * 0.001_728, 288.0, 0.216),
        ("Polyester", "200 mm", 14.0 * 308e6 * 0.04, 27.16, 0.158_3),
    ] {
        let row = natural(kind, diameter);
        assert_near(0.5 * (row[0] + row[1]) / (0.1 * stiffness), 1.0, 1e-3);
        let weight = 981.0 * (mass - 1025.0 * std::f64::consts::FRAC_PI_4 * volume_diameter * volume_diameter);
        assert_near((row[0] - row[1]) / weight, 1.0, 2e-3);
    }
}

/// A line begins in the equilibrium of its segments: at the first instant it has the tensions that it has at rest.
#[test]
fn a_line_begins_at_rest() {
    let told = r#"FileOutput="L.TensionA,L.TensionB,L.Tension""#;
    for segments in [2, 5, 20] {
        let [lying, ground] = lying(segments);
        let hanging = hanging(segments, "");
        // A buoyant one, and one whose end B is the lower one.
        let floating = r#"marine:Cable/Mooring L Length="60" Segments="12" MassPerLength="2" Diameter="0.07" AxialStiffness="1e6" Seabed="None" PosA="0, 0, 30" PosB="40, 0, 22""#;
        let turned = hanging.replace("PosA=\"0, 0, 60\" PosB=\"95, 0, 5\"", "PosB=\"0, 0, 60\" PosA=\"95, 0, 5\"");
        for line in [&lying, &hanging, floating, &turned] {
            let mut objects = vec![EARTH, STILL, line];
            objects.extend((line == lying).then_some(ground.as_str()));
            let first = |more: &str| {
                let engine = format!(r#"TOutput="0, 0.001" {more} {told}"#);
                run_in_order_of_all(&objects, &engine)
            };
            let (begins, rests) = (first(""), first(r#"Start="steady""#));
            let largest = rests.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            for (begins, rests) in begins.iter().zip(&rests) {
                // On the ground it sinks in by millimetres, first.
                let within = if line == lying { 0.03 } else { 1e-6 };
                assert_near(begins / largest, rests / largest, within);
            }
        }
    }
}

/// The first row.
fn run_in_order_of_all(objects: &[&str], engine: &str) -> Vec<f64> {
    crate::laboratory::run(&load(&scenario(objects, "", "", engine))).0[0].1.clone()
}

#[test]
fn an_anchor_below_the_ground_is_told() {
    let [line, _] = lying(10);
    let ground = r#"marine:Sea/Seabed Ground Depth="55""#;
    let text = scenario(&[EARTH, STILL, &line, ground], "", "", r#"TOutput="0, 1""#);
    let said = match crate::laboratory::try_load(&text) {
        Ok(model) => crate::laboratory::try_run(&model).2.unwrap_err().to_string(),
        Err(wrong) => wrong.to_string(),
    };
    assert!(said.contains("its end A is 5.000 m below the ground"), "{said}");
}

/// A table of one slope is a stiffness; one that gets stiffer is between both, and goes on as at its end.
#[test]
fn a_table_of_tensions_stands_for_a_stiffness() {
    let tension = |elasticity: &str| {
        let line = hanging(10, "").replace(r#"AxialStiffness="3e7""#, elasticity);
        run_in_order_of_all(
            &[EARTH, STILL, &line],
            r#"TOutput="0, 0.1" Start="steady" FileOutput="L.TensionA,L.TensionB""#,
        )
    };
    let linear = tension(r#"AxialStiffness="3e7""#);
    for table in ["0.01, 3e5", "0, 0; 0.0001, 3000; 0.0004, 12000; 0.1, 3e6"] {
        for (is, should) in tension(&format!(r#"TensionTable="{table}""#)).iter().zip(&linear) {
            assert_near(is / should, 1.0, 1e-9);
        }
    }
    // It is stretched beyond 1e-4, from where on it is ten times as stiff; a soft one sags more, with less tension.
    let stiffer = tension(r#"TensionTable="0.0001, 3000; 0.0002, 33000""#);
    let soft = tension(r#"AxialStiffness="3e6""#);
    assert!(stiffer[1] > linear[1] && soft[1] < linear[1], "{stiffer:?} {linear:?} {soft:?}");
}
