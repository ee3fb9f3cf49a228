//! How far all reaches that the run will show: the ground lies below it, and the
//! camera sees it, from the first picture on.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bowline_engine::live::Retrace;
use bowline_parts::Extent;

use super::player::Player;
use crate::stage::{Foreseen, Hidden};

/// What is still on its way.
#[derive(Resource, Debug, Default)]
pub(super) struct Foresight(Option<Ahead>);

#[derive(Debug)]
struct Ahead {
    retrace: Retrace<Option<Extent>>,
    since: Instant,
    /// What is to be seen at the start.
    first: Option<Extent>,
}

/// So long the window waits for it; what comes later moves the ground then.
const PATIENCE: Duration = Duration::from_millis(700);
/// A run that takes longer than this is looked at as far as it has come.
const LONG: Duration = Duration::from_secs(20);
/// What goes farther than so many times what is seen at first runs away, and would be a dot in the picture: the camera
/// follows it as it goes.
const AWAY: f64 = 8.0;

/// What is known when the window opens, and what comes later.
pub(super) fn begin(player: &mut Player, hidden: &Hidden) -> (Foreseen, Foresight) {
    let Some(mut retrace) = player.foresee(hidden) else {
        return (Foreseen(player.extent(hidden)), Foresight::default());
    };
    let shown = player.shown();
    let first = shown.extent(hidden);
    let extent = retrace.wait(PATIENCE).flatten().filter(|extent| is_near(extent, first));
    let ahead = (!retrace.is_over()).then(|| Ahead { retrace, since: Instant::now(), first });
    (Foreseen(extent), Foresight(ahead))
}

fn is_near(extent: &Extent, first: Option<Extent>) -> bool {
    first.is_some_and(|first| extent.diagonal() <= AWAY * first.diagonal())
}

/// Takes what has come.
pub(super) fn follow(mut foresight: ResMut<Foresight>, mut foreseen: ResMut<Foreseen>) {
    let Some(ahead) = &mut foresight.bypass_change_detection().0 else { return };
    if ahead.since.elapsed() > LONG {
        ahead.retrace.stop();
    }
    if let Some(extent) = ahead.retrace.take() {
        foreseen.0 = extent.filter(|extent| is_near(extent, ahead.first));
    }
    if ahead.retrace.is_over() {
        foresight.0 = None;
    }
}
