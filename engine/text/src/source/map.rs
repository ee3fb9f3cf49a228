//! All texts behind a model, in one space of positions.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use super::Source;
use super::composed::{self, Alone, Composed, Part};

/// A range of bytes in one of the texts of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Positions `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |position| u32::try_from(position).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end) }
    }

    /// Position of the first byte. The first text begins at 0.
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

    /// From the start of this span to the end of that one.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self { end: self.end.max(last.end), ..self }
    }

    /// A part of this span, by byte offsets from its start.
    #[must_use]
    pub fn part(self, start: usize, end: usize) -> Self {
        Self::new(self.start() + start, self.start() + end)
    }
}

/// All texts behind a model, one behind the other: files, overrides, and texts
/// that stand in none, as those of a model that a program builds. A position is
/// that of a byte among all of them. Clones share the texts of files.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// Files and overrides, with the positions at which they begin.
    files: Vec<(u32, Arc<Source>)>,
    /// The texts behind the last of them, and where they begin.
    own: String,
    own_start: u32,
    /// The places of those texts of ours that stand for others, by where they begin.
    origins: Vec<(u32, Span)>,
    /// The parts of those texts of ours that are put together of several.
    parts: Vec<Part>,
    /// What did not fit into 4 GiB is left out.
    is_full: bool,
}

impl SourceMap {
    /// Adds a text; the position at which it begins.
    pub fn add(&mut self, source: &Arc<Source>) -> usize {
        self.seal();
        let (start, length) = (self.own_start, u32::try_from(source.text().len() + 1).ok());
        // A text and the next one do not touch: each end belongs to one of them.
        let Some(next) = length.and_then(|length| start.checked_add(length)) else {
            self.is_full = true;
            return start as usize;
        };
        self.files.push((start, Arc::clone(source)));
        self.own_start = next;
        start as usize
    }

    /// Makes a text of what stands in none so far.
    pub fn seal(&mut self) {
        if self.own.is_empty() {
            return;
        }
        let length = self.own.len() as u32;
        let text = std::mem::take(&mut self.own);
        self.files.push((self.own_start, Arc::new(Source::built(text))));
        // There is room behind it: `write` sees to that.
        self.own_start += length + 1;
    }

    /// Adds a text that stands in no file. If it stands for another one, as for
    /// one with entities, that is its place.
    pub fn push(&mut self, text: &str, origin: Option<Span>) -> Span {
        let span = self.write(text);
        self.origins.extend(origin.map(|origin| (span.start, origin)));
        // No two of them begin at one position.
        self.write("\n");
        span
    }

    /// Adds a text that is put together of others, if it does not stand somewhere as it is.
    pub fn push_composed(&mut self, composed: &Composed) -> Span {
        match composed.alone() {
            Some(Alone::Written(place)) => place,
            Some(Alone::For(place)) => self.push(composed.text(), Some(place)),
            None => {
                let span = self.push(composed.text(), None);
                self.parts.extend(composed.parts_from(span.start()));
                span
            }
        }
    }

    /// Where is written what a span covers in a text that is put together of others; else the span.
    pub fn written(&self, span: Span) -> Span {
        match composed::written(&self.parts, span) {
            Some((first, last)) if first <= last && self.is_same_text(first, last) => first.to(last),
            Some((first, _)) => first,
            None => span,
        }
    }

    /// Appends to the texts that stand in no file.
    pub fn write(&mut self, text: &str) -> Span {
        let start = self.own_start as usize + self.own.len();
        if start + text.len() >= u32::MAX as usize {
            self.is_full = true;
            return Span::new(start, start);
        }
        self.own.push_str(text);
        Span::new(start, start + text.len())
    }

    /// The same with what is formatted.
    pub fn write_formatted(&mut self, text: std::fmt::Arguments<'_>) -> Span {
        match text.as_str() {
            Some(text) => self.write(text),
            None => {
                let mut formatted = String::new();
                // Writing to a String cannot fail.
                let _ = formatted.write_fmt(text);
                self.write(&formatted)
            }
        }
    }

    /// Whether texts were left out, as there is room for 4 GiB.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The text of a span.
    #[inline]
    pub fn text(&self, span: Span) -> &str {
        // Nearly all names stand in the first file, which begins at 0.
        let first = self.files.first().and_then(|(_, source)| source.text().get(span.start()..span.end as usize));
        first.unwrap_or_else(|| self.text_elsewhere(span))
    }

    fn text_elsewhere(&self, span: Span) -> &str {
        let (start, text) = if span.start >= self.own_start {
            (self.own_start, self.own.as_str())
        } else {
            match self.file(span.start) {
                Some((start, source)) => (*start, source.text()),
                None => return "",
            }
        };
        let first = (span.start - start) as usize;
        text.get(first..first + span.len()).unwrap_or_default()
    }

    /// Where a text of ours stands for another one, or else where it is.
    #[inline]
    pub fn origin(&self, span: Span) -> Span {
        match self.origins.first() {
            Some((first, _)) if *first <= span.start => self.origin_among(span),
            _ => span,
        }
    }

    /// Texts that are made by a loop are alike: where one begins is guessed, and found near by.
    fn origin_among(&self, span: Span) -> Span {
        let (Some((first, _)), Some((last, _))) = (self.origins.first(), self.origins.last()) else { return span };
        let (most, wanted) = (self.origins.len() - 1, span.start);
        let share = f64::from(wanted.saturating_sub(*first)) / f64::from((last - first).max(1));
        let guess = ((share * most as f64) as usize).min(most);
        let (mut low, mut high, mut stride) = (guess, guess, 1);
        while low > 0 && self.origins[low].0 > wanted {
            low = low.saturating_sub(stride);
            stride *= 2;
        }
        stride = 1;
        while high < most && self.origins[high].0 < wanted {
            high = (high + stride).min(most);
            stride *= 2;
        }
        match self.origins[low..=high].binary_search_by_key(&wanted, |(start, _)| *start) {
            Ok(found) => self.origins[low + found].1,
            Err(_) => span,
        }
    }

    /// The text that a span points into, and the span's bytes in it.
    pub fn locate(&self, span: Span) -> Option<(&Source, Range<usize>)> {
        let (start, source) = self.file(span.start).filter(|_| span.start < self.own_start)?;
        let first = (span.start - start) as usize;
        Some((source, first..first + span.len()))
    }

    /// Whether both point into the same text.
    pub fn is_same_text(&self, one: Span, other: Span) -> bool {
        let begins = |span: Span| self.file(span.start).map(|(start, _)| *start);
        begins(one) == begins(other)
    }

    /// The text that was added first: the scenario.
    pub fn first(&self) -> Option<&Arc<Source>> {
        self.files.first().map(|(_, source)| source)
    }

    fn file(&self, position: u32) -> Option<&(u32, Arc<Source>)> {
        let behind = self.files.partition_point(|(start, _)| *start <= position);
        self.files.get(behind.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Source, SourceMap, Span};

    #[test]
    fn each_position_belongs_to_one_text() {
        let mut map = SourceMap::default();
        let first = map.add(&Arc::new(Source::new("a", "one")));
        let own = map.push("built", None);
        let second = map.add(&Arc::new(Source::new("b", "other")));
        assert_eq!((first, own, second), (0, Span::new(4, 9), 11));
        assert_eq!([Span::new(0, 3), own, Span::new(13, 16)].map(|span| map.text(span)), ["one", "built", "her"]);
        let place = |span| map.locate(span).map(|(source, range)| (source.name().to_owned(), range));
        assert_eq!(place(Span::new(3, 3)), Some(("a".to_owned(), 3..3)), "the end of a text");
        assert_eq!(place(own), Some(("model".to_owned(), 0..5)));
        assert_eq!(place(Span::new(16, 16)), Some(("b".to_owned(), 5..5)));
        assert!(map.is_same_text(Span::new(11, 12), Span::new(16, 16)));
        assert!(!map.is_same_text(Span::new(3, 3), own));
    }

    #[test]
    fn texts_that_stand_for_others_have_their_place() {
        let mut map = SourceMap::default();
        map.add(&Arc::new(Source::new("a", "&lt;&gt;")));
        let (less, none) = (map.push("<", Some(Span::new(0, 4))), map.push("", Some(Span::new(4, 8))));
        assert_eq!([less, none].map(|span| map.text(span)), ["<", ""]);
        assert_eq!([less, none].map(|span| map.origin(span)), [Span::new(0, 4), Span::new(4, 8)]);
        assert_eq!(map.origin(Span::new(0, 1)), Span::new(0, 1));
        let more: Vec<Span> =
            (0..500).map(|i| map.push(&"x".repeat(i * i % 97), (i % 3 > 0).then(|| Span::new(i, i + 1)))).collect();
        for (i, span) in more.into_iter().enumerate() {
            assert_eq!(map.origin(span), if i % 3 > 0 { Span::new(i, i + 1) } else { span }, "{i}");
        }
    }
}
