//! Sources, written by full names: those of indices, of ports and of constants of instances are replaced.

use bowline_formula::{Found, Names, names};

use super::level::{Drive, How};
use super::wires::DEEPEST;
use super::{Around, Flattening};
use crate::variables::diagnostic;
use bowline_text::Text;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::nearest;
use bowline_text::source::Span;

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
    pub(super) fn joined(&mut self, drives: &[&Drive], depth: usize) -> Result<String, Refused> {
        let adds = drives.iter().find(|drive| drive.how == How::Add);
        if let (Some(add), Some(append)) = (adds, drives.iter().find(|drive| drive.how == How::Append)) {
            let diagnostic = Diagnostic::error("bad-connection", "`Add` and `Append` of one in-port");
            let diagnostic = diagnostic.label(self.place(append.name), "put behind here");
            self.diagnostics.push(diagnostic.label(self.place(add.name), "added here"));
            return Err(Refused);
        }
        let mut texts = Vec::with_capacity(drives.len());
        for drive in drives {
            let text = self.rewritten(drive, depth)?;
            texts.push(if adds.is_some() { in_parentheses(text) } else { text });
        }
        Ok(texts.join(if adds.is_some() { " + " } else { ", " }))
    }

    /// A source by full names, as it reads from outside all instances.
    pub(super) fn rewritten(&mut self, drive: &Drive, depth: usize) -> Result<String, Refused> {
        let (text, place, level) = (self.text(drive.value).to_owned(), self.place(drive.value), drive.level);
        if depth > DEEPEST {
            let message = format!("{}ports of schemes lead to each other in a circle", self.who(level));
            self.diagnostics.push(Diagnostic::error("circular-ports", message).at(place));
            return Err(Refused);
        }
        if level == 0 && self.levels.len() == 1 && drive.indices.is_empty() {
            return Ok(text);
        }
        let found = match names(&text) {
            Ok(found) => found,
            Err(fault) => {
                let what = format!("{}`{text}`", self.who(level));
                self.diagnostics.push(diagnostic("bad-formula", &what, Text::new(&text, place), &fault));
                return Err(Refused);
            }
        };
        let mut out = String::with_capacity(text.len() + 16 * found.len());
        let mut at = 0;
        for name in found {
            let own = &text[name.place.clone()];
            out.push_str(&text[at..name.place.start]);
            at = name.place.end;
            let is_all = text.trim() == own;
            let put = if name.is_path {
                self.source(level, own, place, depth)?
            } else {
                self.word(own, drive, place, depth)?
            };
            out.push_str(&if is_all { put } else { in_parentheses(put) });
        }
        out.push_str(&text[at..]);
        if out.len() > LONGEST {
            let message = format!(
                "{}formulas of ports of schemes make a source of more than {LONGEST} characters",
                self.who(level)
            );
            let help = "let a SimObject calculate what is needed several times, as `Math/Expression` does";
            self.diagnostics.push(Diagnostic::error("long-source", message).at(place).help(help));
            return Err(Refused);
        }
        Ok(out)
    }

    /// What a word in a formula stands for.
    fn word(&mut self, word: &str, drive: &Drive, place: Span, depth: usize) -> Result<String, Refused> {
        if let Some(index) = drive.indices.iter().rev().find(|index| index.name == word) {
            return Ok(index.number.to_string());
        }
        let level = drive.level;
        if self.levels[level].in_ports.contains_key(word) {
            return self.in_port(level, word, place, depth);
        }
        let full = format!("{}{word}", self.levels[level].prefix);
        if level > 0 && self.variables.get(&full).is_some() {
            return Ok(full);
        }
        if level > 0
            && !matches!(word, "pi" | "time")
            && let Found::Unknown { message, help } = self.variables.within(self.levels[level].scope).find(word, false)
        {
            let diagnostic = Diagnostic::error("bad-formula", format!("{}{message}", self.who(level)));
            self.diagnostics.push(diagnostic.at(place).help(help));
            return Err(Refused);
        }
        Ok(word.to_owned())
    }

    /// What drives an in-port of an instance.
    pub(super) fn in_port(&mut self, level: usize, name: &str, place: Span, depth: usize) -> Result<String, Refused> {
        let Some(port) = self.levels[level].in_ports.get_mut(name) else { return Err(Refused) };
        port.is_read = true;
        let port = port.clone();
        let mut drives: Vec<&Drive> = port.driven.iter().filter(|drive| drive.how == How::From).collect();
        drives.extend(port.driven.iter().filter(|drive| drive.how != How::From));
        if !drives.is_empty() {
            return self.joined(&drives, depth + 1);
        }
        if let Some(default) = port.default {
            return self.rewritten(&Drive::plain(level, default, default), depth + 1);
        }
        let message = format!("the in-port `{}{name}` is not connected", self.levels[level].prefix);
        let place = self.levels[level].place.unwrap_or(place);
        self.diagnostics.push(Diagnostic::error("unconnected-port", message).at(place));
        Err(Refused)
    }

    /// What a path in a formula of a level stands for.
    pub(super) fn source(&mut self, level: usize, path: &str, place: Span, depth: usize) -> Result<String, Refused> {
        let own = |this: &Self| Ok(format!("{}{path}", this.levels[level].prefix));
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
        if member.is_some() || self.variables.get(&full).is_some() {
            return Ok(full);
        }
        let prefix = inside.name();
        let diagnostic = if inside.in_ports.contains_key(rest) {
            let message = format!("`{full}` is an in-port, where an out-port is needed");
            Diagnostic::error("unknown-port", message).help("in-ports stand on the left of `=`, out-ports on the right")
        } else {
            let known = inside.out_ports.keys().chain(inside.bundles.keys()).map(String::as_str);
            let advice = nearest::advice(rest, &format!("out-ports and bundles of `{prefix}`"), known);
            Diagnostic::error("unknown-port", format!("the instance `{prefix}` has no out-port `{rest}`")).help(advice)
        };
        self.diagnostics.push(diagnostic.at(place));
        Err(Refused)
    }
}

/// A source in parentheses, if it is more than one name.
fn in_parentheses(text: String) -> String {
    let is_one = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']' | ':');
    let text = if text.len() == text.trim().len() { text } else { text.trim().to_owned() };
    // A sign belongs to what follows.
    if !text.starts_with('-') && text.chars().all(is_one) { text } else { format!("({text})") }
}
