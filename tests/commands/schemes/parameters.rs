//! Parameters of schemes: their order, and what is set in their place.

use super::Folder;

/// A mass on which a force pushes that is made of parameters.
fn scenario(parameters: &str, force: &str, given: &str) -> String {
    format!(
        r#"<Contents>
  <SCHEMES><Scheme Name="Pushed">
    <PARAMETERS>{parameters}</PARAMETERS>
    <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="Mass" Mass="1" g="0"/></OBJECTS>
    <INTERCONNECTIONS><Connection To="Mass.Force" From="{force}, 0, 0"/></INTERCONNECTIONS>
    <INITIALIZATION><InitialCondition Mass.Pos="0,0,0" Mass.Vel="0,0,0"/></INITIALIZATION>
  </Scheme></SCHEMES>
  <OBJECTS><Instance Scheme="Pushed" Name="P" {given}/></OBJECTS>
  <INTERCONNECTIONS/>
  <INITIALIZATION/>
  <INTEGRATION><Engine TOutput="0, 1" RelTol="1e-9" AbsTol="1e-9" FileOutput="P.Mass.Vel[0]"/></INTEGRATION>
</Contents>"#
    )
}

fn velocity(folder: &Folder, arguments: &[&str]) -> f64 {
    (folder.last(&[&["one.xml"], arguments].concat())[0] * 1e6).round() / 1e6
}

#[test]
fn defaults_know_parameters_behind_them() {
    let parameters = r#"<Parameter Name="A" Unit="N" Default="2*B" Max="C"/><Parameter Name="B" Default="C/2"/>
        <Parameter Name="C" Default="60 N"/><Parameter Name="Note" Kind="text" Default="A and B"/>"#;
    let folder = Folder::new(&[("one.xml", &scenario(parameters, "A", ""))]);
    assert_eq!(velocity(&folder, &[]), 60.0);
    assert_eq!(velocity(&folder, &["--set", "P.C=0.1 kN"]), 100.0);
    assert_eq!(velocity(&folder, &["--set", "P.B=7"]), 14.0, "in the unit of what it replaces");
}

/// A number without a unit that is set in the place of `2 kN` is in kN, as with variables.
#[test]
fn a_number_that_is_set_is_in_the_unit_of_the_one_that_is_written() {
    let folder =
        Folder::new(&[("one.xml", &scenario(r#"<Parameter Name="Load" Min="1"/>"#, "Load", r#"Load="2 kN""#))]);
    assert_eq!(velocity(&folder, &[]), 2000.0);
    assert_eq!(velocity(&folder, &["--set", "P.Load=3"]), 3000.0);
    assert_eq!(velocity(&folder, &["--set", "P.Load=5 N"]), 5.0);
}

#[test]
fn results_are_differentiated_by_parameters_of_instances() {
    let parameters = r#"<Parameter Name="Load"/><Parameter Name="Of" Kind="text" Default="x"/>"#;
    let folder = Folder::new(&[("one.xml", &scenario(parameters, "Load", r#"Load="2 kN""#))]);
    let page = folder.good(&["sensitivity", "one.xml", "--parameters", "P.Load"]);
    // A velocity of 1000 m/s after a second, for each kN.
    let row: Vec<&str> = page.lines().find(|line| line.contains("P.Load")).unwrap().split_whitespace().collect();
    assert_eq!(row[..5], ["P.Mass.Vel[0]", "P.Load", "2", "kN", "1.0e3"], "{page}");
    for (parameter, message) in [
        ("P.Lod", "the instance `P` has no parameter and no variable `Lod`; it has `Load`"),
        ("P.Of", "`P.Of` is a text, `x`"),
        ("Q.Lod", "there is no SimObject `Q`"),
    ] {
        let (_, _, said) = folder.bowline(&["sensitivity", "one.xml", "--parameters", parameter]);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn a_parameter_of_an_object_is_set_in_the_words_of_its_scheme() {
    let parameters = r#"<Parameter Name="Load" Default="3 kg"/>"#;
    let folder = Folder::new(&[("one.xml", &scenario(parameters, "6 N", ""))]);
    assert_eq!(velocity(&folder, &["--set", "P.Mass.Mass=Load"]), 2.0);
    let said = folder.wrong(&["check", "one.xml", "--set", "P.Mass.Mass=load*pay"]);
    assert!(said.contains("is neither a number nor a name of the scheme"), "{said}");
}

/// A root of a number below 0 is none: the message names the formula, and not only what it reached.
#[test]
fn a_formula_that_is_not_finite_is_named() {
    let folder = Folder::new(&[("one.xml", &scenario("", "sqrt(0.5 s - time)*(1 N/s^0.5)", ""))]);
    let (status, _, said) = folder.bowline(&["run", "one.xml"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_ne!(status, 0);
    assert!(said.contains("the formula connected to `P.Mass.Force` is not finite"), "{said}");
}
