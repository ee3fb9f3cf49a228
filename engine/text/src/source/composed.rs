//! Texts that are put together of others, and where their parts are written.

use std::ops::Range;

use super::Span;

/// A text that is put together of others: each of its parts is written somewhere, or stands for what is written there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Composed {
    text: String,
    parts: Vec<Part>,
}

/// A part of a composed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Its bytes: of the composed text, or of all texts.
    begins: u32,
    ends: u32,
    /// Where it is written, or what it stands for.
    of: Span,
    /// How many parts it lies in. Those in it follow it.
    depth: u16,
    /// Whether it is written there, letter by letter.
    is_copy: bool,
}

impl Composed {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds what is written there, letter by letter.
    pub fn copy(&mut self, text: &str, of: Span) {
        let begins = self.text.len() as u32;
        self.text.push_str(text);
        let ends = self.text.len() as u32;
        if let Some(last) = self.parts.last_mut()
            && last.is_copy
            && (last.depth, last.ends, last.of.start() + last.of.len()) == (0, begins, of.start())
        {
            (last.ends, last.of) = (ends, last.of.to(of));
            return;
        }
        self.parts.push(Part { begins, ends, of, depth: 0, is_copy: true });
    }

    /// Adds what stands for that which is written there.
    pub fn put(&mut self, text: &str, of: Span) {
        let begins = self.text.len() as u32;
        self.text.push_str(text);
        self.parts.push(Part { begins, ends: self.text.len() as u32, of, depth: 0, is_copy: false });
    }

    /// Adds a sign that is written nowhere.
    pub fn sign(&mut self, sign: &str) {
        self.text.push_str(sign);
    }

    /// Adds all of another one.
    pub fn append(&mut self, other: Self) {
        self.append_part(&other, 0..other.text.len(), 0);
    }

    /// Adds another one without the spaces around it, and perhaps in parentheses, which stands for what is written there.
    pub fn nest(&mut self, other: &Self, in_parentheses: bool, of: Span) {
        let inside = other.text.trim();
        let first = other.text.len() - other.text.trim_start().len();
        let at = self.parts.len();
        let begins = self.text.len() as u32;
        self.parts.push(Part { begins, ends: begins, of, depth: 0, is_copy: false });
        self.text.push_str(if in_parentheses { "(" } else { "" });
        self.append_part(other, first..first + inside.len(), 1);
        self.text.push_str(if in_parentheses { ")" } else { "" });
        self.parts[at].ends = self.text.len() as u32;
    }

    fn append_part(&mut self, other: &Self, range: Range<usize>, deeper: u16) {
        let (first, end, shift) = (range.start as u32, range.end as u32, self.text.len() as u32);
        let within = other.parts.iter().filter(|part| part.begins < end && part.ends > first);
        self.parts.extend(within.map(|part| {
            let (begins, ends) = (part.begins.max(first), part.ends.min(end));
            let cut = |at: u32| (at - part.begins) as usize;
            let of = if part.is_copy { part.of.part(cut(begins), cut(ends)) } else { part.of };
            let (begins, ends) = (begins - first + shift, ends - first + shift);
            Part { begins, ends, of, depth: part.depth.saturating_add(deeper), ..*part }
        }));
        self.text.push_str(&other.text[range]);
    }

    /// The place of a text that is one part: it is written there, or stands for what is longer or shorter.
    pub(super) fn alone(&self) -> Option<Alone> {
        match self.parts.as_slice() {
            [part] if (part.begins, part.ends as usize) != (0, self.text.len()) => None,
            [part] if part.is_copy => Some(Alone::Written(part.of)),
            [part] if part.of.len() != self.text.len() => Some(Alone::For(part.of)),
            _ => None,
        }
    }

    /// The parts of a text that begins there.
    pub(super) fn parts_from(&self, start: usize) -> impl Iterator<Item = Part> {
        let from = move |at: u32| at.saturating_add(start as u32);
        self.parts.iter().map(move |part| Part { begins: from(part.begins), ends: from(part.ends), ..*part })
    }
}

/// The place of a text that is one part.
pub(super) enum Alone {
    Written(Span),
    For(Span),
}

impl Part {
    /// Where its bytes are written that a span covers.
    fn place(&self, span: Span) -> Span {
        if !self.is_copy {
            return self.of;
        }
        let cut = |at: usize| at.clamp(self.begins as usize, self.ends as usize) - self.begins as usize;
        self.of.part(cut(span.start()), cut(span.start() + span.len()))
    }

    fn overlaps(&self, span: Span) -> bool {
        let (start, end) = (span.start(), span.start() + span.len().max(1));
        (self.begins as usize) < end && self.ends as usize > start
    }
}

/// The first and the last place at which is written what a span covers, among the parts of all composed texts.
pub(super) fn written(parts: &[Part], span: Span) -> Option<(Span, Span)> {
    let behind = parts.partition_point(|part| part.begins as usize <= span.start());
    let first = parts[..behind].iter().rposition(|part| part.depth == 0)?;
    let end = parts.partition_point(|part| (part.begins as usize) < span.start() + span.len().max(1));
    let touched: Vec<&Part> = parts[first..end].iter().filter(|part| part.overlaps(span)).collect();
    let (mut found, mut end) = (None, u32::MAX);
    for depth in 0.. {
        let is_within = |part: &&&Part| part.depth == depth && part.ends <= end;
        let mut here = touched.iter().filter(is_within).peekable();
        let Some(first) = here.next() else { break };
        let mut last = first;
        // What a sign stands before is written elsewhere.
        while let Some(next) = here.next_if(|next| next.begins == last.ends) {
            last = next;
        }
        (found, end) = (Some((first.place(span), last.place(span))), last.ends);
        if last.begins > first.begins {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Composed, written};
    use crate::source::Span;

    /// `2*V + B.x - 1` in a scheme, which stands at 100; `V` is ` A.Out/k ` outside, which stands at 10.
    fn formula() -> Composed {
        let mut outside = Composed::default();
        outside.copy(" A.Out", Span::new(10, 16));
        outside.copy("/k ", Span::new(16, 19));
        let mut all = Composed::default();
        all.copy("2*", Span::new(100, 102));
        all.nest(&outside, true, Span::new(102, 103));
        all.copy(" + ", Span::new(103, 106));
        all.put("Boom.B.x", Span::new(106, 109));
        all.copy(" - 1", Span::new(109, 113));
        all
    }

    #[test]
    fn what_is_composed_is_written_in_several_places() {
        let all = formula();
        assert_eq!(all.text(), "2*(A.Out/k) + Boom.B.x - 1");
        let parts: Vec<_> = all.parts_from(1000).collect();
        let place = |text: &str| {
            let at = 1000 + all.text().find(text).unwrap();
            let (first, last) = written(&parts, Span::new(at, at + text.len())).unwrap();
            let found = first.to(last);
            (found.start(), found.start() + found.len())
        };
        assert_eq!(place("A.Out"), (11, 16));
        assert_eq!(place("k"), (17, 18));
        assert_eq!(place("(A.Out/k)"), (11, 18), "what stands for a name");
        assert_eq!(place("Boom"), (106, 109));
        assert_eq!(place("1"), (112, 113));
        assert_eq!(place("2*(A.Out"), (100, 103), "in the text around");
        assert_eq!(place("Boom.B.x - "), (106, 112));
        assert_eq!(place(all.text()), (100, 113));
        for outside in [Span::new(0, 3), Span::new(2000, 2001)] {
            assert_eq!(written(&parts, outside), None);
        }
    }

    #[test]
    fn what_is_written_in_one_piece_is_one_part() {
        let mut all = Composed::default();
        all.copy("A.x", Span::new(5, 8));
        all.copy(" + 1", Span::new(8, 12));
        assert_eq!(all.parts.len(), 1);
        let mut both = Composed::default();
        both.append(all.clone());
        both.sign(", ");
        both.append(all);
        assert_eq!(both.text(), "A.x + 1, A.x + 1");
        let place = Span::new(10, 12);
        let parts: Vec<_> = both.parts_from(50).collect();
        assert_eq!(written(&parts, Span::new(64, 66)), Some((place, place)));
        let first = Span::new(5, 12);
        assert_eq!(written(&parts, Span::new(50, 66)), Some((first, first)), "of two, the first");
    }
}
