//! Names of ports of instances, by which results and overrides call what the ports lead to.

use super::Flattening;
use super::sources::Refused;
use super::wires::{DEEPEST, Target};
use crate::aliases::{Alias, Aliases};
use bowline_text::source::Span;

impl Flattening<'_, '_> {
    /// What the names of ports of instances stand for.
    pub(super) fn aliases(&mut self) -> Aliases {
        let mut aliases = Aliases::default();
        for level in 1..self.levels.len() {
            let inside = &self.levels[level];
            let (prefix, place) = (inside.prefix.clone(), inside.place.unwrap_or(Span::new(0, 0)));
            let (outer, own) = (inside.outer, inside.own_name().to_owned());
            let in_ports: Vec<String> = inside.in_ports.keys().cloned().collect();
            let others: Vec<String> = inside.out_ports.keys().chain(inside.bundles.keys()).cloned().collect();
            for name in others {
                if let Ok(text) = self.source(outer, &format!("{own}.{name}"), place, 0) {
                    aliases.insert(format!("{prefix}{name}"), Alias::of(text));
                }
            }
            for name in in_ports {
                if let Ok(alias) = self.in_port_alias(level, &name, place) {
                    aliases.insert(format!("{prefix}{name}"), alias);
                }
            }
        }
        aliases
    }

    /// What an in-port stands for: the first in-port of a SimObject that it feeds, if that has nothing more; else its source.
    fn in_port_alias(&mut self, level: usize, name: &str, place: Span) -> Result<Alias, Refused> {
        let is_driven = self.levels[level].in_ports.get(name).is_some_and(|port| port.is_driven());
        let text = if is_driven { Some(self.in_port(level, name, place, 0)?) } else { None };
        let source = |text: &Option<String>| text.clone().map(Alias::of).ok_or(Refused);
        let (mut level, mut name) = (level, name.to_owned());
        for _ in 0..DEEPEST {
            let first = self.levels[level].in_ports.get(&name).and_then(|port| port.targets.first().cloned());
            let Some(first) = first else { return source(&text) };
            match self.target(level, &first, place, 0)? {
                Target::Flat(full) if self.added.contains(&full) => return source(&text),
                Target::Flat(full) => return Ok(Alias::Signal(full)),
                Target::Port(inner, port) => {
                    if text.is_some() && self.in_port(inner, &port, place, 0).ok() != text {
                        return source(&text);
                    }
                    (level, name) = (inner, port);
                }
            }
        }
        Err(Refused)
    }
}
