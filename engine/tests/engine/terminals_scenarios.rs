//! The scenarios by terminals, against reference data, a closed form, and the same machines by signals.

use bowline_engine::{LoadOptions, Source, Sources};

use crate::laboratory::{Row, load_from, rows_of, run};

/// The rows of a scenario, with the columns in this order.
fn rows(name: &str, overrides: &[&str], columns: &[&str]) -> Vec<Row> {
    let path = format!("{}/../scenarios/{name}.xml", env!("CARGO_MANIFEST_DIR"));
    let sources = Sources::new(Source::new(&path, std::fs::read_to_string(&path).unwrap()));
    let overrides = overrides.iter().map(|set| (*set).to_owned());
    let model = load_from(&sources.with_overrides(overrides), LoadOptions::default());
    let model = model.unwrap_or_else(|wrong| panic!("{wrong}"));
    let found: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
    let place = |name: &&str| found.iter().position(|of| of == name).unwrap_or_else(|| panic!("{name}: {found:?}"));
    let places: Vec<usize> = columns.iter().map(place).collect();
    let rows = run(&model).0;
    rows.into_iter().map(|(time, row)| (time, places.iter().map(|place| row[*place]).collect())).collect()
}

/// That columns are the same but for a part of their scale.
#[track_caller]
fn assert_same(found: &[Row], expected: &[Row], columns: &[&str], allowed: f64) {
    assert_eq!(found.len(), expected.len());
    for (at, name) in columns.iter().enumerate() {
        let scale = expected.iter().map(|(_, row)| row[at].abs()).fold(0.0, f64::max);
        let off = found.iter().zip(expected).map(|((_, found), (_, expected))| (found[at] - expected[at]).abs());
        let off = off.fold(0.0, f64::max) / scale;
        assert!(off < allowed, "{name}: {off:.1e}");
    }
}

#[test]
fn the_page_of_vhdl_ams_moves_as_its_closed_form() {
    let found = rows("spring_damper_mass", &[], &["M.s", "M.v", "Spring.f", "Damper.f"]);
    let reference = rows_of("terminals/vhdlams_smd.csv");
    assert_eq!(found.len(), reference.len());
    for ((time, row), expected) in found.iter().zip(&reference) {
        for (column, sign) in [1.0, 1.0, -1.0, -1.0].into_iter().enumerate() {
            let off = row[column] - sign * expected[column + 1];
            assert!(off.abs() < 1e-7, "{time}, {column}: {off}");
        }
    }
}

/// Springs and damper in a row take one force, each by its own law, and the sum of the momenta is that of the force, 10 N
/// from 0.5 s on.
#[test]
fn two_masses_pull_each_other_and_nodes_between_have_one_force() {
    let columns = ["M1.v", "M2.v", "M1.s", "M2.s", "K1.s_rel", "K2.s_rel", "D.v_rel", "D.f"];
    let recorded = format!("Engine:FileOutput={}", columns.join(","));
    for (time, row) in rows("two_masses", &[&recorded], &columns) {
        let &[v1, v2, s1, s2, spring1, spring2, damper, force] = &row[..] else { panic!("{row:?}") };
        let since = (time - 0.5).max(0.0);
        let zero = [
            2.0 * v1 + v2 - 10.0 * since,
            2.0 * s1 + s2 - 1.0 - 5.0 * since * since,
            force - 1000.0 * (spring1 - 0.3),
            force - 500.0 * (spring2 - 0.2),
            force - 50.0 * damper,
        ];
        assert!(zero.iter().all(|of| of.abs() < 1e-8), "{time}: {zero:?}");
    }
}

/// At rest the brake holds m g r / ratio; while it lifts, the motor takes that from its current.
#[test]
fn a_winch_holds_lifts_and_holds_again() {
    let columns = ["Rotor.w", "Brake.tau", "L.i", "Load.s", "Rope.f", "Copper.T"];
    let found = rows("electric_winch", &[], &columns);
    let load = 200.0 * 9.81 * 0.1 / 40.0;
    for (time, row) in &found {
        if *time < 0.799 || *time > 20.001 {
            assert_eq!(row[0], 0.0, "{time}: {row:?}");
        }
        if *time < 0.499 {
            assert!((row[1] + load).abs() < 1e-9 && (row[4] - 1962.0).abs() < 1e-9, "{time}: {row:?}");
        }
        if (12.0..17.9).contains(time) {
            assert!((0.12 * row[2] - load).abs() < 1e-3 * load && row[1] == 0.0, "{time}: {row:?}");
        }
    }
    let last = &found.last().unwrap().1;
    assert!((last[1] + load).abs() < 1e-6 && last[3] > 6.7 && last[5] > 300.0, "{last:?}");
}

const METHOD: [&str; 3] = ["Engine:IntegratorMethod=ESDIRK34", "Engine:AbsTol=1e-9", "Engine:RelTol=1e-9"];

#[test]
fn a_power_unit_by_terminals_is_that_by_signals() {
    let by_terminals =
        ["A.Stroke", "A.v_rel", "A.A.p", "A.B.p", "L.p", "D.p", "G.OilVolume", "P.Setting", "V.SpoolPos", "M.w"];
    let by_signals = [
        "A.Stroke",
        "A.VelocityLocal",
        "A.p0",
        "A.p1",
        "L.Pressure",
        "D.Pressure",
        "G.OilVolume",
        "P.Setting",
        "V.SpoolPos",
        "Shaft.AngVel",
    ];
    let found = rows("power_unit_terminals", &METHOD, &by_terminals);
    // The oil on the line's side of the accumulator gives way by 1e-7 of what its gas does.
    assert_same(&found, &rows("power_unit", &METHOD, &by_signals), &by_terminals, 1e-6);
}

#[test]
fn an_excavator_by_terminals_is_that_by_signals() {
    let of_cylinder =
        [("Cylinder.Stroke", "Stroked"), ("Cylinder.A.p", "Cylinder.p0"), ("Cylinder.B.p", "Cylinder.p1")];
    let of_drive = of_cylinder.into_iter().chain([("Cylinder.Tension", "Tension"), ("Valve.SpoolPos", "SpoolPos")]);
    let of_drives = of_drive
        .flat_map(|(one, other)| ["Boom", "Stick"].map(|drive| (format!("{drive}.{one}"), format!("{drive}.{other}"))));
    let more = [("Arm.Angle[0]", "Arm.Angle[0]"), ("Arm.Angle[1]", "Arm.Angle[1]"), ("Line.p", "Line.Pressure")];
    let more = more.map(|(one, other)| (one.to_owned(), other.to_owned()));
    let names: Vec<(String, String)> = of_drives.chain(more).collect();
    let by_terminals: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let by_signals: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
    let found = rows("excavator_terminals", &METHOD, &by_terminals);
    assert_same(&found, &rows("excavator", &METHOD, &by_signals), &by_terminals, 1e-5);
}
