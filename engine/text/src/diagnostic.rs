//! What is wrong with a scenario: the one place that collects, sorts and
//! shows it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::source::{Source, SourceMap, Span};

/// One thing that is wrong, with its place, what was expected, and advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    code: &'static str,
    severity: Severity,
    message: String,
    labels: Vec<(Span, String)>,
    help: Option<String>,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; perhaps it is just as meant.
    Note,
    /// The scenario can be run, but perhaps not as meant.
    Warning,
    /// The scenario cannot be run.
    Error,
}

impl Diagnostic {
    /// Longest message and help, bytes.
    const MOST: usize = 2000;
    /// Longest text at a place, bytes.
    const MOST_AT_PLACE: usize = 200;

    /// An error. `code` is stable, in `kebab-case`.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: clip(message.into(), Self::MOST),
            labels: Vec::new(),
            help: None,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// A note.
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, message) }
    }

    /// A slice that ends before element `end`, where `signal` has only `width` elements.
    pub fn bad_slice(end: usize, signal: &str, width: usize, span: Span) -> Self {
        let message = format!("there is no element {} in `{signal}`, which has width {width}", end - 1);
        let help = match width {
            0 => "it has no elements".to_owned(),
            width => format!("elements are counted from 0: the last one is {}", width - 1),
        };
        Self::error("bad-slice", message).at(span).help(help)
    }

    /// Adds to the message.
    #[must_use]
    pub fn more(self, text: &str) -> Self {
        Self { message: clip(self.message + text, Self::MOST), ..self }
    }

    /// Points at a place. The first one is where the diagnostic belongs.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        self.label(span, "")
    }

    /// Points at a place and says what is there.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, clip(text.into(), Self::MOST_AT_PLACE)));
        self
    }

    /// Says what was expected, or what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = help.into();
        self.help = (!help.is_empty()).then(|| clip(help, Self::MOST));
        self
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What was expected, or what to do.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Where it belongs.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }

    /// The diagnostic with the text it points into, for a report handler.
    pub fn within<'a>(&'a self, texts: &'a SourceMap) -> Located<'a> {
        let excerpt = self.span().and_then(|span| {
            let (source, place) = texts.locate(span)?;
            Some(Excerpt { source, begins: span.start() - place.start, place: span })
        });
        Located { diagnostic: self, excerpt, texts }
    }
}

/// A text that is no longer than allowed, and does nothing to a terminal.
fn clip(mut text: String, most: usize) -> String {
    if let Cow::Owned(harmless) = bowline_harmless::text(&text) {
        text = harmless;
    }
    if text.len() > most {
        let end = text.floor_char_boundary(most);
        text.truncate(end);
        text.push('…');
    }
    text
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// All that is wrong, as it is found.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    left_out: usize,
    errors: usize,
    /// The texts that they point into.
    texts: Arc<SourceMap>,
}

impl Diagnostics {
    /// How many are kept; a file with more is broken as a whole.
    const MOST: usize = 100;

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        self.keep(is_error, || diagnostic);
    }

    /// Adds an error that is costly to make; it is made only if it is kept.
    pub fn push_with(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        self.keep(true, make);
    }

    /// Adds those of a later stage, as if they were found now.
    pub fn append(&mut self, later: Self) {
        let errors = self.errors + later.errors;
        later.list.into_iter().for_each(|diagnostic| self.push(diagnostic));
        self.errors = errors;
        self.left_out += later.left_out;
    }

    /// The errors among them that `is_one` is true of.
    #[must_use]
    pub fn errors_that(self, is_one: impl Fn(&Diagnostic) -> bool) -> Self {
        let mut chosen = Self::default();
        let errors = self.list.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.filter(is_one).for_each(|diagnostic| chosen.push(diagnostic));
        chosen
    }

    /// Keeps it if there is room: errors take that of others.
    fn keep(&mut self, is_error: bool, make: impl FnOnce() -> Diagnostic) {
        if self.list.len() >= Self::MOST {
            self.left_out += 1;
            let other = self.list.iter().rposition(|kept| is_error && kept.severity != Severity::Error);
            let Some(other) = other else { return };
            self.list.remove(other);
        }
        self.list.push(make());
    }

    /// The same, with the texts that they point into. They point to where these are written, each mistake once.
    pub fn within(mut self, texts: &SourceMap) -> Self {
        let mut told: Vec<(&str, Span)> = Vec::new();
        self.list.retain_mut(|diagnostic| {
            let Some(shown) = diagnostic.span() else { return true };
            for (span, _) in &mut diagnostic.labels {
                *span = texts.written(*span);
            }
            let written = diagnostic.labels[0].0;
            // One mistake is read several times, where several in-ports have a source.
            let is_known = written != shown && told.contains(&(diagnostic.code, written));
            if written != shown {
                told.push((diagnostic.code, written));
            }
            self.errors -= usize::from(is_known && diagnostic.severity == Severity::Error);
            !is_known
        });
        let mut texts = texts.clone();
        texts.seal();
        self.texts = Arc::new(texts);
        self
    }

    /// The same; those that belong to something that a program built say which item it is.
    pub fn with_items(mut self) -> Self {
        for diagnostic in &mut self.list {
            let Some((source, range)) = diagnostic.span().and_then(|span| self.texts.locate(span)) else { continue };
            let (start, end) = source.line_around(range.start);
            // Nothing stands in front of the first item.
            if source.is_built() && start < end {
                let item = clip(format!(" (in {})", &source.text()[start..end]), Diagnostic::MOST_AT_PLACE);
                diagnostic.message.push_str(&item);
            }
        }
        self
    }

    /// The texts that they point into.
    pub fn texts(&self) -> &SourceMap {
        &self.texts
    }

    /// Where one of them belongs: a text, and the bytes of it.
    pub fn place_of(&self, diagnostic: &Diagnostic) -> Option<(&Source, Range<usize>)> {
        self.texts.locate(diagnostic.span()?)
    }

    /// Whether any of them keeps the scenario from running.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many of them keep the scenario from running.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many were found beyond those that are kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// All of them, in the order of the text.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.list.iter().collect();
        list.sort_by_key(|d| d.span());
        list
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.sorted().into_iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{}: {diagnostic}", diagnostic.code)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// A diagnostic with the text it points into.
#[derive(Debug)]
pub struct Located<'a> {
    diagnostic: &'a Diagnostic,
    excerpt: Option<Excerpt<'a>>,
    texts: &'a SourceMap,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for Located<'_> {}

impl miette::Diagnostic for Located<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let first = excerpt.place;
        let mut shown: Vec<LabeledSpan> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for (span, text) in &self.diagnostic.labels {
            if shown.len() == Excerpt::MOST_PLACES {
                break;
            }
            let is_elsewhere = !self.texts.is_same_text(*span, first);
            let start = if is_elsewhere { 0 } else { span.start() - excerpt.begins };
            if is_elsewhere || shown.iter().any(|label| excerpt.is_too_far_from(label.offset(), start)) {
                let place =
                    self.texts.locate(*span).map(|(source, place)| (source, source.line_and_column(place.start)));
                let Some((source, (line, column))) = place else { continue };
                let file = if is_elsewhere { bowline_harmless::name(source.name()) } else { Cow::Borrowed("") };
                let colon = if is_elsewhere { ":" } else { "" };
                let (before, separator) = (&texts[0], if texts[0].is_empty() { "" } else { "; " });
                texts[0] = format!("{before}{separator}at {file}{colon}{line}:{column}: {text}");
                continue;
            }
            shown.push(LabeledSpan::new_with_span(None, (start, excerpt.shown(start, span.len()))));
            texts.push(text.clone());
        }
        Some(Box::new(shown.into_iter().zip(texts).enumerate().map(|(number, (label, text))| {
            let text = (!text.is_empty()).then_some(text);
            match number {
                0 => LabeledSpan::new_primary_with_span(text, *label.inner()),
                _ => LabeledSpan::new_with_span(text, *label.inner()),
            }
        })))
    }
}

/// A source of which only the neighbourhood of a place is shown: a line may
/// be longer than any terminal.
#[derive(Debug)]
struct Excerpt<'a> {
    source: &'a Source,
    /// Where it begins among all texts.
    begins: usize,
    /// Where the diagnostic belongs.
    place: Span,
}

impl Excerpt<'_> {
    /// Longest line shown whole, and longest underline, bytes.
    const WIDTH: usize = 240;
    /// Most places that are underlined.
    const MOST_PLACES: usize = 8;

    /// Whether two places would be shown in one piece, with too much between
    /// them: in one line, or in neighbouring lines of which one is long.
    fn is_too_far_from(&self, one: usize, other: usize) -> bool {
        let lines = |place| self.source.line_and_column(place).0;
        match lines(one).abs_diff(lines(other)) {
            0 => one.abs_diff(other) > Self::WIDTH,
            // These are put together with the lines between them.
            1..=3 => one.abs_diff(other) > 4 * Self::WIDTH,
            _ => false,
        }
    }

    /// How many bytes of so many are underlined: their first line, clipped.
    fn shown(&self, start: usize, length: usize) -> usize {
        let text = self.source.text();
        let end = (start + length).min(text.len());
        let start = start.min(end);
        let (_, line_end) = self.source.line_around(start);
        let end = end.min(line_end.max(start)).min(start + Self::WIDTH / 2);
        text.floor_char_boundary(end).saturating_sub(start)
    }

    /// The line around a place, or as much of it as can be shown.
    fn window(&self, start: usize, end: usize) -> (usize, usize) {
        let text = self.source.text();
        let (line_start, _) = self.source.line_around(start);
        let line_end = self.source.line_around(end).1.max(end);
        if line_end - line_start <= Self::WIDTH {
            return (line_start, line_end);
        }
        let from = text.floor_char_boundary(line_start.max(start.saturating_sub(Self::WIDTH / 4)));
        let to = text.ceil_char_boundary(line_end.min(end + Self::WIDTH / 4));
        (from, to)
    }
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.source.text();
        let start = text.floor_char_boundary(span.offset().min(text.len()));
        let end = text.ceil_char_boundary((start + span.len()).min(text.len()));
        let (from, to) = if lines_before == 0 && lines_after == 0 { (start, end) } else { self.window(start, end) };
        let (line, column) = self.source.line_and_column(from);
        let shown = &self.source.displayed()[from..to];
        Ok(Box::new(MietteSpanContents::new_named(
            bowline_harmless::name(self.source.name()).into_owned(),
            shown.as_bytes(),
            (from, to - from).into(),
            line - 1,
            column - 1,
            shown.lines().count(),
        )))
    }
}
