//! How far a run has come.

/// How far a run has come, and what holds where it stands.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether the start has been evaluated.
    pub(super) begun: bool,
    /// Whether it ended with an error, in the middle of something.
    pub(super) has_failed: bool,
    /// Whether an input changed since the method went on.
    pub(super) is_changed: bool,
    /// Whether the last step ends where it does only since the run was to go there.
    pub(super) landed: bool,
    /// Whether all signals that are to be seen have been evaluated.
    pub(super) is_evaluated: bool,
}
