//! The cameras to which one can go: those of the scenario, and views that were kept.

use bevy::prelude::*;
use bevy_egui::egui::{Button, Ui};

use super::actions::{Action, Asked};
use super::eye::Eye;
use super::notice::Notice;
use super::remembered::Remembered;
use super::selection::Selection;
use crate::camera::Pose;
use crate::stage::Shown;

/// A camera.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LookThrough {
    /// Of the scenario, by its position.
    Scenario(usize),
    /// A view that was kept, by its position.
    Kept(usize),
}

/// Views that were kept.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(super) struct Kept(pub(super) Vec<Pose>);

/// As many stand in the menu; the oldest goes when there is one more.
const MOST: usize = 9;
/// The sides from which one can look, with their keys.
const SIDES: [Action; 5] = [Action::Fit, Action::Corner, Action::Top, Action::Front, Action::Side];

/// Keeps the view, or goes to a camera, where that is asked for.
pub(super) fn obey(
    mut asked: MessageReader<Asked>,
    mut chosen: MessageReader<LookThrough>,
    shown: Res<Shown>,
    (mut kept, mut selection): (ResMut<Kept>, ResMut<Selection>),
    (mut eye, mut notice): (Eye, ResMut<Notice>),
    mut last: Local<usize>,
) {
    let cameras = shown.scene.cameras().len();
    let mut wanted: Vec<LookThrough> = chosen.read().copied().collect();
    for Asked(action) in asked.read() {
        match action {
            Action::KeepView => {
                let Some(pose) = eye.pose() else { continue };
                if kept.0.len() == MOST {
                    kept.0.remove(0);
                }
                kept.0.push(pose);
                notice.tell(format!("kept as view {}, in the menu of cameras", kept.0.len()));
            }
            Action::NextCamera if cameras + kept.0.len() == 0 => {
                notice.tell("the scenario has no cameras, and no view was kept");
            }
            Action::NextCamera => {
                let next = *last % (cameras + kept.0.len());
                // The key may have been pressed twice since the last picture.
                *last = next + 1;
                wanted.push(if next < cameras {
                    LookThrough::Scenario(next)
                } else {
                    LookThrough::Kept(next - cameras)
                });
            }
            _ => {}
        }
    }
    for camera in wanted {
        // What is selected is no longer what the camera goes along with.
        selection.follow = false;
        match camera {
            LookThrough::Scenario(position) => {
                let Some(camera) = shown.scene.cameras().get(position) else { continue };
                notice.tell(if eye.look_through(camera, false) {
                    camera.name.clone()
                } else {
                    format!("what the camera {} follows is nowhere now", camera.name)
                });
                *last = position + 1;
            }
            LookThrough::Kept(position) => {
                let Some(pose) = kept.0.get(position) else { continue };
                eye.look(pose, false);
                notice.tell(format!("view {}", position + 1));
                *last = cameras + position + 1;
            }
        }
    }
}

/// The menu of all of them; what is chosen.
pub(super) fn menu(ui: &mut Ui, cameras: &[&str], kept: usize) -> (Option<Action>, Option<LookThrough>) {
    let (mut action, mut camera) = (None, None);
    ui.menu_button("Cameras", |ui| {
        let mut of = |ui: &mut Ui, of: Action| {
            let control = of.control();
            let key = control.chords.first().map_or_else(String::new, |chord| chord.words());
            if ui.add(Button::new(control.name).shortcut_text(key)).clicked() {
                action = Some(of);
            }
        };
        SIDES.into_iter().for_each(|side| of(ui, side));
        ui.separator();
        of(ui, Action::KeepView);
        of(ui, Action::Beside);
        if !cameras.is_empty() {
            ui.separator();
        }
        for (position, name) in cameras.iter().enumerate() {
            if ui.button(*name).clicked() {
                camera = Some(LookThrough::Scenario(position));
            }
        }
        if kept > 0 {
            ui.separator();
        }
        for position in 0..kept {
            if ui.button(format!("View {}", position + 1)).clicked() {
                camera = Some(LookThrough::Kept(position));
            }
        }
    });
    (action, camera)
}

/// Those that were kept when the window was open last.
pub(super) fn recall(remembered: Res<Remembered>, mut kept: ResMut<Kept>) {
    kept.0.clone_from(&remembered.kept);
    kept.0.truncate(MOST);
}
