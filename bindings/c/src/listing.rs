//! What a model has, by names and units.

use std::ffi::CString;

use bowline_engine::Model;

use crate::text;

/// What can be listed of a model.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BowlineList {
    /// In-ports that can be set: they are fed by numbers, or by nothing.
    Inputs = 0,
    /// What SimObjects give, out-ports and states: all that can be read, but private values and elements.
    Outputs = 1,
    /// The numbers of the state vector.
    States = 2,
    /// The columns of results behind the time: what the scenario records.
    Columns = 3,
}

/// One of them.
pub(crate) struct Item {
    pub(crate) name: CString,
    pub(crate) unit: CString,
    pub(crate) width: usize,
}

impl Item {
    fn new(name: &str, unit: &str, width: usize) -> Self {
        Self { name: text::owned(name), unit: text::owned(unit), width }
    }
}

impl BowlineList {
    /// The list of that number.
    pub(crate) fn of(number: u32) -> Option<Self> {
        [Self::Inputs, Self::Outputs, Self::States, Self::Columns].into_iter().find(|list| *list as u32 == number)
    }

    /// All of a model.
    pub(crate) fn items(self, model: &Model) -> Vec<Item> {
        match self {
            Self::Inputs => model.inputs().map(|input| Item::new(input.name(), input.unit(), input.width())).collect(),
            Self::Outputs => model.probes().map(|probe| Item::new(probe.name(), probe.unit(), probe.width())).collect(),
            Self::States => (0..model.state_count())
                .map(|state| Item::new(&model.state_name(state), &model.state_unit(state), 1))
                .collect(),
            Self::Columns => model
                .columns()
                .iter()
                .map(|column| Item::new(&model.column_name(column), model.column_unit(column), 1))
                .collect(),
        }
    }
}
