//! The room of the window that is left to the scene, between the panels.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Context, InnerResponse, LayerId, Panel, Ui, UiBuilder};

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
}

impl Default for Room {
    fn default() -> Self {
        Self { rect: egui::Rect::ZERO }
    }
}

impl Room {
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
