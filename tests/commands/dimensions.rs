//! Scenarios whose formulas measure something else than what is asked for, each refused for its reason.

use std::fs;

use crate::program::text;
use tempfile::TempDir;

/// Where a formula stands.
#[derive(Clone, Copy)]
enum At {
    Stiffness,
    Variable,
    Position,
    Force,
    Step,
}

fn scenario(at: At, formula: &str) -> String {
    let mut all = ["100", "1 m", "0, 0, -5", "S.ForceB", "0.02"].map(str::to_owned);
    all[match at {
        At::Stiffness => 0,
        At::Variable => 1,
        At::Position => 2,
        At::Force => 3,
        At::Step => 4,
    }] = formula.to_owned();
    let [stiffness, variable, position, force, step] = all;
    format!(
        r#"<Contents>
  <VARIABLES>
    <Variable Name="bore" Value="80 mm"/><Variable Name="p" Value="210" Unit="bar"/><Variable Name="n" Value="3"/>
    <Variable Name="w" Value="1500 rpm"/><Variable Name="a" Value="30 deg"/><Variable Name="any" Value="{variable}"/>
  </VARIABLES>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="{stiffness}" RelaxedLength="10"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="-9.81"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection S.PosA="0,0,-10" S.PosB="B.Pos"/><Connection To="B.Force" From="{force}"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="{position}" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0, 1" HMax="{step}"/></INTEGRATION>
</Contents>"#
    )
}

#[test]
fn each_is_refused_for_its_reason() {
    use At::{Force, Position, Step, Stiffness, Variable};
    let cases = [
        (Stiffness, "100 kN", "`100 kN` is in N, and N/m is needed"),
        (Stiffness, "100 kN/m^2", "is in Pa, and N/m is needed"),
        (Stiffness, "p*bore^2", "is in N, and N/m is needed"),
        (Stiffness, "p", "is in Pa, and N/m is needed"),
        (Stiffness, "bore", "is in m, and N/m is needed"),
        (Stiffness, "p + bore", "`p` is in Pa, and `bore` in m"),
        (Stiffness, "p + 5", "`5` has no unit, and stands beside `p`"),
        (Stiffness, "5 + p*bore", "`5` has no unit"),
        (Stiffness, "1 kN/m + 1 kN", "is in N"),
        (Stiffness, "max(1 kN/m, 2)", "has no unit"),
        (Stiffness, "max(1 kN/m, 2 m)", "and `2 m` in m"),
        (Stiffness, "if(n gt 2, 1 kN/m, 1 kN)", "is in N"),
        (Stiffness, "if(bore gt 3, 1 kN/m, 2 kN/m)", "has no unit"),
        (Stiffness, "if(bore gt p, 1 kN/m, 2 kN/m)", "Pa"),
        (Stiffness, "if(bore, 1 kN/m, 2 kN/m)", "`bore` is"),
        (Stiffness, "sin(bore)*1 kN/m", "the argument of `sin` is an angle"),
        (Stiffness, "exp(bore)*1 kN/m", "the argument of `exp` is a pure number"),
        (Stiffness, "log(p)*1 kN/m", "the argument of `log` is a pure number"),
        (Stiffness, "2^bore*1 kN/m", "exponent"),
        (Stiffness, "n gt 2", "is true or false, and a number is needed"),
        (Stiffness, "20 degC", "is in K, and N/m is needed"),
        (Stiffness, "2*20 degC", "is counted from another zero"),
        (Stiffness, "3/2 kN/m", "a number with a unit follows the `/`"),
        (Stiffness, "1 kt/m", "is a knot for some"),
        (Stiffness, "1 kn/m", "and N/m is needed"),
        (Stiffness, "1 KN/m", "there is no unit `KN`"),
        (Stiffness, "1 N/m s", "can be read in two ways"),
        (Stiffness, "atan2(bore, p)*1 kN/m", "and `p` in Pa"),
        (Stiffness, "hypot(bore, 1)*1 kN/m^2", "has no unit"),
        (Stiffness, "mod(bore, 2)*1 kN/m^2", "has no unit"),
        (Stiffness, "sqrt(bore)*1 kN/m", "and N/m is needed"),
        (Stiffness, "a + bore", "`a` is in rad, and `bore` in m"),
        (Variable, "1 m + 1 s", "and `1 s` in s"),
        (Variable, "bore + n", "has no unit"),
        (Variable, "(1 m, 2 s)", "and `2 s` in s"),
        (Position, "0, 0, -5 s", "is in s, and m is needed"),
        (Position, "0, 0, p", "is in Pa, and m is needed"),
        (Position, "100, 200, 300 mm", "unit"),
        (Position, "bore*bore, 0, 0", "is in m^2, and m is needed"),
        (Force, "-p*B.Pos", "and N is needed"),
        (Force, "B.Pos*B.Vel", "and N is needed"),
        (Force, "S.ForceB + p*bore*(1, 0, 0)", "is in"),
        (Force, "S.ForceB*sin(B.Pos[0])", "the argument of `sin` is an angle"),
        (Force, "S.ForceB + 3 m*(1, 0, 0)", "`S.ForceB` is in N, and"),
        (Force, "cross(B.Pos, S.ForceB)", "and N is needed"),
        (Force, "1 N*sin(3*time), 0, 0", "the argument of `sin` is an angle"),
        (Force, "if(time gt 1 m, 1, 0), 0, 0", "`time` is in s, and `1 m` in m"),
        (Step, "20 mm", "is in m, and s is needed"),
        (Step, "50 Hz", "and s is needed"),
        (Step, "bore/w", "and s is needed"),
    ];
    assert!(cases.len() >= 40);
    let directory = TempDir::new().unwrap();
    let check = |at: At, formula: &str| {
        fs::write(directory.path().join("wrong.xml"), scenario(at, formula)).unwrap();
        let output = crate::program::bowline(&directory, &["check", "wrong.xml"]);
        let said = text(&output.stderr).replace('│', " ");
        (output.status.code().unwrap(), said.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let mut wrong = Vec::new();
    for (at, formula, message) in cases {
        let (status, said) = check(at, formula);
        if status != 2 || !said.contains(message) {
            wrong.push(format!("{formula}: {status}, {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What is right is accepted at each of these places.
    for (at, formula) in [
        (Stiffness, "p*bore"),
        (Stiffness, "a/(1 rad)*1 kN/m + 0"),
        (Variable, "bore*w"),
        (Position, "0, 0, -bore"),
        (Force, "-p*bore*B.Pos"),
        (Step, "(0.1 rev)/w"),
    ] {
        let (status, said) = check(at, formula);
        assert_eq!(status, 0, "{formula}: {said}");
    }
}
