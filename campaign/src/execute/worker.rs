//! Processes that run cases, so that a library that takes one down costs a case
//! and not the campaign.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::request::{Answer, Job, Request};
use crate::case_result::CaseResult;

/// What begins such a process.
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// What it is given.
    pub arguments: Vec<OsString>,
}

/// Who waits for an answer looks so often whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// A process ends a run that is too slow itself, between two steps; one that
/// has not done so after so long hangs in a calculation.
const GRACE: Duration = Duration::from_secs(1);
/// What goes before a message of a process that crashes.
const ERROR: &str = "error: ";

/// A process that runs cases, one at a time. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<String>,
    /// Gives what the process said last of an error.
    errors: Option<JoinHandle<Option<String>>>,
}

/// What came of a request.
#[derive(Debug)]
pub(super) enum Asked {
    Loaded,
    Result(Box<CaseResult>),
    /// The campaign cannot go on, in words.
    Halted(String),
    /// The process ended, in words.
    Died(String),
    TooSlow,
    Stopped,
}

impl Worker {
    /// Begins a process.
    pub(super) fn start(command: &WorkerCommand, job: &Job) -> io::Result<Self> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(requests), Some(stdout), Some(stderr)) = pipes else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line).ok())
        });
        let errors = thread::spawn(move || {
            let mut last = None;
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                match line.strip_prefix(ERROR) {
                    Some(error) => last = Some(error.to_owned()),
                    None => tracing::info!("{line}"),
                }
            }
            last
        });
        let mut worker = Self { child, requests: Some(requests), answers, errors: Some(errors) };
        // One that has ended already is found out by who waits for its answer.
        let _ = worker.tell(&serde_json::to_string(job)?);
        Ok(worker)
    }

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, request: &Request, timeout: Option<Duration>, stop: &dyn Fn() -> bool) -> Asked {
        let began = Instant::now();
        let _ = serde_json::to_string(request).map_err(io::Error::from).and_then(|line| self.tell(&line));
        loop {
            match self.answers.recv_timeout(LOOK_EVERY) {
                Ok(line) => {
                    return match serde_json::from_str(&line) {
                        Ok(Answer::Loaded) => Asked::Loaded,
                        Ok(Answer::Result(result)) => Asked::Result(result),
                        Ok(Answer::Halted(message)) => Asked::Halted(message),
                        Err(reason) => Asked::Halted(format!("a process answered what cannot be read: {reason}")),
                    };
                }
                Err(_) if stop() => return Asked::Stopped,
                Err(RecvTimeoutError::Disconnected) => return self.died(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if timeout.is_some_and(|timeout| began.elapsed() >= timeout + GRACE) {
                return Asked::TooSlow;
            }
        }
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        let Some(requests) = &mut self.requests else { return Ok(()) };
        requests.write_all(line.as_bytes())?;
        requests.write_all(b"\n")
    }

    /// The process has closed its output: it has ended, or is about to.
    fn died(&mut self) -> Asked {
        // One that only closed its output would otherwise be waited for.
        drop(self.requests.take());
        let ended = self.child.wait().map_or_else(|reason| reason.to_string(), in_words);
        let said = self.errors.take().and_then(|errors| errors.join().ok().flatten());
        Asked::Died(said.map_or_else(|| ended.clone(), |said| format!("{ended}: {said}")))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process ended.
fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let names = [
            (libc::SIGABRT, "SIGABRT"),
            (libc::SIGSEGV, "SIGSEGV"),
            (libc::SIGBUS, "SIGBUS"),
            (libc::SIGFPE, "SIGFPE"),
            (libc::SIGILL, "SIGILL"),
            (libc::SIGKILL, "SIGKILL"),
            (libc::SIGTERM, "SIGTERM"),
        ];
        return match names.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => format!("ended by {name}"),
            None => format!("ended by signal {signal}"),
        };
    }
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        None => "ended".to_owned(),
    }
}
