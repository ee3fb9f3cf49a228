//! The units in which the window shows numbers.

use bevy::prelude::*;
use bowline_units::{DisplayUnits, Shown};

use super::actions::{Action, Asked};
use super::panels::printed;

/// Those that the user wants to read, or SI.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(super) struct Units {
    wanted: DisplayUnits,
    is_si: bool,
}

impl Units {
    pub(super) fn new(wanted: DisplayUnits) -> Self {
        Self { wanted, is_si: false }
    }

    fn of(&self, unit: &str) -> Option<Shown<'_>> {
        if self.is_si { None } else { self.wanted.of(unit) }
    }

    /// A number of that unit, as it is shown.
    pub(super) fn number(&self, number: f64, unit: &str) -> f64 {
        self.of(unit).map_or(number, |shown| shown.number(number))
    }

    /// The number of that unit that is shown so.
    pub(super) fn back(&self, shown: f64, unit: &str) -> f64 {
        self.of(unit).map_or(shown, |of| of.back(shown))
    }

    /// The unit in which those of that unit are shown.
    pub(super) fn name<'u>(&'u self, unit: &'u str) -> &'u str {
        self.of(unit).map_or(unit, |shown| shown.unit())
    }

    /// The same as it is printed.
    pub(super) fn printed(&self, unit: &str) -> String {
        printed(self.name(unit))
    }
}

/// Changes between SI and the others.
pub(super) fn obey(mut asked: MessageReader<Asked>, mut units: ResMut<Units>) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Units) {
        units.is_si = !units.is_si;
    }
}
