//! Names of ports of instances, by which results and overrides call what the ports lead to.

use std::collections::HashMap;
use std::sync::Arc;

use super::Flattening;
use super::sources::Refused;
use super::wires::{DEEPEST, Target};
use crate::aliases::{Alias, Aliases, Inside};
use crate::outline::ElementKind;
use bowline_text::source::{Composed, Span};

impl Flattening<'_, '_> {
    /// What the names of ports of instances stand for.
    pub(super) fn aliases(&mut self) -> Aliases {
        let (mut aliases, mut insides) = (Aliases::default(), HashMap::new());
        for level in 1..self.levels.len() {
            let inside = &self.levels[level];
            let (prefix, place) = (inside.prefix.clone(), inside.place.unwrap_or(Span::new(0, 0)));
            let (outer, own) = (inside.outer, inside.own_name().to_owned());
            let in_ports: Vec<String> = inside.in_ports.keys().cloned().collect();
            if let Some(scheme) = inside.scheme {
                let inside = insides.entry(scheme).or_insert_with(|| Arc::new(self.inside(level, scheme)));
                aliases.insert_instance(self.levels[level].name().to_owned(), Arc::clone(inside), place);
            }
            let inside = &self.levels[level];
            let others: Vec<String> = inside.out_ports.keys().chain(inside.bundles.keys()).cloned().collect();
            for name in others {
                if let Ok(source) = self.source(outer, &format!("{own}.{name}"), place, 0) {
                    aliases.insert(format!("{prefix}{name}"), Alias::of(source.text()));
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

    /// The names of an instance, besides its objects and instances.
    fn inside(&self, level: usize, scheme: usize) -> Inside {
        let (scheme, level) = (&self.outline.schemes[scheme], &self.levels[level]);
        let section = |kind| scheme.section(kind).filter_map(|element| self.attribute(element, "Name"));
        let parameters = section(ElementKind::Parameters).map(|name| (self.text(name).to_owned(), "a parameter"));
        let variables = section(ElementKind::Variables).map(|name| (self.text(name).to_owned(), "a variable"));
        let in_ports = level.in_ports.keys().map(|name| (name.clone(), "an in-port"));
        let out_ports = level.out_ports.keys().map(|name| (name.clone(), "an out-port"));
        let bundles = level.bundles.keys().map(|name| (name.clone(), "a bundle or a terminal"));
        let names = parameters.chain(variables).chain(in_ports).chain(out_ports).chain(bundles).collect();
        Inside { scheme: scheme.name.clone(), names }
    }

    /// What an in-port stands for: the first in-port of a SimObject that it feeds, if that has nothing more; else its source.
    fn in_port_alias(&mut self, level: usize, name: &str, place: Span) -> Result<Alias, Refused> {
        let is_driven = self.levels[level].in_ports.get(name).is_some_and(|port| port.is_driven());
        let source = if is_driven { Some(self.in_port(level, name, place, 0)?) } else { None };
        let text = source.as_ref().map(Composed::text);
        let of_source = || text.map(Alias::of).ok_or(Refused);
        let (mut level, mut name) = (level, name.to_owned());
        for _ in 0..DEEPEST {
            let first = self.levels[level].in_ports.get(&name).and_then(|port| port.targets.first().cloned());
            let Some((first, place)) = first else { return of_source() };
            match self.target(level, &first, place, 0)? {
                Target::Flat(full) if self.added.contains(&full) => return of_source(),
                Target::Flat(full) => return Ok(Alias::Signal(full)),
                Target::Port(inner, port) => {
                    if text.is_some() && self.in_port(inner, &port, place, 0).ok().as_ref().map(Composed::text) != text
                    {
                        return of_source();
                    }
                    (level, name) = (inner, port);
                }
            }
        }
        Err(Refused)
    }
}
