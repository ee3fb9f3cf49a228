//! What the scenario says of a SimObject, for who asks: its parameters, and
//! what feeds its in-ports.

use bowline_engine::{LoadOptions, Source, Sources};

use crate::laboratory::load_from;

const SCENARIO: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="100" RelaxedLength="10"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="T" Stiffness="1e3" RelaxedLength="2"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="-9.81"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection S.PosA="0,0,-10" S.PosB="B.Pos" T.PosA="B.Pos" T.PosB="0,0,4" B.Force="S.ForceB + T.ForceA"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,-5" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
</Contents>"#;

#[test]
fn parameters_are_as_the_scenario_and_its_overrides_give_them() {
    let sources = Sources::new(Source::new("hanging", SCENARIO)).with_overrides(["B.Mass=2.5e-1"]);
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    let of = |object: usize| {
        let parameters = model.parameters(object).into_iter();
        parameters.map(|p| (p.name, p.value, p.unit, p.is_given)).collect::<Vec<_>>()
    };
    let row =
        |name: &str, value: &str, unit: &str, given| (name.to_owned(), Some(value.to_owned()), unit.to_owned(), given);
    assert_eq!(of(1)[..2], [row("Stiffness", "1e3", "N/m", true), row("RelaxedLength", "2", "m", true)]);
    let mass = of(2);
    assert_eq!(mass[..2], [row("Mass", "2.5e-1", "kg", true), row("g", "-9.81", "m/s^2", true)]);
    assert_eq!(mass[3], row("Material", "Simple/Black", "", false));
    assert_eq!(of(3), [], "there is no such object");
}

#[test]
fn what_feeds_an_in_port_is_told() {
    let sources = Sources::new(Source::new("hanging", SCENARIO));
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    assert_eq!(model.feeders("B.Force").unwrap(), ["S.ForceB", "T.ForceA"]);
    assert_eq!(model.feeders("T.PosA").unwrap(), ["B.Pos"]);
    assert_eq!(model.feeders("T.PosB").unwrap(), Vec::<String>::new());
    assert_eq!(
        model.feeders("B.Mass").unwrap_err().to_string(),
        "`B` (Body/Mass) has no in-port `Mass`: in-ports of `B`: `Force`"
    );
}
