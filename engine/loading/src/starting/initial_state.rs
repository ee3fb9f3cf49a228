//! The state file that a run begins with.

use std::sync::Arc;

use bowline_description::ModelDescription;
use bowline_model::state_file::reader::{self as state_file, StateFile};
use bowline_text::Source;
use bowline_text::diagnostic::Diagnostics;

/// The state that a run begins with, and its text.
#[derive(Debug)]
pub(crate) struct InitialState {
    pub(crate) source: Arc<Source>,
    pub(crate) file: StateFile,
}

impl InitialState {
    /// Reads the text of a state file, which joins the texts of the description.
    pub(crate) fn read(
        source: &Arc<Source>,
        description: &mut ModelDescription,
        found: &mut Diagnostics,
    ) -> Option<Self> {
        let begins = description.texts_mut().add(source);
        let file = state_file::read(source.text(), begins, found)?;
        Some(Self { source: Arc::clone(source), file })
    }
}
