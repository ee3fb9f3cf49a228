//! What keeps the rows and moments of a live run, which may go back.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::driver::recorder::{NoRecorder, Recorder, Table};
use crate::driver::{Run, RunError};

/// Keeps the rows and moments of a live run, and forgets those that the run has
/// gone back from: what is kept is at any time that of a run to which the
/// [changes](super::LiveView::changes) were done.
pub trait Keeper: Recorder + Send {
    /// A run begins, or begins anew; what takes rows at times of its own can be [attached](Run::attach).
    fn begin(&mut self, run: &mut Run) {
        let _ = run;
    }

    /// When it wants the next moment, s; infinite if it wants none.
    fn next_moment(&self) -> f64 {
        f64::INFINITY
    }

    /// The run stands where a moment is wanted, or a little behind; or where it ends.
    ///
    /// # Errors
    /// The moment cannot be kept; the run ends.
    fn moment(&mut self, run: &mut Run) -> Result<(), RunError> {
        let _ = run;
        Ok(())
    }

    /// How much it has kept; none if it keeps nothing that could be forgotten.
    fn kept(&self) -> Option<Kept>;

    /// Forgets all that was kept since.
    ///
    /// # Errors
    /// It cannot; the run ends.
    fn forget(&mut self, since: &Kept) -> io::Result<()>;
}

/// How much was kept of a run up to a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// Simulated time, s.
    pub time: f64,
    /// How many rows, moments or files there are, of each kind; 0 of those that are not listed.
    pub counts: Vec<u64>,
}

impl Kept {
    /// Nothing.
    pub const NOTHING: Self = Self { time: f64::NEG_INFINITY, counts: Vec::new() };

    /// How many there are of a kind.
    pub fn count(&self, kind: usize) -> u64 {
        self.counts.get(kind).copied().unwrap_or(0)
    }
}

impl Keeper for NoRecorder {
    fn kept(&self) -> Option<Kept> {
        None
    }

    fn forget(&mut self, _: &Kept) -> io::Result<()> {
        Ok(())
    }
}

impl Keeper for Table {
    fn kept(&self) -> Option<Kept> {
        let time = self.rows().last().map_or(f64::NEG_INFINITY, |(time, _)| *time);
        Some(Kept { time, counts: vec![self.rows().len() as u64] })
    }

    fn forget(&mut self, since: &Kept) -> io::Result<()> {
        self.truncate(since.count(0) as usize);
        Ok(())
    }
}

/// A keeper that others hold too.
impl<K: Keeper> Keeper for Arc<Mutex<K>> {
    fn begin(&mut self, run: &mut Run) {
        lock(self).begin(run);
    }

    fn next_moment(&self) -> f64 {
        lock(self).next_moment()
    }

    fn moment(&mut self, run: &mut Run) -> Result<(), RunError> {
        lock(self).moment(run)
    }

    fn kept(&self) -> Option<Kept> {
        lock(self).kept()
    }

    fn forget(&mut self, since: &Kept) -> io::Result<()> {
        lock(self).forget(since)
    }
}

fn lock<K>(shared: &Mutex<K>) -> MutexGuard<'_, K> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
