//! How the evaluations of a run are carried out: by how many threads, and
//! whether some are timed, or all guarded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::team::Team;
use crate::model::Model;
use crate::timing::{Calls, Timed, Timings};
use bowline_solve::arithmetic::all_finite;
use bowline_solve::stepper::{Threads, piece};
use bowline_solve::thread_pool::ThreadPool;

/// Rows of so many columns are worth several threads: some hundred microseconds
/// of formatting, where to wake a thread takes some ten.
pub const WIDE_ROW: usize = 2048;

/// Shared by all that evaluates in one run; by default one thread, untimed.
#[derive(Debug, Clone, Default)]
pub struct ExecutionContext(Option<Arc<Extras>>);

/// What an evaluation on one thread, untimed, does without.
#[derive(Debug)]
struct Extras {
    /// The threads, if there are several.
    pool: Option<Arc<ThreadPool>>,
    /// Which of their work is whose, if evaluations are split.
    team: Option<Team>,
    timings: Option<Arc<Timings>>,
    is_guarded: bool,
}

impl ExecutionContext {
    /// The threads that the model's settings ask for; with a profile, and
    /// guarded in every evaluation, or not.
    pub fn new(model: &Model, has_profile: bool, is_guarded: bool) -> Self {
        let (team, timings) = (Team::new(model), has_profile.then(|| Arc::new(Timings::new())));
        let pool =
            if team.is_some() || has_wide_rows(model) { ThreadPool::new(model.settings().cores).ok() } else { None };
        let is_plain = pool.is_none() && timings.is_none() && !is_guarded;
        Self((!is_plain).then(|| Arc::new(Extras { pool: pool.map(Arc::new), team, timings, is_guarded })))
    }

    /// Whether every evaluation looks for numbers that are not set.
    pub(crate) fn is_guarded(&self) -> bool {
        self.0.as_ref().is_some_and(|extras| extras.is_guarded)
    }

    /// The threads, if there are several: for evaluations, or for rows alone.
    pub fn pool(&self) -> Option<&Arc<ThreadPool>> {
        self.0.as_ref()?.pool.as_ref()
    }

    /// The threads, if evaluations are worth several, and what is whose.
    #[inline]
    pub(super) fn team(&self) -> Option<(&ThreadPool, &Team)> {
        let extras = self.0.as_ref()?;
        extras.pool.as_deref().zip(extras.team.as_ref())
    }

    /// Whether evaluations are neither split nor guarded.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.0.as_ref().is_none_or(|extras| !extras.is_guarded && (extras.pool.is_none() || extras.team.is_none()))
    }

    /// The threads that share what goes through the states.
    #[inline]
    pub(crate) fn threads(&self) -> Threads<'_> {
        Threads::of(self.team().map(|(pool, _)| pool))
    }

    /// Whether all numbers are finite.
    #[inline]
    pub(super) fn all_finite(&self, numbers: &[f64]) -> bool {
        match self.team() {
            None => all_finite(numbers),
            Some((pool, _)) => all_finite_together(pool, numbers),
        }
    }

    /// Where to time an evaluation, and what of it, if this one is due.
    #[inline]
    pub(super) fn timing_if_due(&self) -> Option<(&Calls, Timed)> {
        let evaluations = &self.0.as_ref()?.timings.as_ref()?.evaluations;
        evaluations.evaluate().map(|timed| (evaluations, timed))
    }

    /// Where to note how long calls take, if requested.
    pub fn timings(&self) -> Option<&Arc<Timings>> {
        self.0.as_ref()?.timings.as_ref()
    }
}

/// Whether rows of some results are worth several threads, which are asked for.
fn has_wide_rows(model: &Model) -> bool {
    let further = model.outputs().iter().map(|output| output.columns.as_slice());
    let mut results = further.chain([model.columns()]);
    model.settings().cores > 1 && results.any(|columns| columns.len() >= WIDE_ROW)
}

/// Whether all numbers are finite, asked by all threads. Apart from what one thread does,
/// which small models do often.
#[inline(never)]
fn all_finite_together(pool: &ThreadPool, numbers: &[f64]) -> bool {
    let is_one_not = AtomicBool::new(false);
    let found = &is_one_not;
    let each = piece(numbers.len(), pool);
    pool.run(numbers.len().div_ceil(each), move |parts| {
        let end = (parts.end * each).min(numbers.len());
        if !all_finite(&numbers[parts.start * each..end]) {
            found.store(true, Ordering::Relaxed);
        }
    });
    !is_one_not.into_inner()
}
