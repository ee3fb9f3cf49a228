//! The pointer: what it is on, and what a click selects.

use bevy::math::DVec3;
use bevy::prelude::*;
use bowline_parts::Axes;

use super::picking::{Ray, pick};
use super::room::Room;
use super::selection::{LookAt, Selection};
use crate::camera::StageCamera;
use crate::stage::{Hidden, Shown, StageAxes};

/// How near to a thin line one has to point, pixels.
const REACH: f32 = 5.0;
/// How far the pointer may go during a click, pixels.
const STILL: f32 = 4.0;
/// How soon a second click makes a double one, s.
const SOON: f64 = 0.4;

/// What is pointed at.
pub(super) fn hover(
    room: Res<Room>,
    window: Single<&Window>,
    buttons: Res<ButtonInput<MouseButton>>,
    cameras: Query<(&Camera, &GlobalTransform), With<StageCamera>>,
    (shown, hidden, axes): (Res<Shown>, Res<Hidden>, Res<StageAxes>),
    mut selection: ResMut<Selection>,
) {
    // Who drags looks around, and points at nothing.
    if buttons.get_pressed().next().is_some() {
        return;
    }
    let cursor = window.cursor_position().filter(|cursor| room.is_free_at(*cursor));
    let ray = cursor.and_then(|cursor| {
        let (camera, place) = cameras.single().ok()?;
        ray(camera, place, cursor, &axes)
    });
    let hovered = ray.and_then(|ray| {
        let drawn = shown.scene.in_moment(&shown.moment);
        let seen = drawn.filter(|drawn| drawn.visible && !hidden.hides(&shown.scene, drawn.object));
        pick(seen.map(|drawn| (drawn.object, drawn.figure)), &ray)
    });
    let hovered = hovered.map(|(object, _)| object);
    if selection.hovered != hovered {
        selection.hovered = hovered;
    }
}

/// What lies behind a point of the window, in the scenario's axes.
pub(super) fn ray(camera: &Camera, place: &GlobalTransform, cursor: Vec2, axes: &Axes) -> Option<Ray> {
    let through = |point: Vec2| {
        let ray = camera.viewport_to_world(place, point).ok()?;
        let direction = DVec3::from_array(axes.scenario_vector(*ray.direction)).normalize();
        Some((DVec3::from_array(axes.scenario_point(ray.origin)), direction))
    };
    let (origin, direction) = through(cursor)?;
    let (beside, other) = through(cursor + Vec2::new(REACH, 0.0))?;
    Some(Ray { origin, direction, width: origin.distance(beside), spread: direction.distance(other) })
}

/// Where and when the mouse was pressed, and clicked last.
#[derive(Default)]
pub(super) struct Clicks {
    pressed: Option<Vec2>,
    last: Option<(f64, usize)>,
}

/// A click selects what is pointed at, and a double one looks at it.
pub(super) fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    room: Res<Room>,
    time: Res<Time<Real>>,
    mut clicks: Local<Clicks>,
    mut selection: ResMut<Selection>,
    mut look_at: MessageWriter<LookAt>,
) {
    let cursor = window.cursor_position();
    if buttons.just_pressed(MouseButton::Left) {
        clicks.pressed = cursor.filter(|cursor| room.is_free_at(*cursor));
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let (Some(from), Some(to)) = (clicks.pressed.take(), cursor) else { return };
    if from.distance(to) > STILL {
        return;
    }
    let object = selection.hovered;
    if selection.object != object {
        *selection = Selection { object, follow: false, ..*selection };
    }
    let now = time.elapsed_secs_f64();
    clicks.last = match (object, clicks.last) {
        (Some(object), Some((before, last))) if last == object && now - before < SOON => {
            look_at.write(LookAt(object));
            None
        }
        (object, _) => object.map(|object| (now, object)),
    };
}
