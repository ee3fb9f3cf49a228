//! `bowline sweep --slurm N`: a job for a cluster.

use std::fs;
use std::path::Path;

use bowline_campaign::{ExecutionRecord, Layout, Manifest};
use bowline_results::whole_file;

use crate::{Exit, report};

/// Writes the job of a campaign into a folder that is new or empty.
pub(super) fn write(folder: &Path, manifest: &Manifest, shards: u64, quiet: bool) -> Result<Exit, String> {
    if shards > manifest.count {
        return Err(format!("{shards} shards of {} cases: some would have none", manifest.count));
    }
    let program =
        std::env::current_exe().map_err(|reason| format!("the program does not know where it is: {reason}"))?;
    let shown = folder.display();
    let cannot_make = |reason: std::io::Error| format!("cannot make `{shown}`: {reason}");
    fs::create_dir_all(folder).map_err(cannot_make)?;
    if fs::read_dir(folder).map_err(cannot_make)?.next().is_some() {
        return Err(format!("`{shown}` is not empty: choose another folder with -o"));
    }
    let definition = manifest.definition.to_toml().map_err(|reason| reason.to_string())?;
    let program = program.to_str().ok_or_else(|| {
        let program = program.display();
        format!("a job cannot name the program, `{program}`: its path is not UTF-8; install it elsewhere")
    })?;
    let script = script(program, shards, manifest.execution);
    for (path, text) in [(Layout::new(folder).definition(), definition), (folder.join("job.sh"), script)] {
        whole_file::write(&path, text).map_err(|reason| format!("cannot write `{}`: {reason}", path.display()))?;
    }
    let cases = report::counted(manifest.count, "case");
    report::note(&format!("{shown}/job.sh: {cases} in {shards} shards; in that folder: sbatch --wait job.sh"), quiet);
    Ok(Exit::Done)
}

/// The script of a job of which each task does one shard. It stands in the
/// folder of the campaign, beside `campaign.toml`.
fn script(program: &str, shards: u64, execution: ExecutionRecord) -> String {
    // A comment ends with its line, also within quotes.
    let called = if program.contains(char::is_control) { "bowline".to_owned() } else { quoted(program) };
    let program = quoted(program);
    let timeout = execution.timeout_s.map_or_else(String::new, |seconds| format!(" --timeout {seconds}"));
    let isolate = if execution.isolate { " --isolate" } else { "" };
    format!(
        "#!/bin/sh
#SBATCH --job-name=bowline
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task=1
#SBATCH --output=share-%a.log
#
# In this folder:
#   sbatch --wait job.sh
#   {called} merge share-*/ -o merged
# More cores for each shard: sbatch --cpus-per-task=8 ...
# A task that is submitted again goes on where it ended.

share=share-$SLURM_ARRAY_TASK_ID
if [ -e \"$share/campaign.json\" ]; then
    exec {program} sweep --resume \"$share\" --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"
fi
exec {program} sweep campaign.toml --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" -o \"$share\" \\
    --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"{timeout}{isolate}
"
    )
}

/// A word of a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;

    use bowline_campaign::ExecutionRecord;

    use super::{quoted, script};

    #[test]
    fn a_shell_reads_what_was_meant() {
        for word in ["/usr/bin/bowline", "/my programs/it's", "$HOME", "a\\b"] {
            let output = Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output();
            assert_eq!(output.unwrap().stdout, word.as_bytes());
        }
    }

    /// A name may contain a line end, and what follows is no command.
    #[test]
    fn a_job_runs_the_program_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for (name, number) in [("it's\ntouch owned\n", 1), ("$(touch owned)", 2), ("`touch owned`;touch owned", 3)] {
            let program = folder.path().join(format!("{name}{number}"));
            fs::write(&program, "#!/bin/sh\necho \"$1 $2\" >> told\n").unwrap();
            let mut permissions = fs::metadata(&program).unwrap().permissions();
            std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
            fs::set_permissions(&program, permissions).unwrap();
            let execution = ExecutionRecord { timeout_s: None, isolate: false };
            fs::write(folder.path().join("job.sh"), script(program.to_str().unwrap(), 2, execution)).unwrap();
            let mut shell = Command::new("sh");
            shell.arg("job.sh").env("SLURM_ARRAY_TASK_ID", "1").current_dir(&folder);
            assert!(shell.status().unwrap().success());
        }
        assert_eq!(fs::read_to_string(folder.path().join("told")).unwrap(), "sweep campaign.toml\n".repeat(3));
        assert!(!folder.path().join("owned").exists());
    }
}
