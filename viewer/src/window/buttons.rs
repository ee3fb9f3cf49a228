//! Buttons of what stands in the table of actions.

use bevy_egui::egui::{Button, Response, Ui, WidgetText};

use super::actions::Action;

/// A button with a sign of its own, pressed in if it is on; the pointer on it
/// says what it does, and with which key.
pub fn sign(ui: &mut Ui, action: Action, sign: impl Into<WidgetText>, is_on: bool) -> Response {
    let control = action.control();
    let key = control.chords.first().map_or_else(String::new, |chord| format!("  ({})", chord.words()));
    ui.add(Button::new(sign.into()).selected(is_on)).on_hover_text(format!("{}{key}", control.words))
}

/// A button with its name.
pub fn button(ui: &mut Ui, action: Action, is_on: bool) -> Response {
    sign(ui, action, action.control().name, is_on)
}
