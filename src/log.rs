//! What is told beyond results: more of it with `-v`, and all of it in a log file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{fmt, registry};

use crate::PROGRAM;
use crate::arguments::Verbosity;
use crate::output::same_file;

/// Target of what is on standard error already, and goes to the log file too.
pub(crate) const TOLD: &str = "told";

/// Begins to tell what the program and the engine say of their work. A log
/// file is made anew; it must not be one of the files that are `taken`.
/// Quietly, only errors are told.
///
/// # Errors
/// In words: the log file cannot be made.
pub(crate) fn begin(verbosity: &Verbosity, taken: &[PathBuf], quiet: bool) -> Result<(), String> {
    let most = match verbosity.verbose {
        0 if quiet => Level::ERROR,
        0 => Level::WARN,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    let is_asked = move |event: &Metadata<'_>| event.target().starts_with("bowline") && *event.level() <= most;
    let log = verbosity.log_file.as_deref().map(|path| create(path, taken)).transpose()?;
    let plain = || fmt::layer().with_ansi(false).with_target(false);
    let console = plain().without_time().with_level(false).with_writer(std::io::stderr);
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

fn create(path: &Path, taken: &[PathBuf]) -> Result<File, String> {
    let refuse = |reason: &str| format!("cannot write the log to `{}`: {reason}", path.display());
    if taken.iter().any(|taken| same_file(taken, path)) {
        return Err(refuse("that is another file of the run"));
    }
    File::create(path).map_err(|reason| refuse(&reason.to_string()))
}
