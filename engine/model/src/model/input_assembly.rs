//! In-ports that are put together.

use std::sync::Arc;

use super::signal_id::SignalId;
use crate::assembly::{AssemblyRow, Formula};

/// An in-port whose numbers are put together in a place of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct InputAssembly {
    pub port: SignalId,
    /// What they are made of; of formulas, what each of their numbers reads.
    pub rows: Vec<AssemblyRow>,
    /// What calculates them, if they are not added up.
    pub(crate) formula: Option<Arc<Formula>>,
}

impl InputAssembly {
    /// What a pass takes.
    pub(crate) fn parts(&self) -> (&[AssemblyRow], Option<&Arc<Formula>>) {
        (&self.rows, self.formula.as_ref())
    }
}
