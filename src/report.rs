//! Telling people and programs what is wrong.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use bowline_engine::diagnostic::Severity;
use bowline_engine::{Diagnostics, Source, Sources};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;

use crate::Exit;
use crate::arguments::Overrides;

/// Reads a scenario, and the overrides and the initial state that go with it.
///
/// # Errors
/// In words: the path, and the reason.
pub(crate) fn read(scenario: &Path, overrides: &Overrides, initial_state: Option<&Path>) -> Result<Sources, String> {
    let read = |path: &Path| Source::read(path).map_err(|reason| format!("cannot read `{}`: {reason}", path.display()));
    let sources = Sources::new(read(scenario)?).with_overrides(overrides.set.iter().cloned());
    match initial_state {
        Some(state) => Ok(sources.with_initial_state(read(state)?)),
        None => Ok(sources),
    }
}

/// Writes an error that has no place in a text.
pub(crate) fn error(message: &str) {
    eprintln!("error: {message}");
}

/// Writes a text to standard output, where a reader may have had enough of it.
pub(crate) fn page(text: &[u8]) -> Exit {
    match io::stdout().lock().write_all(text) {
        Err(reason) if reason.kind() != io::ErrorKind::BrokenPipe => {
            error(&format!("cannot write to standard output: {reason}"));
            Exit::Failed
        }
        _ => Exit::Done,
    }
}

/// Writes diagnostics for people, to standard error.
pub(crate) fn human(diagnostics: &Diagnostics, sources: &Sources) {
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    for diagnostic in diagnostics.sorted() {
        let mut text = String::new();
        match handler.render_report(&mut text, &diagnostic.in_source(sources)) {
            Ok(()) => eprintln!("{}", text.trim_start_matches('\n')),
            Err(_) => eprintln!("{}: {diagnostic}", diagnostic.code()),
        }
    }
    if diagnostics.left_out() > 0 {
        eprintln!("... and {} more\n", diagnostics.left_out());
    }
}

/// Number of errors, in words.
pub(crate) fn count(diagnostics: &Diagnostics) -> String {
    match diagnostics.errors() {
        1 => "1 error".to_owned(),
        n => format!("{n} errors"),
    }
}

/// Writes diagnostics for programs, to standard output.
pub(crate) fn json(diagnostics: &Diagnostics, sources: &Sources) {
    #[derive(Serialize)]
    struct Report<'a> {
        valid: bool,
        diagnostics: Vec<Entry<'a>>,
        left_out: usize,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        code: &'a str,
        severity: &'a str,
        message: &'a str,
        help: Option<&'a str>,
        #[serde(flatten)]
        place: Option<Place<'a>>,
    }
    #[derive(Serialize)]
    struct Place<'a> {
        file: &'a str,
        line: usize,
        column: usize,
        offset: usize,
        length: usize,
    }
    let entries = diagnostics.sorted().into_iter().map(|diagnostic| Entry {
        code: diagnostic.code(),
        severity: if diagnostic.severity() == Severity::Error { "error" } else { "warning" },
        message: diagnostic.message(),
        help: diagnostic.help_text(),
        place: diagnostic.span().map(|span| {
            let source = sources.of(span);
            let (line, column) = source.line_and_column(span.start());
            Place { file: source.name(), line, column, offset: span.start(), length: span.len() }
        }),
    });
    let report =
        Report { valid: !diagnostics.has_errors(), diagnostics: entries.collect(), left_out: diagnostics.left_out() };
    println!("{}", serde_json::to_string_pretty(&report).unwrap_or_default());
}
