//! Keys become actions.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use super::actions::{Asked, CONTROLS, Chord};

/// Reads the keys. Where a text is being written they belong to it, but for
/// those that no text has.
pub(super) fn read(
    mut typed: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    mut asked: MessageWriter<Asked>,
) {
    let ctrl = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let is_writing = egui.wants_any_keyboard_input();
    for input in typed.read().filter(|input| input.state == ButtonState::Pressed && !input.repeat) {
        let Some(key) = name(&input.logical_key) else { continue };
        let is_text = !ctrl && !(key.starts_with('F') && key.len() > 1);
        if is_writing && is_text {
            continue;
        }
        let is_meant = |chord: &Chord| chord.ctrl == ctrl && chord.key == key;
        if let Some(control) = CONTROLS.iter().find(|control| control.chords.iter().any(is_meant)) {
            asked.write(Asked(control.action));
        }
    }
}

/// The key as the table has it.
fn name(key: &Key) -> Option<String> {
    match key {
        Key::Character(character) => Some(character.to_lowercase()),
        Key::Space => Some("Space".to_owned()),
        Key::Backspace => Some("Backspace".to_owned()),
        Key::Home => Some("Home".to_owned()),
        Key::Escape => Some("Escape".to_owned()),
        Key::F1 => Some("F1".to_owned()),
        _ => None,
    }
}
