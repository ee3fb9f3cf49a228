//! Campaigns of equilibria and of modes, through the program.

use std::fs;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::campaign::{all_numbers, numbers, summary, texts};
use crate::program::{bowline, read, text};

/// 2 kg on a spring of 50 N/m with a damper c, under 10 N: x and v.
const OSCILLATOR: &str = r#"<Contents>
  <VARIABLES><Variable Name="c" Value="4"/></VARIABLES>
  <OBJECTS>
    <Lib LibName="base" SimObject="Math/Integrator" Name="X"/>
    <Lib LibName="base" SimObject="Math/Integrator" Name="V"/>
    <Lib LibName="base" SimObject="Signal/Gain" Name="F" Gain="1"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection X.In="V.Out" V.In="(F.Out - 50*X.Out - c*V.Out)/2" F.In="10"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition X.Integral="0.3" V.Integral="0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:1" FileOutput="objects:all" RelTol="1e-9" AbsTol="1e-9"/></INTEGRATION>
</Contents>"#;

/// x' = a - x^2 has the equilibria +-sqrt(a), and none below 0. From x = 0 it goes as sqrt(a) tanh(sqrt(a) t), or as
/// -sqrt(-a) tan(sqrt(-a) t), to infinity.
const FOLD: &str = r#"<Contents>
  <VARIABLES><Variable Name="a" Value="4"/></VARIABLES>
  <OBJECTS><Lib LibName="base" SimObject="Math/Integrator" Name="X"/></OBJECTS>
  <INTERCONNECTIONS><Connection X.In="a - X.Out^2"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition X.Integral="0.5"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:0.5" FileOutput="objects:all" RelTol="1e-9" AbsTol="1e-9"/></INTEGRATION>
</Contents>"#;

fn folder() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("oscillator.xml"), OSCILLATOR).unwrap();
    fs::write(directory.path().join("fold.xml"), FOLD).unwrap();
    directory
}

const LOCUS: [&str; 10] = [
    "--metric",
    "real(1):steady",
    "--metric",
    "imaginary(1):steady",
    "--metric",
    "real(2):steady",
    "--metric",
    "x=steady:X.Out",
    "--vary",
    "c=1:1:40",
];

#[test]
fn a_root_locus_is_made_without_runs_and_drawn() {
    let directory = folder();
    let output = bowline(&directory, &[&["sweep", "oscillator.xml", "-o", "locus"], &LOCUS[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = summary(&directory, "locus");
    let (real, imaginary) = (numbers(&table, "real(1):steady"), numbers(&table, "imaginary(1):steady"));
    let second = numbers(&table, "real(2):steady");
    for (row, c) in (1..=40).map(f64::from).enumerate().filter(|(_, c)| *c != 20.0) {
        let root = (c * c - 400.0).abs().sqrt() / 4.0;
        let (re, im, other) =
            if c < 20.0 { (-c / 4.0, root, None) } else { (root - c / 4.0, 0.0, Some(-root - c / 4.0)) };
        assert!((real[row].unwrap() - re).abs() < 1e-11 && (imaginary[row].unwrap() - im).abs() < 1e-11, "{c}");
        assert_eq!(second[row].is_some(), other.is_some(), "{c}");
        assert!(second[row].zip(other).is_none_or(|(found, other)| (found - other).abs() < 1e-11), "{c}");
    }
    assert!(all_numbers(&table, "x").iter().all(|x| (x - 0.2).abs() < 1e-12));
    assert!(texts(&table, "status").iter().all(|status| status == "ok"));
    assert!(numbers(&table, "steps").iter().all(Option::is_none), "nothing was run");
    let parquet = DataFrame::read(&directory.path().join("locus/summary.parquet")).unwrap();
    for (name, unit) in [("real(1):steady", "1/s"), ("imaginary(1):steady", "1/s")] {
        assert_eq!(parquet.column(name).unwrap().unit, unit);
    }
    let drawn = ["--over", "real(1):steady", "--signals", "imaginary(1):steady", "--points", "-o", "locus.svg"];
    let output = bowline(&directory, &[&["plot", "locus/summary.csv"], &drawn[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(read(&directory, "locus.svg").contains("imaginary(1):steady"));
    let output = bowline(&directory, &["report", "locus"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Whoever looks, in whatever order, and however often it is interrupted.
#[test]
fn it_has_the_same_bits_whatever_happens_to_the_campaign() {
    let directory = folder();
    let run = |more: &[&str]| {
        let output = bowline(&directory, &[&["sweep", "oscillator.xml"], &LOCUS[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    run(&["-o", "all"]);
    let whole = read(&directory, "all/summary.csv");
    run(&["-o", "apart", "--isolate", "--jobs", "1"]);
    assert_eq!(read(&directory, "apart/summary.csv"), whole);
    for file in fs::read_dir(directory.path().join("all/journal")).unwrap() {
        let path = file.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap();
        let kept = lines.lines().filter(|line| !line.contains("\"case\":3,") && !line.contains("\"case\":22,"));
        fs::write(path, kept.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }
    let output = bowline(&directory, &["sweep", "--resume", "all"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "all/summary.csv"), whole);
    run(&["-o", "one", "--shard", "1/2"]);
    run(&["-o", "two", "--shard", "2/2"]);
    assert!(bowline(&directory, &["merge", "one", "two", "-o", "merged"]).status.success());
    assert_eq!(read(&directory, "merged/summary.csv"), whole);
}

/// A file says the same as the command line: 0.3 m are held by a load of 15 N.
#[test]
fn a_campaign_has_conditions_in_a_file_and_on_the_command_line() {
    let directory = folder();
    let file = "scenario = \"oscillator.xml\"\nmetric = [\"load=steady:F.In\"]\nhold = [\"X.Integral\"]\n\
                find = [\"F.In\"]\ngiven = [\"V.Out=0\"]\n[vary]\n\"X.Integral\" = \"0.1,0.3\"\n";
    fs::write(directory.path().join("loads.toml"), file).unwrap();
    let output = bowline(&directory, &["sweep", "loads.toml", "-o", "of-file"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let loads = all_numbers(&summary(&directory, "of-file"), "load");
    assert!((loads[0] - 5.0).abs() < 1e-12 && (loads[1] - 15.0).abs() < 1e-12, "{loads:?}");
    let asked = ["--metric", "load=steady:F.In", "--hold", "X.Integral", "--find", "F.In", "--given", "V.Out=0"];
    let vary = ["--vary", "X.Integral=0.1,0.3", "-o", "of-line"];
    let output = bowline(&directory, &[&["sweep", "oscillator.xml"], &asked[..], &vary].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "of-line/summary.csv"), read(&directory, "of-file/summary.csv"));
    let output = bowline(&directory, &["sweep", "of-line/campaign.toml", "-o", "again"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "again/summary.csv"), read(&directory, "of-file/summary.csv"));
}

/// Of a case without an equilibrium the run is there, and the case says what is missing.
#[test]
fn a_run_is_kept_without_the_equilibrium_of_its_case() {
    let directory = folder();
    let metrics = ["--metric", "end=final:X.Out", "--metric", "rest=steady:X.Out", "--metric", "real(1):start"];
    let more = ["--vary", "a=4,-1", "-o", "mixed"];
    let output = bowline(&directory, &[&["sweep", "fold.xml"], &metrics[..], &more].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let table = summary(&directory, "mixed");
    let (ends, rests) = (all_numbers(&table, "end"), numbers(&table, "rest"));
    let rising = 2.0 * (2.0 * 0.5 + 0.25_f64.atanh()).tanh();
    let falling = (0.5_f64.atan() - 0.5).tan();
    assert!((ends[0] - rising).abs() < 1e-6 && (ends[1] - falling).abs() < 1e-6, "{ends:?}");
    assert!((rests[0].unwrap() - 2.0).abs() < 1e-10 && rests[1].is_none(), "{rests:?}");
    assert!(all_numbers(&table, "real(1):start").iter().all(|real| (real + 1.0).abs() < 1e-10));
    assert_eq!(texts(&table, "status"), ["ok", "failed"]);
    assert!(texts(&table, "reason")[1].contains("equilibrium"), "{:?}", texts(&table, "reason"));
    assert!(all_numbers(&table, "steps").iter().all(|steps| *steps > 0.0));
}

#[test]
fn what_makes_no_sense_is_told_before_anything_is_done() {
    let directory = folder();
    for (more, said) in [
        (&["--metric", "real(1):steady", "--series", "csv"][..], "no rows can be kept"),
        (&["--metric", "real(1):steady", "--verify", "1"], "--verify verifies runs"),
        (&["--metric", "max:X.Out", "--hold", "X.Integral"], "no metric asks for one"),
        (&["--metric", "steady:X.Out", "--hold", "X.Integrl"], "did you mean `Integral`?"),
        (&["--metric", "steady:X.Out", "--find", "c"], "in-ports that numbers feed are found, and parameters vary"),
        (&["--metric", "steady:X.Out@1.."], "an equilibrium has no times: leave out `@1..`"),
        (&["--metric", "real(0):steady"], "names no mode: write its number, from 1 on"),
    ] {
        let arguments = [&["sweep", "oscillator.xml", "--vary", "c=1,2", "-o", "out"], more].concat();
        let output = bowline(&directory, &arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {message}");
        assert!(message.contains(said), "`{said}` not in {message}");
        assert!(!directory.path().join("out").exists(), "{more:?}");
    }
}
