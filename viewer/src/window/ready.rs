//! Whether all that is to be seen is on the screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};

use bowline_engine::live::Command;

use super::host::HostOfWindow;
use super::player::Player;

/// How many pictures in a row were complete, up to [`ENOUGH`].
#[derive(Resource, Debug, Clone, Default)]
pub(super) struct Complete(Arc<AtomicU32>);

/// Whether it goes on by itself, once it is to be seen.
#[derive(Resource, Debug, Clone, Copy)]
pub(super) struct Begins(pub(super) bool);

/// The first pictures lack what is loaded meanwhile, and two are on their way.
const ENOUGH: u32 = 3;

impl Complete {
    pub(super) fn is_enough(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ENOUGH
    }
}

pub(super) fn plugin(app: &mut App) {
    let complete = Complete::default();
    app.insert_resource(complete.clone()).add_systems(Last, tell);
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(complete).add_systems(Render, count.in_set(RenderSystems::Cleanup));
    }
}

/// On the renderer's side.
fn count(pipelines: Res<PipelineCache>, complete: Res<Complete>) {
    let is_waiting = pipelines.pipelines().next().is_none() || pipelines.waiting_pipelines().next().is_some();
    let pictures = if is_waiting { 0 } else { (complete.0.load(Ordering::Relaxed) + 1).min(ENOUGH) };
    if complete.0.load(Ordering::Relaxed) < ENOUGH {
        complete.0.store(pictures, Ordering::Relaxed);
    }
}

/// Now the user sees what goes on: it may begin.
fn tell(
    complete: Res<Complete>,
    begins: Res<Begins>,
    mut host: ResMut<HostOfWindow>,
    mut player: ResMut<Player>,
    mut is_told: Local<bool>,
) {
    if !*is_told && complete.is_enough() {
        *is_told = true;
        host.0.ready();
        if begins.0 {
            player.send(Command::Play);
        }
    }
}
