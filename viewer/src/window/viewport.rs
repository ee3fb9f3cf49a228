//! The part of the window in which a camera draws.

use bevy::camera::Viewport;
use bevy::prelude::*;
use bevy_egui::egui::{Pos2, Rect};

/// Has a camera draw in a part of the window, in points of egui; whether there is room: a part that is too small is left as
/// it was.
pub(super) fn draw_in(camera: &mut Mut<'_, Camera>, part: Rect, window: &Window) -> bool {
    let whole = UVec2::new(window.physical_width(), window.physical_height());
    let corner = |at: Pos2| (Vec2::new(at.x, at.y) * window.scale_factor()).round().as_uvec2().min(whole);
    let (low, high) = (corner(part.min), corner(part.max));
    if high.x <= low.x + 1 || high.y <= low.y + 1 {
        return false;
    }
    let viewport = Viewport { physical_position: low, physical_size: high - low, ..default() };
    let is_same = camera.viewport.as_ref().is_some_and(|before| {
        before.physical_position == viewport.physical_position && before.physical_size == viewport.physical_size
    });
    if !is_same {
        camera.viewport = Some(viewport);
    }
    true
}
