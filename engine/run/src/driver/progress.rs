//! How far a run has come.

/// How far a run has come, and what is valid at its present time.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether it ended with an error, in the middle of something.
    pub(super) has_failed: bool,
    /// Whether the last step ends where it does only since the run was to go there.
    pub(super) landed: bool,
    /// Whether all signals have been evaluated at the present time.
    pub(super) is_evaluated: bool,
}
