//! The SimObjects that calculate in one workspace.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use simobject::Failure;
use simobject_host::{BatchReport, HostIo, Kept, Kernel, Message, NextTimeEvent, ObjectStore, Stopped};

use super::before::Before;
use crate::timing::Timings;

/// The SimObjects that calculate in one workspace, access set by access set of each store.
/// Those of re-entrant types are the model's, and shared; those that keep
/// scratch in themselves belong to the workspace.
#[derive(Debug)]
pub struct Instances {
    access_sets: Arc<[Constructed]>,
    /// Where to note their durations at ticks, if requested.
    timings: Option<Arc<Timings>>,
    /// In a guarded run: the numbers before a batch.
    guard: Option<Box<Mutex<Before>>>,
}

/// The SimObjects of one access set of a store.
#[derive(Debug, Clone)]
pub struct Constructed {
    /// The SimObjects.
    pub objects: Arc<ObjectStore>,
    /// Why there are fewer than there should be.
    pub missing: Option<Arc<str>>,
}

impl Instances {
    pub(crate) fn new(access_sets: impl Iterator<Item = Constructed>) -> Self {
        Self { access_sets: access_sets.collect(), timings: None, guard: None }
    }

    /// Notes their durations at ticks from now on.
    pub fn time(&mut self, timings: Option<&Arc<Timings>>) {
        self.timings = timings.cloned();
    }

    /// Where to note their durations at ticks, if requested.
    #[inline]
    pub(crate) fn timings(&self) -> Option<&Timings> {
        self.timings.as_deref()
    }

    /// Checks from now on what each batch changes.
    pub(super) fn guard(&mut self) {
        self.guard = Some(Box::default());
    }

    /// The numbers before a batch, if the run checks what each one changes.
    #[inline]
    pub(crate) fn guarded(&self) -> Option<&Mutex<Before>> {
        self.guard.as_deref()
    }

    /// Prepares a calculation over the objects of `range` in an access set; nothing if
    /// some of them are not there. `kernel` as for `run`.
    pub(crate) fn keep(&self, access_set: usize, kernel: Kernel, range: Range<usize>) -> Option<Kept> {
        let objects = &self.access_sets[access_set].objects;
        // SAFETY: all callers take the kernel from an interface of the access set's type.
        (range.end <= objects.len()).then(|| unsafe { objects.keep(kernel, range) })
    }

    /// Runs a calculation over the objects of `range` in an access set.
    ///
    /// `kernel` must come from an interface that this access set's type declared.
    #[inline]
    pub(crate) fn run(
        &self,
        access_set: usize,
        kernel: Kernel,
        range: Range<usize>,
        io: &mut HostIo<'_>,
    ) -> Result<(), Box<BatchReport>> {
        let access_set = &self.access_sets[access_set];
        if range.end > access_set.objects.len() {
            return Err(access_set.incomplete());
        }
        // SAFETY: all callers take the kernel from an interface of the access set's
        // type, and the batches of an access set whose type is not re-entrant, which
        // belongs to one workspace, run one after the other (`team::Parts::of`).
        unsafe { access_set.objects.run(kernel, range, io) }
    }

    /// The next time event of the object at a position, as for `run`.
    pub fn next_time_event(
        &self,
        access_set: usize,
        events: NextTimeEvent,
        position: usize,
        after: f64,
    ) -> (Result<Option<f64>, Failure>, Vec<Message>) {
        let access_set = &self.access_sets[access_set];
        if position >= access_set.objects.len() {
            return (Err(access_set.why()), Vec::new());
        }
        // SAFETY: as in `run`, for one position.
        unsafe { access_set.objects.next_time_event(events, position, after) }
    }
}

impl Constructed {
    #[cold]
    fn incomplete(&self) -> Box<BatchReport> {
        let stopped = Stopped { object: self.objects.len(), asked: None, failure: self.why() };
        Box::new(BatchReport { messages: Vec::new(), stopped: Some(stopped) })
    }

    fn why(&self) -> Failure {
        let why = self.missing.as_deref().unwrap_or("it is not there");
        Failure::fatal(format!("it could not be constructed for this run: {why}"))
    }
}
