//! `bowline verify`: what it says of scenarios, and how.

use std::fs;

use crate::program::text;
use tempfile::TempDir;

fn bowline(directory: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = crate::program::bowline(directory, arguments);
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn of(folder: &str, name: &str) -> String {
    format!("{}/{folder}/{name}.xml", env!("CARGO_MANIFEST_DIR"))
}

fn json(directory: &TempDir, arguments: &[&str]) -> (i32, serde_json::Value) {
    let (status, page, said) = bowline(directory, &[&["verify", "--format", "json"], arguments].concat());
    (status, serde_json::from_str(&page).unwrap_or_else(|error| panic!("{error}: {page}{said}")))
}

fn verdicts(told: &serde_json::Value) -> Vec<(String, String)> {
    let columns = told["columns"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    columns.map(|column| (text(&column["column"]), text(&column["verdict"]))).collect()
}

#[test]
fn every_scenario_is_within_or_looser_than_asked() {
    let directory = TempDir::new().unwrap();
    for entry in fs::read_dir(format!("{}/scenarios", env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "xml") {
            continue;
        }
        let (status, told) = json(&directory, &["--until", "2", path.to_str().unwrap()]);
        // A wave impedance is proportional to the SampleTime, which is halved.
        let verdicts = verdicts(&told);
        let known: Vec<_> = verdicts.iter().filter(|(column, _)| !column.ends_with(".Zc")).collect();
        assert!(
            known.iter().all(|(_, verdict)| ["within", "looser"].contains(&verdict.as_str())),
            "{}: {verdicts:?}",
            path.display()
        );
        assert_eq!(status == 0, verdicts.iter().all(|(_, verdict)| verdict == "within"), "{}", path.display());
    }
}

/// Friction whose slope is 1e4, at a tolerance that is far too loose for it; V(2) by two programs at 1e-11.
#[test]
fn what_a_loose_tolerance_costs_is_told_and_covers_the_truth() {
    const TRUTH: f64 = -3.28138;
    let (directory, friction) = (TempDir::new().unwrap(), of("tests/traps", "friction"));
    let loose = ["--set", "Engine:AbsTol=1e-3", "--set", "Engine:RelTol=1e-3"];
    let (status, told) = json(&directory, &[&[friction.as_str()], &loose[..]].concat());
    assert_eq!(status, 1, "{told}");
    let speed = &told["columns"][0];
    assert_eq!((speed["column"].as_str(), speed["verdict"].as_str()), (Some("V.Out"), Some("looser")), "{told}");
    let run = [&["run", friction.as_str(), "-o", "friction.csv", "--quiet"], &loose[..]].concat();
    assert_eq!(bowline(&directory, &run).0, 0);
    let rows = fs::read_to_string(directory.path().join("friction.csv")).unwrap();
    let last: f64 = rows.lines().last().unwrap().split(',').nth(1).unwrap().parse().unwrap();
    let estimate = speed["deviation"].as_f64().unwrap() + speed["remaining"].as_f64().unwrap();
    assert!((last - TRUTH).abs() <= estimate + 1e-5, "{last}, {estimate}");
    let pid = of("tests/traps", "pid");
    for method in ["DormandPrince", "BDF", "TRBDF2", "auto"] {
        let method = format!("Engine:IntegratorMethod={method}");
        let (status, told) = json(&directory, &[&pid, "--set", &method]);
        assert_eq!(status, 0, "{told}");
    }
}

#[test]
fn deviations_are_drawn_and_a_table_is_aligned() {
    let directory = TempDir::new().unwrap();
    let servo = of("scenarios", "position_servo");
    let (status, page, said) = bowline(&directory, &["verify", &servo, "--signals", "A.Out", "-o", "off.csv"]);
    assert_eq!(status, 0, "{page}{said}");
    let lines: Vec<&str> = page.lines().collect();
    let head = lines.iter().find(|line| line.starts_with("column")).unwrap();
    let row = lines.iter().find(|line| line.starts_with("A.Out")).unwrap();
    assert_eq!(head.find("verdict"), row.find("within"), "{page}");
    assert!(page.contains("1 of 1 column within 10 tolerances"), "{page}");
    let rows = fs::read_to_string(directory.path().join("off.csv")).unwrap();
    assert_eq!((rows.lines().next(), rows.lines().count()), (Some("Time [s],A.Out"), 402));
    assert_eq!(bowline(&directory, &["plot", "off.csv"]).0, 0);
    // It replaces its own, and nothing else.
    fs::write(directory.path().join("mine.txt"), "mine").unwrap();
    assert_eq!(bowline(&directory, &["run", &servo, "-o", "run.csv", "--quiet"]).0, 0);
    for (output, expected) in [("off.csv", 0), ("mine.txt", 2), ("run.csv", 2)] {
        let (status, _, said) = bowline(&directory, &["verify", &servo, "--signals", "A.Out", "-o", output]);
        assert_eq!(status, expected, "{said}");
    }
    assert_eq!(fs::read_to_string(directory.path().join("mine.txt")).unwrap(), "mine");
}

#[test]
fn a_run_is_verified_when_it_is_done() {
    let directory = TempDir::new().unwrap();
    let line = of("scenarios", "breaking_line");
    let (status, rows, said) = bowline(&directory, &["run", &line, "--verify", "-o", "-"]);
    assert_eq!(status, 0, "{said}");
    assert!(rows.starts_with("Time,") && !rows.contains("within"), "{rows}");
    assert!(said.contains("4 of 4 columns within 10 tolerances"), "{said}");
}

/// The mass of 1 kg on the spring of 100 N/m: z = m g / k - (5 m + m g / k) cos(w t), w = sqrt(k / m).
#[test]
fn sensitivities_are_ranked_and_drawn() {
    let directory = TempDir::new().unwrap();
    let spring = of("scenarios", "mass_linear_spring");
    let asked = ["--parameters", "B.Mass,S.Stiffness,B.Pos[2]", "--signals", "B.Pos[2]", "--until", "10"];
    let (status, page, said) = bowline(&directory, &[&["sensitivity", &spring, "-o", "by.csv"], &asked[..]].concat());
    assert_eq!(status, 0, "{page}{said}");
    // Mass and stiffness matter more than where it begins.
    let order: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("B.Pos[2]  ")).collect();
    assert!(order.len() == 3 && order[2].starts_with("B.Pos[2]"), "{page}");
    let rows = fs::read_to_string(directory.path().join("by.csv")).unwrap();
    let head: Vec<_> = rows.lines().next().unwrap().split(',').collect();
    let at = head.iter().position(|name| *name == "B.Pos[2]/S.Stiffness [m/(N/m)]").unwrap();
    let last: Vec<f64> = rows.lines().last().unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    let (t, w, k, g) = (last[0], 10.0_f64, 100.0, 9.81);
    let truth = -g / (k * k) * (1.0 - (w * t).cos()) + (5.0 + g / k) * t * (w * t).sin() * w / (2.0 * k);
    assert!((last[at] - truth).abs() < 1e-6 * truth.abs().max(1.0), "{} {truth}", last[at]);
    assert_eq!(bowline(&directory, &["plot", "by.csv"]).0, 0);

    for (parameter, expected) in [
        ("S.Stiffnes", "its parameters are `Stiffness`"),
        ("S.Acts", "only numbers"),
        ("B.Pos", "name one, as in B.Pos[0]"),
        ("B.Pos[3]", "3 elements"),
        ("Q.Pos", "no SimObject `Q`"),
        ("Stiffness", "give Object.Parameter"),
    ] {
        let (status, _, said) = bowline(&directory, &["sensitivity", &spring, "--parameters", parameter]);
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(expected), "{parameter}: {said}");
    }
}

/// Friction that is integrated loosely in some cases, and well in others.
#[test]
fn cases_of_a_campaign_are_verified() {
    let directory = TempDir::new().unwrap();
    let friction = of("tests/traps", "friction");
    let tolerances = "Engine:RelTol,Engine:AbsTol=(1e-3,1e-3),(1e-8,1e-8)";
    let vary = ["--vary", "F.Amplitude=140,150", "--vary", tolerances];
    let more = ["--metric", "end=final:V.Out", "-o", "study", "--until", "1.6", "--verify", "3"];
    let (status, _, said) = bowline(&directory, &[&["sweep", &friction], &vary[..], &more[..]].concat());
    assert_eq!(status, 1, "{said}");
    let read = |name: &str| fs::read_to_string(directory.path().join("study").join(name)).unwrap();
    let rows = read("verification.csv");
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["case", "chosen", "column", "verdict"]);
    assert_eq!(rows.len(), 4, "{rows:?}");
    // Cases with odd numbers have the loose tolerance.
    for row in &rows[1..] {
        let is_loose = row[0].parse::<u64>().unwrap() % 2 == 1;
        assert_eq!(row[3] == "within", !is_loose, "{row:?}");
        assert_eq!(row[2], "V.Out");
    }
    let ends: Vec<f64> = {
        let summary = read("summary.csv");
        let head: Vec<_> = summary.lines().next().unwrap().split(',').collect();
        let at = head.iter().position(|name| *name == "end").unwrap();
        summary.lines().skip(1).map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect()
    };
    let largest = (0..ends.len()).max_by(|a, b| ends[*a].total_cmp(&ends[*b])).unwrap() + 1;
    assert!(rows.iter().any(|row| row[0] == largest.to_string() && row[1] == "largest end"), "{rows:?} {ends:?}");
    assert!(said.contains("3 cases verified"), "{said}");
    // A campaign that is done can be verified later; a page has a section on it.
    let (status, _, said) = bowline(&directory, &["sweep", "--resume", "study", "--verify", "4"]);
    assert_eq!((status, read("verification.csv").lines().count()), (1, 5), "{said}");
    assert_eq!(bowline(&directory, &["report", "study"]).0, 0);
    let page = read("report.html");
    assert!(page.contains("<h2>How far off</h2>") && page.contains("2 of 4 columns are within"), "{page}");
}

#[test]
fn mistakes_are_told() {
    let directory = TempDir::new().unwrap();
    let servo = of("scenarios", "position_servo");
    for (arguments, expected) in [
        (&["--signals", "A.Ouch"][..], "no signal `Ouch`"),
        (&["--set", "A.Nothing=1"], "A.Nothing"),
        (&["--within", "0"], "not more than 0"),
    ] {
        let (status, _, said) = bowline(&directory, &[&["verify", &servo], arguments].concat());
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
