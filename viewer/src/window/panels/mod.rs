//! The panels: what is selected, plots, search, types, the help.

use bevy::prelude::*;

/// Adds them to the window.
pub(super) fn plugin(_app: &mut App) {}
