//! Systems of multi-poles: the hydraulic drive and a silencer, as static, dynamic and frequency tasks.

use std::sync::Arc;

use bowline_engine::equilibrium::{Conditions, Given};
use bowline_engine::linear_model::{LinearModel, WithRates};
use bowline_engine::{LoadOptions, Model, Source, Sources};

use crate::laboratory::{load_from, rows_of, run};

pub(super) fn loaded(name: &str, overrides: &[String], unsettled: bool) -> Arc<Model> {
    let path = format!("{}/../scenarios/{name}.xml", env!("CARGO_MANIFEST_DIR"));
    let sources = Sources::new(Source::new(&path, std::fs::read_to_string(&path).unwrap()));
    let options = LoadOptions { unsettled, ..LoadOptions::default() };
    let loaded = load_from(&sources.with_overrides(overrides.iter().cloned()), options);
    loaded.unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Signals in the order of the references' states, without the stroke.
const SIGNALS: [&str; 11] =
    ["ME.w", "TU1.p1", "TU1.Q3", "TU1.p2", "FC.z", "FC.w", "CA1.p", "CA2.p", "PI.v", "TU2.Q1", "TU2.p2"];
/// How large these are.
const SIZES: [f64; 11] = [150.0, 5e6, 4e-4, 5e6, 5e-4, 0.1, 5e6, 2e6, 0.1, 1e-4, 1e6];

/// Nine places of rest of the drive, with the largest real part of their eigenvalues. Reference: nested scalar solves (Brent) and Newton's method in
/// 40 digits; eigenvalues of a Jacobian by complex steps.
#[test]
fn the_drive_rests_where_nested_solves_say() {
    let rows = rows_of("multipole/drive_steady.csv");
    assert!(rows.len() >= 9);
    for row in rows {
        let sets = [format!("FC.At={}", row[1]), format!("Load.Value={}", row[0])];
        let model = loaded("hydraulic_drive", &sets, true);
        let found = bowline_engine::equilibrium::Equilibrium::find(
            &model,
            &model.first_state().unwrap(),
            &Conditions::default(),
            &mut |_| None,
        );
        let found = found.unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let workspace = model.workspace_at(&found.state).unwrap();
        let value = |name: &str| model.probe(name).unwrap().values(0.0, &workspace).next().unwrap();
        // The reference has the stroke as its tenth state.
        let expected = row[2..11].iter().chain(&row[12..14]);
        for ((name, expected), size) in SIGNALS.iter().zip(expected).zip(SIZES) {
            let found = value(name);
            assert!((found - expected).abs() < 1e-9 * size, "{row:?}: {name} is {found}, not {expected}");
        }
        let linear = LinearModel::of(&model, &found.state, &[], &[]).unwrap();
        let largest = linear.system.eigenvalues().unwrap().iter().map(|value| value.re).fold(f64::MIN, f64::max);
        let expected = row[row.len() - 1];
        assert!((largest / expected - 1.0).abs() < 1e-6, "{row:?}: {largest}, not {expected}");
    }
}

/// The load rises by 5 kN for 0.2 s. Reference: SciPy's DOP853 (rtol 1e-12), begun anew at the steps.
#[test]
fn the_drive_follows_steps_of_its_load() {
    for (file, area) in [("multipole/drive_transient_1.csv", "6.4e-6"), ("multipole/drive_transient_2.csv", "5.2e-6")] {
        let rows = rows_of(file);
        let sets = [format!("FC.At={area}"), "Engine:RelTol=1e-9".to_owned(), "Engine:AbsTol=1e-9".to_owned()];
        let model = loaded("hydraulic_drive", &sets, false);
        let names: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
        let places = SIGNALS.map(|name| names.iter().position(|of| of == name).unwrap());
        let found = run(&model).0;
        assert_eq!(found.len(), rows.len());
        for ((time, found), row) in found.iter().zip(&rows) {
            assert!((time - row[0]).abs() < 1e-12);
            let expected = row[2..11].iter().chain(&row[12..14]);
            for (((place, expected), size), name) in places.iter().zip(expected).zip(SIZES).zip(SIGNALS) {
                let off = (found[*place] - expected).abs() / size;
                assert!(off < 2e-6, "{file}, {time}: {name} is {}, not {expected}", found[*place]);
            }
        }
    }
}

/// With a damping of 250 N s/m the place of rest exists and is unstable: its largest real part is 47.50684 1/s. The drive leaves it, and
/// comes to a limit cycle in which the compensator falls on its stop and rises twice before it does so again. Reference: DOP853 at 1e-10 from impact to impact.
#[test]
fn the_drive_with_little_damping_leaves_its_place_of_rest_for_a_limit_cycle() {
    let sets = ["FC.At=5.2e-6", "FC.h=250", "Load.Value=14000", "Extra.Values=0; 0; 0"].map(str::to_owned);
    let model = loaded("hydraulic_drive", &sets, true);
    let found = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Conditions::default(),
        &mut |_| None,
    )
    .unwrap();
    let linear = LinearModel::of(&model, &found.state, &[], &[]).unwrap();
    let values = linear.system.eigenvalues().unwrap();
    let unstable = values.iter().max_by(|one, other| one.re.total_cmp(&other.re)).unwrap();
    assert!((unstable.re - 47.506_84).abs() < 1e-3 && (unstable.im.abs() - 4176.324).abs() < 1e-2, "{unstable}");
    let motion =
        ["Engine:TOutput=0, 0.38:1e-6:0.4", "Engine:RelTol=1e-8", "Engine:AbsTol=1e-8", "Extra.Values=200; 0; 0"]
            .map(str::to_owned);
    let disturbed = loaded("hydraulic_drive", &[&sets[..], &motion].concat(), false);
    let at = |name: &str| disturbed.columns().iter().position(|column| disturbed.column_name(column) == name).unwrap();
    let (z, w) = (at("FC.z"), at("FC.w"));
    let rows = run(&disturbed).0;
    let rows = &rows[1..];
    let tops: Vec<f64> =
        rows.windows(2).filter(|pair| pair[0].1[w] > 0.0 && pair[1].1[w] <= 0.0).map(|pair| pair[1].1[z]).collect();
    let hits: Vec<f64> = rows
        .windows(2)
        .filter(|pair| pair[0].1[w] < 0.0 && pair[1].1[w] >= 0.0 && pair[1].1[z] < 1e-7)
        .map(|pair| pair[1].0)
        .collect();
    assert!(hits.len() >= 6 && tops.len() >= 12, "{hits:?} {tops:?}");
    let period = (hits[hits.len() - 1] - hits[0]) / (hits.len() - 1) as f64;
    assert!((period / 2.998_557_745e-3 - 1.0).abs() < 2e-4, "{period}");
    let (low, high) = (tops.iter().copied().fold(f64::MAX, f64::min), tops.iter().copied().fold(0.0, f64::max));
    assert!(
        (low / 1.124_175_798e-4 - 1.0).abs() < 2e-4 && (high / 1.149_257_389e-4 - 1.0).abs() < 2e-4,
        "{low} {high}"
    );
}

/// The drive in the forms of figure 7, for its steady state: TU1, FC, TU2 and VP in H, the piston in Hh, all of them given what comes from the left. It rests in
/// the same places.
#[test]
fn the_drive_in_the_forms_of_its_steady_state_rests_in_the_same_places() {
    let text =
        std::fs::read_to_string(format!("{}/../scenarios/hydraulic_drive.xml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut text = text
        .replace("TU/Z", "TU/H")
        .replace("TU/G", "TU/H")
        .replace("FC/Y", "FC/H")
        .replace("VP/Y", "VP/H")
        .replace("PI/Yh", "PI/Hh")
        .replace(r#"FC.P2="CA1.P1" CA1.P2="PI.P1""#, r#"FC.P2="PI.P1""#)
        .replace(r#"PI.P2="CA2.P1" CA2.P2="TU2.P1""#, r#"PI.P2="TU2.P1""#);
    for of in ["Name=\"CA1\"", "Name=\"CA2\"", "<InitialCondition", "FileOutput="] {
        let line = text.lines().find(|line| line.contains(of)).unwrap().to_owned();
        let rest = if of == "<InitialCondition" {
            r#"<InitialCondition TU1.p1="6e6" TU1.Q2="4e-4" FC.p1="6e6" FC.z="1e-4" TU2.p1="7e5" TU2.Q2="1e-4"/>"#
        } else if of == "FileOutput=" {
            "FileOutput=\"objects:all\"/>"
        } else {
            ""
        };
        text = text.replace(&line, rest);
    }
    let mut places = 0;
    // A guess far below 0 leads to no other place.
    let text = text.replace("<InitialCondition ", r#"<InitialCondition VP.y="-0.004" "#);
    for row in rows_of("multipole/drive_steady.csv") {
        let text = text.replace(r#"Value="9000""#, &format!(r#"Value="{}""#, row[0]));
        let model = super::still(&text.replace(r#"At="6.4e-6""#, &format!(r#"At="{:e}""#, row[1])));
        let found = bowline_engine::equilibrium::Equilibrium::find(
            &model,
            &model.first_state().unwrap(),
            &Conditions::default(),
            &mut |_| None,
        );
        let found = found.unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let workspace = model.workspace_at(&found.state).unwrap();
        let names = [
            "ME.w", "PH.P2.p", "TU1.P2.Q", "FC.P1.p", "FC.z", "FC.w", "PI.P1.p", "PI.P2.p", "PI.Rod.v", "TU2.P2.Q",
            "VP.P1.p",
        ];
        let expected = row[2..11].iter().chain(&row[12..14]);
        for ((name, expected), size) in names.iter().zip(expected).zip(SIZES) {
            let found = model.probe(name).unwrap().values(0.0, &workspace).next().unwrap();
            assert!((found - expected).abs() < 1e-9 * size, "{row:?}: {name} is {found}, not {expected}");
        }
        places += 1;
    }
    assert_eq!(places, 12);
}

/// Reference: products of chain matrices in 50 digits.
#[test]
fn a_dead_end_silences_what_swings_with_a_quarter_of_its_wave() {
    let rows = rows_of("multipole/silencer.csv");
    let text = std::fs::read_to_string(format!("{}/../scenarios/silencer.xml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    // The in-port is to be free.
    let model = super::still(&text.replace(r#"S.Q="Pump.Out""#, "").replace(r#"Name="S""#, r#"Name="S" Q="5e-4""#));
    let (inputs, outputs) =
        ([model.input("S.Q").unwrap()], ["R.P1.p", "A1.P1.p"].map(|name| model.probe(name).unwrap()));
    let found = WithRates::of(&model, &model.first_state().unwrap(), &inputs, &outputs).unwrap();
    let hertz: Vec<f64> = rows.iter().map(|row| row[0] / std::f64::consts::TAU).collect();
    let found = found.frequency_response(&hertz).unwrap();
    for (frequency, row) in rows.iter().enumerate() {
        for (output, expected) in [(0, [row[1], row[2]]), (1, [row[4], row[5]])] {
            let found = found.get(frequency, output, 0).unwrap();
            let off = (found.re - expected[0]).hypot(found.im - expected[1]);
            assert!(off < 1e-8 * expected[0].hypot(expected[1]), "{}: {found}, not {expected:?}", row[0]);
        }
    }
}

/// Planning in either direction, from the places of rest of the reference: the load from the pressure before the piston,
/// the throttle from the speed, and both from both.
#[test]
fn the_drive_is_planned_in_either_direction() {
    for row in rows_of("multipole/drive_steady.csv") {
        let (load, area, pressure, speed) = (row[0], row[1], row[8], row[10]);
        let parameters = [("Load.Value", 7000.0, load), ("FC.At", 5.8e-6, area)];
        let signals = [("CA1.p", pressure), ("PI.v", speed)];
        for (which, sought) in [&[0][..], &[1], &[0, 1]].into_iter().enumerate() {
            let with = |values: &[f64]| {
                let sets = parameters.iter().enumerate().map(|(at, (name, _, known))| {
                    let value = sought.iter().position(|of| *of == at).map_or(*known, |found| values[found]);
                    format!("{name}={value:e}")
                });
                loaded("hydraulic_drive", &sets.collect::<Vec<_>>(), true)
            };
            let begins: Vec<f64> = sought.iter().map(|at| parameters[*at].1).collect();
            let named = sought.iter().map(|at| parameters[*at].0.to_owned());
            let givens = sought.iter().map(|at| Given { signal: signals[*at].0.to_owned(), value: signals[*at].1 });
            let conditions = Conditions {
                parameters: named.zip(begins.iter().copied()).collect(),
                givens: givens.collect(),
                ..Conditions::default()
            };
            let model = with(&begins);
            let start = model.first_state().unwrap();
            let found = bowline_engine::equilibrium::Equilibrium::find(&model, &start, &conditions, &mut |values| {
                Some(with(values))
            });
            let found = found.unwrap_or_else(|error| panic!("{row:?}, {which}: {error}"));
            for (found, at) in found.found.iter().zip(sought) {
                let (name, size, expected) = parameters[*at];
                let off = (found.value - expected).abs() / size;
                assert!(off < 1e-7, "{row:?}, {which}: {name} is {}, not {expected}", found.value);
            }
        }
    }
}
