//! Schemes, instances, repetitions and formulas of ports, as a user writes them.

#[path = "schemes/parameters.rs"]
mod parameters;
#[path = "schemes/ports.rs"]
mod ports;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::text;
use tempfile::TempDir;

const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemes");

struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let directory = TempDir::new().unwrap();
        files.iter().for_each(|(name, text)| fs::write(directory.path().join(name), text).unwrap());
        Self(directory)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    fn bowline(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = crate::program::bowline(&self.0, arguments);
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    fn good(&self, arguments: &[&str]) -> String {
        let (status, out, said) = self.bowline(arguments);
        assert_eq!(status, 0, "{arguments:?}: {said}");
        out
    }

    /// The rows of a run.
    fn rows(&self, arguments: &[&str]) -> String {
        self.good(&[&["run", "-o", "-", "--quiet"], arguments].concat())
    }

    /// The last row of a run, without the time.
    fn last(&self, arguments: &[&str]) -> Vec<f64> {
        let rows = self.rows(arguments);
        rows.lines().last().unwrap().split(',').skip(1).map(|number| number.parse().unwrap()).collect()
    }

    /// What is wrong: the messages, without their places.
    fn wrong(&self, arguments: &[&str]) -> String {
        let (status, _, said) = self.bowline(arguments);
        assert_eq!(status, 2, "{arguments:?}: {said}");
        said
    }
}

fn data(rows: &str) -> &str {
    rows.split_once('\n').unwrap().1
}

/// A script writes the same by loops.
#[test]
fn a_line_and_a_net_have_the_bits_of_those_written_by_hand() {
    for (what, count) in [("line", "50"), ("net", "50")] {
        let script = Path::new(HERE).join("by_hand.py");
        let by_hand = Command::new("python3").arg(&script).args([what, count]).output().unwrap();
        assert!(by_hand.status.success(), "{}", text(&by_hand.stderr));
        let folder = Folder::new(&[("by_hand.xml", &text(&by_hand.stdout))]);
        let scenario = format!("{HERE}/{what}.xml");
        let expected = folder.rows(&["by_hand.xml"]);
        assert!(expected.lines().count() == 6 && !expected.contains("NaN"), "{expected}");
        assert_eq!(folder.rows(&[&scenario]), expected, "{what}");
        let flat = folder.good(&["flatten", &scenario]);
        folder.write("flat.xml", &flat);
        assert_eq!(folder.rows(&["flat.xml"]), expected, "{what}, flattened");
        assert_eq!(folder.good(&["flatten", "flat.xml"]), flat, "{what}, flattened twice");
    }
}

#[test]
fn the_scenarios_are_the_same_when_they_are_flattened() {
    let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/position_reference.csv");
    let folder = Folder::new(&[("position_reference.csv", &fs::read_to_string(reference).unwrap())]);
    for name in [
        "excavator",
        "excavator_terminals",
        "mass_linear_spring",
        "position_servo",
        "crane_tlm",
        "servo_rack",
        "electric_winch",
    ] {
        let scenario = format!("{}/scenarios/{name}.xml", env!("CARGO_MANIFEST_DIR"));
        folder.write("flat.xml", &folder.good(&["flatten", &scenario]));
        let short = ["--until", "0.5"];
        let (flat, written) =
            (folder.rows(&[&["flat.xml"], &short[..]].concat()), folder.rows(&[&[&*scenario], &short[..]].concat()));
        assert_eq!(data(&flat), data(&written), "{name}");
    }
}

/// Their formulas become numbers; what they say stays.
#[test]
fn cameras_are_kept_when_a_scenario_is_flattened() {
    let view = r#"<VIEW Up="z"><Camera Name="Near" Eye="2*1 m, 50 cm, 4 m" Target="0, 0, 0" Follow="B"/>
      <Camera Name="End" Eye="1, 0, 0" Target="0, 0, 0" Orthographic="l" At="1 min"/></VIEW>"#;
    let variables = r#"<VARIABLES><Variable Name="l" Value="12 m"/></VARIABLES>"#;
    let folder = Folder::new(&[("seen.xml", &pushed(&format!("{variables}{view}"), "0, 0, 0", r#"TOutput="0, 1""#))]);
    let flat = folder.good(&["flatten", "seen.xml"]);
    let cameras = [
        r#"<Camera Name="Near" Eye="2, 0.5, 4" Target="0, 0, 0" Follow="B"/>"#,
        r#"<Camera Name="End" Eye="1, 0, 0" Target="0, 0, 0" Orthographic="12" At="60"/>"#,
    ];
    let expected = format!("  <VIEW Up=\"z\">\n    {}\n    {}\n  </VIEW>\n", cameras[0], cameras[1]);
    assert!(flat.contains(&expected), "{flat}");
    folder.write("flat.xml", &flat);
    assert_eq!(folder.good(&["flatten", "flat.xml"]), flat);
}

/// A mass of 1 kg on which a formula pushes.
fn pushed(variables: &str, force: &str, engine: &str) -> String {
    format!(
        r#"<Contents>{variables}
             <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="0"/></OBJECTS>
             <INTERCONNECTIONS><Connection To="B.Force" From="{force}"/></INTERCONNECTIONS>
             <INITIALIZATION><InitialCondition B.Pos="1,0,0" B.Vel="0,0,0"/></INITIALIZATION>
             <INTEGRATION><Engine {engine} FileOutput="B.Pos[0], B.Vel[0]"/></INTEGRATION>
           </Contents>"#
    )
}

/// 10 N for 20 ms at 50 s: no step goes across either end.
#[test]
fn a_short_push_is_not_missed_by_any_method() {
    let force = "if(time ge 50 and time lt 50.02, 10, 0), 0, 0";
    let folder = Folder::new(&[("push.xml", &pushed("", force, r#"TOutput="0:20:100""#))]);
    for method in ["DormandPrince", "Tsitouras", "BDF", "ESDIRK34", "TRBDF2", "auto"] {
        let [_, velocity] = folder.last(&["push.xml", "--set", &format!("Engine:IntegratorMethod={method}")])[..]
        else {
            panic!("two columns")
        };
        assert!((velocity - 0.2).abs() < 1e-12, "{method}: {velocity}");
    }
    let fixed = ["push.xml", "--set", "Engine:IntegratorMethod=RK4", "--set", "Engine:stepsize=0.013"];
    assert!((folder.last(&fixed)[1] - 0.2).abs() < 1e-12);
}

#[test]
fn a_hardening_spring_has_its_period() {
    let variables = r#"<VARIABLES><Variable Name="k" Value="3 N/m^3"/></VARIABLES>"#;
    // From rest at x = 1 the period of x'' = -k x^3 is 4 sqrt(2/k) times the integral of 1/sqrt(1 - x^4) from 0 to 1.
    let period = 4.0 * (2.0_f64 / 3.0).sqrt() * 1.311_028_777_146_059_9;
    let engine = format!(r#"TOutput="0, {period:?}" RelTol="1e-10" AbsTol="1e-10""#);
    for force in ["-k*B.Pos[0]^3, 0, 0", "-k*B.Pos*norm(B.Pos)^2", "(-k*B.Pos[0]*B.Pos[0]*B.Pos[0], 0, 0)"] {
        let folder = Folder::new(&[("spring.xml", &pushed(variables, force, &engine))]);
        let [position, velocity] = folder.last(&["spring.xml"])[..] else { panic!("two columns") };
        assert!((position - 1.0).abs() < 1e-8 && velocity.abs() < 1e-7, "{force}: {position} {velocity}");
    }
}

#[test]
fn formulas_of_ports_are_checked() {
    let variables = r#"<VARIABLES><Variable Name="k" Value="3 N/m"/></VARIABLES>"#;
    for (force, message) in [
        ("-k*B.Pos[0]^2, 0, 0", "is in J, and N is needed"),
        ("sign(B.Pos[0]), 0, 0", "`sign` of what changes jumps"),
        ("if(B.Pos[0] gt 0, 1, 0), 0, 0", "a comparison of what changes jumps"),
        ("floor(time/(1 s)), 0, 0", "`floor` of what changes jumps"),
        ("k*B.Pos[0]", "`B.Force` has width 3, but its formula has width 1"),
        ("-k*C.Pos", "there is no object `C`"),
        ("-k*B.Force", "`B.Force` is an in-port, where an out-port is needed"),
        ("-c*B.Pos", "`c` is neither a number nor a variable"),
        ("100 bar*B.Pos", "is in"),
    ] {
        let folder = Folder::new(&[("wrong.xml", &pushed(variables, force, r#"TOutput="0, 1""#))]);
        let said = folder.wrong(&["check", "wrong.xml"]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{force}: {said}");
    }
}

const DRIVE: &str = r#"<Scheme>
  <PARAMETERS>
    <Parameter Name="Stiffness" Unit="N/m" Min="1" Max="1e6" Default="100"/>
    <Parameter Name="Weight" Unit="kg" Doc="Of the mass"/>
    <Parameter Name="Law" Kind="choice" Choices="soft, hard" Default="soft"/>
    <Parameter Name="Begins" Kind="vector" Unit="m" Default="0, 0, 0"/>
  </PARAMETERS>
  <PORTS>
    <InPort Name="Anchor" Unit="m" Width="3" To="Spring.PosA" Default="0, 0, -10"/>
    <InPort Name="Push" Unit="N" Width="3" Default="0, 0, 0"/>
    <OutPort Name="Where" Unit="m" From="Mass.Pos"/>
  </PORTS>
  <VARIABLES>
    <Variable Name="k" Value="if(Factor gt 1, Factor, 1)*Stiffness"/>
    <Variable Name="Factor" Value="2"/>
    <Assert That="Weight lt 100 kg" Otherwise="a mass of ${Weight} is too much for this spring"/>
  </VARIABLES>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="Mass" Mass="Weight" g="-9.81" Material="Simple/${Colour}"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="Spring" Stiffness="k" RelaxedLength="10"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection Spring.PosB="Mass.Pos" Mass.Force="Spring.ForceB + 0.5*Push"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition Mass.Pos="Begins" Mass.Vel="0, 0, 0"/></INITIALIZATION>
</Scheme>"#;

fn using(instance: &str, connections: &str, initial: &str) -> String {
    format!(
        r#"<Contents>
             <OBJECTS><Instance Scheme="drive.xml" Name="One" {instance}/></OBJECTS>
             <INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
             <INITIALIZATION>{initial}</INITIALIZATION>
             <INTEGRATION><Engine TOutput="0:1:1" RelTol="1e-9" AbsTol="1e-9" FileOutput="One.Where, object.One:states"/></INTEGRATION>
           </Contents>"#
    )
}

fn drive() -> String {
    DRIVE.replace(r#" Material="Simple/${Colour}""#, "")
}

#[test]
fn an_instance_is_set_from_outside() {
    let folder = Folder::new(&[("drive.xml", &drive()), ("one.xml", &using(r#"Weight="2000 g""#, "", ""))]);
    let rows = folder.rows(&["one.xml"]);
    let names = rows.lines().next().unwrap();
    // What is asked for by two names stands under both.
    let of = |name: &str| [0, 1, 2].map(|i| format!("{name}[{i}]")).join(",");
    assert_eq!(names, format!("Time,{},{},{}", of("One.Mass.Pos"), of("One.Where"), of("One.Mass.Vel")));
    // Of a spring of 200 N/m a mass of 2 kg hangs from z = -10: z = w/k (1 - cos(sqrt(k/m) t)).
    let hangs = |k: f64, m: f64, push: f64| (9.81 * m + push) / k * (1.0 - (k / m).sqrt().cos());
    let z = |arguments: &[&str]| folder.last(&[&["one.xml"], arguments].concat())[2];
    for (arguments, k, m, push) in [
        (&[][..], 200.0, 2.0, 0.0),
        (&["--set", "One.Stiffness=50"], 100.0, 2.0, 0.0),
        (&["--set", "One.Stiffness=0.05 kN/m", "--set", "One.Weight=1"], 100.0, 1.0, 0.0),
        (&["--set", "One.Factor=4"], 400.0, 2.0, 0.0),
        (&["--set", "One.Factor=3", "--set", "One.Factor=4"], 400.0, 2.0, 0.0),
        (&["--set", "One.Push=0,0,8"], 200.0, 2.0, 4.0),
        (&["--set", "One.Spring.Stiffness=300"], 300.0, 2.0, 0.0),
        (&["--set", "One.Mass.Mass=3"], 200.0, 3.0, 0.0),
    ] {
        let found = z(arguments);
        assert!((found - hangs(k, m, push)).abs() < 1e-7, "{arguments:?}: {found} {}", hangs(k, m, push));
    }
    let moved = folder.rows(&["one.xml", "--set", "One.Mass.Pos=0,0,-1"]);
    assert!(moved.lines().nth(1).unwrap().starts_with("0,0,0,-1,"), "{moved}");
    for (set, message) in [
        ("One.Weight=2 m", "and kg is needed"),
        ("One.Weigt=2", "there is no `Weigt` in `One`, an instance of the scheme `drive`"),
        ("One.Weigt=2", "did you mean `Weight`?"),
        ("One.Stiffness=0", "less than 1 N/m"),
        ("One.Push=One.Where", "can"),
    ] {
        let said = folder.wrong(&["check", "one.xml", "--set", set]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{set}: {said}");
    }
}

/// An in-port that a formula of constants feeds is set as one that numbers feed.
#[test]
fn constants_of_formulas_are_set_like_numbers() {
    let y = r#"<VARIABLES><Variable Name="y" Value="300 mN"/></VARIABLES>"#;
    let folder = Folder::new(&[("push.xml", &pushed(y, "2*y, 1 N, 0", r#"TOutput="0, 1""#))]);
    let velocity = |arguments: &[&str]| folder.last(&[&["push.xml"], arguments].concat())[1];
    assert!((velocity(&[]) - 0.6).abs() < 1e-9);
    assert!((velocity(&["--set", "B.Force[0]=3"]) - 3.0).abs() < 1e-9);
    assert!((velocity(&["--set", "B.Force=y, 0, 0"]) - 0.3).abs() < 1e-9);
    for (set, message) in [
        ("B.Force=-1 N/m*B.Pos", "`B.Force` can be set to numbers, not to a signal"),
        ("B.Force=1 N/s*time, 0, 0", "`B.Force` can be set to numbers, not to a signal"),
    ] {
        let said = folder.wrong(&["check", "push.xml", "--set", set]);
        assert!(said.contains(message), "{set}: {said}");
    }
    let driven = Folder::new(&[("push.xml", &pushed("", "-1 N/m^3*B.Pos*norm(B.Pos)^2", r#"TOutput="0, 1""#))]);
    assert!(driven.wrong(&["check", "push.xml", "--set", "B.Force=1,0,0"]).contains("`B.Force` cannot be set"));
    // What is wrong with the port is all that is wrong.
    let typo = pushed(y, "2*y, 1 N, 0", r#"TOutput="0, 1""#).replace("To=\"B.Force\"", "To=\"B.Farce\"");
    let folder = Folder::new(&[("typo.xml", &typo)]);
    let said = folder.wrong(&["check", "typo.xml"]);
    assert!(said.contains("did you mean `Force`?") && !said.contains("bad-connection"), "{said}");
}

#[test]
fn what_an_outer_file_begins_with_counts() {
    let initial = r#"<InitialCondition One.Mass.Pos="0, 0, -3"/>"#;
    let folder = Folder::new(&[("drive.xml", &drive()), ("one.xml", &using(r#"Weight="2""#, "", initial))]);
    let rows = folder.rows(&["one.xml"]);
    assert!(rows.lines().nth(1).unwrap().starts_with("0,0,0,-3,"), "{rows}");
}

#[test]
fn wrong_instances_are_told_with_their_names() {
    let inner = r#"<Connection One.Spring.PosB="0,0,0"/>"#;
    let twice = r#"<Connection One.Push="1,0,0"/><Connection One.Push="2,0,0"/>"#;
    let cases = [
        (r#"Weight="200 kg""#, "", "`One`: a mass of 200 kg is too much for this spring"),
        ("", "", "`One`: the parameter `Weight` is missing: Of the mass"),
        (r#"Weight="2 m""#, "", "`One`: the parameter `Weight`: `2 m` is in m, and kg is needed"),
        (r#"Weight="2" Stiffness="0.1""#, "", "`One`: the parameter `Stiffness` is `0.1`, less than 1 N/m"),
        (r#"Weight="2" Stifness="0.1""#, "", "did you mean `Stiffness`?"),
        (r#"Weight="2" Law="rigid""#, "", "`rigid` is no choice for `Law`"),
        (r#"Weight="2""#, inner, "only its ports can be connected"),
        (r#"Weight="2""#, twice, "`One.Push` is connected twice"),
        (
            r#"Weight="2""#,
            r#"<Connection One.Where="0,0,0"/>"#,
            "`One.Where` is an out-port, where an in-port is needed",
        ),
        (r#"Weight="2""#, r#"<Connection One.Pusch="0,0,0"/>"#, "did you mean `Push`?"),
        (r#"Weight="2""#, r#"<Connection One.Push="One.Were"/>"#, "did you mean `Where`?"),
        (r#"Weight="2""#, r#"<Connection One.Push="1, 0"/>"#, "width"),
    ];
    for (instance, connections, message) in cases {
        let folder = Folder::new(&[("drive.xml", &drive()), ("one.xml", &using(instance, connections, ""))]);
        let said = folder.wrong(&["check", "one.xml"]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{instance} {connections}: {said}");
    }
    // A text of a scheme has no name that the scheme does not know.
    let folder = Folder::new(&[("drive.xml", DRIVE), ("one.xml", &using(r#"Weight="2""#, "", ""))]);
    assert!(folder.wrong(&["check", "one.xml"]).contains("`Colour` is neither a number nor a name of the scheme"));
}

#[test]
fn files_of_schemes_are_found_and_recorded() {
    let schemes = Folder::new(&[("drive.xml", &drive())]);
    let folder = Folder::new(&[("one.xml", &using(r#"Weight="2""#, "", ""))]);
    assert!(folder.wrong(&["check", "one.xml"]).contains("--scheme-path"));
    let directory = schemes.0.path().to_str().unwrap();
    folder.good(&["run", "one.xml", "--scheme-path", directory, "-q"]);
    let record = fs::read_to_string(folder.0.path().join("one.run.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let files = record["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file["path"].as_str().unwrap().ends_with("drive.xml")), "{files:?}");
    let variables = record["variables"].as_array().unwrap();
    let law = variables.iter().find(|variable| variable["name"] == "One.Law").unwrap();
    assert_eq!(law["formula"], "soft");
    let weight = variables.iter().find(|variable| variable["name"] == "One.Weight").unwrap();
    assert_eq!((&weight["unit"], &weight["numbers"][0]), (&"kg".into(), &2.0.into()));
    let page = schemes.good(&["describe", "drive.xml"]);
    assert!(page.contains("Stiffness  number, [N/m], at least 1, at most 1e6, default 100"), "{page}");
}

#[test]
fn variables_and_schemes_are_included() {
    let included = format!(
        r#"<Contents><VARIABLES><Variable Name="heavy" Value="3 kg"/></VARIABLES><SCHEMES>{}</SCHEMES></Contents>"#,
        drive().replacen("<Scheme>", r#"<Scheme Name="Drive">"#, 1)
    );
    let scenario = using(r#"Weight="heavy""#, "", "").replace("drive.xml", "Drive");
    let scenario = scenario.replacen("<Contents>", r#"<Contents><SCHEMES><Include File="common.xml"/></SCHEMES>"#, 1);
    let folder = Folder::new(&[("common.xml", &included), ("one.xml", &scenario), ("drive.xml", &drive())]);
    let by_hand = using(r#"Weight="3""#, "", "");
    folder.write("by_hand.xml", &by_hand);
    assert_eq!(folder.rows(&["one.xml"]), folder.rows(&["by_hand.xml"]));
    folder.write("common.xml", &by_hand);
    assert!(folder.wrong(&["check", "one.xml"]).contains("it holds variables and schemes"));
}

/// The guide's scheme hangs in equilibrium, and its repetition is one.
#[test]
fn the_guides_examples_run() {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide.md")).unwrap();
    let part = |from: &str, to: &str| {
        let begin = guide.find(from).unwrap();
        guide[begin..begin + guide[begin..].find(to).unwrap() + to.len()].to_owned()
    };
    let scheme = part("<Scheme Doc=", "</Scheme>");
    let instance = part("<Instance Scheme=\"hanging.xml\"", "/>");
    let hanging = format!(
        r#"<Contents><OBJECTS>{instance}</OBJECTS><INTERCONNECTIONS><Connection Left.Anchor="0, 0, 0"/></INTERCONNECTIONS>
             <INTEGRATION><Engine TOutput="0:0.5:1" RelTol="1e-10" AbsTol="1e-10" FileOutput="Left.Mass.Pos[2], Left.Pull[2]"/></INTEGRATION></Contents>"#
    );
    let folder = Folder::new(&[("hanging.xml", &scheme), ("one.xml", &hanging)]);
    let [position, pull] = folder.last(&["one.xml"])[..] else { panic!("two columns") };
    let (weight, stiffness) = (2.0 * 9.81, 1e4);
    assert!((position - (1.0 + weight / stiffness)).abs() < 1e-9, "{position}");
    assert!((pull - weight).abs() < 1e-6, "{pull}");
    let repetition = part("<Repeat Index=\"i\" From=\"1\"", "</Repeat>\n    <Repeat");
    let joined = part("<Repeat Index=\"i\" From=\"2\"", "</Repeat>");
    let line = fs::read_to_string(format!("{HERE}/line.xml")).unwrap();
    let end = r#"<Connection To="S1.Start" From="0, 0, 0"/>"#;
    let objects = part_of(&line, "<OBJECTS>\n    <Repeat", "</OBJECTS>\n  <INTERCONNECTIONS>");
    let wires = part_of(&line, "  <INTERCONNECTIONS>\n    <Repeat", "  <INITIALIZATION/>");
    let shorter = line
        .replace(&objects, &format!("<OBJECTS>{}</OBJECTS>", repetition.trim_end_matches("<Repeat")))
        .replace(&wires, &format!("<INTERCONNECTIONS>{end}{joined}</INTERCONNECTIONS>"))
        .replace(r#"Name="Length" Unit="m""#, r#"Name="Length" Unit="m" Default="1 m""#)
        .replace(r#"Name="Stiffness" Unit="N/m""#, r#"Name="Stiffness" Unit="N/m" Default="1 kN/m""#)
        .replace(r#"Name="Pull" Unit="N" Width="3""#, r#"Name="Pull" Unit="N" Width="3" Default="0, 0, 0""#);
    folder.write("line.xml", &shorter);
    assert_eq!(folder.last(&["line.xml"]).len(), 50 * 6);
}

fn part_of(text: &str, from: &str, to: &str) -> String {
    let begin = text.find(from).unwrap();
    let end = begin + text[begin..].find(to).unwrap();
    text[begin..end].to_owned() + to.trim_end_matches("  <INITIALIZATION/>").trim_end_matches("\n  <INTERCONNECTIONS>")
}

/// x' = 2 up to x = 1, and 0.5 from there on: at 2 s it is 1.75, and no step goes across.
#[test]
fn an_expression_switches_at_an_event() {
    let scenario = |events: &str| {
        format!(
            r#"<Contents>
  <VARIABLES><Variable Name="fast" Value="2"/></VARIABLES>
  <OBJECTS>
    <Lib LibName="base" SimObject="Math/Expression" Name="E" Inputs="x" Parameters="k, v[2] [m]" k="fast" v="1 m, 50 cm"
      Outputs="rate = if(x lt 1, k, 0.5); L [m] = (x + 1)*v; N = norm(v)/(1 m); inner = if(x ge 0.5 and (x gt 1.5 or rated(x)), 1, 0)"
      Events="{events}"/>
    <Lib LibName="base" SimObject="Math/Integrator" Name="I"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection I.In="E.rate" E.x="I.Out"/></INTERCONNECTIONS>
  <INTEGRATION><Engine TOutput="0:1:2" RelTol="1e-4" AbsTol="1e-4" FileOutput="I.Out, E.L, E.N, E.inner"/></INTEGRATION>
</Contents>"#
        )
        .replace("rated(x)", "x lt 0.75")
    };
    let folder = Folder::new(&[("with.xml", &scenario("1")), ("without.xml", &scenario("0"))]);
    for method in ["DormandPrince", "Tsitouras", "BDF", "ESDIRK34", "TRBDF2"] {
        let last = folder.last(&["with.xml", "--set", &format!("Engine:IntegratorMethod={method}")]);
        let expected = [2.75, 1.375, 1.25_f64.sqrt(), 1.0, 1.75];
        let off = last.iter().zip(expected).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max);
        assert!(off < 1e-9, "{method}: {last:?}");
    }
    // Without events, steps go across the jump: that costs accuracy, which is why there are events.
    assert!((folder.last(&["without.xml"])[4] - 1.75).abs() < 1e-2);
    for (set, message) in [
        ("E.Outputs=rate = x + y", "`y` is no input, no parameter and no output before this one"),
        ("E.Outputs=rate = x; rate = 2*x", "`rate` is given twice"),
        ("E.Outputs=rate[3] = x", "`rate` has width 3, and its formula 1"),
        ("E.Inputs=x, x", "`x` is given twice"),
        ("E.Inputs=sin", "`sin` cannot be a name"),
        ("E.Inputs=x [smoot]", "`smoot` is neither a width nor a unit"),
        ("E.Outputs=", "no formula"),
        ("E.Outputs=rate = sign(x - 1)", "`sign` jumps, and is no event"),
        ("E.Outputs=rate = if(x == 1, 1, 0)", "`==` jumps, and is no event"),
    ] {
        let said = folder.wrong(&["check", "with.xml", "--set", set]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
        assert!(said.contains(message), "{set}: {said}");
    }
}

/// What another pair of eyes found, each of them a number that was wrong in silence, or a file that could not be read.
#[test]
fn what_was_wrong_once() {
    let step = |force: &str, method: &str| {
        let scenario = pushed("", force, &format!(r#"TOutput="0:1:10" stepsize="1" IntegratorMethod="{method}""#));
        Folder::new(&[("step.xml", &scenario)]).last(&["step.xml"])[1]
    };
    for method in ["Euler", "Heun", "RK4"] {
        for force in ["if(time gt 5, 1, 0), 0, 0", "if(time le 5, 0, 1), 0, 0", "if(time ge 5, 1, 0), 0, 0"] {
            let found = step(force, method);
            assert!((found - 5.0).abs() < 1e-12, "{method} {force}: {found}");
        }
    }
    let refused = |variables: &str, force: &str, message: &str| {
        let folder = Folder::new(&[("wrong.xml", &pushed(variables, force, r#"TOutput="0, 1""#))]);
        let said = folder.wrong(&["check", "wrong.xml"]).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{force}: {said}");
    };
    refused("", "if(time == 5, 1000, 0), 0, 0", "`==` of what changes jumps");
    refused("", "100, 200, 300 mN", "`100` has no unit, and stands beside `300 mN`");
    let y = r#"<VARIABLES><Variable Name="y" Value="300 mN"/></VARIABLES>"#;
    refused(y, "y, 2, 3", "`2` has no unit");
    // Units behind decimals, and constants written by flatten.
    let folder = Folder::new(&[("one.xml", &pushed(y, "0, 0.3 N, y", r#"TOutput="0, 1""#))]);
    folder.write("flat.xml", &folder.good(&["flatten", "one.xml"]));
    assert_eq!(folder.rows(&["flat.xml"]), folder.rows(&["one.xml"]));

    let gain = |wires: &str, record: &str| {
        format!(
            r#"<Contents><VARIABLES><Variable Name="oil" Text="VG 46"/></VARIABLES><SCHEMES><Scheme Name="A">
      <PORTS><InPort Name="U" To="g.In"/><OutPort Name="Y" From="g.Out"/><OutPort Name="Y2" From="g.Out"/></PORTS>
      <OBJECTS><Lib LibName="base" SimObject="Signal/Gain" Name="g" Gain="1"/></OBJECTS>
      <INTERCONNECTIONS>{wires}</INTERCONNECTIONS></Scheme></SCHEMES>
    <OBJECTS><Instance Scheme="A" Name="a"/></OBJECTS><INTERCONNECTIONS><Connection a.U="2"/></INTERCONNECTIONS>
    <INTEGRATION><Engine TOutput="0, 1" FileOutput="{record}"/></INTEGRATION></Contents>"#
        )
    };
    // The port is 2, and what it feeds 6.
    let folder = Folder::new(&[
        ("one.xml", &gain(r#"<Connection To="g.In" Add="4"/>"#, "a.g.In")),
        ("two.xml", &gain("", "a.Y, a.Y2, a.g.Out")),
    ]);
    assert_eq!(folder.last(&["one.xml"]), [6.0]);
    folder.write("three.xml", &gain(r#"<Connection To="g.In" Add="4"/>"#, "a.U"));
    assert_eq!(folder.last(&["three.xml"]), [2.0]);
    let rows = folder.rows(&["two.xml"]);
    assert_eq!(rows.lines().next(), Some("Time,a.g.Out,a.Y,a.Y2"), "{rows}");

    // Each of twenty instances would write the source of the one before twice.
    let grows = r#"<Contents><SCHEMES><Scheme Name="A"><PORTS><InPort Name="U"/><OutPort Name="Y" From="U*U + U"/></PORTS></Scheme></SCHEMES>
      <OBJECTS><Repeat Index="i" From="0" To="30"><Instance Scheme="A" Name="a${i}"/></Repeat>
        <Lib LibName="base" SimObject="Math/Integrator" Name="I"/></OBJECTS>
      <INTERCONNECTIONS><Connection a0.U="I.Out"/><Repeat Index="i" From="1" To="30"><Connection To="a${i}.U" From="a${i-1}.Y"/></Repeat>
        <Connection I.In="a30.Y"/></INTERCONNECTIONS>
      <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"#;
    let folder = Folder::new(&[("grows.xml", grows)]);
    assert!(folder.wrong(&["check", "grows.xml"]).contains("characters"));
}

#[test]
fn campaigns_vary_what_instances_have() {
    let folder = Folder::new(&[("drive.xml", &drive()), ("one.xml", &using(r#"Weight="2""#, "", ""))]);
    let vary = ["sweep", "one.xml", "--vary", "One.Weight=1,2", "--metric", "final:One.Where[2]", "-o", "c", "-q"];
    folder.good(&vary);
    let summary = fs::read_to_string(folder.0.path().join("c/summary.csv")).unwrap();
    let values: Vec<f64> =
        summary.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse().unwrap()).collect();
    assert_eq!(values.len(), 2, "{summary}");
    assert_eq!(values[1], folder.last(&["one.xml"])[2], "{summary}");
}

/// x'' = -4 x, with its matrix handed over as a text: x(t) = cos 2t.
#[test]
fn a_matrix_is_handed_over_as_a_text() {
    let scenario = r#"<Contents>
      <SCHEMES><Scheme Name="Plant">
        <PARAMETERS><Parameter Name="M" Kind="text"/></PARAMETERS>
        <OBJECTS><Lib LibName="base" SimObject="Math/LinearSystem" Name="S" A="${M}" B="0; 0" C="1, 0"
          InitialState="1, 0"/></OBJECTS>
        <INTERCONNECTIONS><Connection S.In="0"/></INTERCONNECTIONS>
      </Scheme></SCHEMES>
      <OBJECTS><Instance Scheme="Plant" Name="P" M="0, 1; -4, 0"/></OBJECTS>
      <INTEGRATION><Engine TOutput="0, 1" RelTol="1e-10" AbsTol="1e-10" FileOutput="P.S.Out"/></INTEGRATION>
    </Contents>"#;
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("plant.xml"), scenario).unwrap();
    let output = crate::program::bowline(&directory, &["run", "plant.xml", "-o", "-", "--quiet"]);
    assert!(output.status.success(), "{output:?}");
    let rows = text(&output.stdout);
    let end: f64 = rows.lines().last().unwrap().split(',').nth(1).unwrap().parse().unwrap();
    assert!((end - 2.0_f64.cos()).abs() < 1e-8, "{rows}");
}
