//! Libraries that take the program down: it is said who it was and when, and
//! the rows up to there are kept.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::native::{Compilers, SHARED, alone, with_libraries};
use crate::program::signals::{program_with_default_signals, send};
use crate::program::{read, read_json, rows, text};

static LIBRARY: LazyLock<PathBuf> =
    LazyLock::new(|| Compilers::new(SHARED).build("tests/native_libraries/crashing.cpp"));

const ABORT: i32 = 1;
const SEGFAULT: i32 = 2;
const OVERFLOW: i32 = 3;
const EXCEPTION: i32 = 4;
const EXIT: i32 = 5;
const HANG: i32 = 6;
const LEAVE: i32 = 7;
const RAW_EXIT: i32 = 8;
const C99_EXIT: i32 = 9;
const QUICK_EXIT: i32 = 10;
const SMASH: i32 = 11;
const FORK: i32 = 12;
const GO_ON: i32 = 13;

/// The message of each crash, and how the program ends.
const CRASHES: [(i32, &str, Option<i32>, Option<i32>); 5] = [
    (ABORT, "abort (or an exception that nobody caught)", Some(6), None),
    (EXCEPTION, "abort (or an exception that nobody caught)", Some(6), None),
    (SEGFAULT, "segmentation fault", Some(11), None),
    (OVERFLOW, "stack overflow", Some(11), None),
    (EXIT, "a call of exit", None, Some(1)),
];
/// Calls that end the program without a message, if the C library gets them.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const DEPARTURES: [(i32, &str, Option<i32>, Option<i32>); 3] = [
    (RAW_EXIT, "a call of _exit", None, Some(3)),
    (C99_EXIT, "a call of _Exit", None, Some(3)),
    (QUICK_EXIT, "a call of quick_exit", None, Some(3)),
];
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const DEPARTURES: [(i32, &str, Option<i32>, Option<i32>); 0] = [];

/// A scenario of three objects of which the second one crashes, with a row each 1/16 s.
fn scenario(parameters: &str) -> String {
    format!(
        r#"<Contents><OBJECTS>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="A"/>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Culprit" {parameters}/>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Z"/>
             <Lib LibName="base" SimObject="Src/Table" Name="T" File="table.csv" Interpolation="Linear"/>
           </OBJECTS><INITIALIZATION><InitialCondition A.X="0" Culprit.X="0" Z.X="0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.0625:1" IntegratorMethod="RK4" stepsize="0.03125" FileOutput="objects:all"
             TSave="0.75"/></INTEGRATION></Contents>"#
    )
}

fn run(directory: &TempDir, parameters: &str, more: &[&str]) -> Output {
    fs::write(directory.path().join("scenario.xml"), scenario(parameters)).unwrap();
    fs::write(directory.path().join("table.csv"), "0, 1\n2, 3\n").unwrap();
    with_libraries(directory, &[&["run", "scenario.xml", "-o", "out.csv"], more].concat(), &[&LIBRARY])
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_names_who_it_was_and_when_and_keeps_the_rows() {
    for (how, what, signal, code) in CRASHES.into_iter().chain(DEPARTURES) {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &format!("How=\"{how}\""), &[]);
        let said = text(&output.stderr);
        assert_eq!(output.status.signal(), signal, "{how}: {said}");
        assert_eq!(output.status.code(), code, "{how}: {said}");
        let line =
            format!("error: {what} in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s; rows up to there are kept\n");
        assert!(said.ends_with(&line), "{how}: {said}");
        let csv = read(&directory, "out.csv");
        let times: Vec<f64> = rows(&csv).iter().map(|row| row[0]).collect();
        assert!(csv.ends_with('\n'));
        assert_eq!(times, [0.0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375], "{how}");
        let record = read_json(&directory, "out.run.json");
        assert_eq!((&record["status"], &record["exit_status"]), (&"running".into(), &serde_json::Value::Null));
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_in_a_constructor_names_who_it_was() {
    for (how, what) in [
        (ABORT, "abort (or"),
        (EXCEPTION, "abort (or"),
        (SEGFAULT, "segmentation fault in"),
        (EXIT, "a call of exit in"),
    ] {
        for command in ["run", "check"] {
            let directory = TempDir::new().unwrap();
            let library = LIBRARY.as_path();
            fs::write(directory.path().join("scenario.xml"), scenario(&format!("Constructor=\"{how}\""))).unwrap();
            let output = with_libraries(&directory, &[command, "scenario.xml"], &[library]);
            let said = text(&output.stderr);
            assert!(!output.status.success(), "{said}");
            let who = "`Culprit` (Bad/Crashing of crashing) while it was constructed or destroyed";
            assert!(said.contains(what) && said.contains(who), "{said}");
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_calculation_that_does_not_return_is_named_if_it_is_asked_for() {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &format!("How=\"{HANG}\""), &["--stall", "0.5"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let line = "error: no step has ended for 0.5 s: stalled in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s; rows up \
                to there are kept\n";
    assert!(said.ends_with(line), "{said}");
    assert_eq!(rows(&read(&directory, "out.csv")).len(), 8);
    for wrong in ["0", "-1", "soon"] {
        let output = run(&directory, "", &["--stall", wrong]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    let patient = run(&directory, "", &["--stall", "0.5"]);
    assert!(patient.status.success(), "{}", text(&patient.stderr));
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_that_goes_to_another_directory_takes_nothing_with_it() {
    for parameters in [format!("How=\"{LEAVE}\""), format!("Constructor=\"{LEAVE}\"")] {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &parameters, &["--final-state", "end.json"]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(rows(&read(&directory, "out.csv")).len(), 17);
        let record = read_json(&directory, "out.run.json");
        assert_eq!((&record["status"], &record["files"][0]["path"]), (&"finished".into(), &"table.csv".into()));
        assert!(said.ends_with("state files: out.0.75.state.json, end.json\n"), "{said}");
        assert_eq!(read_json(&directory, "end.json")["time_s"], 1.0);
        assert_eq!(read_json(&directory, "out.0.75.state.json")["time_s"], 0.75);
    }
}

/// The program with that library, and what the library does while it is loaded.
fn begin(directory: &TempDir, parameters: &str, environment: &[(&str, i32)], more: &[&str]) -> Command {
    fs::write(directory.path().join("scenario.xml"), scenario(parameters)).unwrap();
    fs::write(directory.path().join("table.csv"), "0, 1\n2, 3\n").unwrap();
    let mut command = program_with_default_signals();
    command.current_dir(directory).env_remove("BOWLINE_LIBRARY_PATH").args(["run", "scenario.xml", "-o", "out.csv"]);
    command.arg("--library").arg(LIBRARY.as_path()).args(more).stderr(Stdio::piped());
    environment.iter().for_each(|(name, how)| _ = command.env(name, how.to_string()));
    command
}

/// Parameters, environment variables, and the reported place.
type Place = (String, Vec<(&'static str, i32)>, String);

/// Options that make a library fail before the run, or after it.
fn outside_of_calculations(how: i32) -> [Place; 4] {
    let library = LIBRARY.display();
    let culprit = "in `Culprit` (Bad/Crashing of crashing) while it was constructed or destroyed".to_owned();
    [
        (String::new(), vec![("CRASHING_LOAD", how)], format!("while `{library}` was loaded; nothing was run")),
        (
            String::new(),
            vec![("CRASHING_ENTRY", how)],
            format!("in `bowline_library_crashing` of `{library}`; nothing was run"),
        ),
        (format!("Constructor=\"{how}\""), Vec::new(), culprit.clone()),
        (format!("Destructor=\"{how}\""), Vec::new(), culprit),
    ]
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_outside_of_calculations_names_who_it_was() {
    for (how, what, signal, code) in CRASHES.into_iter().chain(DEPARTURES) {
        for (parameters, environment, place) in outside_of_calculations(how) {
            let directory = TempDir::new().unwrap();
            let output = begin(&directory, &parameters, &environment, &[]).output().unwrap();
            let said = text(&output.stderr);
            assert_eq!((output.status.signal(), output.status.code()), (signal, code), "{how} {place}: {said}");
            assert!(said.contains(&format!("error: {what} {place}")), "{how}: {said}");
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_does_not_return_outside_of_calculations_is_named_if_it_is_asked_for() {
    for (parameters, environment, place) in outside_of_calculations(HANG) {
        let directory = TempDir::new().unwrap();
        is_stalled(begin(&directory, &parameters, &environment, &["--stall", "0.3"]), &place);
    }
}

/// Runs a program that ends because it stalls; at most for a minute.
fn is_stalled(program: Command, place: &str) {
    let output = assert_cmd::Command::from_std(program).timeout(Duration::from_secs(60)).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{place}: {said}");
    assert!(said.contains(&format!("error: no step has ended for 0.3 s: stalled {place}")), "{said}");
}

/// A new thread waits in the C library while the system loads a library: on one
/// processor that is often the watching thread.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_does_not_return_while_it_is_loaded_is_named_on_one_processor_too() {
    use std::os::unix::process::CommandExt;

    let [(parameters, environment, place), ..] = outside_of_calculations(HANG);
    for _ in 0..10 {
        let directory = TempDir::new().unwrap();
        let mut program = begin(&directory, &parameters, &environment, &["--stall", "0.3"]);
        // SAFETY: it makes one request to the system, and takes no memory.
        unsafe { program.pre_exec(stay_on_this_processor) };
        is_stalled(program, &place);
    }
}

#[cfg(target_os = "linux")]
fn stay_on_this_processor() -> std::io::Result<()> {
    // SAFETY: a set of zeros is an empty one, and the processor is one of the
    // system's.
    let outcome = unsafe {
        let mut processors: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(usize::try_from(libc::sched_getcpu()).unwrap_or(0), &mut processors);
        libc::sched_setaffinity(0, size_of_val(&processors), &raw const processors)
    };
    if outcome == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

/// The stack belongs to all callers, up to the start of the program.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_spoilt_stack_costs_neither_the_name_nor_the_rows() {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &format!("How=\"{SMASH}\""), &[]);
    let said = text(&output.stderr);
    assert!(output.status.signal().is_some(), "{said}");
    // The number that says which of the three it is lay on the stack.
    let who = ["in `Culprit`", "in one of `A` to `Z`"].into_iter().find(|who| said.contains(who));
    assert!(who.is_some() && said.contains("(Bad/Crashing of crashing) at t = 0.5 s; rows"), "{said}");
    assert_eq!(rows(&read(&directory, "out.csv")).len(), 8);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_process_that_a_library_forks_ends_as_it_likes() {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &format!("How=\"{FORK}\""), &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(rows(&read(&directory, "out.csv")).len(), 17);
}

/// Both have the rows that were gathered: only the process that opened the file writes them.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_forked_process_that_goes_on_writes_nothing() {
    let directory = TempDir::new().unwrap();
    let alone = run(&directory, "", &[]);
    assert!(alone.status.success(), "{}", text(&alone.stderr));
    let expected = read(&directory, "out.csv");
    let output = run(&directory, &format!("How=\"{GO_ON}\""), &["--force"]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("error: a process that was forked from the program went on with the run"), "{said}");
    assert_eq!(read(&directory, "out.csv"), expected);
    assert_eq!(read_json(&directory, "out.run.json")["status"], "finished");
}

const ENDLESS: &str = r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Src/Sine" Name="S" Frequency="1"/>
    <Lib LibName="base" SimObject="Math/Integrator" Name="I"/></OBJECTS><INTERCONNECTIONS><Connection I.In="S.Out"/></INTERCONNECTIONS>
    <INTEGRATION><Engine TOutput="0:0.02:1e6" HMax="0.01" FileOutput="I.Out"/></INTEGRATION></Contents>"#;

/// What ends a program from outside costs neither the name nor the last rows.
#[test]
fn signals_that_end_a_run_are_named_and_keep_its_rows() {
    for (name, number) in [("USR1", 10), ("VTALRM", 26), ("PROF", 27), ("XCPU", 24)] {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("m.xml"), ENDLESS).unwrap();
        let mut command = program_with_default_signals();
        command.current_dir(&directory).args(["run", "m.xml", "-o", "r.csv", "-q"]);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        let results = directory.path().join("r.csv");
        while fs::metadata(&results).map_or(0, |found| found.len()) < 100_000 {
            std::thread::sleep(Duration::from_millis(5));
        }
        send(name, &child);
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.signal(), Some(number), "{name}: {said}");
        assert!(said.contains(&format!("SIG{name}")) && said.contains("rows up to there are kept"), "{name}: {said}");
        let kept = fs::read_to_string(&results).unwrap();
        assert!(kept.ends_with('\n') && rows(&kept).iter().all(|row| row.len() == 2), "{name}: a row is cut");
    }
}

/// A limit on files and one on memory are errors that say so.
#[test]
#[cfg(target_os = "linux")]
fn limits_of_the_system_are_named() {
    let program = env!("CARGO_BIN_EXE_bowline");
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("m.xml"), ENDLESS).unwrap();
    let limited = |limit: &str, words: &str| {
        let command = format!("{limit}; exec {program} {words}");
        Command::new("bash").args(["-c", &command]).current_dir(&directory).output().unwrap()
    };
    let output = limited("ulimit -f 100", "run m.xml -o r.csv -q");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("File too large") && said.contains("rows up to there are kept"), "{said}");
    assert!(!rows(&read(&directory, "r.csv")).is_empty());
    // A million SimObjects in less memory than they need.
    let large = r#"<Contents><OBJECTS><Repeat Index="i" From="1" To="1000000">
        <Lib LibName="base" SimObject="Src/Constant" Name="U${i}" Value="1"/></Repeat></OBJECTS>
        <INTEGRATION><Engine TOutput="0,1"/></INTEGRATION></Contents>"#;
    fs::write(directory.path().join("large.xml"), large).unwrap();
    let output = limited("ulimit -v 450000", "run large.xml -o w.csv -q");
    let said = text(&output.stderr);
    assert!(!output.status.success() && !said.contains("a library may have spoilt"), "{said}");
    assert!(said.contains("error: out of memory"), "{said}");
}

/// The output up to a line that contains this.
fn wait_for(what: &str, stderr: &mut impl BufRead) -> String {
    let mut said = String::new();
    while !said.contains(what) {
        assert!(stderr.read_line(&mut said).unwrap() > 0, "{said}");
    }
    said
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_interruption_says_where_a_calculation_does_not_return() {
    for signal in ["INT", "TERM"] {
        let directory = TempDir::new().unwrap();
        let mut child = begin(&directory, &format!("How=\"{HANG}\""), &[], &[]).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        wait_for("hangs", &mut stderr);
        send(signal, &child);
        let place = "in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s; ";
        let first = wait_for("a second signal ends the program at once", &mut stderr);
        assert!(first.contains(&format!("note: the step has not ended yet, it is {place}")), "{first}");
        assert_eq!(child.try_wait().unwrap(), None);
        send(signal, &child);
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
        assert_eq!(rest, format!("interrupted {place}rows up to there are kept\n"));
        assert_eq!(rows(&read(&directory, "out.csv")).len(), 8);
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_interruption_says_where_a_constructor_does_not_return() {
    for (parameters, environment, place) in outside_of_calculations(HANG).into_iter().take(3) {
        let directory = TempDir::new().unwrap();
        let mut child = begin(&directory, &parameters, &environment, &[]).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        wait_for("hangs", &mut stderr);
        send("INT", &child);
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(2), "{said}");
        assert!(said.contains(&format!("interrupted {place}")), "{said}");
    }
}

/// The names in a crash message must not lie in the overwritten file.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_that_is_overwritten_while_it_runs_is_named() {
    let directory = TempDir::new().unwrap();
    let built = Compilers::new(SHARED).build("tests/native_libraries/overwritten.c");
    let library = directory.path().join("overwritten.library");
    fs::copy(built, &library).unwrap();
    let output =
        crate::program::native::run(&directory, &alone("overwritten", "Bad/Overwritten", "", &[]), &[&library]);
    assert_eq!(output.status.signal(), Some(7), "SIGBUS: {output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("error: bus error in `X` (Bad/Overwritten of overwritten) at t = 0.5 s"), "{said}");
    assert_eq!(rows(&read(&directory, "out.csv")).len(), 5);
}

/// Every callback that there is, and every way to go down in it.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn every_callback_that_takes_the_program_down_is_named() {
    let library = Compilers::new(SHARED).build("tests/native_libraries/everywhere.cpp");
    let ways = [
        ("abort", "abort (or an exception that nobody caught)"),
        ("segfault", "segmentation fault"),
        ("overflow", "stack overflow"),
        ("throw", "abort (or an exception that nobody caught)"),
        ("exit", "a call of exit"),
        ("_exit", "a call of _exit"),
        ("_Exit", "a call of _Exit"),
        ("quick", "a call of quick_exit"),
        ("illegal", "illegal instruction"),
        ("divide", "arithmetic exception"),
        ("thread", ""),
    ];
    let places = ["common", "derivatives", "initial", "update", "handler", "event", "stop", "answer", "indicator"];
    let begin = |place: &str, way: &str| {
        let directory = TempDir::new().unwrap();
        let scenario = format!(
            r#"<Contents><OBJECTS>
                 <Lib LibName="everywhere" SimObject="Bad/Everywhere" Name="Culprit" Place="{place}" Way="{way}"/>
                 <Lib LibName="everywhere" SimObject="Bad/Everywhere" Name="Other" Place="nowhere" Way="abort"/>
               </OBJECTS><INTERCONNECTIONS>
                 <Connection Culprit.Other="Other.Own" Other.Other="Culprit.Own"/>
               </INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.0625:1" IntegratorMethod="DormandPrince" FileOutput="objects:all"/></INTEGRATION>
               </Contents>"#
        );
        fs::write(directory.path().join("scenario.xml"), scenario).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowline"));
        command.current_dir(&directory).env_remove("BOWLINE_LIBRARY_PATH");
        command.args(["run", "scenario.xml", "-o", "out.csv", "--library"]).arg(&library).stderr(Stdio::piped());
        (command.spawn().unwrap(), directory)
    };
    let mut wrong = Vec::new();
    for (way, what) in ways {
        let begun = places.map(|place| (place, begin(place, way)));
        for (place, (child, _directory)) in begun {
            let output = child.wait_with_output().unwrap();
            let said = text(&output.stderr).replace("\n  \u{2502} ", " ");
            let is_named = said.contains("`Culprit` (Bad/Everywhere of everywhere)") && said.contains(what);
            if output.status.success() || !is_named {
                wrong.push(format!(
                    "{place} {way}: {:?} {}",
                    output.status,
                    said.chars().take(300).collect::<String>()
                ));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}
