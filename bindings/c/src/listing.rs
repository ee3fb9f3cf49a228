//! What a model has, by names and units.

use std::ffi::CString;

use bowline_engine::Model;
use bowline_surface::signal_list::{ListedSignal, SignalList};

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

impl BowlineList {
    /// The list of that number.
    pub(crate) fn of(number: u32) -> Option<Self> {
        [Self::Inputs, Self::Outputs, Self::States, Self::Columns].into_iter().find(|list| *list as u32 == number)
    }

    /// All of a model.
    pub(crate) fn items(self, model: &Model) -> Vec<Item> {
        let list = match self {
            Self::Inputs => SignalList::Inputs,
            Self::Outputs => SignalList::Outputs,
            Self::States => SignalList::States,
            Self::Columns => SignalList::Columns,
        };
        let item = |signal: ListedSignal| Item {
            name: text::owned(&signal.name),
            unit: text::owned(&signal.unit),
            width: signal.width,
        };
        list.of(model).into_iter().map(item).collect()
    }
}
