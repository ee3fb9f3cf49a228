//! Snapshots and saved states of a session.

use std::path::Path;

use bowline_engine::{SavedState, Snapshot};

use super::{ErrorKind, Session, SessionError};
use crate::earlier_file::Kind;
use crate::writing;

impl Session {
    /// Keeps the run as it is now, in memory. The method restarts, as it does where the snapshot is restored, so both
    /// continue with the same bits.
    ///
    /// # Errors
    /// The run failed, or the method cannot restart here.
    pub fn snapshot(&mut self) -> Result<Snapshot, SessionError> {
        let outcome = self.run.snapshot();
        self.checked(outcome)
    }

    /// Continues from a snapshot of this model, also after an error. Rows from there on are recorded again: the session
    /// removes them from its tables; files keep them.
    ///
    /// # Errors
    /// The snapshot belongs to another model, or the method cannot start there.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SessionError> {
        let outcome = self.run.restore(snapshot);
        if !self.run.has_failed() {
            self.failure = None;
        }
        self.checked(outcome)?;
        self.recording.go_back(snapshot);
        Ok(())
    }

    /// The state as the text of a state file, with which other runs can start. The method restarts, as theirs does, so all
    /// continue with the same bits.
    ///
    /// # Errors
    /// As those of [`snapshot`](Self::snapshot); or the state is not finite.
    pub fn state(&mut self) -> Result<String, SessionError> {
        let snapshot = self.snapshot()?;
        let saved = SavedState::new(self.program, self.run.model(), snapshot.state());
        saved.to_json().map_err(|reason| SessionError::new(ErrorKind::NotFinite, reason.to_string()))
    }

    /// Writes the state to a file.
    ///
    /// # Errors
    /// As those of [`state`](Self::state); or the file holds something other than a state, or cannot be written.
    pub fn save_state(&mut self, path: &Path) -> Result<(), SessionError> {
        let file = |message| SessionError::new(ErrorKind::File, message);
        writing::may_replace(path, Kind::State).map_err(file)?;
        let text = self.state()?;
        writing::state(path, &text).map_err(file)
    }
}
