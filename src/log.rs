//! What is told beyond results: more of it with `-v`, and all of it in a log file.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;

use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{fmt, registry};

use crate::PROGRAM;
use crate::arguments::Verbosity;
use crate::file_identity::FileIdentity;
use crate::terminal::{self, Listener};
use crate::user_path::UserPath;
use bowline_surface::earlier_file::Kind;
use bowline_surface::own_file::OwnFile;

/// Target of what is on standard error already, and goes to the log file too.
pub(crate) const TOLD: &str = "told";

/// Begins to tell what the program and the engine say of their work. A log
/// file is made anew; nothing but another log is replaced, since what the run
/// will read is not known yet, and it must not be one of the files that are `taken`.
/// Quietly, only errors are told.
///
/// # Errors
/// In words: the log file cannot be made.
pub(crate) fn begin(verbosity: &Verbosity, taken: &[UserPath], quiet: bool) -> Result<(), String> {
    let most = match verbosity.verbose {
        0 if quiet => Level::ERROR,
        0 => Level::WARN,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    let is_asked = move |event: &Metadata<'_>| event.target().starts_with("bowline") && *event.level() <= most;
    let log = verbosity.log_file.as_ref().map(|path| LogFile::new(UserPath::new(path), taken)).transpose()?;
    let plain = || fmt::layer().with_ansi(false).with_target(false);
    let console = plain().without_time().with_level(false).with_writer(|| Listener);
    let mut layers = vec![console.with_filter(filter_fn(is_asked)).boxed()];
    if let Some(file) = log {
        let is_kept = move |event: &Metadata<'_>| event.target() == TOLD || is_asked(event);
        layers.push(plain().with_writer(Mutex::new(file)).with_filter(filter_fn(is_kept)).boxed());
    }
    tracing::subscriber::set_global_default(registry().with(layers)).map_err(|reason| reason.to_string())?;
    let arguments: Vec<_> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    tracing::info!(target: TOLD, "{PROGRAM}: {}", arguments.join(" "));
    Ok(())
}

/// A log file. It reports a failure to write once; the run goes on.
struct LogFile {
    path: UserPath,
    file: File,
    has_failed: bool,
}

impl LogFile {
    fn new(path: UserPath, taken: &[UserPath]) -> Result<Self, String> {
        let file = create(&path, taken)?;
        Ok(Self { path, file, has_failed: false })
    }
}

impl Write for LogFile {
    /// Takes a whole entry.
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let entry_shown = bowline_harmless::text(&String::from_utf8_lossy(entry)).into_owned();
        if let Err(reason) = self.file.write_all(entry_shown.as_bytes())
            && !self.has_failed
        {
            self.has_failed = true;
            terminal::say(&format!("warning: the log is not complete: cannot write `{}`: {reason}", self.path));
        }
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn create(path: &UserPath, taken: &[UserPath]) -> Result<File, String> {
    let refuse = |reason: &str| format!("cannot write the log to `{path}`: {reason}");
    let identity = FileIdentity::of(path.place());
    if taken.iter().any(|taken| FileIdentity::of(taken.place()) == identity) {
        return Err(refuse("that is another file of the run"));
    }
    match Kind::Log.may_replace(path.place()) {
        Ok(true) => {
            let file = OwnFile::open(path.place()).map_err(|reason| refuse(&reason))?;
            file.emptied().map_err(|reason| refuse(&reason.to_string()))
        }
        Ok(false) => Err(refuse("it holds something else than a log; remove it, or choose another name")),
        Err(reason) => Err(refuse(&reason.to_string())),
    }
}
