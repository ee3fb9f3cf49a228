//! Gravity and vector fields, which many ask.

use std::path::PathBuf;
use std::sync::Arc;

use bowline_engine::integration::ImplicitMethod;
use bowline_engine::{Diagnostics, LoadOptions, Model, Source, Sources};

use crate::laboratory::{complaints, load, load_from, run, scenario, try_load, try_run};

const EXACT: &str = r#"AbsTol="1e-10" RelTol="1e-10""#;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, where {expected} is right");
}

/// Pos = x0 + v0 t + (F / m + g) t^2 / 2, of two masses with one gravity.
#[test]
fn masses_fall_along_parabolas() {
    let objects = [
        "mechanics:Body/PointMass A Mass=\"2\"",
        "mechanics:Environment/Gravity G Acceleration=\"0.5, 0, -9.81\"",
        "mechanics:Body/PointMass B Mass=\"5\"",
    ];
    let initial = r#"A.Pos="0,1,2" A.Vel="3,0,4" B.Pos="0,0,0" B.Vel="0,0,0""#;
    let implicit = ImplicitMethod::ALL.map(|method| (method.name(), 1e-6));
    for (method, within) in [("DormandPrince", 1e-10)].into_iter().chain(implicit) {
        let engine = format!(r#"TOutput="0, 2" IntegratorMethod="{method}" {EXACT}"#);
        let text = scenario(&objects, r#"B.Force="10, 0, 49.05""#, initial, &engine);
        let text = text.replace("<OBJECTS>", "<VIEW Up=\"z\"/>\n<OBJECTS>");
        let found = run(&load(&text)).0.pop().unwrap().1;
        let expected = [7.0, 1.0, -9.62, 4.0, 0.0, -15.62, 5.0, 0.0, 0.0, 5.0, 0.0, 0.0];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < within, "{method}: {found}, where {expected} is right");
        }
    }
}

#[test]
fn gravity_is_a_vector_that_is_looked_at_too() {
    let notes = |gravity: &str, up: &str| {
        let objects = [format!("mechanics:Environment/Gravity G {gravity}")];
        let text = scenario(&[&objects[0]], "", "", r#"TOutput="0, 1""#);
        let model = try_load(&text.replace("<OBJECTS>", &format!("<VIEW Up=\"{up}\"/>\n<OBJECTS>"))).unwrap();
        model.warnings().sorted().iter().map(|d| d.message().to_owned()).collect::<Vec<_>>()
    };
    for (gravity, up) in [("", "-z"), (r#"Acceleration="0, 0, -9.81""#, "z"), (r#"Acceleration="0, -9.81, 0""#, "y")] {
        assert_eq!(notes(gravity, up), [""; 0], "{gravity}, {up}");
    }
    assert_eq!(notes("", "z"), ["with 0, 0, 9.81 m/s^2 gravity pulls upwards (z points up): `G.Acceleration`"]);
    assert_eq!(notes("", "y"), ["with 0, 0, 9.81 m/s^2 gravity pulls sideways (y points up): `G.Acceleration`"]);
}

/// What a field is at some places.
fn probed(field: &str, places: &[[f64; 3]]) -> Vec<Vec<f64>> {
    let probes: Vec<String> = (0..places.len()).map(|i| format!("base:Field/Probe P{i}")).collect();
    let mut objects: Vec<&str> = probes.iter().map(String::as_str).collect();
    objects.push(field);
    let connections: String =
        places.iter().enumerate().map(|(i, [x, y, z])| format!("P{i}.Pos=\"{x}, {y}, {z}\" ")).collect();
    let engine = r#"TOutput="0, 1" FileOutput="objects:outputs""#;
    let row = run(&load(&scenario(&objects, &connections, "", engine))).0.remove(0).1;
    row.chunks(3).map(<[f64]>::to_vec).collect()
}

#[test]
fn a_uniform_field_is_the_same_everywhere() {
    let found = probed(r#"base:Field/Uniform F Value="1, -2, 3""#, &[[0.0; 3], [1e6, -5.0, 7.0]]);
    assert_eq!(found, [[1.0, -2.0, 3.0], [1.0, -2.0, 3.0]]);
}

/// Functions that are linear along each axis are what they are between the points.
fn multilinear([x, y, z]: [f64; 3]) -> [f64; 3] {
    [1.0 + 2.0 * x - y + 3.0 * z, x * y - 2.0 * y * z, 0.5 * x * y * z - x * z]
}

const PLANES: [&[f64]; 3] = [&[-1.0, 0.0, 2.5], &[0.0, 1.5], &[-4.0, -1.0, 0.5, 3.0]];

fn points() -> Vec<[f64; 3]> {
    let [xs, ys, zs] = PLANES;
    xs.iter().flat_map(|x| ys.iter().flat_map(|y| zs.iter().map(|z| [*x, *y, *z]))).collect()
}

#[test]
fn a_table_gives_multilinear_functions_back() {
    let values: Vec<String> = points().into_iter().map(multilinear).map(|[u, v, w]| format!("{u}, {v}, {w}")).collect();
    let table = format!(
        r#"base:Field/Table F X="-1, 0, 2.5" Y="0, 1.5" Z="-4, -1, 0.5, 3" Values="{}" Outside="Error""#,
        values.join("; ")
    );
    let mut places = points();
    places.extend([[-0.3, 0.7, -2.0], [2.0, 1.0, 2.9], [2.5, 1.5, 3.0], [0.0, 0.2, 0.5], [1.1, 0.0, 0.0]]);
    for (found, place) in probed(&table, &places).iter().zip(&places) {
        found.iter().zip(multilinear(*place)).for_each(|(found, expected)| near(*found, expected));
    }
    // Outside it is as at the nearest point.
    let held = table.replace("Outside=\"Error\"", "");
    let (outside, nearest) = ([[9.0, 1.0, -7.0], [-2.0, -1.0, 0.0]], [[2.5, 1.0, -4.0], [-1.0, 0.0, 0.0]]);
    for (found, place) in probed(&held, &outside).iter().zip(nearest) {
        found.iter().zip(multilinear(place)).for_each(|(found, expected)| near(*found, expected));
    }
}

/// m v' = c (w - v) + m g: v goes to w + m g / c as exp(-c t / m) dies out.
#[test]
fn bodies_fall_in_the_wind() {
    let text = include_str!("../../../scenarios/falling_in_the_wind.xml");
    let model = load(&text.replace("TOutput", r#"AbsTol="1e-11" RelTol="1e-11" TOutput"#));
    let column = |name: &str| model.columns().iter().position(|c| model.column_name(c) == name).unwrap();
    for (body, mass) in [("Stone", 2.0), ("Feather", 0.01)] {
        for (time, row) in run(&model).0 {
            let left = (-0.1 * time / mass).exp();
            let falling = mass * 9.81 / 0.1 * (1.0 - left);
            for (axis, expected) in [8.0 * (1.0 - left), 2.0 * (1.0 - left), falling].into_iter().enumerate() {
                near(row[column(&format!("{body}.Vel[{axis}]"))], expected);
            }
        }
    }
}

/// A scenario beside files, as tests of other parts have it: with a name in a directory.
fn beside(file: &str, contents: &str, text: String) -> Result<Arc<Model>, Diagnostics> {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fields-{file}"));
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("field.csv"), contents).unwrap();
    let name = directory.join("test.xml").to_string_lossy().into_owned();
    load_from(&Sources::new(Source::new(name, text)), LoadOptions::default())
}

const FROM_FILE: [&str; 2] = [r#"base:Field/Table F File="field.csv""#, "base:Field/Probe P"];

#[test]
fn a_table_may_come_from_a_file_in_any_order() {
    // Along x and z only; the field does not change along y.
    let text = "Z, U, X, V, W\n1, 12, 0, 0, 1\n\n0,10,0,0,1\n0,20,2,0,3\n1,22,2,0,3\n";
    let connections = r#"P.Pos="0.5, 77, 0.25""#;
    let engine = r#"TOutput="0, 1" FileOutput="objects:outputs""#;
    let model = beside("good", text, scenario(&FROM_FILE, connections, "", engine)).unwrap_or_else(|e| panic!("{e}"));
    let row = run(&model).0.remove(0).1;
    [13.0, 0.0, 1.5].iter().zip(row).for_each(|(expected, found)| near(found, *expected));
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_line() {
    let text = scenario(&FROM_FILE, r#"P.Pos="0, 0, 0""#, "", r#"TOutput="0, 1""#);
    for (position, (contents, expected)) in [
        ("", "field.csv: it is empty"),
        ("X, U, V\n0, 1, 2", "field.csv:1: beside those of the axes there are 2 columns, where a vector has 3"),
        ("A, U, V\n0, 1, 2", "field.csv:1: no column is called `X`, `Y` or `Z`"),
        ("X, X, U, V, W\n", "field.csv:1: two columns are called `X`"),
        ("0, 1, 2, 3\n", "field.csv:1: the first line names the columns, as `X, Y, U, V, W`"),
        ("X, U, V, W\n", "field.csv:1: there are no points"),
        ("X, U, V, W\n0, 1, 2\n", "field.csv:2: 3 numbers, where 4 columns are named"),
        ("X, U, V, W\n\n0, 1, a, 2\n", "field.csv:3: `a` is not a number"),
        ("X, U, V, W\n0; 1; 2; 3\n", "field.csv:2: `;` between the numbers"),
        ("X, U, V, W\n1,0,0,0\n0,0,0,0\n1,2,2,2\n", "field.csv:4: the point X = 1 is given again; line 2 has it"),
        ("X,Z,U,V,W\n0,0,1,1,1\n0,1,1,1,1\n2,1,1,1,1\n", "field.csv:1: the point X = 2, Z = 0 is missing"),
    ]
    .into_iter()
    .enumerate()
    {
        let wrong = beside(&format!("bad{position}"), contents, text.clone()).unwrap_err();
        let found = wrong.sorted()[0].message().to_owned();
        assert!(found.contains(expected), "{found}, where this is expected: {expected}");
    }
}

#[test]
fn what_is_wrong_with_attributes_is_told() {
    let told = |field: &str| {
        let objects = [format!("base:Field/Table F {field}")];
        complaints(&scenario(&[&objects[0]], "", "", r#"TOutput="0, 1""#)).join("; ")
    };
    for (field, expected) in [
        (r#"X="0, 1" Values="1, 2, 3""#, "has 1 vectors, where the grid has 2 points"),
        (r#"X="0, 1" Values="1, 2; 3, 4""#, "has 2 numbers in a row, where a vector has 3"),
        (r#"X="0, 0" Values="1, 2, 3; 1, 2, 3""#, "`X`: must rise, but 0 is followed by 0"),
        ("", "`Values`"),
    ] {
        assert!(told(field).contains(expected), "{}", told(field));
    }
}

#[test]
fn who_asks_outside_of_a_table_may_be_told_so() {
    let objects = [
        r#"base:Field/Table F Y="0, 1" Values="0, 1, 0; 0, 1, 0" Outside="Error""#,
        "base:Field/Probe P",
        r#"base:Src/Ramp U EndTime="2" After="2""#,
    ];
    let connections = r#"P.Pos="0, U.Out, 0""#;
    let engine = r#"TOutput="0:0.5:2" FileOutput="objects:outputs""#;
    let (rows, _, outcome) = try_run(&load(&scenario(&objects, connections, "", engine)));
    assert_eq!(rows.len(), 3, "up to 1 m");
    let message = outcome.unwrap_err().to_string();
    assert!(
        message.contains("`F` (Field/Table of fhsim_base): answering for `Field` failed at t = 1.5 s: Y = 1.5 m is outside of the table, which goes from 0 to 1 m")
            && message.contains("`P` (Field/Probe of fhsim_base) asked in `look`"),
        "{message}"
    );
}
