//! Names over the scene: of what is pointed at, and of all, if that is asked for.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, FontId, LayerId, Order, Painter, Pos2, Vec2 as Shift};
use bowline_parts::Extent;

use super::actions::{Action, Asked};
use super::room::Room;
use super::selection::Selection;
use crate::camera::StageCamera;
use crate::stage::{Hidden, Shown, StageAxes};

/// Whether the names of all SimObjects are shown.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AllNames(bool);

/// More names than that cannot be read anyway.
const MOST: usize = 300;

pub(super) fn obey(mut asked: MessageReader<Asked>, mut all: ResMut<AllNames>) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Labels) {
        all.0 = !all.0;
    }
}

pub(super) fn show(
    mut contexts: EguiContexts,
    (room, all, selection): (Res<Room>, Res<AllNames>, Res<Selection>),
    (shown, hidden, axes): (Res<Shown>, Res<Hidden>, Res<StageAxes>),
    cameras: Query<(&Camera, &GlobalTransform), With<StageCamera>>,
    window: Single<&Window>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let layer = LayerId::new(Order::Background, "names".into());
    let painter = Painter::new(context.clone(), layer, room.rect);
    if all.0
        && let Ok((camera, place)) = cameras.single()
    {
        for (object, centre) in centres(&shown, &hidden).into_iter().take(MOST) {
            if Some(object) != selection.hovered
                && let Ok(at) = camera.world_to_viewport(place, axes.point(centre))
            {
                write(&painter, Pos2::new(at.x, at.y), Align2::CENTER_CENTER, &shown.scene.objects()[object].name);
            }
        }
    }
    if let (Some(object), Some(cursor)) = (selection.hovered, window.cursor_position()) {
        let object = &shown.scene.objects()[object];
        let at = Pos2::new(cursor.x, cursor.y) + Shift::new(14.0, 14.0);
        write(&painter, at, Align2::LEFT_TOP, &format!("{}\n{}", object.name, object.kind));
    }
    Ok(())
}

/// The middles of the SimObjects that are seen, m.
fn centres(shown: &Shown, hidden: &Hidden) -> Vec<(usize, [f64; 3])> {
    let mut extents: Vec<(usize, Extent)> = Vec::new();
    let drawn = shown.scene.in_moment(&shown.moment);
    for drawn in drawn.filter(|drawn| drawn.visible && !hidden.hides(&shown.scene, drawn.object)) {
        let Some(around) = Extent::around(&drawn) else { continue };
        match extents.last_mut() {
            Some((object, extent)) if *object == drawn.object => *extent = extent.with(around),
            _ => extents.push((drawn.object, around)),
        }
    }
    extents.into_iter().map(|(object, extent)| (object, extent.centre())).collect()
}

/// Words on a plate, so that they can be read on anything.
pub(super) fn write(painter: &Painter, at: Pos2, align: Align2, words: &str) {
    let text = painter.layout_no_wrap(words.to_owned(), FontId::proportional(13.0), Color32::from_gray(240));
    let rect = align.anchor_size(at, text.size());
    painter.rect_filled(rect.expand2(egui::vec2(5.0, 2.0)), 3.0, Color32::from_rgba_unmultiplied(28, 34, 42, 215));
    painter.galley(rect.min, text, Color32::WHITE);
}
