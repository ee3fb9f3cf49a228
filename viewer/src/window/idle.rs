//! How often the window is drawn: as often as the eye sees while something
//! goes on, and rarely else.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_panorbit_camera::PanOrbitCamera;

use super::notice::Notice;
use super::player::Player;
use super::ready::Complete;
use super::side_views::{SideCamera, SideViews};

/// Between two pictures while something goes on.
const BUSY: Duration = Duration::from_micros(16_666);
/// Between two looks at a run that waits; keys and the mouse come at once.
const IDLE: Duration = Duration::from_millis(500);
/// So long after something happened it may have consequences.
const AFTER: Duration = Duration::from_millis(400);

pub(super) fn settings() -> WinitSettings {
    let mode = UpdateMode::reactive_low_power(BUSY);
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// Draws rarely where nothing goes on.
pub(super) fn rest(
    player: Res<Player>,
    (notice, complete, views): (Res<Notice>, Res<Complete>, Res<SideViews>),
    time: Res<Time<Real>>,
    orbits: Query<Ref<PanOrbitCamera>>,
    moved: Query<(), (With<SideCamera>, Changed<Camera>)>,
    (keys, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (mut last, mut settings): (Local<Duration>, ResMut<WinitSettings>),
) {
    let is_moving = |orbit: &PanOrbitCamera| {
        let near = |one: f32, other: f32| (one - other).abs() <= 1e-4 * one.abs().max(1e-3);
        let (yaw, pitch) = (orbit.yaw.unwrap_or_default(), orbit.pitch.unwrap_or_default());
        let radius = orbit.radius.unwrap_or_default();
        let is_there =
            near(yaw, orbit.target_yaw) && near(pitch, orbit.target_pitch) && near(radius, orbit.target_radius);
        !is_there || orbit.focus.distance(orbit.target_focus) > 1e-4 * radius
    };
    let is_touched = keys.get_pressed().next().is_some() || buttons.get_pressed().next().is_some();
    let is_busy = !complete.is_enough()
        || player.is_changed()
        || player.is_going()
        || is_touched
        || views.is_changed()
        || !moved.is_empty()
        || orbits.iter().any(|orbit| is_moving(&orbit));
    if is_busy || notice.is_changed() {
        *last = time.elapsed();
    }
    let wait = if time.elapsed() < *last + AFTER { BUSY } else { IDLE };
    let mode = UpdateMode::reactive_low_power(wait);
    if settings.focused_mode != mode {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}
