//! The help: all keys, out of the table of actions.

use bevy_egui::egui::{Align2, Color32, Context, Frame, Grid, Margin, RichText, Stroke, Ui, Window, vec2};

use super::super::actions::{CONTROLS, Group, MOUSE};
use super::look;

/// Shows it in the middle of the window.
pub(crate) fn show(context: &Context, is_open: &mut bool) {
    let window = Window::new("Keys and mouse").open(is_open).collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).show(context, contents);
}

fn contents(ui: &mut Ui) {
    Frame::new().inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                group(ui, Group::Time);
                ui.add_space(10.0);
                mouse(ui);
            });
            ui.add_space(28.0);
            ui.vertical(|ui| {
                for each in [Group::Camera, Group::Panels, Group::Files] {
                    group(ui, each);
                    ui.add_space(10.0);
                }
            });
        });
    });
}

fn mouse(ui: &mut Ui) {
    title(ui, "Mouse");
    table("mouse").show(ui, |ui| {
        for (gesture, words) in MOUSE {
            ui.label(*gesture);
            ui.label(*words);
            ui.end_row();
        }
    });
}

/// Two columns, the first of which is the same everywhere.
fn table(name: &str) -> Grid {
    Grid::new(name).num_columns(2).min_col_width(88.0).spacing(vec2(14.0, 4.0))
}

fn title(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).strong().color(look::ACCENT));
}

fn group(ui: &mut Ui, group: Group) {
    title(ui, group.title());
    table(group.title()).show(ui, |ui| {
        for control in CONTROLS.iter().filter(|control| control.group == group) {
            ui.horizontal(|ui| control.chords.iter().for_each(|chord| key(ui, &chord.words())));
            ui.label(control.words);
            ui.end_row();
        }
    });
}

/// A key as it stands on a keyboard.
fn key(ui: &mut Ui, words: &str) {
    let cap = Frame::new().fill(Color32::WHITE).stroke(Stroke::new(1.0, ui.visuals().window_stroke.color));
    cap.corner_radius(3.0).inner_margin(Margin::symmetric(5, 0)).show(ui, |ui| {
        ui.label(RichText::new(words).monospace());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::panels::seen::texts;

    /// A control that is not in the help cannot be found.
    #[test]
    fn the_help_has_every_control() {
        let seen = texts(vec2(1280.0, 720.0), |ui| show(&ui.ctx().clone(), &mut true));
        for control in CONTROLS {
            assert!(seen.contains(&control.words.to_owned()), "{}: {seen:?}", control.words);
            for chord in control.chords {
                assert!(seen.contains(&chord.words()), "{}", chord.words());
            }
        }
        for (gesture, words) in MOUSE {
            assert!(seen.contains(&(*gesture).to_owned()) && seen.contains(&(*words).to_owned()), "{gesture}");
        }
    }
}
