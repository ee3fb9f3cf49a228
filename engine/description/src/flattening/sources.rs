//! Sources, written by full names: those of indices, of ports and of constants of instances are replaced.

use std::ops::Range;

use bowline_formula::{Found, Meaning, Measure, NameIn, Names, Quantity, names, variable};
use simobject_host::Unit;

use super::level::{Drive, How};
use super::wires::DEEPEST;
use super::{Around, Flattening};
use crate::attributes::expression;
use crate::variables::diagnostic;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::{Composed, Span};
use bowline_text::{Text, nearest};

/// Longest source, written by full names.
const LONGEST: usize = 20_000;

/// A text has no flat form; the diagnostic is there.
pub(super) struct Refused;

impl Flattening<'_, '_> {
    /// The names that a source knows.
    pub(super) fn within<'a>(&'a self, drive: &'a Drive) -> Around<'a> {
        Around { level: self.variables.within(self.levels[drive.level].scope), indices: &drive.indices }
    }

    /// What is connected, with what is added or put behind.
    pub(super) fn joined(&mut self, drives: &[&Drive], depth: usize) -> Result<Composed, Refused> {
        let adds = drives.iter().find(|drive| drive.how == How::Add);
        if let (Some(add), Some(append)) = (adds, drives.iter().find(|drive| drive.how == How::Append)) {
            let diagnostic = Diagnostic::error("bad-connection", "`Add` and `Append` of one in-port");
            let diagnostic = diagnostic.label(self.place(append.name), "put behind here");
            self.diagnostics.push(diagnostic.label(self.place(add.name), "added here"));
            return Err(Refused);
        }
        let mut all = Composed::default();
        for (number, drive) in drives.iter().enumerate() {
            let source = self.rewritten(drive, depth)?;
            if number > 0 {
                all.sign(if adds.is_some() { " + " } else { ", " });
            }
            match adds {
                Some(_) => all.nest(&source, needs_parentheses(source.text()), self.place(drive.value)),
                None => all.append(source),
            }
        }
        Ok(all)
    }

    /// A source by full names, as it reads from outside all instances.
    pub(super) fn rewritten(&mut self, drive: &Drive, depth: usize) -> Result<Composed, Refused> {
        let (text, place, level) = (self.text(drive.value).to_owned(), self.place(drive.value), drive.level);
        if depth > DEEPEST {
            let message = format!("{}ports of schemes lead to each other in a circle", self.who(level));
            self.report(level, Diagnostic::error("circular-ports", message).at(place));
            return Err(Refused);
        }
        if level == 0 && self.levels.len() == 1 && drive.indices.is_empty() {
            return Ok(self.composed(&text, drive.value));
        }
        let found = match names(&text) {
            Ok(found) => found,
            Err(fault) => {
                let what = format!("{}`{text}`", self.who(level));
                self.report(level, diagnostic("bad-formula", &what, Text::new(&text, place), &fault));
                return Err(Refused);
            }
        };
        let mut out = Composed::default();
        let mut at = 0;
        for name in found {
            let own = &text[name.place.clone()];
            self.add(&mut out, &text[at..name.place.start], self.part(drive.value, &(at..name.place.start)));
            at = name.place.end;
            let place = self.part(drive.value, &name.place);
            let put = if name.is_path {
                self.source(level, own, place, depth)?
            } else {
                self.word(own, drive, place, depth)?
            };
            if text.trim() == own {
                out.append(put);
            } else if put.text() == own {
                self.add(&mut out, own, place);
            } else {
                // Of a slice another one may be taken.
                let is_sliced = text[at..].trim_start().starts_with('[') && put.text().ends_with(']');
                out.nest(&put, is_sliced || needs_parentheses(put.text()), place);
            }
        }
        self.add(&mut out, &text[at..], self.part(drive.value, &(at..text.len())));
        if out.text().len() > LONGEST {
            let message = format!(
                "{}formulas of ports of schemes make a source of more than {LONGEST} characters",
                self.who(level)
            );
            let help = "let a SimObject calculate what is needed several times, as `Math/Expression` does";
            self.report(level, Diagnostic::error("long-source", message).at(place).help(help));
            return Err(Refused);
        }
        Ok(out)
    }

    /// Where a part of a text is written: all of it, if it has been filled in or has entities.
    pub(super) fn part(&self, value: Span, part: &Range<usize>) -> Span {
        let place = self.place(value);
        if place == value { place.part(part.start, part.end) } else { place }
    }

    /// A text that is written there, or stands for what is.
    fn composed(&self, text: &str, place: Span) -> Composed {
        let mut composed = Composed::default();
        self.add(&mut composed, text, place);
        composed
    }

    fn add(&self, composed: &mut Composed, text: &str, place: Span) {
        match self.text(place) == text {
            true => composed.copy(text, place),
            false => composed.put(text, place),
        }
    }

    /// What a word in a formula stands for.
    fn word(&mut self, word: &str, drive: &Drive, place: Span, depth: usize) -> Result<Composed, Refused> {
        if let Some(index) = drive.indices.iter().rev().find(|index| index.name == word) {
            return Ok(self.composed(&index.number.to_string(), place));
        }
        let level = drive.level;
        if self.levels[level].in_ports.contains_key(word) {
            return self.in_port(level, word, place, depth);
        }
        let full = format!("{}{word}", self.levels[level].prefix);
        if level > 0 && self.variables.get(&full).is_some() {
            return Ok(self.composed(&full, place));
        }
        if level > 0
            && !matches!(word, "pi" | "time")
            && let Found::Unknown { message, help } = self.variables.within(self.levels[level].scope).find(word, false)
        {
            let diagnostic = Diagnostic::error("bad-formula", format!("{}{message}", self.who(level)));
            let diagnostic = diagnostic.at(place).help(help);
            self.report(level, diagnostic);
            return Err(Refused);
        }
        Ok(self.composed(word, place))
    }

    /// What drives an in-port of an instance.
    pub(super) fn in_port(&mut self, level: usize, name: &str, place: Span, depth: usize) -> Result<Composed, Refused> {
        let Some(port) = self.levels[level].in_ports.get_mut(name) else { return Err(Refused) };
        port.is_read = true;
        let port = port.clone();
        let mut drives: Vec<&Drive> = port.driven.iter().filter(|drive| drive.how == How::From).collect();
        drives.extend(port.driven.iter().filter(|drive| drive.how != How::From));
        let default = port.default.map(|default| Drive::plain(level, default, default));
        if drives.is_empty() {
            drives.extend(&default);
        }
        if let Some(first) = drives.first() {
            let (source, place) = (self.joined(&drives, depth + 1)?, self.place(first.value));
            return Ok(match self.port_numbers(source.text(), level, name) {
                Some(numbers) => {
                    let full = format!("{}{name}", self.levels[level].prefix);
                    let source = self.composed(&full, place);
                    self.variables.insert_port(full, numbers);
                    source
                }
                None => source,
            });
        }
        let message = format!("the in-port `{}{name}` is not connected", self.levels[level].prefix);
        let place = self.levels[level].place.unwrap_or(place);
        self.diagnostics.push(Diagnostic::error("unconnected-port", message).at(place));
        Err(Refused)
    }

    /// The numbers that drive an in-port, where they are constants without a unit: they are in that of the port.
    fn port_numbers(&self, source: &str, level: usize, name: &str) -> Option<Quantity> {
        let declared = if self.ports_give_units { self.levels[level].declared.get(name)? } else { return None };
        let unit = Unit::parse(self.text(declared.unit?))?;
        // What is wrong with a source is told where it is read.
        let Quantity { numbers, meaning } = variable(source, &*self.variables, "").ok()?;
        let meaning = (meaning == Meaning::Bare).then(|| Meaning::Of(Measure::declared(&unit)))?;
        Some(Quantity { numbers, meaning })
    }

    /// Whether a source is a formula, and no sum of ports and numbers.
    fn is_formula(&self, source: &str) -> bool {
        let is_constant = |name: &NameIn| self.variables.constant(&source[name.place.clone()]).is_some();
        expression::parse(Text::new(source, Span::new(0, source.len()))).is_err()
            || names(source).is_ok_and(|found| found.iter().any(is_constant))
    }

    /// A source. In a formula, numbers without a unit have that of the port that they drive; sums of ports know no units.
    pub(super) fn with_units(
        &mut self,
        mut source: impl FnMut(&mut Self) -> Result<Composed, Refused>,
    ) -> Result<Composed, Refused> {
        let without = source(self)?;
        if self.levels.len() == 1 || !self.is_formula(without.text()) {
            return Ok(without);
        }
        self.ports_give_units = true;
        let with = source(self);
        self.ports_give_units = false;
        with
    }

    /// What a path in a formula of a level stands for.
    pub(super) fn source(&mut self, level: usize, path: &str, place: Span, depth: usize) -> Result<Composed, Refused> {
        let own = |this: &Self| Ok(this.composed(&format!("{}{path}", this.levels[level].prefix), place));
        let Some((first, rest)) = path.split_once('.') else { return own(self) };
        let Some(instance) = self.levels[level].instances.get(first).copied() else { return own(self) };
        let inside = &self.levels[instance];
        let (port, member) = rest.split_once('.').map_or((rest, None), |(port, member)| (port, Some(member)));
        if let Some(from) = inside.out_ports.get(rest).copied() {
            return self.rewritten(&Drive::plain(instance, from, from), depth + 1);
        }
        if let Some(at) = inside.bundles.get(port).cloned() {
            let at = member.map_or_else(|| at.clone(), |member| format!("{at}.{member}"));
            return self.source(instance, &at, place, depth + 1);
        }
        if inside.instances.contains_key(port) && member.is_some() {
            return self.source(instance, rest, place, depth + 1);
        }
        let full = format!("{}{rest}", inside.prefix);
        let is_in_port = inside.in_ports.contains_key(rest);
        if member.is_some() || !is_in_port && self.variables.get(&full).is_some() {
            return Ok(self.composed(&full, place));
        }
        let prefix = inside.name();
        let diagnostic = if is_in_port {
            let message = format!("`{full}` is an in-port, where an out-port is needed");
            Diagnostic::error("unknown-port", message).help("in-ports stand on the left of `=`, out-ports on the right")
        } else {
            let known = inside.out_ports.keys().chain(inside.bundles.keys()).map(String::as_str);
            let advice = nearest::advice(rest, &format!("out-ports, bundles and terminals of `{prefix}`"), known);
            Diagnostic::error("unknown-port", format!("the instance `{prefix}` has no out-port `{rest}`")).help(advice)
        };
        self.report(level, diagnostic.at(place));
        Err(Refused)
    }
}

/// Whether a source has to stand in parentheses in another one: it is more than one name.
fn needs_parentheses(source: &str) -> bool {
    let is_one = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']' | ':');
    let source = source.trim();
    // A sign belongs to what follows.
    source.starts_with('-') || !source.chars().all(is_one)
}
