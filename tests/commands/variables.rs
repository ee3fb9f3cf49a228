//! Formulas, units and variables in a scenario, as a user writes them.

use std::fs;

use crate::program::text;
use tempfile::TempDir;

/// The tutorial's mass on its spring, with numbers in the places of `{...}`.
fn scenario(variables: &str, [stiffness, length, mass, position, step]: [&str; 5]) -> String {
    format!(
        r#"<Contents>{variables}
             <OBJECTS>
               <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="{stiffness}" RelaxedLength="{length}"/>
               <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="{mass}" g="-9.81"/>
             </OBJECTS>
             <INTERCONNECTIONS><Connection S.PosB="B.Pos" B.Force="S.ForceB" S.PosA="0,0,-10"/></INTERCONNECTIONS>
             <INITIALIZATION><InitialCondition B.Pos="{position}" B.Vel="0, 0, 0"/></INITIALIZATION>
             <INTEGRATION><Engine TOutput="0:0.1:10" RelTol="1e-9" AbsTol="1e-9" HMax="{step}"/></INTEGRATION>
           </Contents>"#
    )
}

const PLAIN: [&str; 5] = ["100", "10", "1", "0, 0, -5", "0.02"];

const VARIABLES: &str = r#"
    <VARIABLES>
      <Variable Name="L" Value="2*half" Doc="of the relaxed spring"/>
      <Variable Name="half" Value="500 cm"/>
      <Variable Name="k" Value="0.1 kN/m"/>
      <Variable Name="m" Value="1000 g"/>
      <Variable Name="start" Value="0, 0, -5" Unit="m"/>
      <Variable Name="n" Value="4"/>
    </VARIABLES>"#;
const WITH_VARIABLES: [&str; 5] = ["k", "L", "m*n/4", "start", "2*(n+6) ms"];

struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, String)]) -> Self {
        let directory = TempDir::new().unwrap();
        files.iter().for_each(|(name, text)| fs::write(directory.path().join(name), text).unwrap());
        Self(directory)
    }

    fn bowline(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = crate::program::bowline(&self.0, arguments);
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    /// The rows of a run.
    fn rows(&self, arguments: &[&str]) -> String {
        let (status, rows, said) = self.bowline(&[&["run", "-o", "-", "--quiet"], arguments].concat());
        assert_eq!(status, 0, "{arguments:?}: {said}");
        rows
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

fn folder() -> Folder {
    let units = ["100 N/m", "1000 cm", "2.2046226218487757 lb", "(0, 0, -5)", "20 ms"];
    let formulas = ["10^2", "5*2", "3 - 2", "0*1, 0, -5", "1/50"];
    Folder::new(&[
        ("plain.xml", scenario("", PLAIN)),
        ("units.xml", scenario("", units)),
        ("formulas.xml", scenario("", formulas)),
        ("variables.xml", scenario(VARIABLES, WITH_VARIABLES).replace("2*(n+6) ms", "(n+6)*2 ms")),
    ])
}

#[test]
fn a_scenario_with_formulas_has_the_bits_of_one_with_numbers() {
    let folder = folder();
    let plain = folder.rows(&["plain.xml"]);
    assert_eq!(folder.rows(&["formulas.xml"]), plain);
    assert_eq!(folder.rows(&["variables.xml"]), plain);
    // A pound is 0.45359237 kg: the number of pounds in a kilogram is rounded.
    let last = |rows: &str| -> f64 { rows.lines().last().unwrap().split(',').nth(3).unwrap().parse().unwrap() };
    assert!((last(&folder.rows(&["units.xml"])) - last(&plain)).abs() < 1e-6);
}

/// Times of rows are as exact as decimals are: 97 steps of 100 ms are 9.7 s, which 97 * 0.1 is not.
#[test]
fn times_are_formulas_too() {
    let with = |engine: &str, variables: &str| scenario(variables, PLAIN).replace("TOutput=\"0:0.1:10\"", engine);
    let end = r#"<VARIABLES><Variable Name="end" Value="10 s"/></VARIABLES>"#;
    let plain = with(r#"TOutput="0:0.1:10" TSave="5, 7.5" NumCores="1""#, "");
    let formulas = with(r#"TOutput="0:end/100:end" TSave="end/2, max(7.5 s, 100 ms)" NumCores="3 - 2""#, end);
    let units = with(r#"TOutput="0:100 ms:10 s" TSave="5000 ms, 0.125 min" NumCores="1""#, "");
    let folder = Folder::new(&[("plain.xml", plain), ("formulas.xml", formulas), ("units.xml", units)]);
    let rows = folder.rows(&["plain.xml"]);
    assert!(rows.contains("\n9.7,"), "{rows}");
    for file in ["formulas.xml", "units.xml"] {
        assert_eq!(folder.rows(&[file]), rows, "{file}");
    }
    let (status, flat, said) = folder.bowline(&["flatten", "formulas.xml"]);
    assert_eq!(status, 0, "{said}");
    assert!(flat.contains(r#"TOutput="0:0.1:10" "#) && flat.contains(r#"TSave="5, 7.5""#), "{flat}");
    let shorter = folder.rows(&["formulas.xml", "--set", "end=8 s"]);
    assert!(shorter.lines().last().unwrap().starts_with("8,"), "{shorter}");

    for (engine, complaint) in [
        (r#"TOutput="0:0.1 m:10""#, "bad-output-times"),
        (r#"TOutput="0:stop/100:10""#, "stop"),
        (r#"TOutput="0:0.1:10" TSave="5 N""#, "TSave"),
        (r#"TOutput="0:0.1:10" NumCores="3/2""#, "is not a number of cores"),
    ] {
        let folder = Folder::new(&[("wrong.xml", with(engine, ""))]);
        let (status, _, said) = folder.bowline(&["run", "wrong.xml"]);
        assert!(status == 2 && said.contains(complaint), "{engine}: {said}");
    }
}

#[test]
fn a_variable_is_set_in_its_unit_or_another_one() {
    let folder = folder();
    let stiffer = folder.rows(&["plain.xml", "--set", "S.Stiffness=150"]);
    for set in ["k=0.15", "k=150 N/m", "S.Stiffness=1.5*k", "S.Stiffness=150 N/m"] {
        assert_eq!(folder.rows(&["variables.xml", "--set", set]), stiffer, "{set}");
    }
    let longer = folder.rows(&["plain.xml", "--set", "S.RelaxedLength=11", "--set", "B.Pos[2]=-6"]);
    let changed = folder.rows(&["variables.xml", "--set", "half=550", "--set", "B.Pos[2]=-6*half/(550 cm)*1 m"]);
    assert_eq!(changed, longer);
    let (status, _, said) = folder.bowline(&["run", "variables.xml", "--set", "k=150 N"]);
    assert_eq!(status, 2);
    assert!(said.contains("the variable `k`: `150 N` is in N, and kN/m is needed"), "{said}");
    let (status, _, said) = folder.bowline(&["run", "variables.xml", "--set", "kk=150"]);
    assert!(status == 2 && said.contains("VARIABLE=VALUE"), "{said}");
}

#[test]
fn campaigns_vary_variables_and_records_have_them() {
    let folder = folder();
    let (status, _, said) =
        folder.bowline(&["sweep", "variables.xml", "--vary", "k=0.05:0.05:0.15", "-o", "stiff", "--quiet"]);
    assert_eq!(status, 0, "{said}");
    let summary = folder.read("stiff/summary.csv");
    assert!(summary.starts_with("case,k,") && summary.lines().count() == 4, "{summary}");
    let manifest = folder.read("stiff/campaign.json");
    assert!(manifest.contains("\"kN/m\""), "{manifest}");
    assert_eq!(folder.bowline(&["run", "variables.xml", "-o", "v.csv", "--quiet"]).0, 0);
    let record: serde_json::Value = serde_json::from_str(&folder.read("v.run.json")).unwrap();
    let variables = record["variables"].as_array().unwrap();
    let of = |name: &str| variables.iter().find(|variable| variable["name"] == name).unwrap().clone();
    assert_eq!((of("L")["formula"].as_str(), of("L")["numbers"][0].as_f64()), (Some("2*half"), Some(10.0)));
    assert_eq!((of("k")["unit"].as_str(), of("k")["numbers"][0].as_f64()), (Some("kN/m"), Some(0.1)));
}

#[test]
fn a_variable_that_nothing_uses_is_a_warning() {
    let unused = scenario(VARIABLES, WITH_VARIABLES).replace("\"k\" RelaxedLength", "\"100\" RelaxedLength");
    let folder = Folder::new(&[("unused.xml", unused.replace("2*(n+6) ms", "20 ms"))]);
    let (status, said, also) = folder.bowline(&["check", "unused.xml"]);
    let said = said + &also;
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("nothing uses the variable `k`") && !said.contains("the variable `n`"), "{said}");
}

/// 100 m is not what was meant.
#[test]
fn a_unit_of_the_last_element_is_not_that_of_all() {
    for (position, status) in [("100, 200, 300 mm", 2), ("100 mm, 200 mm, 300 mm", 0), ("0, 0, -5000 mm", 0)] {
        let text = scenario("", ["100", "10", "1", position, "0.02"]);
        let folder = Folder::new(&[("list.xml", text)]);
        let (found, _, said) = folder.bowline(&["check", "list.xml"]);
        assert_eq!(found, status, "{position}: {said}");
        assert_eq!(said.contains("`100` has no unit"), status == 2, "{position}: {said}");
    }
}

/// Each of these ended the program, or took all memory.
#[test]
fn what_is_too_long_too_deep_or_too_wide_is_refused() {
    let chain: String = (0..20_000)
        .map(|i| format!(r#"<Variable Name="a{i:05}" Value="a{:05}+1"/>"#, i + 1))
        .chain([r#"<Variable Name="a20000" Value="1"/>"#.to_owned()])
        .collect();
    let doubled: String = (1..30)
        .map(|i| format!(r#"<Variable Name="b{i}" Value="b{0}, b{0}"/>"#, i - 1))
        .chain([r#"<Variable Name="b0" Value="1"/>"#.to_owned()])
        .collect();
    let doubled_lengths = doubled.replace("Value=", "Unit=\"m\" Value=");
    let long = format!("100{}", "+0".repeat(50_000));
    let with = |variables: &str, stiffness: &str| {
        scenario(&format!("<VARIABLES>{variables}</VARIABLES>"), [stiffness, "10", "1", "0, 0, -5", "0.02"])
    };
    for (text, expected) in [
        (with(&chain, "a00000"), "more than 500 variables need each other in a row"),
        (with(&doubled_lengths, "b29[0]"), "more than 1000000 numbers stand beside each other"),
        (with(&doubled, "b29[0]"), "more than 1000000 numbers stand beside each other"),
        (with("", &long), "more than 1000 signs are in this formula"),
    ] {
        let folder = Folder::new(&[("large.xml", text)]);
        let (status, _, said) = folder.bowline(&["check", "large.xml"]);
        assert_eq!(status, 2, "{}", said.chars().take(300).collect::<String>());
        let said = said.replace("\n  │ ", " ");
        assert!(said.contains(expected), "{expected}: {}", said.chars().take(600).collect::<String>());
    }
}
