//! Repetitions, and what has to hold.

use bowline_formula::{Fault, constant, is_free_word, is_true};

use super::Flattening;
use super::template::{Index, whole};
use crate::outline::{Element, ElementKind};
use crate::variables::diagnostic;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// What is wrong with a number of a repetition.
const CODE: &str = "bad-repetition";

/// So often the contents of a repetition are made, all repetitions around it counted, if it does not say otherwise.
const MOST: i64 = 1_000_000;

impl<'f> Flattening<'f, '_> {
    /// Makes the contents of a repetition, as often as it says.
    pub(super) fn repeat(&mut self, level: usize, section: ElementKind, element: &'f Element) {
        const HELP: &str = "write `<Repeat Index=\"i\" From=\"1\" To=\"n\">`, or `<Repeat If=\"...\">`";
        self.only(element, &["Index", "From", "To", "If", "Most"]);
        let condition = self.attribute(element, "If");
        let Some(index) = self.attribute(element, "Index") else {
            for bound in ["From", "To"] {
                if self.attribute(element, bound).is_some() {
                    return self.missing(element, "Index", HELP);
                }
            }
            let Some(condition) = condition else { return self.missing(element, "Index", HELP) };
            if self.holds(level, condition) == Some(true) {
                self.walk(level, section, &element.children);
            }
            return;
        };
        let name = self.text(index).to_owned();
        if let Some(diagnostic) = self.bad_index(level, &name, index) {
            return self.diagnostics.push(diagnostic);
        }
        let mut bound = |what| match self.attribute(element, what) {
            Some(written) => self.whole(level, written, what, CODE).map(|number| (number, written)),
            None => {
                self.missing(element, what, HELP);
                None
            }
        };
        let (Some((from, _)), Some((to, written))) = (bound("From"), bound("To")) else { return };
        let most = match self.attribute(element, "Most") {
            Some(most) => self.whole(level, most, "Most", CODE).unwrap_or(MOST),
            None => MOST,
        };
        let count = i128::from(to) - i128::from(from) + 1;
        let all = count.saturating_mul(self.times);
        if all > i128::from(most) {
            let around = if all == count { "" } else { ", with the repetitions around it" };
            let message = format!("this would be repeated {all} times{around}, and {most} is the most");
            let help = format!("if that is meant, write `Most=\"{all}\"` beside it");
            let diagnostic = Diagnostic::error("many-repetitions", message).at(self.place(written)).help(help);
            return self.diagnostics.push(diagnostic);
        }
        let around = (self.indexed_scope.take(), std::mem::replace(&mut self.times, all.max(1)));
        self.indices.push(Index::new(&name, from));
        for number in from..=to {
            if let Some(last) = self.indices.last_mut() {
                last.put(number);
            }
            self.indexed_scope = None;
            let before = self.diagnostics.errors();
            let holds = condition.map_or(Some(true), |condition| self.holds(level, condition));
            if holds == Some(true) {
                self.walk(level, section, &element.children);
            }
            // A mistake in one repetition stands in all of them.
            if self.diagnostics.errors() > before {
                break;
            }
        }
        self.indices.pop();
        (self.indexed_scope, self.times) = around;
    }

    fn bad_index(&self, level: usize, name: &str, place: Span) -> Option<Diagnostic> {
        let at = self.place(place);
        if !is_free_word(name) {
            let message = format!("`{name}` cannot be an index");
            let help = "it is made of letters, digits and `_`, and is neither a function nor a word of formulas";
            return Some(Diagnostic::error("bad-name", message).at(at).help(help));
        }
        let hidden = self.levels[level].prefix.clone() + name;
        let is_hidden = self.indices.iter().any(|index| index.name == name)
            || self.variables.get(&hidden).is_some()
            || self.levels[level].in_ports.contains_key(name);
        let message = format!("the index `{name}` would hide another name");
        is_hidden.then(|| Diagnostic::error("bad-name", message).at(at).help("call it otherwise"))
    }

    /// A whole number in the attribute `what`; diagnostics have this `code`.
    pub(super) fn whole(&mut self, level: usize, written: Span, what: &str, code: &'static str) -> Option<i64> {
        let text = self.text(written);
        let number = constant(text, &self.around(level), "-");
        let number = number.and_then(|number| {
            let message = format!("this is {}, and a whole number is needed", number.value());
            whole(&number).ok_or(Fault { place: 0..text.len(), message, help: None })
        });
        match number {
            Ok(number) => Some(number),
            Err(fault) => {
                let who = format!("{}`{what}`", self.who(level));
                let diagnostic = diagnostic(code, &who, self.written(written), &fault);
                self.report(level, diagnostic);
                None
            }
        }
    }

    /// Whether a condition holds.
    fn holds(&mut self, level: usize, condition: Span) -> Option<bool> {
        match is_true(self.text(condition), &self.around(level)) {
            Ok(holds) => Some(holds),
            Err(fault) => {
                let who = format!("{}the condition", self.who(level));
                let diagnostic = diagnostic("bad-condition", &who, self.written(condition), &fault);
                self.report(level, diagnostic);
                None
            }
        }
    }

    pub(super) fn assert_all(&mut self, level: usize, elements: &'f [Element]) {
        elements.iter().filter(|element| element.kind == ElementKind::Assert).for_each(|e| self.assert(level, e));
    }

    /// Reports a condition that does not hold.
    pub(super) fn assert(&mut self, level: usize, element: &Element) {
        self.only(element, &["That", "Otherwise"]);
        let Some(that) = self.attribute(element, "That") else {
            return self.missing(element, "That", "write `<Assert That=\"Bore lt 0.2 m\" Otherwise=\"...\"/>`");
        };
        if self.holds(level, that) != Some(false) {
            return;
        }
        let otherwise = match self.attribute(element, "Otherwise") {
            Some(otherwise) => self.filled(level, otherwise, false),
            None => None,
        };
        let message = match otherwise {
            Some(otherwise) => format!("{}{}", self.who(level), self.text(otherwise)),
            None => format!("{}`{}` does not hold", self.who(level), self.text(that)),
        };
        self.report(level, Diagnostic::error("failed-assert", message).at(self.place(that)));
    }
}
