//! Further results of a model, with times and columns of their own.

use std::collections::HashSet;

use super::signal_id::SignalId;
use super::{Column, Model};
use bowline_solve::integration::OutputTimes;

/// Further results, which a scenario asks for beside its results: rows at times
/// of their own (for `Run::attach`), with columns of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// What it is called.
    pub name: String,
    /// When its rows are written.
    pub times: OutputTimes,
    /// What is recorded.
    pub columns: Vec<Column>,
}

impl Model {
    /// The signals of all results.
    pub(crate) fn recorded(&self) -> HashSet<SignalId> {
        let further = self.outputs.iter().flat_map(|output| &output.columns);
        self.columns.iter().chain(further).map(Column::id).collect()
    }
}
