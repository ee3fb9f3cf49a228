//! The bars above and below the scene: what one does most.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Layout, Panel, RichText, Slider, TextStyle, Ui, vec2};
use bowline_engine::live::{Command, LiveStatus, Rate};

use super::actions::{Action, Asked};
use super::buttons::{button, sign};
use super::cameras::{self, Kept, LookThrough};
use super::control::RATES;
use super::player::Player;
use super::room::Room;
use super::selection::Selection;
use crate::camera::StageCamera;
use crate::stage::Shown;

/// What is on, for the buttons that turn it off.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Lit<'w, 's> {
    selection: Res<'w, Selection>,
    shown: Res<'w, Shown>,
    kept: Res<'w, Kept>,
    lenses: Query<'w, 's, &'static Projection, With<StageCamera>>,
}

/// The buttons of panels and files, from the left.
const OF_PANELS: [Action; 6] =
    [Action::Search, Action::Types, Action::Labels, Action::Plots, Action::Screenshot, Action::Help];
/// A bar that is not so wide has its buttons in several rows.
const NARROW: f32 = 700.0;

/// The bar above: where one looks from, and the panels.
pub(super) fn above(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    lit: Lit,
    mut asked: MessageWriter<Asked>,
    mut chosen: MessageWriter<LookThrough>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let mut wanted = Vec::new();
    let mut camera = None;
    room.panel(&context, Panel::top("above"), |ui| {
        if ui.available_width() < NARROW {
            ui.horizontal_wrapped(|ui| {
                camera = of_camera(ui, &lit, &mut wanted);
                OF_PANELS.into_iter().for_each(|action| ask(ui, action, false, &mut wanted));
            });
            return;
        }
        ui.horizontal(|ui| {
            camera = of_camera(ui, &lit, &mut wanted);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                OF_PANELS.into_iter().rev().for_each(|action| ask(ui, action, false, &mut wanted));
            });
        });
    });
    asked.write_batch(wanted);
    chosen.write_batch(camera);
    Ok(())
}

/// The buttons of the camera; the camera that was chosen from the menu.
fn of_camera(ui: &mut Ui, lit: &Lit<'_, '_>, wanted: &mut Vec<Asked>) -> Option<LookThrough> {
    for action in [Action::Fit, Action::Corner, Action::Top, Action::Front, Action::Side] {
        ask(ui, action, false, wanted);
    }
    let is_flat = lit.lenses.iter().any(|lens| matches!(lens, Projection::Orthographic(_)));
    ask(ui, Action::Orthographic, is_flat, wanted);
    ui.add_enabled_ui(lit.selection.object.is_some(), |ui| ask(ui, Action::Follow, lit.selection.follow, wanted));
    let names: Vec<&str> = lit.shown.scene.cameras().iter().map(|camera| &*camera.name).collect();
    let (action, camera) = cameras::menu(ui, &names, lit.kept.0.len());
    wanted.extend(action.map(Asked));
    camera
}

/// A button; what it asks for if it is clicked.
fn ask(ui: &mut Ui, action: Action, is_on: bool, wanted: &mut Vec<Asked>) {
    if button(ui, action, is_on).clicked() {
        wanted.push(Asked(action));
    }
}

/// The bar below: time.
pub(super) fn below(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    mut player: ResMut<Player>,
    mut asked: MessageWriter<Asked>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    room.panel(&context, Panel::bottom("below"), |ui| {
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let is_live = player.model().is_some();
            let mut ask = |ui: &mut Ui, action, text: &str| {
                if sign(ui, action, RichText::new(text).size(16.0), false).clicked() {
                    asked.write(Asked(action));
                }
            };
            ask(ui, Action::Restart, "⏮");
            if !is_live {
                ask(ui, Action::Backwards, "⏴");
                ask(ui, Action::StepBack, "−");
            }
            ask(ui, Action::PlayOrPause, if player.is_going() { "⏸" } else { "⏵" });
            ask(ui, Action::Step, if is_live { "⏭" } else { "+" });
            if is_live {
                ask(ui, Action::Rest, "⚖");
                ask(ui, Action::Mark, "📌");
                ui.add_enabled_ui(!player.now().marks.is_empty(), |ui| ask(ui, Action::GoBack, "↩"));
            }
            ui.separator();
            let chosen = ui
                .with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let chosen = rate(ui, &player);
                    ui.separator();
                    chosen.or(time(ui, &player))
                })
                .inner;
            if let Some(command) = chosen {
                player.send(command);
            }
        });
        ui.add_space(2.0);
    });
    Ok(())
}

/// How fast it goes.
fn rate(ui: &mut Ui, player: &Player) -> Option<Command> {
    let words = |rate: Rate| match rate {
        Rate::Unlimited => "unlimited".to_owned(),
        Rate::Times(times) => format!("× {times}"),
    };
    let mut chosen = player.now().rate;
    let before = chosen;
    egui::ComboBox::from_id_salt("rate").width(90.0).selected_text(words(chosen)).show_ui(ui, |ui| {
        for rate in RATES.map(Rate::Times).into_iter().chain([Rate::Unlimited]) {
            ui.selectable_value(&mut chosen, rate, words(rate));
        }
    });
    (chosen != before).then_some(Command::Rate(chosen))
}

/// The time: what it is, and where one wants to go.
fn time(ui: &mut Ui, player: &Player) -> Option<Command> {
    let ([start, end], now) = (player.span(), player.now());
    let decimals = decimals(end - start);
    let width = format!("{end:.decimals$}").len().max(format!("{start:.decimals$}").len());
    let end_text = format!("/ {end:.decimals$} s");
    ui.label(RichText::new(end_text).monospace().weak());
    let is_late = now.status == LiveStatus::Jumping;
    let text = RichText::new(format!("{:.decimals$}", now.time)).monospace();
    // As wide as the longest time, so that the slider keeps its length.
    let font = TextStyle::Monospace.resolve(ui.style());
    let room = vec2(ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0')) * width as f32, ui.available_height());
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(room.x);
        ui.label(if is_late { text.italics() } else { text.strong() });
    });
    ui.spacing_mut().slider_width = ui.available_width() - 10.0;
    let mut to = now.time;
    let slider = ui.add(Slider::new(&mut to, start..=end).show_value(false).trailing_fill(true));
    let rail = slider.rect.shrink2(vec2(0.5 * slider.rect.height(), 0.0));
    let happened = events(ui, &slider, rail, player);
    marks(ui, rail, player);
    if let Some(words) = happened {
        slider.clone().on_hover_text_at_pointer(words);
    }
    let is_asked = slider.changed() && to != now.time;
    is_asked.then_some(Command::Jump(to))
}

/// So many decimals that a thousandth of the span shows.
fn decimals(span: f64) -> usize {
    if span > 0.0 && span.is_finite() { (3.0 - span.log10().floor()).clamp(2.0, 12.0) as usize } else { 3 }
}

/// As near to an event the pointer must be to tell it, pixels.
const NEAR: f32 = 4.0;

/// A tick for each event, on the slider, or one for all that fall together; what happened where the pointer is.
fn events(ui: &Ui, slider: &egui::Response, rail: egui::Rect, player: &Player) -> Option<String> {
    let ([start, end], events) = (player.span(), player.events());
    let each = (end - start) / f64::from(rail.width().max(1.0));
    for time in events.columns([start, end], rail.width() as usize) {
        let x = rail.left() + ((time - start) / each) as f32;
        let stroke = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().vline(x, rail.bottom() - 4.0..=rail.bottom() + 1.0, stroke);
    }
    let pointed = slider.hover_pos().map(|at| f64::from(at.x - rail.left()) * each + start)?;
    let near = f64::from(NEAR) * each;
    events.words(player.scene(), [pointed - near, pointed + near])
}

/// The marks, on the slider; of a replay, where its run was changed.
fn marks(ui: &Ui, rail: egui::Rect, player: &Player) {
    let [start, end] = player.span();
    let changes = player.results().map_or_else(Vec::new, |results| results.changes().to_vec());
    let changes = changes.into_iter().map(|time| (time, ui.visuals().hyperlink_color));
    let marks = player.now().marks.iter().map(|time| (*time, ui.visuals().warn_fg_color));
    for (time, colour) in changes.chain(marks).filter(|(time, _)| (start..=end).contains(time)) {
        let x = rail.left() + rail.width() * ((time - start) / (end - start)) as f32;
        ui.painter().vline(x, rail.y_range(), egui::Stroke::new(2.0, colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousandth_of_the_span_shows() {
        assert_eq!([20.0, 9.9, 0.5, 2e-4, 0.0, 1e9].map(decimals), [2, 3, 4, 7, 3, 2]);
    }
}
