//! Loops, as a user meets them: what `check` and `run` tell of them.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The example of the guide's section on loops.
fn example() -> String {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide.md")).unwrap();
    let section = guide.split("\n## Loops\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let code = section.lines().skip_while(|line| *line != "    <Contents>").take_while(|line| line.starts_with("    "));
    code.collect::<Vec<_>>().join("\n")
}

struct Folder(TempDir);

impl Folder {
    fn with(scenario: &str) -> Self {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("model.xml"), scenario).unwrap();
        Self(directory)
    }

    /// Standard output and standard error, and the exit status.
    fn bowline(&self, arguments: &[&str]) -> (String, String, Option<i32>) {
        let output = Command::cargo_bin("bowline").unwrap().current_dir(&self.0).args(arguments).output().unwrap();
        let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out, error, output.status.code())
    }

    /// The first row of a column.
    fn first(&self, column: &str) -> f64 {
        let csv = fs::read_to_string(self.0.path().join("model.csv")).unwrap();
        let mut lines = csv.lines().map(|line| line.split(','));
        let at = lines.next().unwrap().position(|name| name == column).unwrap();
        lines.next().unwrap().nth(at).unwrap().parse().unwrap()
    }
}

/// w = 150 - 0.005 w^2: 100 and -300.
#[test]
fn the_guides_propeller_runs_and_a_guess_chooses_the_solution() {
    let folder = Folder::with(&example());
    let (_, error, status) = folder.bowline(&["run", "model.xml", "--stats"]);
    assert_eq!(status, Some(0), "{error}");
    assert!((folder.first("Motor.Out") - 100.0).abs() < 1e-9);
    assert!((folder.first("Propeller.Out") - 100.0).abs() < 1e-9);
    assert!(error.contains("  loops           1, solved "), "{error}");
    assert!(error.contains("(loops)  "), "{error}");
    let record = fs::read_to_string(folder.0.path().join("model.run.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    let cost = &record["statistics"]["loops"];
    assert_eq!(cost["count"], 1, "{cost}");
    for what in ["solutions", "iterations", "evaluations", "jacobians"] {
        assert!(cost[what].as_u64().unwrap() > 0, "{cost}");
    }
    let (_, error, status) = folder.bowline(&["run", "model.xml", "--set", "Init:Motor.Out=-400"]);
    assert_eq!(status, Some(0), "{error}");
    assert!((folder.first("Motor.Out") + 300.0).abs() < 1e-9);
}

#[test]
fn check_tells_the_loops_that_are_solved() {
    let folder = Folder::with(&example());
    let (out, _, status) = folder.bowline(&["check", "model.xml"]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("model.xml: good, ") && out.ends_with(", 1 loop (-v shows it)\n"), "{out}");
    let (out, ..) = folder.bowline(&["check", "-v", "model.xml"]);
    // What the guide shows.
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide.md")).unwrap();
    let shown = guide.split("$ bowline check -v propeller.xml\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(out, shown.replace("propeller.xml", "model.xml"));
    let (out, ..) = folder.bowline(&["check", "--format", "json", "model.xml"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["valid"], true);
    assert_eq!(told["loops"].as_array().unwrap().len(), 1, "{out}");
    assert_eq!(told["loops"][0]["is_needed"], true);
    assert_eq!(told["loops"][0]["unknowns"][0]["start"].as_array().unwrap().len(), 1);
}

/// The other solution of the propeller is -300 rad/s.
#[test]
fn check_looks_for_other_solutions_where_it_is_asked_to() {
    let folder = Folder::with(&example());
    let (out, _, status) = folder.bowline(&["check", "--all-solutions", "model.xml"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("  1 other solution at the start, found from 200 starts:\n"), "{out}");
    let (told, ..) = folder.bowline(&["check", "--all-solutions", "--format", "json", "model.xml"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let [other] = told["loops"][0]["other_solutions"].as_array().unwrap().as_slice() else { panic!("{told}") };
    let first = told["loops"][0]["unknowns"][0]["signal"].as_str().unwrap();
    let expected = if first == "Motor.Out" || first == "Propeller.Out" { -300.0 } else { panic!("{first}") };
    assert!((other[0].as_f64().unwrap() - expected).abs() < 1e-9, "{other}");
    let linear = example().replace("0.01*Motor.Out^2", "0.01*Motor.Out");
    let (out, ..) = Folder::with(&linear).bowline(&["check", "--all-solutions", "model.xml"]);
    assert!(!out.contains("other solution at the start, found"), "{out}");
}

/// A run that continues is on the same solution, with the same bits, wherever the guess made the cut.
#[test]
fn a_continued_run_stays_on_its_solution() {
    let scenario =
        example().replace("Motor.Out=\"80\"", "Motor.Out=\"-400\"").replace("TOutput", "TSave=\"30\" TOutput");
    let folder = Folder::with(&scenario);
    let (_, error, status) = folder.bowline(&["run", "model.xml", "-o", "all.csv"]);
    assert_eq!(status, Some(0), "{error}");
    let (_, error, status) =
        folder.bowline(&["run", "model.xml", "--initial-state", "all.30.state.json", "-o", "rest.csv"]);
    assert_eq!(status, Some(0), "{error}");
    let rows = |name: &str| -> Vec<String> {
        let csv = fs::read_to_string(folder.0.path().join(name)).unwrap();
        csv.lines().skip(1).map(str::to_owned).collect()
    };
    let (all, rest) = (rows("all.csv"), rows("rest.csv"));
    assert_eq!((all.len(), rest.len()), (61, 31));
    assert_eq!(all[30..], rest);
}

/// A loop of one formula; what is wrong with it, and what is to be done.
fn told_of(formula: &str, initial: &str, engine: &str) -> String {
    let text = format!(
        r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Signal/Gain" Name="A" Gain="1"/>
             <Lib LibName="base" SimObject="Math/Integrator" Name="T"/></OBJECTS>
           <INTERCONNECTIONS><Connection A.In="{formula}" T.In="1"/></INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition T.Integral="-2" {initial}/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.1:5" {engine}/></INTEGRATION></Contents>"#
    );
    let (_, error, status) = Folder::with(&text).bowline(&["run", "model.xml"]);
    assert_ne!(status, Some(0), "{error}");
    error
}

#[test]
fn a_loop_without_a_solution_is_told_with_what_to_try() {
    let guess = "`<InitialCondition A.Out=\"...\"/>`";
    let cases = [
        ("A.Out^2 + A.Out + 1", "", "no solution was found from this start", guess),
        ("A.Out", "", "determine none or many solutions", "say in one of its connections how large `A.Out` is"),
        ("log(A.Out - 1) + 1", "", "its equations are not finite here", "limit what the formulas take"),
        // Ends at a fold, at t = 2 + 2/sqrt(27).
        ("A.Out^3 - T.Out", r#"A.Out="-1.52""#, "the solution does not go on", "break the loop with a state"),
    ];
    for (formula, initial, why, advice) in cases {
        let said = told_of(formula, initial, r#"FileOutput="objects:all""#);
        assert!(said.contains("the loop of `A.Out` was not solved at t = "), "{said}");
        assert!(said.contains("; the loop: A.Out -> A.In -> A.Out"), "{said}");
        assert!(said.contains(why) && said.contains(advice), "{said}");
        // No library is blamed.
        assert!(!said.contains("mistake in the library"), "{said}");
    }
    let said = told_of("A.Out^2 + A.Out + 1", "", r#"Loops="refuse""#);
    assert!(said.contains("algebraic loop: A.Out -> A.In -> A.Out") && said.contains("Loops=\"solve\""), "{said}");
}

/// Bowline solves no loop through two clocks, and names the computation on the other one.
#[test]
fn a_loop_through_two_clocks_is_refused_with_the_reason() {
    let text = r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Signal/ZeroOrderHold" Name="A" SampleTime="0.2"/>
         <Lib LibName="base" SimObject="Math/DiscretePID" Name="P" SampleTime="0.1" Kp="1"/></OBJECTS>
       <INTERCONNECTIONS><Connection P.Measured="A.Out" P.Reference="1" A.In="P.Out"/></INTERCONNECTIONS>
       <INITIALIZATION/><INTEGRATION><Engine TOutput="0:0.1:5"/></INTEGRATION></Contents>"#;
    let (_, said, status) = Folder::with(text).bowline(&["check", "model.xml"]);
    assert_eq!(status, Some(2), "{said}");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("`control` of `P` (Math/DiscretePID of fhsim_base) runs at the ticks of another clock"),
        "{said}"
    );
    assert!(said.contains("a state or a delay (`Signal/UnitDelay`)"), "{said}");
}
