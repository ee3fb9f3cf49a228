//! What could not be drawn.

use std::collections::HashSet;

use bevy::prelude::*;

/// What could not be drawn and why, each once: to be told to who looks.
#[derive(Resource, Debug, Default)]
pub struct StageNotes {
    /// In the order in which they came up.
    pub notes: Vec<String>,
    told: HashSet<String>,
}

impl StageNotes {
    /// Adds a note, unless it was told since the scene was put on the stage.
    pub(super) fn tell(&mut self, note: String) {
        if self.told.insert(note.clone()) {
            self.notes.push(note);
        }
    }

    /// For another scene.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Those that nobody has taken yet.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}
