//! How far all reaches that the run will show: the ground lies below it, and the
//! camera sees it, from the first picture on.

use std::time::Duration;

use bevy::prelude::*;
use bowline_engine::Retrace;

use super::player::Player;
use crate::stage::{Extent, Foreseen, Hidden};

/// What is still on its way.
#[derive(Resource, Debug, Default)]
pub(super) struct Foresight(Option<Retrace<Option<Extent>>>);

/// So long the window waits for it; what comes later moves the ground then.
const PATIENCE: Duration = Duration::from_millis(700);

/// What is known when the window opens, and what comes later.
pub(super) fn begin(player: &mut Player, hidden: &Hidden) -> (Foreseen, Foresight) {
    let Some(mut retrace) = player.foresee(hidden) else {
        return (Foreseen(player.extent(hidden)), Foresight::default());
    };
    let extent = retrace.wait(PATIENCE).flatten();
    (Foreseen(extent), Foresight((!retrace.is_over()).then_some(retrace)))
}

/// Takes what has come.
pub(super) fn follow(mut foresight: ResMut<Foresight>, mut foreseen: ResMut<Foreseen>) {
    let Some(retrace) = &mut foresight.bypass_change_detection().0 else { return };
    if let Some(extent) = retrace.take() {
        foreseen.0 = extent;
    }
    if retrace.is_over() {
        foresight.0 = None;
    }
}
