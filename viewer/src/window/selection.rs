//! What the user points at, and what is selected.

use bevy::prelude::*;

/// SimObjects, by their position in the scene.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selection {
    /// What is selected.
    pub object: Option<usize>,
    /// What the pointer is on.
    pub hovered: Option<usize>,
    /// Whether the camera follows what is selected.
    pub follow: bool,
}

/// The camera is to look at a SimObject, from near enough.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookAt(pub usize);
