//! What the program writes about itself: completions and manual pages.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::{bowline, cannot_check, text};

/// What another program says to a text; none if it is not there, where that may be.
fn filter(program: &str, arguments: &[&str], input: &[u8]) -> Option<Output> {
    let pipes = Command::new(program)
        .args(arguments)
        .env("MANWIDTH", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = pipes else {
        cannot_check(&format!("there is no `{program}` here"));
        return None;
    };
    child.stdin.take().unwrap().write_all(input).unwrap();
    Some(child.wait_with_output().unwrap())
}

/// The commands that the program's help lists.
fn commands(directory: &TempDir) -> Vec<String> {
    let help = text(&bowline(directory, &["--help"]).stdout);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let names = list.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_shell_has_its_completions() {
    let directory = TempDir::new().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = bowline(&directory, &["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = text(&output.stdout);
        for command in commands(&directory) {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        // Values without an option are unknown to the scripts of the others.
        for name in ["Cable/DampedSpring", "Math/PID", "fhsim_base"] {
            assert!(["powershell", "elvish"].contains(&shell) || script.contains(name), "{shell}: {name}");
        }
        if ["bash", "zsh", "fish"].contains(&shell)
            && let Some(checked) = filter(shell, &["-n"], script.as_bytes())
        {
            assert!(checked.status.success(), "{shell}: {}", text(&checked.stderr));
        }
    }
    let output = bowline(&directory, &["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bash_completes_commands_and_options() {
    let directory = TempDir::new().unwrap();
    let script = text(&bowline(&directory, &["completions", "bash"]).stdout);
    for (words, position, expected) in [
        ("bowline desc", 1, "describe"),
        ("bowline run --fin", 2, "--final-state"),
        ("bowline check --format j", 3, "json"),
        ("bowline completions z", 2, "zsh"),
    ] {
        let (current, previous) = (words.rsplit(' ').next().unwrap(), words.split(' ').nth(position - 1).unwrap());
        let ask = format!(
            "{script}\nCOMP_WORDS=({words})\nCOMP_CWORD={position}\n_bowline bowline '{current}' '{previous}'\n\
             echo \"${{COMPREPLY[@]}}\"\n"
        );
        let Some(answer) = filter("bash", &["-s"], ask.as_bytes()) else { return };
        assert_eq!(text(&answer.stdout).trim(), expected, "{words}: {}", text(&answer.stderr));
    }
}

#[test]
fn the_manual_page_renders_and_knows_every_command() {
    let directory = TempDir::new().unwrap();
    let page = bowline(&directory, &["man"]);
    assert!(page.status.success());
    let commands = commands(&directory);
    assert!(["run", "check", "man"].iter().all(|name| commands.iter().any(|found| found == name)), "{commands:?}");
    if let Some(rendered) = filter("groff", &["-man", "-Tascii", "-ww", "-P-c", "-P-b", "-P-u"], &page.stdout) {
        assert_eq!(text(&rendered.stderr), "", "groff has nothing to complain about");
        let rendered = text(&rendered.stdout);
        for command in &commands {
            assert!(rendered.contains(&format!("bowline-{command}(1)")), "{command} not in {rendered}");
        }
        assert!(rendered.contains("\n       Exit status: 0 done, 1 the run failed"), "line by line: {rendered}");
    }
    for command in &commands {
        let page = bowline(&directory, &["man", command]);
        let title = format!(".TH bowline-{command} 1  \"bowline {}\" Bowline", env!("CARGO_PKG_VERSION"));
        assert!(text(&page.stdout).contains(&title), "{command}");
    }
    let run = text(&bowline(&directory, &["man", "run"]).stdout);
    assert!(run.contains("\\-\\-initial\\-state"), "{run}");

    let output = bowline(&directory, &["man", "chek"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: there is no command `chek`; did you mean `check`?\n");
}
