//! What there is to tell for a while.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Area, Frame, Order, RichText, vec2};

use super::room::Room;

/// A notice over the scene, which goes away by itself.
#[derive(Resource, Debug, Clone, Default)]
pub struct Notice {
    words: String,
    until: Duration,
    is_new: bool,
}

/// How long a notice stays.
const LONG: Duration = Duration::from_secs(5);

impl Notice {
    /// Tells it.
    pub fn tell(&mut self, words: impl Into<String>) {
        (self.words, self.is_new) = (words.into(), true);
    }

    pub(super) fn is_shown(&self, now: Duration) -> bool {
        self.is_new || now < self.until
    }
}

pub(super) fn show(
    mut contexts: EguiContexts,
    room: Res<Room>,
    time: Res<Time<Real>>,
    mut notice: ResMut<Notice>,
) -> Result {
    if !notice.is_shown(time.elapsed()) {
        return Ok(());
    }
    if notice.is_new {
        *notice = Notice { until: time.elapsed() + LONG, is_new: false, ..notice.clone() };
    }
    let context = contexts.ctx_mut()?;
    let place = room.rect.center_bottom() - vec2(0.0, 12.0);
    let area = Area::new("notice".into()).order(Order::Foreground).pivot(Align2::CENTER_BOTTOM).fixed_pos(place);
    area.interactable(false).show(context, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| ui.label(RichText::new(&notice.words)));
    });
    Ok(())
}
