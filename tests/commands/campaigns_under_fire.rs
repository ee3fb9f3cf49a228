//! Campaigns whose program is killed, interrupted, or finds no room: no run that
//! was finished is lost, and none is done twice.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::campaign::{self, arguments, journal, partials, summary, sweep, texts};
use crate::program::signals::send;
use crate::program::{bowline, cannot_check, read, text, tutorial};

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(120);

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what} takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn spawn(directory: &Path, arguments: &[String]) -> Child {
    campaign::program(directory, arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn resume(folder: &str) -> Vec<String> {
    ["sweep", "--resume", folder].map(str::to_owned).to_vec()
}

/// Numbers that look drawn, below 1.
struct Drawn(u64);

impl Drawn {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1 << 24)
    }
}

#[test]
fn kill_at_twenty_moments_and_go_on_is_as_if_nothing_had_happened() {
    let directory = TempDir::new().unwrap();
    let vary = ["B.Mass=0.5:0.01:3.49"];
    let more = ["--until", "5", "--series", "csv", "--signals", "B.Pos[2]"];
    let undisturbed = sweep(&directory, &vary, &[&more[..], &["-o", "undisturbed"]].concat());
    assert!(undisturbed.status.success(), "{}", text(&undisturbed.stderr));

    let begin = arguments(&tutorial(), &vary, &[&more[..], &["-o", "killed"]].concat());
    let folder = directory.path().join("killed");
    let (mut drawn, mut kept) = (Drawn(7), 0);
    for _ in 0..20 {
        let is_begun = folder.join("campaign.json").exists();
        let command = if is_begun { resume("killed") } else { begin.clone() };
        let mut child = spawn(directory.path(), &command);
        std::thread::sleep(Duration::from_secs_f64(1.25 * drawn.next()));
        child.kill().unwrap();
        child.wait().unwrap();
        if folder.join("campaign.json").exists() {
            // What is there can be seen at any time, and never becomes less.
            let seen = bowline(&directory, &["summary", "killed"]);
            assert!(seen.status.success(), "{}", text(&seen.stderr));
            let rows = text(&seen.stdout).lines().count() - 1;
            assert!(rows >= kept, "{rows} of {kept}");
            kept = rows;
        }
    }
    assert!(kept > 0, "a second is enough for some of them");
    let last = bowline(&directory, &["sweep", "--resume", "killed"]);
    assert!(last.status.success(), "{}", text(&last.stderr));

    assert_eq!(read(&directory, "killed/summary.csv"), read(&directory, "undisturbed/summary.csv"));
    let parquet = |folder: &str| fs::read(directory.path().join(folder).join("summary.parquet")).unwrap();
    assert_eq!(parquet("killed"), parquet("undisturbed"));
    let cases = journal(&folder);
    assert_eq!(cases.len(), 300);
    assert!(cases.values().all(|count| *count == 1), "a run was done twice");
    for case in 1..=300 {
        let file = format!("series/case={case}/rows.csv");
        assert_eq!(read(&directory, &format!("killed/{file}")), read(&directory, &format!("undisturbed/{file}")));
    }
    assert_eq!(partials(&folder), Vec::<PathBuf>::new());
}

#[test]
fn what_is_interrupted_is_told_and_done_again() {
    let directory = TempDir::new().unwrap();
    // Of a hundred million steps, but for the first one.
    let vary = ["Engine:HMax=0.01,1e-6,2e-6"];
    let begin = arguments(&tutorial(), &vary, &["--jobs", "2", "-o", "out"]);
    let child = spawn(directory.path(), &begin);
    let folder = directory.path().join("out");
    wait_until("the first group", || folder.join("journal/000001.jsonl").exists());

    // Nobody else may run it meanwhile, but all may look at it.
    let other = bowline(&directory, &["sweep", "--resume", "out"]);
    let said = text(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{said}");
    assert!(said.contains("another program runs the campaign in `"), "{said}");
    assert_eq!(text(&bowline(&directory, &["summary", "out"]).stdout).lines().count(), 2);

    send("INT", &child);
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("1 of 3 are done") && said.contains("interrupted; `bowline sweep --resume "), "{said}");
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["ok", "interrupted", "interrupted"]);
    assert_eq!(journal(&folder).len(), 1);
    // They are not done, so that time limits can end them for good.
    let output = bowline(&directory, &["sweep", "--resume", "out", "--timeout", "0.3"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["ok", "timeout", "timeout"]);
    assert_eq!(texts(&table, "reason"), ["", "not done after 0.3 s", "not done after 0.3 s"]);
}

/// What a program asks the system for, line by line; none if that cannot be seen here.
fn traced(directory: &TempDir, arguments: &[String]) -> Option<Vec<String>> {
    let log = directory.path().join("trace");
    let calls = "trace=openat,write,fsync,fdatasync,rename,renameat,renameat2";
    let mut command = Command::new("strace");
    command.args(["-f", "-e", calls, "-o"]).arg(&log).arg(env!("CARGO_BIN_EXE_bowline")).args(arguments);
    let output: Option<Output> = command.current_dir(directory).output().ok();
    let Some(output) = output.filter(|output| output.status.success()) else {
        cannot_check("strace cannot look at programs here");
        return None;
    };
    assert!(text(&output.stdout).is_empty());
    // Each line begins with the number of a thread; one that another thread cut is put together.
    let mut cut = BTreeMap::new();
    let mut calls = Vec::new();
    for line in fs::read_to_string(log).unwrap().lines() {
        let (thread, call) = line.split_once(' ').unwrap();
        let call = call.trim_start();
        if let Some(begin) = call.strip_suffix(" <unfinished ...>") {
            cut.insert(thread.to_owned(), begin.to_owned());
        } else if let Some((_, end)) = call.split_once(" resumed>").filter(|_| call.starts_with("<...")) {
            calls.push(cut.remove(thread).unwrap() + end);
        } else {
            calls.push(call.to_owned());
        }
    }
    Some(calls)
}

#[test]
fn a_group_is_written_synced_named_and_its_folder_synced_in_this_order() {
    let directory = TempDir::new().unwrap();
    let more = ["-o", "out", "--until", "0.5", "--series", "csv", "--jobs", "1"];
    let Some(calls) = traced(&directory, &arguments(&tutorial(), &["B.Mass=1,2"], &more)) else { return };
    let position = |from: usize, what: &str, is: &dyn Fn(&str) -> bool| {
        let found = calls[from..].iter().position(|call| is(call));
        from + found.unwrap_or_else(|| panic!("no {what} behind {from} in {calls:#?}"))
    };
    let number = |call: &str| call.rsplit_once(" = ").unwrap().1.trim().to_owned();
    // Ends of the rows of both runs, which are there before the journal says so; and of the group.
    let mut named = Vec::new();
    for (folder, name) in
        [("case=1", "case=1/rows.csv"), ("case=2", "case=2/rows.csv"), ("out/journal", "journal/000001.jsonl")]
    {
        let rename = position(0, "rename", &|call| call.starts_with("rename") && call.contains(&format!("{name}\"")));
        let partial = calls[rename].split('"').nth(1).unwrap().to_owned();
        let open = position(0, "open", &|call| call.starts_with("openat") && call.contains(&partial));
        let file = number(&calls[open]);
        let write = position(open, "write", &|call| call.starts_with(&format!("write({file},")));
        let sync = position(write, "fsync", &|call| call.starts_with(&format!("fsync({file})")));
        assert!(open < write && write < sync && sync < rename, "{name}: {open} {write} {sync} {rename}");
        assert!(
            !calls[sync..rename].iter().any(|call| call.starts_with(&format!("write({file},"))),
            "{name}: written after it was synced"
        );
        let opened = position(rename, "open of the folder", &|call| {
            call.starts_with("openat") && call.contains(&format!("{folder}\""))
        });
        let folder = number(&calls[opened]);
        position(opened, "fsync of the folder", &|call| call.starts_with(&format!("fsync({folder})")));
        named.push(rename);
    }
    assert!(named[0] < named[2] && named[1] < named[2], "{named:?}");
}

/// A small disk, until it is dropped.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn new(size: &str) -> Option<Self> {
        let disk = Self(TempDir::new().unwrap());
        if !disk.mount(&format!("size={size}")) {
            cannot_check("a disk that is full takes the right to mount one");
            return None;
        }
        Some(disk)
    }

    fn mount(&self, options: &str) -> bool {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.0.path());
        command.output().is_ok_and(|output| output.status.success())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_stops_the_campaign_and_it_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::new("400k") else { return };
    let directory = TempDir::new().unwrap();
    let folder = disk.0.path().join("out");
    let folder = folder.to_str().unwrap();
    let vary = ["B.Mass=1:1:60"];
    let more = ["--until", "20", "--series", "csv"];
    for isolation in [&[][..], &["--isolate"]] {
        let _ = fs::remove_dir_all(folder);
        let output = sweep(&directory, &vary, &[&more[..], &["-o", folder], isolation].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("No space left on device"), "{said}");
        assert!(said.contains("runs are kept; `bowline sweep --resume "), "{said}");
        let kept = journal(Path::new(folder)).len();
        assert!(kept < 60, "{kept}");
        assert_eq!(partials(Path::new(folder)), Vec::<PathBuf>::new(), "what has no room is not left");

        // It is still full.
        let output = bowline(&directory, &["sweep", "--resume", folder]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(disk.mount("remount,size=64m"));
        let output = bowline(&directory, &["sweep", "--resume", folder]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(disk.mount("remount,size=64m"));
        let _ = fs::remove_dir_all(directory.path().join("undisturbed"));
        assert!(sweep(&directory, &vary, &[&more[..], &["-o", "undisturbed"]].concat()).status.success());
        let whole = fs::read_to_string(Path::new(folder).join("summary.csv")).unwrap();
        assert_eq!(whole, read(&directory, "undisturbed/summary.csv"));
        fs::remove_dir_all(folder).unwrap();
        assert!(disk.mount("remount,size=400k"));
    }
}
