//! The events of a live run, for its viewers.

use std::sync::{Arc, Mutex, PoisonError};

use crate::driver::{Run, RunEvent};

/// Events of a live run that nobody has read yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventBatch {
    /// How many earlier ones still hold: where the run went back, those behind are no more.
    pub kept: usize,
    /// Those that come then.
    pub events: Vec<RunEvent>,
    /// How many more there were, which are too many to be kept.
    pub left_out: u64,
}

impl EventBatch {
    /// Brings a list of all events up to date.
    pub fn update(&self, all: &mut Vec<RunEvent>) {
        all.truncate(self.kept);
        all.extend_from_slice(&self.events);
    }
}

/// Hands them to a reader on another thread.
#[derive(Debug)]
pub(super) struct EventFeed {
    /// How many were handed over.
    told: usize,
    left_out: u64,
    /// The reader holds the lock only to take it.
    unread: Arc<Mutex<Option<EventBatch>>>,
}

impl EventFeed {
    pub(super) fn new(unread: Arc<Mutex<Option<EventBatch>>>) -> Self {
        Self { told: 0, left_out: 0, unread }
    }

    /// The run began anew, or went elsewhere.
    pub(super) fn begin_anew(&mut self) {
        (self.told, self.left_out) = (0, 0);
        *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(EventBatch::default());
    }

    /// Hands over what is new.
    pub(super) fn take(&mut self, run: &Run) {
        let (events, left_out) = (run.events(), run.events_left_out());
        if events.len() == self.told && left_out == self.left_out {
            return;
        }
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let batch = unread.get_or_insert_with(|| EventBatch { kept: self.told, ..EventBatch::default() });
        batch.events.extend_from_slice(&events[self.told..]);
        batch.left_out = left_out;
        (self.told, self.left_out) = (events.len(), left_out);
    }
}
