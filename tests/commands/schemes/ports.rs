//! Ports of schemes: their units, widths and slices.

use super::Folder;

/// A mass of 1 kg, weightless, on which a scheme pushes along its formula of the ports `U` and `V`.
fn scenario(ports: &str, force: &str, connections: &str) -> String {
    format!(
        r#"<Contents>
  <SCHEMES><Scheme Name="Pusher">
    <PORTS>{ports}</PORTS>
    <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="Mass" Mass="1" g="0"/></OBJECTS>
    <INTERCONNECTIONS><Connection To="Mass.Force" From="{force}"/></INTERCONNECTIONS>
    <INITIALIZATION><InitialCondition Mass.Pos="0,0,0" Mass.Vel="0,0,0"/></INITIALIZATION>
  </Scheme></SCHEMES>
  <OBJECTS>
    <Instance Scheme="Pusher" Name="P"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="M" Mass="1" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection M.Force="0, 0, 0"/>{connections}</INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition M.Pos="1, 2, 3" M.Vel="0, 0, 0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0, 1" RelTol="1e-9" AbsTol="1e-9" FileOutput="P.Mass.Vel"/></INTEGRATION>
</Contents>"#
    )
}

/// The velocity after a second: the force.
fn pushed(ports: &str, force: &str, connections: &str) -> Vec<f64> {
    let folder = Folder::new(&[("one.xml", &scenario(ports, force, connections))]);
    let found = folder.last(&["one.xml"]);
    folder.write("flat.xml", &folder.good(&["flatten", "one.xml"]));
    assert_eq!(folder.last(&["flat.xml"]), found, "flattened");
    found.iter().map(|number| (number * 1e6).round() / 1e6).collect()
}

fn refused(ports: &str, force: &str, connections: &str) -> String {
    let folder = Folder::new(&[("one.xml", &scenario(ports, force, connections))]);
    folder.wrong(&["check", "one.xml"]).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_number_without_a_unit_has_that_of_the_port() {
    let port = r#"<InPort Name="U" Unit="m"/>"#;
    for five in ["5", "500 cm", "10/2", "2 + 3"] {
        let connection = format!(r#"<Connection P.U="{five}"/>"#);
        assert_eq!(pushed(port, "3 N/m*(U - 1 m), 0, 0", &connection), [12.0, 0.0, 0.0], "{five}");
    }
    // Whoever reads a port adds numbers without a unit to it, as to any other signal.
    let default = r#"<InPort Name="U" Unit="m" Default="5"/>"#;
    let folder = Folder::new(&[("one.xml", &scenario(default, "3 N/m*max(U, 7), 0, 0", ""))]);
    assert_eq!(folder.last(&["one.xml"])[0].round(), 21.0);
    assert_eq!(folder.last(&["one.xml", "--set", "P.U=9"])[0].round(), 27.0);
    // Sums of ports know no units, and a port may have none.
    assert_eq!(pushed(default, "2*U, 0, 0", ""), [10.0, 0.0, 0.0]);
    assert_eq!(pushed(r#"<InPort Name="U" Default="5"/>"#, "3 N*U, 0, 0", ""), [15.0, 0.0, 0.0]);
    assert!(refused(port, "3 N*U, 0, 0", r#"<Connection P.U="5"/>"#).contains("is in J, and N is needed"));
}

#[test]
fn of_a_slice_another_one_is_taken() {
    let port = r#"<InPort Name="U" Width="2"/>"#;
    let connection = r#"<Connection P.U="M.Pos[1:3]"/>"#;
    assert_eq!(pushed(port, "(U[1], U[0], 2*U[1])*(1 N/m)", connection), [3.0, 2.0, 6.0]);
    assert!(refused(port, "U[2], 0, 0", connection).contains("`(M.Pos[1:3])[2]` is not in `(M.Pos[1:3])`"));
    let circle = r#"<Connection P.U="P.W[1], P.W[0] + M.Pos[1]"/>"#;
    let both = format!(r#"{port}<OutPort Name="W" From="Mass.Pos[1:3]"/>"#);
    assert_eq!(pushed(&both, "U[1]*(1 N/m), 0, 0", circle), [2.0, 0.0, 0.0]);
}
