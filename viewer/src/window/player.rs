//! What plays: a run that goes on, or a replay.

use std::io;
use std::sync::Arc;

use bevy::prelude::*;
use bowline_engine::{Command, Live, LiveOptions, LiveStatus, LiveView, Model, Samples};

use crate::stage::Shown;

/// What plays in the window, and how it stands.
#[derive(Resource, Debug)]
pub struct Player {
    source: Source,
    /// The newest view, but for its moment, which is shown.
    now: LiveView,
    /// Where it begins and ends, s.
    span: [f64; 2],
}

#[derive(Debug)]
enum Source {
    Live(Live, Arc<Model>),
}

impl Player {
    pub(super) fn live(model: &Arc<Model>, options: LiveOptions) -> io::Result<Self> {
        let mut live = Live::start(model, options)?;
        let times = &model.settings().output_times;
        let (now, span) = (live.newest().clone(), [times.start(), times.end()]);
        Ok(Self { source: Source::Live(live, Arc::clone(model)), now, span })
    }

    /// How it stands. Of a replay, too: what runs alone have is 0, or empty.
    pub fn now(&self) -> &LiveView {
        &self.now
    }

    /// Where it begins and ends, s.
    pub fn span(&self) -> [f64; 2] {
        self.span
    }

    /// What runs; none in a replay.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match &self.source {
            Source::Live(_, model) => Some(model),
        }
    }

    /// Whether time goes on.
    pub fn is_going(&self) -> bool {
        matches!(self.now.status, LiveStatus::Running | LiveStatus::Jumping)
    }

    /// Has something done. What comes of it stands in [`now`](Self::now) a few
    /// frames later.
    pub fn send(&mut self, command: Command) {
        match &self.source {
            Source::Live(live, _) => live.send(command),
        }
    }

    /// The samples that came since the last call; none in a replay.
    pub fn samples(&mut self) -> Vec<Samples> {
        match &mut self.source {
            Source::Live(live, _) => live.samples().collect(),
        }
    }

    pub(super) fn shown(&self) -> Shown {
        let scene = match &self.source {
            Source::Live(live, _) => Arc::clone(live.scene()),
        };
        Shown { scene, moment: self.now.moment.clone(), time: self.now.time }
    }
}

/// Shows what plays.
pub(super) fn show(mut player: ResMut<Player>, mut shown: ResMut<Shown>) {
    let is_newer = match &player.source {
        Source::Live(live, _) => live.is_newer(),
    };
    if !is_newer {
        return;
    }
    let player = &mut *player;
    match &mut player.source {
        Source::Live(live, _) => player.now.clone_from(live.newest()),
    }
    if shown.moment != player.now.moment {
        shown.moment.clone_from(&player.now.moment);
    }
    shown.time = player.now.time;
}
