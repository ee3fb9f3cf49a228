//! How the evaluations of a run are carried out: by how many threads, and
//! whether some are timed, or all guarded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::profile::{Profile, Profiler};
use super::team::Team;
use crate::arithmetic::all_finite;
use crate::crew::Walk;
use crate::model::Model;

/// All that goes through the states is cut at multiples of this: so each thread
/// finds its own in its cache. It is about a microsecond's work.
pub(crate) const PIECE: usize = 1024;

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

    /// Makes a step, which has much to do for all threads.
    pub(crate) fn step<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.team() {
            Some(team) => team.crew().walk(Walk::Step, work),
            None => work(),
        }
    }

    /// Does `work` for all of `out`, in pieces that begin at multiples of `each`:
    /// it is told where a piece begins. Several threads may do pieces of it.
    pub(crate) fn fill<T: Send>(&self, out: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        match self.team() {
            Some(team) => team.crew().fill(out, each, work),
            None => work(0, out),
        }
    }

    /// Copies numbers.
    pub(crate) fn copy(&self, numbers: &[f64], into: &mut [f64]) {
        let numbers = &numbers[..into.len()];
        self.fill(into, PIECE, move |first, piece| piece.copy_from_slice(&numbers[first..first + piece.len()]));
    }

    /// Whether all numbers are finite.
    pub(super) fn all_finite(&self, numbers: &[f64]) -> bool {
        let Some(team) = self.team() else { return all_finite(numbers) };
        let is_one_not = AtomicBool::new(false);
        let found = &is_one_not;
        team.crew().run(numbers.len().div_ceil(PIECE), move |parts| {
            let end = (parts.end * PIECE).min(numbers.len());
            if !all_finite(&numbers[parts.start * PIECE..end]) {
                found.store(true, Ordering::Relaxed);
            }
        });
        !is_one_not.into_inner()
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
