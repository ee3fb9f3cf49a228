//! Keys become actions.

use std::collections::HashSet;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use super::actions::{Asked, CONTROLS, Chord, Group};

/// Reads the keys, one after the other: a modifier may have been let go in the
/// same picture. Where a text is being written they belong to it, as does Ctrl+Z,
/// but for those that no text has.
pub(super) fn read(
    mut typed: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    egui: Res<EguiWantsInput>,
    mut held: Local<HashSet<KeyCode>>,
    mut asked: MessageWriter<Asked>,
) {
    // What is let go while another window has the keys is not told.
    if lost.read().count() > 0 {
        held.clear();
    }
    let is_writing = egui.wants_any_keyboard_input();
    for input in typed.read() {
        let is_pressed = input.state == ButtonState::Pressed;
        if matches!(input.key_code, KeyCode::ControlLeft | KeyCode::ControlRight) {
            if is_pressed {
                held.insert(input.key_code)
            } else {
                held.remove(&input.key_code)
            };
        }
        let Some(key) = name(&input.logical_key).filter(|_| is_pressed && !input.repeat) else { continue };
        let ctrl = !held.is_empty();
        let is_function_key = key.starts_with('F') && key.len() > 1;
        let is_text = !(ctrl || is_function_key);
        let is_meant = |chord: &Chord| chord.ctrl == ctrl && chord.key == key;
        if let Some(control) = CONTROLS.iter().find(|control| control.chords.iter().any(is_meant))
            && !(is_writing && (is_text || control.group == Group::Time))
        {
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
