//! Multi-pole elements in all of their forms, against tables of transfer factors and a line of ten sections.

mod causality;
mod elements;
mod systems;
mod valve;

use std::sync::Arc;

use bowline_engine::linear_model::WithRates;
use bowline_engine::lti::{Complex, LtiError};
use bowline_engine::{LoadOptions, Model, Source, Sources};
use serde_json::Value;

use crate::laboratory::{complaints, load, load_from, rows_of, run_in_order, scenario};

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

fn json(file: &str) -> Value {
    let path = format!("{}/tests/data/multipole/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn complex(value: &Value) -> Complex {
    Complex::new(value[0].as_f64().unwrap(), value[1].as_f64().unwrap())
}

/// Loads a model to look for equilibria and frequency responses: accepts forms that need rates.
fn still(text: &str) -> Arc<Model> {
    let options = LoadOptions { unsettled: true, ..LoadOptions::default() };
    let loaded = load_from(&Sources::new(Source::new("test.xml", text)), options);
    loaded.unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// From inputs to outputs at frequencies, rad/s: by frequency, then output, then input.
fn response(text: &str, inputs: &[&str], outputs: &[&str], omega: &[f64]) -> Result<Vec<Complex>, LtiError> {
    let model = still(text);
    let inputs: Vec<_> = inputs.iter().map(|name| model.input(name).unwrap()).collect();
    let outputs: Vec<_> = outputs.iter().map(|name| model.probe(name).unwrap()).collect();
    let found = WithRates::of(&model, &model.first_state().unwrap(), &inputs, &outputs).unwrap();
    let hertz: Vec<f64> = omega.iter().map(|omega| omega / std::f64::consts::TAU).collect();
    found.frequency_response(&hertz).map(|response| response.values().to_vec())
}

/// The types that give a form its variables, from the left and from the right, of a pair of variables and the names of their ends.
fn ends(form: char, [potential, flow]: [&str; 2]) -> [(String, bool); 2] {
    let (left, right) = match form {
        'G' => (true, false),
        'H' => (false, true),
        'Y' => (true, true),
        _ => (false, false),
    };
    let kind = |is_potential: bool, side: &str| {
        (format!("multipole:{}/{side}", if is_potential { potential } else { flow }), is_potential)
    };
    [kind(left, "Left"), kind(right, "Right")]
}

#[test]
fn each_form_of_each_element_has_the_transfer_factors_of_its_law() {
    let reference = json("fourpole_forms.json");
    let hydraulic = (["Pressure", "Flow"], ["p", "Q"]);
    let mechanic = (["Force", "Velocity"], ["F", "v"]);
    let displacement = (["ForceOfDisplacement", "Displacement"], ["F", "x"]);
    let elements = [
        ("RR", "RR", r#"RL="2.5e9""#, hydraulic),
        ("LE", "LE", r#"R="4e11""#, hydraulic),
        ("LEt", "LEt", r#"R="4e11""#, hydraulic),
        ("VE", "VE", r#"C="3.5e-13""#, hydraulic),
        ("HI", "HI", r#"L="6.1e6""#, hydraulic),
        ("EL_v", "EL", r#"c="2e5""#, mechanic),
        ("EL_x", "ELx", r#"c="2e5""#, displacement),
        ("IN", "IN", r#"m="12""#, mechanic),
        ("DA", "DA", r#"h="350""#, mechanic),
    ];
    let mut compared = 0;
    for (entry, element, parameters, (kinds, variables)) in elements {
        for form in ['G', 'H', 'Y', 'Z'] {
            let [left, right] = ends(form, kinds);
            let given = |is_potential: bool| variables[usize::from(!is_potential)];
            let objects = [
                format!(r#"{} L {}="0""#, left.0, given(left.1)),
                format!("multipole:{element}/{form} E {parameters}"),
                format!(r#"{} R {}="0""#, right.0, given(right.1)),
            ];
            let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
            let text = scenario(&objects, r#"L.P="E.P1" E.P2="R.P""#, "", AT_ONCE);
            let at = &reference[entry];
            if at["s=100j"][form.to_string()].is_null() {
                let told = complaints(&text);
                let name = format!("`{element}/{form}`");
                assert!(told.iter().any(|told| told.contains(&name)), "{name} does not exist: {told:?}");
                continue;
            }
            let inputs = [format!("L.{}", given(left.1)), format!("R.{}", given(right.1))];
            let outputs = [format!("E.P1.{}", given(!left.1)), format!("E.P2.{}", given(!right.1))];
            let (inputs, outputs) = (inputs.each_ref().map(String::as_str), outputs.each_ref().map(String::as_str));
            for (omega, s) in [(0.0, "s=0j"), (100.0, "s=100j")] {
                let expected = &at[s][form.to_string()];
                let found = response(&text, &inputs, &outputs, &[omega]);
                if expected.is_null() {
                    assert!(
                        matches!(found, Err(LtiError::Pole { .. })),
                        "{element}/{form} is singular at {s}: {found:?}"
                    );
                    continue;
                }
                let found = found.unwrap_or_else(|error| panic!("{element}/{form} at {s}: {error}"));
                for (number, found) in found.iter().enumerate() {
                    // X_ij leads from the input at port i to the output at port j.
                    let expected = complex(&expected[format!("{form}{}{}", number % 2 + 1, number / 2 + 1)]);
                    let off = (found - expected).norm();
                    assert!(
                        off <= 1e-9 * expected.norm(),
                        "{element}/{form} at {s}, {number}: {found}, not {expected}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 4 * (2 * 27 - 4), "27 forms, 4 of them singular at 0");
}

#[test]
fn all_forms_of_a_piston_are_one_law() {
    let reference = json("piston_forms.json");
    let (a1, a2) = (reference["A1"].as_f64().unwrap(), reference["A2"].as_f64().unwrap());
    let parameters = format!(r#"A1="{a1}" A2="{a2}" m="150" h="8000""#);
    for (s, omega) in [("s=0j", 0.0), ("s=100j", 100.0)] {
        let all = &reference["data"][s];
        let of = |name: &str| complex(&all[name]);
        // Kinds of ends, what they give, and what comes out.
        for (form, kinds, given, out) in [
            ("Gh", ["Pressure/Left", "Flow/Right", "Force/Right"], ["p1", "Q2", "F"], ["Q1", "p2", "v"]),
            ("Hh", ["Flow/Left", "Pressure/Right", "Force/Right"], ["Q1", "p2", "F"], ["p1", "Q2", "v"]),
            ("Yg", ["Pressure/Left", "Pressure/Right", "Velocity/Right"], ["p1", "p2", "v"], ["Q1", "Q2", "F"]),
            ("Yh", ["Pressure/Left", "Pressure/Right", "Force/Right"], ["p1", "p2", "F"], ["Q1", "Q2", "v"]),
        ] {
            let variable = |name: &str| name.trim_end_matches(['1', '2']).to_owned();
            let objects: Vec<String> = (kinds.iter().zip(given).zip(["A", "B", "C"]))
                .map(|((kind, given), name)| format!(r#"multipole:{kind} {name} {}="0""#, variable(given)))
                .chain([format!("multipole:PI/{form} P {parameters}")])
                .collect();
            let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
            let text = scenario(&objects, r#"A.P="P.P1" P.P2="B.P" P.Rod="C.P""#, "", AT_ONCE);
            let inputs: Vec<String> =
                given.iter().zip(["A", "B", "C"]).map(|(given, name)| format!("{name}.{}", variable(given))).collect();
            let outputs: Vec<String> = (out.iter().zip(["P1", "P2", "Rod"]))
                .map(|(out, port)| format!("P.{port}.{}", variable(out)))
                .collect();
            let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
            let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
            let found = response(&text, &inputs, &outputs, &[omega]).unwrap();
            for (row, out) in found.chunks_exact(3).zip(out) {
                let terms = row.iter().zip(given).map(|(gain, given)| gain * of(given));
                let (sum, size) = terms.fold((Complex::default(), 0.0), |(sum, size): (Complex, f64), term| {
                    (sum + term, size + term.norm())
                });
                let off = (sum - of(out)).norm();
                assert!(off <= 1e-9 * size, "{form} at {s}: {out} is {sum}, not {}", of(out));
            }
        }
    }
}

/// Ten sections of resistance, inertia and volume, in the forms that are given, and what closes the line on its right.
fn line(forms: [char; 3], ends: [&str; 2], engine: &str) -> String {
    let [r, l, c] = forms;
    let mut objects = vec![format!("multipole:{} In", ends[0])];
    let mut fed = String::new();
    let mut last = "In.P".to_owned();
    for k in 1..=10 {
        objects.push(format!(r#"multipole:RR/{r} R{k} RL="12511885.96288886""#));
        objects.push(format!(r#"multipole:HI/{l} L{k} L="3068472.0330182593""#));
        objects.push(format!(r#"multipole:VE/{c} C{k} C="2.025205264189134e-13""#));
        fed += &format!(r#"{last}="R{k}.P1" R{k}.P2="L{k}.P1" L{k}.P2="C{k}.P1" "#);
        last = format!("C{k}.P2");
    }
    objects.push(format!("multipole:{} Out", ends[1]));
    fed += &format!(r#"{last}="Out.P""#);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    scenario(&objects, &fed, "", engine)
}

/// Any causality of the line has the response of its closed form; the proper ones have its eigenvalues too.
#[test]
fn a_line_has_one_response_in_all_forms() {
    let rows = rows_of("hydraulic_line_response.csv");
    let omega: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    for forms in [['G', 'G', 'G'], ['G', 'Y', 'Z']] {
        let text = line(forms, [r#"Pressure/Left"#, r#"Flow/Right"#], AT_ONCE);
        let text =
            text.replace(r#"Name="In" "#, r#"Name="In" p="0" "#).replace(r#"Name="Out" "#, r#"Name="Out" Q="0" "#);
        let found = response(&text, &["In.p", "Out.Q"], &["C10.P2.p", "R1.P1.Q"], &omega).unwrap();
        for (row, found) in rows.iter().zip(found.chunks_exact(4)) {
            // G12, G22, G11, G21.
            for (found, expected) in found.iter().zip(row[1..9].chunks_exact(2)) {
                let expected = Complex::new(expected[0], expected[1]);
                let off = (found - expected).norm();
                let size = expected.norm().max(1e-3 * found.norm());
                assert!(off <= 1e-9 * size, "{forms:?} at {}: {found}, not {expected}", row[0]);
            }
        }
    }
}

/// The line with a load of 2e9 Pa s/m^3 after a step of 1 MPa, against the matrix exponential.
#[test]
fn a_line_moves_as_its_matrix_exponential() {
    let rows = rows_of("multipole/line_step.csv");
    let engine = r#"IntegratorMethod="DormandPrince" RelTol="1e-10" AbsTol="1e-12" TOutput="0:0.0005:0.1" FileOutput="C10.P2.p, L1.P1.Q, C5.P2.p, L6.P1.Q""#;
    let text = line(['G', 'Y', 'Z'], ["Pressure/Left", "RR/Y"], engine);
    let text = text
        .replace(r#"Name="In" "#, r#"Name="In" p="1e6" "#)
        .replace(r#"Name="Out" "#, r#"Name="Out" RL="2e9" "#)
        .replace(r#"="Out.P""#, r#"="Out.P1" Out.P2="T.P""#)
        .replace("</OBJECTS>", r#"<Lib LibName="multipole" SimObject="Pressure/Right" Name="T" p="0"/></OBJECTS>"#);
    let found = crate::laboratory::run_text_in_order(&text);
    let largest: Vec<f64> = (1..5).map(|at| rows.iter().map(|row| row[at].abs()).fold(0.0, f64::max)).collect();
    for ((time, found), row) in found.iter().zip(&rows) {
        assert!((time - row[0]).abs() < 1e-12);
        for (at, found) in found.iter().enumerate() {
            assert!((found - row[at + 1]).abs() < 1e-8 * largest[at], "{time}: {found}, not {}", row[at + 1]);
        }
    }
    assert!(found.len() > 100);
}

#[test]
fn what_needs_a_rate_does_not_run_and_what_would_is_named() {
    let text = line(['G', 'G', 'Z'], ["Pressure/Left", "Flow/Right"], AT_ONCE);
    let told = complaints(&text);
    // Not even its joints fit: with other forms they do.
    assert!(told.iter().any(|told| told.starts_with("bundle-mismatch: ")), "{told:?}");
    let objects =
        [r#"multipole:Pressure/Left A p="0""#, r#"multipole:VE/G V C="1e-13""#, r#"multipole:Flow/Right B Q="0""#];
    let told = complaints(&scenario(&objects, r#"A.P="V.P1" V.P2="B.P""#, "", AT_ONCE));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("needs-rate: `V` (VE/G of multipole) is given `V.P1.p`"), "{told:?}");
}

/// Where joints do not fit, forms are named with which they all do.
#[test]
fn forms_that_fit_are_named() {
    let objects = [
        r#"multipole:Pressure/Left A p="1e6""#,
        r#"multipole:RR/G R1 RL="1e9""#,
        r#"multipole:RR/G R2 RL="1e9""#,
        r#"multipole:RR/H R3 RL="1e9""#,
        r#"multipole:Pressure/Right B p="0""#,
    ];
    let fed = r#"A.P="R1.P1" R1.P2="R2.P1" R2.P2="R3.P1" R3.P2="B.P""#;
    let text = scenario(&objects, fed, "", AT_ONCE);
    let wrong = crate::laboratory::try_load(&text).unwrap_err();
    let told = wrong.sorted()[0].help_text().unwrap_or_default();
    assert!(told.contains("with other forms all joints fit: `R2` as RR/Y"), "{told}");
    // And so they do.
    let text = text.replace(r#"RR/G" Name="R2""#, r#"RR/Y" Name="R2""#);
    let model = load(&text);
    let found = bowline_engine::equilibrium::Equilibrium::find(
        &model,
        &model.first_state().unwrap(),
        &Default::default(),
        &mut |_| None,
    )
    .unwrap();
    let workspace = model.workspace_at(&found.state).unwrap();
    let flow: Vec<f64> = model.probe("R3.P2.Q").unwrap().values(0.0, &workspace).collect();
    assert!((flow[0] / (1e6 / 3e9) - 1.0).abs() < 1e-12, "{flow:?}");
}

/// Types that only share a heading are no forms of each other: two orifices of transmission lines need a volume between them.
#[test]
fn types_under_one_heading_are_no_forms() {
    let objects = ["tlm:Hydraulic/LaminarOrifice A", "tlm:Hydraulic/LaminarOrifice B"];
    let engine = r#"SampleTime="0.001" TOutput="0, 1" FileOutput="objects:all""#;
    let wrong = crate::laboratory::try_load(&scenario(&objects, r#"A.P2="B.P1""#, "", engine)).unwrap_err();
    let mismatch = wrong.sorted().into_iter().find(|told| told.code() == "bundle-mismatch").unwrap();
    let help = mismatch.help_text().unwrap_or_default();
    assert!(help.contains("put a SimObject of side C between them"), "{help}");
}

/// Flows of couplings add up in all of their six forms.
#[test]
fn couplings_are_one_law_in_all_forms() {
    for (kind, ends) in [("TeeOut", ["Left", "Right", "Right"]), ("TeeIn", ["Left", "Left", "Right"])] {
        for given in 1..=3_usize {
            let mut objects = vec![format!("multipole:{kind}/P{given} T")];
            let mut fed = String::new();
            for port in 1..=3 {
                let (what, value) = if port == given {
                    ("Pressure", r#"p="7e5""#)
                } else {
                    ("Flow", ["", r#"Q="3e-4""#, r#"Q="2e-4""#, r#"Q="1e-4""#][port])
                };
                objects.push(format!("multipole:{what}/{} E{port} {value}", ends[port - 1]));
                fed += &format!(r#"T.P{port}="E{port}.P" "#);
            }
            let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
            let engine = r#"TOutput="0, 1" FileOutput="T.P1.Q, T.P2.Q, T.P3.Q, T.P1.p, T.P2.p, T.P3.p""#;
            let rows = run_in_order(&objects, fed.trim_end(), "", engine);
            let row = &rows[0].1;
            let sum = if kind == "TeeOut" { row[0] - row[1] - row[2] } else { row[0] + row[1] - row[2] };
            assert!(sum.abs() < 1e-18 && row[3..].iter().all(|p| *p == 7e5), "{kind}/P{given}: {row:?}");
        }
    }
}
