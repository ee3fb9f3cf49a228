//! Initial conditions of all levels.

use super::Flattening;
use super::level::{Drive, How};
use crate::outline::{Element, ElementKind};
use crate::store::Flat;
use crate::stored_attribute::StoredAttribute;

impl Flattening<'_, '_> {
    /// The initial conditions of all levels: those of the outer ones count.
    pub(super) fn initial_conditions(&mut self, plain: &Flat) {
        let outline = self.outline;
        let conditions = &plain.initial_conditions;
        self.scenario(ElementKind::Initialization, &outline.initial_conditions, conditions.len(), |this, at| {
            this.begin(0, conditions[at]);
        });
        for level in 1..self.levels.len() {
            self.scheme_sections(level, ElementKind::Initialization);
        }
    }

    pub(super) fn initial_condition(&mut self, level: usize, element: &Element) {
        let Some(to) = self.attribute(element, "To") else {
            let pairs = &element.attributes;
            return pairs.iter().for_each(|attribute| self.begin(level, *attribute));
        };
        self.only(element, &["To", "Value"]);
        let Some(value) = self.attribute(element, "Value") else {
            return self.missing(element, "Value", "write `<InitialCondition To=\"Mass.Pos\" Value=\"0, 0, 0\"/>`");
        };
        let Some(name) = self.filled(level, to, true) else { return };
        self.begin(level, StoredAttribute { name, value });
    }

    /// One initial condition, as it is written in a level.
    fn begin(&mut self, level: usize, StoredAttribute { name, value }: StoredAttribute) {
        let Some(prepared) = self.prepared(value) else { return };
        let Some(value) = self.filled_with(level, value, &prepared, false) else { return };
        if self.levels.len() == 1 && !prepared.names_index {
            return self.description.push_initial_conditions([StoredAttribute { name, value }]);
        }
        let full = format!("{}{}", self.levels[level].prefix, self.text(name));
        if let Some(outer) = self.begun.get(&full)
            && *outer < level
        {
            return;
        }
        let indices = if prepared.names_index { self.indices.clone() } else { Vec::new() };
        let drive = Drive { how: How::From, level, indices, name, value };
        let Ok(source) = self.rewritten(&drive, 0) else { return };
        self.begun.insert(full.clone(), level);
        let (name, value) = (self.put(&full, name), self.put_composed(&source, value));
        self.description.push_initial_conditions([StoredAttribute { name, value }]);
    }
}
