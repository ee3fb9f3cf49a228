//! A run replaces its own files, and no files that other runs own or write.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::campaign::sweep;
use crate::program::{bowline, read, read_json, text, tutorial};

/// The exit status and the output of a run of the tutorial.
fn run(directory: &TempDir, more: &[&str]) -> (Option<i32>, String) {
    let scenario = tutorial();
    let output = bowline(directory, &[&["run", &scenario, "--until=1"], more].concat());
    (output.status.code(), text(&output.stderr))
}

#[test]
fn results_of_two_formats_do_not_share_a_record() {
    let directory = TempDir::new().unwrap();
    assert_eq!(run(&directory, &["-o", "r.csv"]).0, Some(0));
    let before = read(&directory, "r.run.json");
    for other in ["r.parquet", "r"] {
        let (status, said) = run(&directory, &["-o", other]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("cannot write `r.run.json`: it is the record of `r.csv`; choose another name"), "{said}");
        assert!(!directory.path().join(other).exists());
    }
    assert_eq!(read(&directory, "r.run.json"), before);
    // A run replaces its own files, also under another path.
    assert_eq!(run(&directory, &["-o", "./r.csv"]).0, Some(0));
    assert_eq!(run(&directory, &["-o", "r.parquet", "--force"]).0, Some(0));
    assert_eq!(read_json(&directory, "r.run.json")["results"], "r.parquet");
    // A record that belongs to nobody.
    fs::remove_file(directory.path().join("r.parquet")).unwrap();
    assert_eq!(run(&directory, &["-o", "r.csv"]).0, Some(0));
}

/// Also under another name, and also a table or a scheme that the scenario names.
#[test]
fn no_command_replaces_what_it_reads() {
    let directory = TempDir::new().unwrap();
    let files = [
        ("t.csv", "0,1\n1,2\n"),
        (
            "m.xml",
            r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Src/Table" Name="U" File="t.csv"/>
               <Lib LibName="base" SimObject="Math/LowPass" Name="L" TimeConstant="1"/></OBJECTS>
               <INTERCONNECTIONS><Connection L.In="U.Out"/></INTERCONNECTIONS>
               <INITIALIZATION><InitialCondition L.Out="0"/></INITIALIZATION>
               <INTEGRATION><Engine TOutput="0:0.1:1" FileOutput="L.Out"/></INTEGRATION></Contents>"#,
        ),
    ];
    let commands: [&[&str]; 7] = [
        &["run", "m.xml"],
        &["steady", "m.xml"],
        &["flatten", "m.xml"],
        &["verify", "m.xml"],
        &["frequency", "m.xml", "1", "--from", "L.In", "--to", "L.Out"],
        &["linearize", "m.xml", "--inputs", "L.In", "--outputs", "L.Out"],
        &["sensitivity", "m.xml", "--parameters", "L.TimeConstant"],
    ];
    for command in commands {
        for output in ["m.xml", "./m.xml", "t.csv"] {
            // Matrices are of no kind that ends in .xml.
            if command[0] == "linearize" && output != "t.csv" {
                continue;
            }
            files.iter().for_each(|(name, text)| fs::write(directory.path().join(name), text).unwrap());
            let answer = bowline(&directory, &[command, &["-o", output, "--force"]].concat());
            let said = text(&answer.stderr);
            assert_eq!(answer.status.code(), Some(2), "{command:?} -o {output}: {said}");
            assert!(said.contains("the scenario") || said.contains("a scenario's name"), "{command:?}: {said}");
            for (name, text) in files {
                assert_eq!(read(&directory, name), text, "{command:?} -o {output}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn copies_by_hard_links_stay_as_they_are() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let options = ["-o", "r.csv", "--final-state", "s.json", "--log-file", "log", "--record-view"];
    assert_eq!(run(&directory, &options).0, Some(0));
    fs::set_permissions(place("r.csv"), fs::Permissions::from_mode(0o640)).unwrap();
    let names = ["r.csv", "r.run.json", "r.view", "s.json", "log"];
    let copy = |name: &str| place(&format!("copy of {name}"));
    names.iter().for_each(|name| fs::hard_link(place(name), copy(name)).unwrap());
    let before = names.map(|name| fs::read(place(name)).unwrap());
    let others = ["--set", "B.Mass=2", "--set", "Engine:TOutput=0:0.5:1"];
    let (status, said) = run(&directory, &[&options[..], &others].concat());
    assert_eq!(status, Some(0), "{said}");
    for (name, before) in names.iter().zip(before) {
        assert!(fs::read(copy(name)).unwrap() == before, "{name}");
        assert!(fs::read(place(name)).unwrap() != before, "{name}");
    }
    assert_eq!(read(&directory, "r.csv").lines().count(), 4);
    assert_eq!(fs::metadata(place("r.csv")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2 * names.len(), "nothing is left over");
}

/// A run that lasts until it is ended.
struct Running(Child);

impl Running {
    fn begin(directory: &TempDir, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowline"));
        command.current_dir(directory).args(["run", &tutorial(), "--real-time=0.001"]).args(more);
        let running = Self(command.stderr(Stdio::null()).spawn().unwrap());
        let began = Instant::now();
        while !directory.path().join("r.run.json").exists() {
            assert!(began.elapsed() < Duration::from_secs(60), "it does not begin");
            std::thread::sleep(Duration::from_millis(5));
        }
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn nothing_replaces_what_a_run_is_writing() {
    let directory = TempDir::new().unwrap();
    let running = Running::begin(&directory, &["-o", "r.csv", "--record-view", "--log-file", "log"]);
    let record = read(&directory, "r.run.json");
    for options in [
        &["-o", "r.csv"][..],
        &["-o", "r.parquet"],
        &["-o", "r"],
        &["-o", "r.run.json"],
        &["-o", "r.view"],
        &["-o", "log"],
        &["-o", "new.csv", "--final-state", "r.csv"],
        &["-o", "new.csv", "--final-state", "r.run.json"],
        &["-o", "new.csv", "--log-file", "log"],
    ] {
        for force in [&[][..], &["--force"]] {
            let (status, said) = run(&directory, &[options, force].concat());
            assert_eq!(status, Some(2), "{options:?} {said}");
            assert!(said.contains("another run is writing it"), "{options:?} {said}");
        }
    }
    assert_eq!(read(&directory, "r.run.json"), record);
    assert!(!directory.path().join("new.csv").exists());
    drop(running);
    // A killed run blocks nobody.
    assert_eq!(run(&directory, &["-o", "r.parquet", "--force"]).0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_finds_no_room_is_told_once() {
    let directory = TempDir::new().unwrap();
    let (status, said) = run(&directory, &["-o", "r.csv", "-vv", "--log-file", "/dev/full"]);
    assert_eq!(status, Some(0), "{said}");
    let told = "warning: the log is not complete: cannot write `/dev/full`: No space left on device";
    assert_eq!(said.matches(told).count(), 1, "{said}");
}

#[test]
fn a_damaged_campaign_says_what_to_do() {
    let directory = TempDir::new().unwrap();
    let again = || {
        let more = ["--until=0.1", "--metric", "max:B.Pos[2]", "-o", "c"];
        assert!(sweep(&directory, &["S.Stiffness=60,70"], &more).status.success());
        let journal = fs::read_dir(directory.path().join("c/journal")).unwrap().next().unwrap().unwrap().path();
        (fs::read_to_string(&journal).unwrap(), journal)
    };
    let (kept, journal) = again();
    let twice = format!("{kept}{kept}");
    for (damaged, why) in [
        ("{\"case\":\n", "is damaged in line 1: "),
        (&kept.replace("\"case\":2", "\"case\":9"), "case 9 is none of shard"),
        (&twice, "is there twice"),
    ] {
        fs::write(&journal, damaged).unwrap();
        for arguments in [&["summary", "c"][..], &["report", "c"], &["sweep", "--resume", "c"]] {
            let output = bowline(&directory, arguments);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {said}");
            assert!(said.contains(why) && said.contains("let `bowline sweep --resume` do its runs again"), "{said}");
        }
    }
    // The advice helps.
    fs::remove_file(&journal).unwrap();
    assert!(bowline(&directory, &["sweep", "--resume", "c"]).status.success());
    assert_eq!(bowline(&directory, &["summary", "c"]).status.code(), Some(0));
}

/// The smallest double has 323 zeros behind its point.
#[test]
fn tiny_numbers_are_told_in_few_letters() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("d.csv"), "Time,a.b\n0,0\n5e-324,5e-324\n").unwrap();
    fs::write(directory.path().join("e.csv"), "Time,a.b\n0,5e-324\n5e-324,0\n").unwrap();
    let scenario = tutorial();
    let run = |more: &[&str]| bowline(&directory, &[&["run", &scenario, "-o", "r.csv", "--force"], more].concat());
    for output in [
        run(&["--until=5e-324", "--stats", "-v"]),
        run(&["--until=-5e-324"]),
        run(&["--until=1", "--set", "Engine:HMax=5e-324"]),
        run(&["--until=1", "--set", "Engine:stepsize=5e-324"]),
        run(&["--set", "Engine:TOutput=5e-324"]),
        run(&["--set", "Engine:TOutput=0:1e-323:2.5e-323", "--stats"]),
        run(&["--set", "Engine:TOutput=5e-324:1:2.5", "--stats", "-v"]),
        run(&["--until=1", "--set", "Engine:TSave=5e-324"]),
        run(&["--until=1", "--set", "Engine:HMin=5e-324", "--set", "Engine:HFirst=5e-324", "-v"]),
        run(&["--until=1", "--set", "Engine:AbsTol=5e-324"]),
        run(&["--until=1", "--set", "B.Mass=-5e-324"]),
        bowline(&directory, &["compare", "d.csv", "e.csv"]),
        bowline(&directory, &["plot", "d.csv", "-o", "d.svg"]),
        bowline(&directory, &["sweep", &scenario, "--vary", "B.Mass=5e-324,-5e-324", "--until=1", "-o", "s"]),
        bowline(&directory, &["summary", "s"]),
        bowline(
            &directory,
            &["sweep", &scenario, "--vary", "B.Mass=1,2", "--metric", "rising(5e-324):B.Pos[2]", "-o", "e"],
        ),
        bowline(&directory, &["summary", "e"]),
    ] {
        let said = [output.stdout, output.stderr].map(|said| text(&said)).concat();
        assert!(!said.contains(&"0".repeat(17)), "{said}");
    }
    assert!(!read(&directory, "d.svg").contains(&"0".repeat(17)));
}
