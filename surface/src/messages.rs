//! What is wrong with a scenario, for people and for programs.

use bowline_engine::dependencies::SolvedLoop;
use bowline_engine::diagnostic::Severity;
use bowline_engine::{Diagnostic, Diagnostics};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;

/// Whether a text may have colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// None.
    None,
    /// As a terminal shows them.
    Ansi,
}

/// A diagnostic with the lines that it is about.
pub fn rendered(diagnostic: &Diagnostic, among: &Diagnostics, colours: Colours) -> String {
    let theme = match colours {
        Colours::None => GraphicalTheme::unicode_nocolor(),
        Colours::Ansi => GraphicalTheme::unicode(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    let mut text = String::new();
    match handler.render_report(&mut text, &diagnostic.within(among.texts())) {
        Ok(()) => text.trim_start_matches('\n').to_owned(),
        Err(_) => format!("{}: {diagnostic}", diagnostic.code()),
    }
}

/// A note, in one line.
pub fn note(diagnostic: &Diagnostic, among: &Diagnostics) -> String {
    let place = among.place_of(diagnostic).map(|(source, place)| {
        let (line, column) = source.line_and_column(place.start);
        format!("{}:{line}:{column}: ", source.name())
    });
    let help = diagnostic.help_text().map(|help| format!("; {help}"));
    format!("note: {}{diagnostic}{}", place.unwrap_or_default(), help.unwrap_or_default())
}

/// Errors and warnings, each with the lines that it is about, and then the notes.
pub fn text(diagnostics: &Diagnostics, colours: Colours) -> String {
    let sorted = diagnostics.sorted();
    let (notes, others): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|said| said.severity() == Severity::Note);
    let others = others.into_iter().map(|said| rendered(said, diagnostics, colours));
    let mut lines: Vec<String> = others.chain(notes.into_iter().map(|said| note(said, diagnostics))).collect();
    if diagnostics.left_out() > 0 {
        lines.push(format!("... and {} more", diagnostics.left_out()));
    }
    bowline_harmless::text(lines.join("\n").trim_end()).into_owned()
}

/// An error that has no place in a text, with advice if there is any: for people in one line, and for programs.
pub fn without_place(code: &'static str, message: impl Into<String>, advice: Option<String>) -> (String, String) {
    let diagnostic = Diagnostic::error(code, message).help(advice.unwrap_or_default());
    let text = match diagnostic.help_text() {
        Some(advice) => format!("{}; {advice}", diagnostic.message()),
        None => diagnostic.message().to_owned(),
    };
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(diagnostic);
    (text, json(&diagnostics, &[]))
}

/// Diagnostics, and loops that are solved, for programs.
pub fn json(diagnostics: &Diagnostics, loops: &[SolvedLoop]) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        valid: bool,
        diagnostics: Vec<Entry<'a>>,
        left_out: usize,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        loops: &'a [SolvedLoop],
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
        severity: match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: diagnostic.message(),
        help: diagnostic.help_text(),
        place: diagnostics.place_of(diagnostic).map(|(source, place)| {
            let (line, column) = source.line_and_column(place.start);
            Place { file: source.name(), line, column, offset: place.start, length: place.len() }
        }),
    });
    let report = Report {
        valid: !diagnostics.has_errors(),
        diagnostics: entries.collect(),
        left_out: diagnostics.left_out(),
        loops,
    };
    bowline_harmless::json(&(serde_json::to_string_pretty(&report).unwrap_or_default() + "\n")).into_owned()
}
