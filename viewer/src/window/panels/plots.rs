//! The panel of plots: a diagram for each unit.

use bevy_egui::egui::{self, Align, Button, ComboBox, Label, Layout, RichText, Spinner, Ui, vec2};

use super::curves;
use super::diagram::diagram;
use super::look;
use super::number::{readable, time};
use super::plane::{Bottom, plane};
use super::plotted::{Plots, Plotted};
use super::span::{PlotView, Span};
use super::timeline::Timeline;
use super::traces::Trace;
use crate::window::over::Over;

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
            let about = "write the numbers (CSV) and a chart (SVG and PNG) of what is plotted into the current folder";
            let export = ui.add_enabled(!plots.list().is_empty(), Button::new("Export"));
            if export.on_hover_text(about).clicked() {
                change = Some(Change::Export);
            }
            ComboBox::from_id_salt("span").width(92.0).selected_text(view.span.words()).show_ui(ui, |ui| {
                Span::ALL.into_iter().for_each(|each| {
                    view.is_reset |= ui.selectable_value(&mut view.span, each, each.words()).clicked();
                });
            });
            choose_over(ui, plots, &mut view.over);
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
    let range = view.span.range(timeline.start, timeline.end);
    view.cursor = None;
    let is_reset = std::mem::take(&mut view.is_reset);
    if view.over == Over::Time {
        grid(ui, &plots.units(), |ui, unit, is_lowest| {
            let answer = diagram(ui, plots, unit, range, timeline, (is_lowest, is_reset));
            view.cursor = view.cursor.or(answer.cursor);
            view.span = answer.span.unwrap_or(view.span);
            view.is_reset |= answer.span == Some(Span::Whole);
            change = change.take().or(answer.jump.map(Change::Jump));
        });
    } else {
        planes(ui, plots, view, range, timeline);
    }
    change
}

/// What is along the bottom: time, frequency, or one of the numbers that are plotted.
fn choose_over(ui: &mut Ui, plots: &Plots, over: &mut Over) {
    *over = curves::over(over, plots);
    let names = plots.list().iter().map(|plotted| Over::Number(plotted.quantity.name().to_owned()));
    let all: Vec<Over> = [Over::Time, Over::Frequency].into_iter().chain(names).collect();
    let chosen = ComboBox::from_id_salt("over").width(110.0).selected_text(format!("over {}", over.words()));
    let chosen = chosen.truncate().show_ui(ui, |ui| {
        for each in all {
            let words = each.words().to_owned();
            ui.selectable_value(over, each, words);
        }
    });
    chosen.response.on_hover_text("what is along the bottom; over frequency, the amplitudes of what is seen");
}

/// Diagrams over something else than time.
fn planes(ui: &mut Ui, plots: &Plots, view: &mut PlotView, range: (f64, f64), timeline: Timeline<'_>) {
    let clock = ui.input(|input| input.time);
    let (curves, bottom) = match &view.over {
        Over::Number(name) => {
            let unit = plots.list().iter().find(|plotted| plotted.quantity.name() == name);
            let unit = unit.map_or_else(String::new, |of| timeline.units.of(of.quantity.unit()).printed());
            (Ok(curves::over_number(plots, name, range, timeline)), Bottom { name: name.clone(), unit })
        }
        Over::Time | Over::Frequency => (view.spectra.take(plots, range, timeline, clock), Bottom::frequency()),
    };
    let curves = match curves {
        Ok(curves) if curves.is_empty() => Err(format!("Tick another number, to plot it over {}.", bottom.name)),
        curves => curves,
    };
    match curves {
        Ok(curves) => {
            let units = plots.units();
            let units: Vec<&str> =
                units.into_iter().filter(|unit| curves.iter().any(|curve| curve.unit == *unit)).collect();
            grid(ui, &units, |ui, unit, is_lowest| {
                let of_unit = curves.iter().filter(|curve| curve.unit == unit).cloned().collect();
                plane(ui, of_unit, &timeline.units.of(unit).printed(), &bottom, is_lowest);
            });
        }
        Err(reason) => {
            ui.centered_and_justified(|ui| ui.label(RichText::new(reason).color(look::FAINT)));
        }
    }
}

/// A diagram for each unit, up to three beside each other; tells which are lowest.
fn grid(ui: &mut Ui, units: &[&str], mut show: impl FnMut(&mut Ui, &str, bool)) {
    let columns = units.len().clamp(1, 3);
    let rows = units.len().div_ceil(columns);
    let gap = ui.spacing().item_spacing;
    let size = vec2(
        (ui.available_width() - gap.x * (columns - 1) as f32) / columns as f32,
        (ui.available_height() - gap.y * (rows - 1) as f32) / rows as f32,
    );
    for (row, units) in units.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            for unit in units {
                ui.allocate_ui(size, |ui| show(ui, unit, row + 1 == rows));
            }
        });
    }
}

/// What a line is, its newest value, and a button that takes it away.
fn chip(ui: &mut Ui, plotted: &Plotted, (timeline, cursor): (&Timeline<'_>, Option<f64>), position: usize) -> bool {
    let is_incomplete = timeline.traces.get(plotted.quantity.name()).is_some_and(Trace::is_incomplete);
    let colour = look::LINES[plotted.colour];
    let frame =
        egui::Frame::new().fill(egui::Color32::WHITE).corner_radius(3.0).inner_margin(egui::Margin::symmetric(6, 1));
    let frame = frame.stroke(ui.visuals().window_stroke);
    let unit = timeline.units.of(plotted.quantity.unit()).printed();
    let size = vec2(chip_width(ui, plotted.quantity.name(), &unit, is_incomplete), ui.spacing().interact_size.y);
    // As wide as it will be, so that one that has no room here goes to the next row.
    let row = Layout::left_to_right(Align::Center);
    let shown = ui.allocate_ui_with_layout(size, row, |ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        let shown = frame.show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 3.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 1.0, colour);
            ui.label(plotted.quantity.name());
            let value = timeline.value(position, plotted, cursor).map_or_else(|| "-".to_owned(), readable);
            // Numbers keep their place while they change.
            let value = RichText::new(format!("{value:>10}")).monospace();
            ui.label(if cursor.is_some() { value.color(look::ACCENT) } else { value });
            ui.label(RichText::new(unit).color(look::FAINT));
            if is_incomplete {
                ui.add(Spinner::new().size(10.0)).on_hover_text("a second run, in the background, calculates its past");
            }
            super::close(ui).on_hover_text("no longer plot it").clicked()
        });
        shown.inner
    });
    shown.inner
}

/// How wide the chip of a number is, points.
fn chip_width(ui: &Ui, name: &str, unit: &str, is_incomplete: bool) -> f32 {
    let wide = |words: &str, style: egui::TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout_no_wrap(words.to_owned(), font, look::ACCENT).size().x
    };
    let (line, button, margins) = (12.0, 20.0, 12.0);
    let words = wide(name, egui::TextStyle::Body) + wide(unit, egui::TextStyle::Body);
    let spinner = if is_incomplete { 10.0 } else { 0.0 };
    let between = 6.0 * ui.spacing().item_spacing.x;
    line + words + wide("0000000000", egui::TextStyle::Monospace) + spinner + button + margins + between
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
            view.clone()
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

    /// A position over another one, and both over frequency.
    #[test]
    fn what_is_along_the_bottom_is_named() {
        let ((plots, traces), units) = (curves::tests::gone_round(), Units::default());
        let events = &Events::default();
        let timeline =
            Timeline { start: 0.0, now: 5.0, end: 5.0, values: None, traces: &traces, units: &units, events };
        let mut view = PlotView::default();
        let mut seen = |over: Over| {
            view.over = over;
            crate::window::panels::seen::texts(vec2(900.0, 260.0), |ui| {
                assert_eq!(show(ui, &plots, &mut view, timeline), None);
            })
        };
        let is_there = |seen: &[String], words: &str| seen.iter().any(|seen| seen == words);
        let path = seen(Over::Number("B.Pos[0]".to_owned()));
        assert!(is_there(&path, "over B.Pos[0]") && is_there(&path, "B.Pos[0], m") && is_there(&path, "m"), "{path:?}");
        let spectrum = seen(Over::Frequency);
        for words in ["over frequency", "frequency, Hz", "amplitude, m"] {
            assert!(is_there(&spectrum, words), "{words}: {spectrum:?}");
        }
        // Nothing is there to be drawn over the only number.
        let mut single = plots.clone();
        single.remove("B.Pos[1]");
        let alone = crate::window::panels::seen::texts(vec2(900.0, 260.0), |ui| {
            let over = Over::Number("B.Pos[0]".to_owned());
            let mut view = PlotView { over, ..PlotView::default() };
            assert_eq!(show(ui, &single, &mut view, timeline), None);
        });
        assert!(is_there(&alone, "Tick another number, to plot it over B.Pos[0]."), "{alone:?}");
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
