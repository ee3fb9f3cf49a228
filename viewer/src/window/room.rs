//! The room of the window that is left to the scene, between the panels.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Context, InnerResponse, LayerId, Order, Panel, Ui, UiBuilder};

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

/// What is left to the scene, in points of egui.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Where it is.
    pub rect: egui::Rect,
    /// Whether the pointer is on it, and on nothing above it.
    pub is_pointed_at: bool,
}

impl Default for Room {
    fn default() -> Self {
        Self { rect: egui::Rect::ZERO, is_pointed_at: false }
    }
}

impl Room {
    /// Whether a point of the window belongs to the scene. The pointer may have
    /// come there since the panels were drawn.
    pub(super) fn is_free_at(&self, point: Vec2) -> bool {
        self.is_pointed_at && self.rect.contains(egui::pos2(point.x, point.y))
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
