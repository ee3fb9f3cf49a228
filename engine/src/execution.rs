//! How the evaluations of a run are carried out: by how many threads, and
//! whether some are timed, or all guarded.

use std::sync::Arc;

use crate::crew::Crew;
use crate::model::Model;
use crate::profile::{Profile, Profiler};
use crate::run::RunOptions;

/// Shared by all that evaluates in one run; by default one thread, untimed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Execution(Option<Arc<Means>>);

#[derive(Debug)]
struct Means {
    crew: Option<Crew>,
    profiler: Option<Profiler>,
    is_guarded: bool,
}

impl Execution {
    /// As the model's settings and the options ask.
    pub(crate) fn new(model: &Model, options: RunOptions) -> Self {
        let (crew, profiler) = (Crew::new(model), options.profile.then(|| Profiler::new(model)));
        let is_guarded = options.guard;
        let is_plain = crew.is_none() && profiler.is_none() && !is_guarded;
        Self((!is_plain).then(|| Arc::new(Means { crew, profiler, is_guarded })))
    }

    /// Whether every evaluation looks for numbers that are not set.
    pub(crate) fn is_guarded(&self) -> bool {
        self.0.as_ref().is_some_and(|means| means.is_guarded)
    }

    /// The threads, if there are several.
    pub(crate) fn crew(&self) -> Option<&Crew> {
        self.0.as_ref()?.crew.as_ref()
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
