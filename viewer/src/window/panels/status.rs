//! The bar at the bottom: how the run stands; and what went wrong.

use bevy_egui::egui::{
    Align, Align2, Area, Button, Color32, Context, Frame, Id, Label, Layout, Margin, Order, RichText, Sense, Stroke,
    Ui, vec2,
};

use bowline_engine::Intervention;
use bowline_engine::live::{LiveStatus as Status, LiveView, Rate};

use super::look;
use super::number::time;

/// Lags that nobody notices, s.
const LITTLE: f64 = 0.1;

/// Shows the bar; `pointed` is the name of what the pointer is on. The mark, by
/// its number, to which the user wants to go back.
pub(crate) fn show(ui: &mut Ui, now: &LiveView, pointed: Option<&str>) -> Option<usize> {
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        ui.spacing_mut().interact_size.y = 18.0;
        let (word, colour) = state(now.status);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (rect, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
            ui.painter().circle_filled(rect.center(), 4.0, colour);
            ui.label(word);
        });
        for (words, colour) in facts(now) {
            ui.label(RichText::new(words).color(colour.unwrap_or(look::FAINT)));
        }
        if !now.marks.is_empty() {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.label(RichText::new("marks").color(look::FAINT));
                let first = now.marks.len().saturating_sub(MOST_MARKS);
                for (number, mark) in now.marks.iter().enumerate().skip(first) {
                    let button = Button::new(RichText::new(format!("{} s", time(*mark))).small()).small();
                    if ui.add(button).on_hover_text("go back to this mark").clicked() {
                        wanted = Some(number);
                    }
                }
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(Label::new(pointed.unwrap_or_default()).truncate());
        });
    });
    wanted
}

/// Marks for which there is room: the newest.
const MOST_MARKS: usize = 5;

fn state(status: Status) -> (&'static str, Color32) {
    match status {
        Status::Paused => ("paused", look::FAINT),
        Status::Running => ("running", look::GOOD),
        Status::Jumping => ("on its way", look::WARNING),
        Status::Ended => ("ended", look::ACCENT),
        Status::Failed => ("failed", look::WRONG),
    }
}

/// What is to be said of how fast it goes, and of what was done to it.
fn facts(now: &LiveView) -> Vec<(String, Option<Color32>)> {
    let mut facts = Vec::new();
    if now.status == Status::Running {
        facts.push((format!("{} \u{d7} real time", hundredths(now.real_time_factor)), None));
        let is_late = now.rate != Rate::Unlimited && now.lag_s > LITTLE;
        facts.extend(is_late.then(|| (format!("{:.1} s late", now.lag_s), Some(look::WARNING))));
    }
    match now.changes.iter().filter(|change| change.is_change()).count() {
        0 => {}
        1 => facts.push(("1 change".to_owned(), None)),
        changes => facts.push((format!("{changes} changes"), None)),
    }
    facts
}

/// A factor: to the hundredth where it is small, so that it does not jump about.
fn hundredths(factor: f64) -> String {
    if factor < 100.0 { format!("{factor:.2}") } else { format!("{factor:.0}") }
}

/// What a user answers to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It was read.
    Hide,
    /// The last change is to be taken back.
    TakeBack,
}

/// What went wrong, above the bars; what the user answers.
pub(crate) fn message(context: &Context, now: &LiveView, middle: f32, bottom: f32) -> Option<Answer> {
    let message = now.message.as_ref()?;
    let is_failed = now.status == Status::Failed;
    let (title, colour) = if is_failed { ("The run failed", look::WRONG) } else { ("Note", look::WARNING) };
    let area = Area::new(Id::new("message")).order(Order::Foreground).pivot(Align2::CENTER_BOTTOM);
    let shown = area.fixed_pos((middle, bottom - 10.0)).show(context, |ui| {
        let frame = Frame::new().fill(Color32::WHITE).stroke(Stroke::new(1.5, colour)).corner_radius(5.0);
        let shown = frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_max_width(620.0);
            let head = ui.horizontal(|ui| {
                ui.label(RichText::new(title).strong().color(colour));
                super::close(ui).on_hover_text("hide this").clicked().then_some(Answer::Hide)
            });
            ui.add(Label::new(message.as_str()).wrap().selectable(true));
            let back = (is_failed && now.changes.iter().any(Intervention::is_change)).then(|| {
                let about = "go to where it was made, without it (Ctrl+Z)";
                ui.button("Take the last change back").on_hover_text(about).clicked()
            });
            if back == Some(true) { Some(Answer::TakeBack) } else { head.inner }
        });
        shown.inner
    });
    shown.inner
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::window::panels::seen::texts;

    fn bar(now: &LiveView) -> Vec<String> {
        texts(vec2(900.0, 40.0), |ui| {
            show(ui, now, Some("Boom"));
        })
    }

    #[test]
    fn the_bar_says_how_the_run_stands() {
        let paused = LiveView::waiting(1.5, Vec::new(), Rate::Times(1.0));
        let change =
            |_| Intervention::Set { time_s: None, input: "A.In".to_owned(), values: Vec::new(), landed: false };
        assert_eq!(bar(&paused), ["paused", "Boom"]);
        let late = LiveView {
            status: Status::Running,
            rate: Rate::Times(0.5),
            real_time_factor: 0.4321,
            lag_s: 2.34,
            // A mark changes nothing.
            changes: [0.1, 0.2, 0.3]
                .map(change)
                .into_iter()
                .chain([Intervention::Snapshot { time_s: 0.25, landed: false }])
                .collect(),
            marks: Arc::new([0.25, 1.0]),
            ..paused.clone()
        };
        let words = ["running", "0.43 \u{d7} real time", "2.3 s late", "3 changes", "marks", "0.250 s", "1.000 s"];
        assert_eq!(bar(&late)[..7], words);
        let fast = LiveView { rate: Rate::Unlimited, real_time_factor: 345.6, ..late };
        assert!(bar(&fast).contains(&"346 \u{d7} real time".to_owned()), "as fast as it goes it is never late");
        assert!(!bar(&fast).iter().any(|words| words.ends_with("late")));
    }
}
