//! The room of the window that is left to the scene, between the panels.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Context, Frame, InnerResponse, LayerId, Order, Panel, Ui, UiBuilder};

use super::remembered::Remembered;

/// When panels are laid out, in `EguiPrimaryContextPass`: each takes its place
/// from what those before it left.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// Bars along the whole window.
    Bars,
    /// Panels at the sides, and below, between the bars.
    Sides,
    /// Windows and overlays, which take no room.
    Floating,
}

/// Where a panel lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
    Bottom,
}

/// What is left to the scene, in points of egui.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Room {
    /// Where it is.
    pub rect: egui::Rect,
    /// Whether the pointer is on it, and on nothing above it.
    pub is_pointed_at: bool,
    /// How wide panels at the sides are, by their names, and how high those below, points.
    pub(super) sizes: BTreeMap<String, f32>,
}

impl Default for Room {
    fn default() -> Self {
        Self { rect: egui::Rect::ZERO, is_pointed_at: false, sizes: BTreeMap::new() }
    }
}

impl Room {
    /// Whether a point of the window belongs to the scene. The pointer may have
    /// come there since the panels were drawn.
    pub(super) fn is_free_at(&self, point: Vec2) -> bool {
        self.is_pointed_at && self.rect.contains(egui::pos2(point.x, point.y))
    }

    /// Lays out a panel of this size, which users make another one; it has that again when the window is opened again.
    pub(super) fn resizable<R>(
        &mut self,
        context: &Context,
        (name, edge): (&'static str, Edge),
        (size, range): (f32, RangeInclusive<f32>),
        frame: Frame,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let size = self.sizes.get(name).copied().unwrap_or(size);
        let panel = match edge {
            Edge::Left => Panel::left(name),
            Edge::Right => Panel::right(name),
            Edge::Bottom => Panel::bottom(name),
        };
        let panel = panel.frame(frame).resizable(true).default_size(size).size_range(range);
        let shown = self.panel(context, panel, add);
        let size = shown.response.rect.size();
        let size = if edge == Edge::Bottom { size.y } else { size.x };
        if self.sizes.get(name) != Some(&size) {
            self.sizes.insert(name.to_owned(), size);
        }
        shown.inner
    }

    /// Lays out a panel at an edge of the room, which is smaller then.
    pub fn panel<R>(&mut self, context: &Context, panel: Panel, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(self.rect);
        let mut around = Ui::new(context.clone(), "room".into(), builder);
        let shown = panel.show(&mut around, add);
        self.rect = around.available_rect_before_wrap();
        shown
    }
}

/// Panels are as large as when the window was open last.
pub(super) fn recall(remembered: Res<Remembered>, mut room: ResMut<Room>) {
    room.sizes.clone_from(&remembered.sizes);
}

/// Before all panels: the whole window is free.
pub(super) fn clear(mut contexts: EguiContexts, mut room: ResMut<Room>) -> Result {
    room.rect = contexts.ctx_mut()?.viewport_rect();
    Ok(())
}

/// After all panels: whose the pointer is.
pub(super) fn close(mut contexts: EguiContexts, mut room: ResMut<Room>) -> Result {
    let context = contexts.ctx_mut()?;
    let pointer = context.input(|input| input.pointer.interact_pos()).filter(|point| room.rect.contains(*point));
    let is_covered = |point| context.layer_id_at(point).is_some_and(|layer| layer.order != Order::Background);
    let is_taken = context.egui_is_using_pointer() || context.any_popup_open();
    room.is_pointed_at = pointer.is_some_and(|point| !is_covered(point)) && !is_taken;
    Ok(())
}
