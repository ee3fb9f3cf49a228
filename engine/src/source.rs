//! Texts that diagnostics point into, and places in them.

use std::io;
use std::path::Path;

/// A text with the name that the user knows it by.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// The text of a file, under its path.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or is larger than 2 GiB.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = String::from_utf8(std::fs::read(path)?).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
            let reason = format!("line {line} is not UTF-8; save the file as UTF-8");
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
        if u32::try_from(text.len()).is_err() || text.len() > i32::MAX as usize {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than 2 GiB"));
        }
        Ok(Self::new(path.display().to_string(), text))
    }

    /// The name that the user knows it by: a path, or an option of the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column (in characters) of a byte offset, both from 1 on.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
        (line, column)
    }
}

/// The scenario's text and, behind it, the overrides of the command line and
/// the state file that a run begins with.
#[derive(Debug, Clone)]
pub struct Sources {
    scenario: Source,
    overrides: Vec<Source>,
    initial_state: Option<Source>,
}

impl Sources {
    /// A scenario without overrides.
    pub fn new(scenario: Source) -> Self {
        Self { scenario, overrides: Vec::new(), initial_state: None }
    }

    /// The same with overrides, each `Object.Parameter=VALUE` or
    /// `Engine:Attribute=VALUE`.
    #[must_use]
    pub fn with_overrides<S: Into<String>>(mut self, overrides: impl IntoIterator<Item = S>) -> Self {
        self.overrides.extend(overrides.into_iter().map(|text| Source::new("--set", text)));
        self
    }

    /// The same with the text of a state file ([`SavedState`](crate::SavedState)):
    /// the run begins at its time, with its states instead of the initial conditions.
    #[must_use]
    pub fn with_initial_state(mut self, state: Source) -> Self {
        self.initial_state = Some(state);
        self
    }

    /// The scenario.
    pub fn scenario(&self) -> &Source {
        &self.scenario
    }

    /// The overrides, in the order given.
    pub fn overrides(&self) -> &[Source] {
        &self.overrides
    }

    /// The state file that a run begins with.
    pub fn initial_state(&self) -> Option<&Source> {
        self.initial_state.as_ref()
    }

    /// The text that a span points into.
    pub fn of(&self, span: Span) -> &Source {
        let found = match span.source {
            0 => None,
            Span::INITIAL_STATE => self.initial_state.as_ref(),
            n => self.overrides.get(n as usize - 1),
        };
        found.unwrap_or(&self.scenario)
    }
}

/// A range of bytes in one of the [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    source: u32,
    start: u32,
    end: u32,
}

impl Span {
    /// Number of the state file among the texts.
    pub(crate) const INITIAL_STATE: u32 = u32::MAX;

    /// Bytes `start..end` of the text with that number: 0 is the scenario, `n`
    /// the `n`-th override, `u32::MAX` the state file.
    pub fn new(source: u32, start: usize, end: usize) -> Self {
        let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { source, start: clamp(start), end: clamp(end) }
    }

    /// Bytes `start..end` of the scenario.
    pub fn scenario(start: usize, end: usize) -> Self {
        Self::new(0, start, end)
    }

    /// First byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it is a point between two bytes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether both point into the same text.
    pub fn same_source(self, other: Self) -> bool {
        self.source == other.source
    }

    /// A part of this span, by byte offsets from its start.
    #[must_use]
    pub fn part(self, start: usize, end: usize) -> Self {
        Self::new(self.source, self.start() + start, self.start() + end)
    }
}
