//! Telling people and programs what is wrong.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::path::Path;

use bowline_engine::dependencies::SolvedLoop;
use bowline_engine::diagnostic::Severity;
use bowline_engine::{Diagnostics, Source, Sources};
use bowline_surface::messages::{self, Colours};

use crate::arguments::Overrides;
use crate::log::TOLD;
use crate::{Exit, terminal};

/// Reads a scenario, and the overrides and the initial state that go with it.
///
/// # Errors
/// In words: the path, and the reason.
pub(crate) fn read(scenario: &Path, overrides: &Overrides, initial_state: Option<&Path>) -> Result<Sources, String> {
    let read = |path: &Path| Source::read(path).map_err(|reason| format!("cannot read `{}`: {reason}", path.display()));
    let sources = Sources::new(read(scenario)?).with_overrides(overrides.set.iter().cloned());
    let sources = sources.with_scheme_path(overrides.scheme_path.iter().cloned());
    match initial_state {
        Some(state) => Ok(sources.with_initial_state(read(state)?)),
        None => Ok(sources),
    }
}

/// A message is no longer than that, bytes: what somebody wrote, and is quoted in it, may be of any length.
const LONGEST: usize = 10_000;

/// A message, cut where it is too long.
fn cut(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST {
        return message.into();
    }
    let end = message.floor_char_boundary(LONGEST);
    format!("{}… ({} bytes more)", &message[..end], message.len() - end).into()
}

/// Writes an error that has no place in a text.
pub(crate) fn error(message: &str) {
    let message = cut(message);
    terminal::say(&format!("error: {message}"));
    tracing::error!(target: TOLD, "{message}");
}

/// Writes errors that leave nothing to be done.
pub(crate) fn errors(errors: &[impl Display]) -> Exit {
    errors.iter().for_each(|message| error(&message.to_string()));
    Exit::Wrong
}

/// Writes a warning that has no place in a text.
pub(crate) fn warning(message: &str, quiet: bool) {
    let message = cut(message);
    if !quiet {
        terminal::say(&format!("warning: {message}"));
    }
    tracing::warn!(target: TOLD, "{message}");
}

/// Writes something good to know.
pub(crate) fn note(message: &str, quiet: bool) {
    if !quiet {
        terminal::say(message);
    }
    tracing::info!(target: TOLD, "{}", message.trim_start());
}

/// Writes a text for people to standard output, whose reader may stop early.
pub(crate) fn page(text: &str) -> Exit {
    outcome(terminal::show(text))
}

/// The same for data for programs.
pub(crate) fn data(data: &[u8]) -> Exit {
    outcome(terminal::hand_over(data))
}

fn outcome(written: io::Result<()>) -> Exit {
    match written {
        Err(reason) if reason.kind() != io::ErrorKind::BrokenPipe => {
            error(&format!("cannot write to standard output: {reason}"));
            Exit::Failed
        }
        _ => Exit::Done,
    }
}

/// Writes diagnostics for people, to standard error.
pub(crate) fn human(diagnostics: &Diagnostics, quiet: bool) {
    let color = terminal::has_colours();
    let sorted = diagnostics.sorted();
    let (notes, others): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|d| d.severity() == Severity::Note);
    for diagnostic in others {
        let plain = messages::rendered(diagnostic, diagnostics, Colours::None);
        if !quiet && color {
            // Its texts are already safe to show: see `Diagnostic`.
            terminal::say_as_it_is(&messages::rendered(diagnostic, diagnostics, Colours::Ansi));
        } else if !quiet {
            terminal::say(&plain);
        }
        match diagnostic.severity() {
            Severity::Error => tracing::error!(target: TOLD, "{}", plain.trim_end()),
            _ => tracing::warn!(target: TOLD, "{}", plain.trim_end()),
        }
    }
    notes.into_iter().for_each(|diagnostic| note(&messages::note(diagnostic, diagnostics), quiet));
    if diagnostics.left_out() > 0 {
        note(&format!("... and {} more\n", diagnostics.left_out()), quiet);
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Number of errors, in words.
pub(crate) fn count(diagnostics: &Diagnostics) -> String {
    match diagnostics.errors() {
        1 => "1 error".to_owned(),
        n => format!("{n} errors"),
    }
}

/// Writes diagnostics, and loops that are solved, for programs, to standard output.
pub(crate) fn json(diagnostics: &Diagnostics, loops: &[SolvedLoop]) -> Exit {
    page(&messages::json(diagnostics, loops))
}
