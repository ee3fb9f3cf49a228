//! In which order parameters of schemes are calculated: their defaults may use each other.

use std::collections::HashMap;

use bowline_formula::words;

use super::template::BEGINS;
use super::{Flattening, has_word};
use crate::outline::Element;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// Parameters, each behind those that it needs.
pub(super) struct Order {
    parameters: Vec<Parameter>,
    /// Those that are looked at, each needed by the one before.
    path: Vec<usize>,
    /// The first that may not have been looked at.
    first: usize,
}

struct Parameter {
    /// Its name, and where its default stands.
    name: String,
    place: Span,
    /// The others that its default names.
    needs: Vec<usize>,
    /// The others that only its bounds name.
    bounds: Vec<usize>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
    /// It is wrong, or needs one that is.
    Refused,
}

impl Order {
    /// That of the parameters of an instance, with where their names stand.
    pub(super) fn of(
        flattening: &Flattening<'_, '_>,
        level: usize,
        instance: &Element,
        named: &[(&Element, Span)],
    ) -> Self {
        let names: HashMap<&str, usize> =
            named.iter().enumerate().rev().map(|(at, (_, name))| (flattening.text(*name), at)).collect();
        let parameter = |(at, (element, name)): (usize, &(&Element, Span))| {
            let text = |what| flattening.attribute(element, what).map(|span| flattening.text(span));
            let own = flattening.text(*name);
            let full = format!("{}{own}", flattening.levels[level].prefix);
            // An override without a unit is in that of what it replaces.
            let is_set = flattening.set.contains_key(&full) && text("Unit").is_some_and(|unit| !unit.trim().is_empty());
            let is_given = flattening.attribute(instance, own).is_some() || is_set;
            let named = |words: Vec<String>| -> Vec<usize> {
                words.iter().filter_map(|word| names.get(word.as_str()).copied()).collect()
            };
            let needs = match (is_given, text("Default")) {
                (true, _) | (_, None) => Vec::new(),
                (_, Some(text)) if text.contains(BEGINS) => {
                    names.iter().filter(|(name, _)| has_word(text, name)).map(|(_, at)| *at).collect()
                }
                (_, Some(_)) if matches!(text("Kind").map(str::trim), Some("text" | "choice" | "file")) => Vec::new(),
                (_, Some(text)) => named(words(text)),
            };
            let mut bounds = ["Min", "Max"].into_iter().filter_map(text).flat_map(words).collect::<Vec<_>>();
            bounds.retain(|word| names.get(word.as_str()) != Some(&at));
            let place = flattening.attribute(element, "Default").unwrap_or(*name);
            let (name, place, bounds) = (own.to_owned(), flattening.place(place), named(bounds));
            Parameter { name, place, needs, bounds, state: State::New }
        };
        Self { parameters: named.iter().enumerate().map(parameter).collect(), path: Vec::new(), first: 0 }
    }

    /// The next one; those that need each other, or one that is wrong, are left out.
    pub(super) fn next(&mut self, flattening: &mut Flattening<'_, '_>, level: usize) -> Option<usize> {
        loop {
            let Some(at) = self.path.last().copied() else {
                self.first += self.parameters[self.first..].iter().position(|p| p.state == State::New)?;
                self.open(self.first);
                continue;
            };
            let states = |all: &[usize], state| all.iter().copied().find(|of| self.parameters[*of].state == state);
            let Parameter { needs, bounds, .. } = &self.parameters[at];
            if let Some(open) = states(needs, State::Open) {
                flattening.report(level, self.circle(flattening.who(level), open));
                self.close(State::Refused);
            } else if let Some(new) = states(needs, State::New).or_else(|| states(bounds, State::New)) {
                self.open(new);
            } else if states(needs, State::Refused).is_some() {
                self.close(State::Refused);
            } else {
                self.close(State::Done);
                return Some(at);
            }
        }
    }

    /// One is wrong: what needs it would only repeat that.
    pub(super) fn refuse(&mut self, at: usize) {
        self.parameters[at].state = State::Refused;
    }

    fn open(&mut self, at: usize) {
        self.parameters[at].state = State::Open;
        self.path.push(at);
    }

    fn close(&mut self, state: State) {
        if let Some(at) = self.path.pop() {
            self.parameters[at].state = state;
        }
    }

    fn circle(&self, who: String, first: usize) -> Diagnostic {
        let begin = self.path.iter().position(|open| *open == first).unwrap_or(0);
        let circle = self.path[begin..].iter().chain([&first]).map(|at| format!("`{}`", self.parameters[*at].name));
        let circle = circle.collect::<Vec<_>>().join(" needs ");
        let message = format!("{who}defaults that need each other: {circle}");
        let place = self.path.last().map_or(self.parameters[first].place, |at| self.parameters[*at].place);
        Diagnostic::error("circular-parameters", message).at(place).help("give one of them a value of its own")
    }
}
