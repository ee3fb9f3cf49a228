//! Further results of a model, with times and columns of their own.

use std::collections::HashSet;
use std::sync::Arc;

use super::calculated::Calculated;
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

/// What formulas calculate of these columns and of those of further results.
pub(crate) fn calculated(columns: &[Column], further: &[Output]) -> Vec<Arc<Calculated>> {
    let further = further.iter().flat_map(|output| &output.columns);
    columns.iter().chain(further).filter_map(Column::formula).cloned().collect()
}

impl Model {
    /// The signals of all results.
    pub fn recorded(&self) -> HashSet<SignalId> {
        let further = self.outputs.iter().flat_map(|output| &output.columns);
        self.columns.iter().chain(further).flat_map(Column::numbers).map(|number| number.id).collect()
    }
}
