//! Where descriptions come from.

use std::sync::Arc;

use bowline_text::{Diagnostics, Source};

use crate::store::ModelDescription;

/// Something that models are read from: a file with what was asked of it besides.
pub trait FrontEnd {
    /// The description, with what was found on the way that does not keep it from
    /// being loaded.
    ///
    /// # Errors
    /// What cannot be read as a description.
    fn describe(&self) -> Result<(ModelDescription, Diagnostics), Diagnostics>;

    /// The overrides, in the order given.
    fn overrides(&self) -> &[Source] {
        &[]
    }

    /// The text of the state that a run begins with.
    fn initial_state(&self) -> Option<&Arc<Source>> {
        None
    }
}
