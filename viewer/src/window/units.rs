//! The units in which the window shows numbers.

use bevy::prelude::*;
use bowline_units::{DisplayUnits, Shown};

use super::actions::{Action, Asked};
use super::panels::printed;
use crate::stage::LegendUnits;

/// Those that the user wants to read, or SI.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(super) struct Units {
    wanted: DisplayUnits,
    is_si: bool,
}

impl Units {
    /// What the user wants to read, or SI at first.
    pub(super) fn new(wanted: DisplayUnits, is_si: bool) -> Self {
        Self { wanted, is_si }
    }

    pub(super) fn is_si(&self) -> bool {
        self.is_si
    }

    /// How numbers of a unit are shown. To find it costs more than to convert a number: ask once for many.
    pub(super) fn of<'u>(&'u self, unit: &'u str) -> ShownUnit<'u> {
        ShownUnit { unit, other: if self.is_si { None } else { self.wanted.of(unit) } }
    }
}

/// How numbers of a unit are shown: in another one, or as they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShownUnit<'u> {
    unit: &'u str,
    other: Option<Shown<'u>>,
}

impl<'u> ShownUnit<'u> {
    /// A number as it is shown.
    pub(super) fn number(&self, number: f64) -> f64 {
        self.other.map_or(number, |other| other.number(number))
    }

    /// The number that is shown so.
    pub(super) fn back(&self, shown: f64) -> f64 {
        self.other.map_or(shown, |other| other.back(shown))
    }

    /// The unit in which it is shown.
    pub(super) fn name(&self) -> &'u str {
        self.other.map_or(self.unit, |other| other.unit())
    }

    /// The same as it is printed.
    pub(super) fn printed(&self) -> String {
        printed(self.name())
    }
}

/// Changes between SI and the others; legends follow.
pub(super) fn obey(mut asked: MessageReader<Asked>, mut units: ResMut<Units>, mut legends: ResMut<LegendUnits>) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Units) {
        units.is_si = !units.is_si;
    }
    legends.set_if_neq(LegendUnits((!units.is_si).then(|| units.wanted.clone())));
}
