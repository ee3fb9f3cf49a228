//! The panel of plots: a diagram for each unit.

use bevy_egui::egui::{self, Align, Button, ComboBox, Label, Layout, RichText, Spinner, Ui, vec2};

use super::diagram::diagram;
use super::look;
use super::number::{readable, time};
use super::plotted::{Plots, Plotted};
use super::span::{PlotView, Span};
use super::timeline::Timeline;
use super::traces::Trace;

/// What a user asks for in the panel.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Change {
    Close,
    Clear,
    Remove(String),
    /// Write what is plotted into files.
    Export,
    /// Go to this time, s.
    Jump(f64),
}

/// Shows the plots.
pub(crate) fn show(ui: &mut Ui, plots: &Plots, view: &mut PlotView, timeline: Timeline<'_>) -> Option<Change> {
    let mut change = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Plots").strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            change = super::close(ui).clicked().then_some(Change::Close);
            if ui.add_enabled(!plots.list().is_empty(), Button::new("Clear")).clicked() {
                change = Some(Change::Clear);
            }
            let about = "write the numbers (CSV) and a chart (SVG) of what is plotted into the current folder";
            let export = ui.add_enabled(!plots.list().is_empty(), Button::new("Export"));
            if export.on_hover_text(about).clicked() {
                change = Some(Change::Export);
            }
            ComboBox::from_id_salt("span").width(92.0).selected_text(view.span.words()).show_ui(ui, |ui| {
                Span::ALL.into_iter().for_each(|each| {
                    ui.selectable_value(&mut view.span, each, each.words());
                });
            });
            if let Some(time) = view.cursor {
                ui.label(RichText::new(format!("t = {} s", self::time(time))).monospace().color(look::ACCENT));
            }
            if let Some(left_out) = timeline.traces.left_out() {
                ui.add(Label::new(RichText::new(left_out).small().color(look::FAINT)).truncate());
            }
        });
    });
    if plots.list().is_empty() {
        ui.centered_and_justified(|ui| {
            ui.label(
                RichText::new("Select a SimObject, and tick the numbers that are to be plotted.").color(look::FAINT),
            )
        });
        return change;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        for (position, plotted) in plots.list().iter().enumerate() {
            if chip(ui, plotted, (&timeline, view.cursor), position) {
                change = Some(Change::Remove(plotted.quantity.name().to_owned()));
            }
        }
    });
    let units = plots.units();
    let columns = units.len().min(3);
    let rows = units.len().div_ceil(columns);
    let gap = ui.spacing().item_spacing;
    let size = vec2(
        (ui.available_width() - gap.x * (columns - 1) as f32) / columns as f32,
        (ui.available_height() - gap.y * (rows - 1) as f32) / rows as f32,
    );
    let range = view.span.range(timeline.start, timeline.end);
    view.cursor = None;
    for (row, units) in units.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            for unit in units {
                let is_lowest = row + 1 == rows;
                let answer = ui.allocate_ui(size, |ui| diagram(ui, plots, unit, range, timeline, is_lowest)).inner;
                view.cursor = view.cursor.or(answer.cursor);
                view.span = answer.span.unwrap_or(view.span);
                change = change.take().or(answer.jump.map(Change::Jump));
            }
        });
    }
    change
}

/// What a line is, its newest value, and a button that takes it away.
fn chip(ui: &mut Ui, plotted: &Plotted, (timeline, cursor): (&Timeline<'_>, Option<f64>), position: usize) -> bool {
    let is_incomplete = timeline.traces.get(plotted.quantity.name()).is_some_and(Trace::is_incomplete);
    let colour = look::LINES[plotted.colour];
    let frame =
        egui::Frame::new().fill(egui::Color32::WHITE).corner_radius(3.0).inner_margin(egui::Margin::symmetric(6, 1));
    let frame = frame.stroke(ui.visuals().window_stroke);
    let shown = frame.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 3.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 1.0, colour);
        ui.label(plotted.quantity.name());
        let value = timeline.value(position, plotted, cursor).map_or_else(|| "-".to_owned(), readable);
        // Numbers keep their place while they change.
        let value = RichText::new(format!("{value:>10}")).monospace();
        ui.label(if cursor.is_some() { value.color(look::ACCENT) } else { value });
        ui.label(RichText::new(timeline.units.of(plotted.quantity.unit()).printed()).color(look::FAINT));
        if is_incomplete {
            ui.add(Spinner::new().size(10.0)).on_hover_text("a second run, in the background, calculates its past");
        }
        super::close(ui).on_hover_text("no longer plot it").clicked()
    });
    shown.inner
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, pos2};

    use super::*;
    use crate::window::events::Events;
    use crate::window::panels::seen::passes;
    use crate::window::panels::traces::Traces;
    use crate::window::units::Units;

    /// Dragged to the left, later times are seen; the wheel brings less of them, around what is under the pointer.
    #[test]
    fn the_pointer_moves_and_zooms() {
        let plots = crate::window::panels::plotted::tests::pushed();
        let mut view = PlotView::default();
        let timeline = Timeline {
            start: 0.0,
            now: 2.0,
            end: 2.0,
            values: None,
            traces: &Traces::default(),
            events: &Events::default(),
            units: &Units::default(),
        };
        let press = |x: f32, pressed| Event::PointerButton {
            pos: pos2(x, 150.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let moved = |x: f32| Event::PointerMoved(pos2(x, 150.0));
        let mut passed = |events: &[Event]| {
            passes(vec2(900.0, 260.0), events, &mut |ui| assert_eq!(show(ui, &plots, &mut view, timeline), None));
            view
        };
        let dragged = passed(&[moved(300.0), press(300.0, true), moved(250.0), press(250.0, false)]);
        let Span::Part(from, to) = dragged.span else { panic!("{dragged:?}") };
        assert!((0.1..0.6).contains(&from) && (to - from - 2.0).abs() < 1e-6, "{dragged:?}");
        let turn = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, 30.0),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        };
        let zoomed = passed(&[moved(300.0), turn]);
        let Span::Part(from, to) = zoomed.span else { panic!("{zoomed:?}") };
        let cursor = zoomed.cursor.expect("the pointer is there");
        assert!(to - from < 1.99 && (from..to).contains(&cursor), "{zoomed:?}");
    }

    /// Two forces share a diagram, the position has one of its own.
    #[test]
    fn a_diagram_for_each_unit_and_a_line_for_each_signal() {
        let plots = crate::window::panels::plotted::tests::pushed();
        let mut view = PlotView::default();
        let values = Some([4.0, -4.0, 8.0].as_slice());
        let timeline = Timeline {
            start: 0.0,
            now: 2.0,
            end: 2.0,
            values,
            traces: &Traces::default(),
            events: &Events::default(),
            units: &Units::default(),
        };
        let seen = crate::window::panels::seen::texts(vec2(900.0, 260.0), |ui| {
            assert_eq!(show(ui, &plots, &mut view, timeline), None);
        });
        for words in ["B.Force[0]", "B.Force[1]", "B.Pos[0]", "N", "m", "whole run", "time, s"] {
            assert!(seen.iter().any(|seen| seen == words), "{words}: {seen:?}");
        }
        assert!(seen.iter().any(|words| words.trim() == "8.0000"), "the newest value: {seen:?}");
    }
}
