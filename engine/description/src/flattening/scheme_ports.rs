//! The widths and units that ports of schemes declare, to be compared with those of SimObjects.

use super::Flattening;
use super::level::Declared;
use super::wires::Target;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// A port of an instance that has a width or a unit.
#[derive(Debug)]
pub struct SchemePort {
    /// Its full name.
    pub name: String,
    /// How many numbers it has, and where that is written.
    pub width: Option<(usize, Span)>,
    /// Where its unit is written.
    pub unit: Option<Span>,
    /// What drives it, or what an out-port shows.
    pub source: Option<Span>,
    /// The in-ports of SimObjects to which it leads as it is, and where that is written.
    pub targets: Vec<(String, Span)>,
}

impl Flattening<'_, '_> {
    /// Those of all instances.
    pub(super) fn scheme_ports(&mut self) -> Vec<SchemePort> {
        let mut all = Vec::new();
        for level in 1..self.levels.len() {
            let declared: Vec<(String, Declared)> =
                self.levels[level].declared.iter().map(|(name, declared)| (name.clone(), *declared)).collect();
            for (name, Declared { width, unit }) in declared {
                let width = match width {
                    Some(written) => match self.width(level, written) {
                        Some(width) => Some((width, self.place(written))),
                        None => continue,
                    },
                    None => None,
                };
                let source = self.source_of(level, &name);
                let targets = self.targets_of(level, &name);
                let name = format!("{}{name}", self.levels[level].prefix);
                all.push(SchemePort { name, width, unit, source, targets });
            }
        }
        all
    }

    fn width(&mut self, level: usize, written: Span) -> Option<usize> {
        let number = self.whole(level, written, "Width", "bad-value")?;
        let width = usize::try_from(number).ok().filter(|width| *width > 0);
        if width.is_none() {
            let message = format!("{}a port has at least one number, and not {number}", self.who(level));
            self.report(level, Diagnostic::error("bad-value", message).at(self.place(written)));
        }
        width
    }

    /// What drives an in-port, or what an out-port shows.
    fn source_of(&mut self, level: usize, name: &str) -> Option<Span> {
        let place = self.levels[level].place?;
        let path = format!("{}.{name}", self.levels[level].own_name());
        let outer = self.levels[level].outer;
        let source = match self.levels[level].in_ports.get(name).map(|port| port.is_driven()) {
            Some(false) => return None,
            Some(true) => self.with_units(|this| this.in_port(level, name, place, 0)),
            None => self.with_units(|this| this.source(outer, &path, place, 0)),
        };
        // Its errors are reported already.
        Some(self.description.texts_mut().push_composed(&source.ok()?))
    }

    fn targets_of(&mut self, level: usize, name: &str) -> Vec<(String, Span)> {
        let targets = self.levels[level].in_ports.get(name).map(|port| port.targets.clone()).unwrap_or_default();
        let mut found = Vec::new();
        for (target, place) in targets {
            // A port of an instance is looked at by itself.
            if let Ok(Target::Flat(full)) = self.target(level, &target, place, 0) {
                found.push((full, place));
            }
        }
        found
    }
}
