//! How far what is drawn reaches.

use bevy::prelude::*;
use bowline_parts::Extent;

/// The box around all shapes that were shown since the scene was put on the
/// stage; none as long as there are none.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Seen(pub Option<Extent>);

/// A box around all that a scene will show, if that is known when it is put on
/// the stage: the ground then lies below it from the beginning.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Foreseen(pub Option<Extent>);
