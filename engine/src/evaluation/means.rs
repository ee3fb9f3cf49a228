//! How the evaluations of a run are carried out: by how many threads, and
//! whether some are timed, or all guarded.

use std::sync::Arc;

use super::profile::{Profile, Profiler};
use super::team::Team;
use crate::model::Model;

/// Shared by all that evaluates in one run; by default one thread, untimed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Means(Option<Arc<Extras>>);

/// What an evaluation on one thread, untimed, does without.
#[derive(Debug)]
struct Extras {
    team: Option<Team>,
    profiler: Option<Profiler>,
    is_guarded: bool,
}

impl Means {
    /// The threads that the model's settings ask for; with a profile, and
    /// guarded in every evaluation, or not.
    pub(crate) fn new(model: &Model, has_profile: bool, is_guarded: bool) -> Self {
        let (team, profiler) = (Team::new(model), has_profile.then(|| Profiler::new(model)));
        let is_plain = team.is_none() && profiler.is_none() && !is_guarded;
        Self((!is_plain).then(|| Arc::new(Extras { team, profiler, is_guarded })))
    }

    /// Whether every evaluation looks for numbers that are not set.
    pub(crate) fn is_guarded(&self) -> bool {
        self.0.as_ref().is_some_and(|extras| extras.is_guarded)
    }

    /// The threads, if there are several.
    pub(crate) fn team(&self) -> Option<&Team> {
        self.0.as_ref()?.team.as_ref()
    }

    /// What times an evaluation, if this is one to be timed.
    pub(crate) fn profiler_if_due(&self) -> Option<&Profiler> {
        self.0.as_ref()?.profiler.as_ref().filter(|profiler| profiler.is_due())
    }

    /// What was timed so far.
    pub(crate) fn profile(&self) -> Option<Profile> {
        self.0.as_ref()?.profiler.as_ref().map(Profiler::profile)
    }
}
