//! `bowline sweep --isolate`: a library that takes its program down, or does not
//! return, costs its own run only.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::campaign::{self, all_numbers, journal, numbers, partials, summary, texts};
use crate::program::native::{Compilers, SHARED, with_libraries};
use crate::program::signals::send;
use crate::program::{bowline, read, text};

static LIBRARY: LazyLock<PathBuf> =
    LazyLock::new(|| Compilers::new(SHARED).build("tests/native_libraries/crashing.cpp"));

const ABORT: i32 = 1;
const SEGFAULT: i32 = 2;
const EXIT: i32 = 5;
const HANG: i32 = 6;

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// A scenario of an object that crashes as it is told to, and of steps of some length, s.
fn write(directory: &TempDir, step: f64) {
    let scenario = format!(
        r#"<Contents><OBJECTS>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Culprit"/>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Z"/>
           </OBJECTS><INITIALIZATION><InitialCondition Culprit.X="0" Z.X="0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.5:1" IntegratorMethod="RK4" stepsize="{step}"/></INTEGRATION></Contents>"#
    );
    fs::write(directory.path().join("scenario.xml"), scenario).unwrap();
}

fn sweep(directory: &TempDir, vary: &str, more: &[&str]) -> Output {
    with_libraries(directory, &[&["sweep", "scenario.xml", "--vary", vary], more].concat(), &[&LIBRARY])
}

/// So many values of `Culprit.How`, of which each hundredth is an abort.
fn one_in_a_hundred(count: usize) -> String {
    let values = (0..count).map(|case| if case % 100 == 41 { ABORT.to_string() } else { "0".to_owned() });
    format!("Culprit.How={}", values.collect::<Vec<_>>().join(","))
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_costs_its_own_run() {
    let directory = TempDir::new().unwrap();
    write(&directory, 0.125);
    let vary = format!("Culprit.How={ABORT},0,{SEGFAULT},0,{EXIT},0");
    let output = sweep(&directory, &vary, &["-o", "out", "--isolate"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("Culprit"), "it is said in the summary: {said}");
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["failed", "ok", "failed", "ok", "failed", "ok"]);
    let who = "in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s";
    let expected = [
        format!("ended by SIGABRT: abort (or an exception that nobody caught) {who}"),
        String::new(),
        format!("ended by SIGSEGV: segmentation fault {who}"),
        String::new(),
        format!("ended with exit status 1: a call of exit {who}"),
        String::new(),
    ];
    assert_eq!(texts(&table, "reason"), expected);
    let ends = numbers(&table, "final:Culprit.X");
    assert!([0, 2, 4].iter().all(|row| ends[*row].is_none()), "{ends:?}");
    assert!([1, 3, 5].iter().all(|row| (ends[*row].unwrap() - 1.0).abs() < 1e-12), "{ends:?}");
    // In one process it costs the campaign, and that is said.
    let output = sweep(&directory, &vary, &["-o", "one", "--jobs", "1"]);
    let said = text(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("finished runs are kept, --resume DIR goes on, and --isolate lets a crash"), "{said}");
    let output = bowline(&directory, &["sweep", "--resume", "one", "--isolate"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "one/summary.csv"), read(&directory, "out/summary.csv"));
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_calculation_that_does_not_return_costs_its_own_run() {
    let directory = TempDir::new().unwrap();
    write(&directory, 0.125);
    let vary = format!("Culprit.How=0,{HANG},0,{HANG}");
    let output = sweep(&directory, &vary, &["-o", "out", "--isolate", "--timeout", "1", "--series", "csv"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(partials(&directory.path().join("out")), Vec::<PathBuf>::new());
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["ok", "timeout", "ok", "timeout"]);
    assert_eq!(texts(&table, "reason")[1], "not done after 1 s");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_case_that_cannot_even_be_loaded_costs_its_own_run() {
    let directory = TempDir::new().unwrap();
    write(&directory, 0.125);
    let vary = format!("Culprit.Constructor={ABORT},0,{SEGFAULT}");
    let output = sweep(&directory, &vary, &["-o", "out", "--isolate"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["failed", "ok", "failed"]);
    assert!(texts(&table, "reason")[0].contains("while it was constructed"), "{:?}", texts(&table, "reason"));
    let all = sweep(&directory, &format!("Culprit.Constructor={ABORT},{SEGFAULT}"), &["-o", "none", "--isolate"]);
    let said = text(&all.stderr);
    assert_eq!(all.status.code(), Some(2), "{said}");
    assert!(said.contains("no case can be loaded: each takes its process down (ended by SIGSEGV"), "{said}");
    assert!(!directory.path().join("none").exists());
}

/// The processes that work for another one.
fn workers_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let words = ["sweep-worker".to_owned(), "--parent".to_owned(), parent.to_string()];
    numbers
        .filter(|number| {
            let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            let line: Vec<_> = line.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
            words.iter().all(|word| line.iter().any(|part| part == word))
        })
        .collect()
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
    if cfg!(target_os = "linux") {
        let began = Instant::now();
        while !workers_of(child.id()).is_empty() {
            assert!(began.elapsed() < PATIENCE, "processes outlive the one that they work for");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn killed_at_twenty_moments_with_a_library_that_aborts_it_is_as_if_nothing_had_happened() {
    let directory = TempDir::new().unwrap();
    // Some 10 ms a run.
    write(&directory, 4e-5);
    let vary = one_in_a_hundred(300);
    let undisturbed = sweep(&directory, &vary, &["-o", "undisturbed", "--isolate"]);
    assert_eq!(undisturbed.status.code(), Some(1), "{}", text(&undisturbed.stderr));
    let folder = directory.path().join("killed");
    let library = LIBRARY.to_str().unwrap();
    let more = ["-o", "killed", "--isolate", "--library", library];
    let begin = campaign::arguments("scenario.xml", &[&vary], &more);
    let resume = ["sweep", "--resume", "killed"].map(str::to_owned).to_vec();
    for moment in 0..20 {
        let is_begun = folder.join("campaign.json").exists();
        let mut program = campaign::program(directory.path(), if is_begun { &resume } else { &begin });
        let child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // From at once to well behind the first group, in no order.
        std::thread::sleep(Duration::from_millis(moment * 13 % 20 * 65));
        kill(child);
    }
    let last = bowline(&directory, &["sweep", "--resume", "killed"]);
    assert_eq!(last.status.code(), Some(1), "{}", text(&last.stderr));
    assert_eq!(read(&directory, "killed/summary.csv"), read(&directory, "undisturbed/summary.csv"));
    let cases = journal(&folder);
    assert_eq!((cases.len(), cases.values().max()), (300, Some(&1)));
    assert_eq!(partials(&folder), Vec::<PathBuf>::new());
    let table = summary(&directory, "killed");
    let failed =
        texts(&table, "status").into_iter().zip(all_numbers(&table, "case")).filter(|(status, _)| status != "ok");
    assert_eq!(failed.map(|(_, case)| case).collect::<Vec<_>>(), [42.0, 142.0, 242.0]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_calculation_that_does_not_return_ends_with_its_campaign() {
    let directory = TempDir::new().unwrap();
    write(&directory, 0.125);
    for (signal, folder) in [("KILL", "killed"), ("INT", "interrupted")] {
        let library = LIBRARY.to_str().unwrap();
        let vary = format!("Culprit.How={HANG},{HANG}");
        let more = ["-o", folder, "--isolate", "--jobs", "2", "--library", library];
        let mut program = campaign::program(directory.path(), &campaign::arguments("scenario.xml", &[&vary], &more));
        let child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while workers_of(child.id()).len() < 2 {
            assert!(began.elapsed() < PATIENCE, "no process is begun");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(300));
        send(signal, &child);
        kill(child);
    }
}
