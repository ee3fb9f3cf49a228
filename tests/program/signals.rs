//! Signals to the real program, and a program that receives them whoever runs the tests.

use std::process::{Child, Command};

const PROGRAM: &str = env!("CARGO_BIN_EXE_bowline");

/// The program with the signals of a terminal as a terminal sets them. Tests that run in the background (`nohup cargo
/// test &`) ignore some of these signals, and so would everything that they begin.
pub(crate) fn program_with_default_signals() -> Command {
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,QUIT,TERM", PROGRAM]);
        command
    } else {
        Command::new(PROGRAM)
    }
}

/// Sends a signal, named as in `INT`; on Unix.
///
/// # Panics
/// The process is gone.
pub(crate) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success(), "{signal} to {}", child.id());
}
