//! The panel of plots: a diagram for each unit.

use bevy_egui::egui::{self, Align, Button, ComboBox, Label, Layout, RichText, Spinner, Ui, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, HoverPosition, Line, Plot, PlotPoints, VLine};

use super::look;
use super::number::{brief, readable, round_up, tick, time};
use super::plotted::{Plots, Plotted};
use super::traces::{Trace, Traces};
use crate::window::units::Units;

/// How much of the run is seen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Span {
    /// All of it so far.
    #[default]
    Whole,
    /// So much of its end, s.
    Last(f64),
    /// From one time to another, s: what was zoomed to.
    Part(f64, f64),
}

/// What is seen of the plots.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PlotView {
    pub(crate) span: Span,
    /// The time that the pointer is on, s.
    pub(crate) cursor: Option<f64>,
}

impl Span {
    const ALL: [Self; 5] = [Self::Whole, Self::Last(1.0), Self::Last(5.0), Self::Last(20.0), Self::Last(100.0)];

    fn words(self) -> String {
        match self {
            Self::Whole => "whole run".to_owned(),
            Self::Last(seconds) => format!("last {} s", brief(seconds)),
            Self::Part(from, to) => format!("{} s", brief(to - from)),
        }
    }

    /// From when to when, s, in a run that began at `start` and is at `now`.
    pub(crate) fn range(self, start: f64, now: f64) -> (f64, f64) {
        // A run that has just begun has no span yet.
        let (from, least) = match self {
            Self::Whole => (start, 0.1),
            Self::Last(seconds) => ((now - seconds).max(start), seconds),
            Self::Part(from, to) => return (from, to),
        };
        (from, now.max(from + least))
    }
}

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

/// A run as it is now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment<'m> {
    /// When it began, s.
    pub(crate) start: f64,
    /// Its time, s.
    pub(crate) now: f64,
    /// How far it is known, s: a replay is to its end, a run to now.
    pub(crate) end: f64,
    /// What the plotted numbers are now, if that is known: the same as all else in the window shows.
    pub(crate) values: Option<&'m [f64]>,
    /// What they were.
    pub(crate) traces: &'m Traces,
    /// In which they are shown.
    pub(crate) units: &'m Units,
}

impl Moment<'_> {
    /// What a plotted number is at a time, s, or now, as it is shown.
    fn value(&self, position: usize, plotted: &Plotted, at: Option<f64>) -> Option<f64> {
        if let Some(time) = at {
            let value = self.traces.get(plotted.quantity.name())?.history().at(time);
            return value.map(|value| self.units.number(value, plotted.quantity.unit()));
        }
        let last = || self.traces.get(plotted.quantity.name())?.history().points().last().map(|[_, value]| *value);
        let value = self.values.and_then(|values| values.get(position).copied()).or_else(last);
        value.map(|value| self.units.number(value, plotted.quantity.unit()))
    }

    /// What a line from one time to another, s, is drawn through: no farther than it is known, which is to now in a run.
    fn line(&self, position: usize, plotted: &Plotted, (from, to): (f64, f64), pixels: usize) -> Vec<[f64; 2]> {
        let trace = self.traces.get(plotted.quantity.name());
        let mut points = trace.map_or_else(Vec::new, |trace| trace.history().drawn(from, to.min(self.end), pixels));
        let is_last = |_: &&f64| self.end <= self.now;
        if let Some(value) = self.values.and_then(|values| values.get(position)).filter(is_last) {
            points.truncate(points.partition_point(|[time, _]| *time < self.now));
            points.extend((value.is_finite() && self.now <= to).then_some([self.now, *value]));
        }
        points.iter_mut().for_each(|[_, value]| *value = self.units.number(*value, plotted.quantity.unit()));
        points
    }
}

/// Shows the plots.
pub(crate) fn show(ui: &mut Ui, plots: &Plots, view: &mut PlotView, moment: Moment<'_>) -> Option<Change> {
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
            if let Some(left_out) = moment.traces.left_out() {
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
            if chip(ui, plotted, (&moment, view.cursor), position) {
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
    let range = view.span.range(moment.start, moment.end);
    view.cursor = None;
    for (row, units) in units.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            for unit in units {
                let is_lowest = row + 1 == rows;
                let answer = ui.allocate_ui(size, |ui| diagram(ui, plots, unit, range, moment, is_lowest)).inner;
                view.cursor = view.cursor.or(answer.cursor);
                view.span = answer.span.unwrap_or(view.span);
                change = change.take().or(answer.jump.map(Change::Jump));
            }
        });
    }
    change
}

/// What a line is, its newest value, and a button that takes it away.
fn chip(ui: &mut Ui, plotted: &Plotted, (moment, cursor): (&Moment<'_>, Option<f64>), position: usize) -> bool {
    let is_incomplete = moment.traces.get(plotted.quantity.name()).is_some_and(Trace::is_incomplete);
    let colour = look::LINES[plotted.colour];
    let frame =
        egui::Frame::new().fill(egui::Color32::WHITE).corner_radius(3.0).inner_margin(egui::Margin::symmetric(6, 1));
    let frame = frame.stroke(ui.visuals().window_stroke);
    let shown = frame.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 3.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 1.0, colour);
        ui.label(plotted.quantity.name());
        let value = moment.value(position, plotted, cursor).map_or_else(|| "-".to_owned(), readable);
        // Numbers keep their place while they change.
        let value = RichText::new(format!("{value:>10}")).monospace();
        ui.label(if cursor.is_some() { value.color(look::ACCENT) } else { value });
        ui.label(RichText::new(moment.units.printed(plotted.quantity.unit())).color(look::FAINT));
        if is_incomplete {
            ui.add(Spinner::new().size(10.0)).on_hover_text("a second run, in the background, calculates its past");
        }
        super::close(ui).on_hover_text("no longer plot it").clicked()
    });
    shown.inner
}

/// So many points of the wheel zoom by a factor of e.
const WHEEL: f64 = 300.0;

/// What the pointer does in a diagram.
#[derive(Debug, Default)]
struct Answer {
    cursor: Option<f64>,
    span: Option<Span>,
    jump: Option<f64>,
}

/// Draws a diagram: dragging moves it along, the wheel and a box with the right button zoom, a double click shows all
/// again; a click in a replay goes to its time.
fn diagram(
    ui: &mut Ui,
    plots: &Plots,
    unit: &str,
    (from, to): (f64, f64),
    moment: Moment<'_>,
    is_lowest: bool,
) -> Answer {
    let size = ui.available_size();
    let pixels = size.x.max(1.0) as usize;
    let of_unit = plots.list().iter().enumerate().filter(|(_, plotted)| plotted.quantity.unit() == unit);
    let printed = moment.units.printed(unit);
    let label = {
        let printed = printed.clone();
        move |hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(format!("{plot_name}\n{} {printed}\nt = {} s", readable(position.y), time(position.x)))
            }
            HoverPosition::Elsewhere { .. } => None,
        }
    };
    let across = AxisHints::new_x().formatter(|mark, _| tick(mark.value, mark.step_size)).label_spacing(30.0..=36.0);
    let across = if is_lowest { across.label("time, s") } else { across };
    let up = AxisHints::new_y().formatter(|mark, _| tick(mark.value, mark.step_size)).label_spacing(16.0..=20.0);
    let plot = Plot::new(("diagram", unit))
        .width(size.x)
        .height(size.y)
        .link_axis("time", [true, false])
        .link_cursor("time", [true, false])
        .cursor_color(look::FAINT)
        .allow_drag([true, false])
        .allow_scroll(false)
        .allow_zoom([true, false])
        .allow_boxed_zoom(true)
        .allow_double_click_reset(false)
        .auto_bounds([false, true])
        .set_margin_fraction(vec2(0.0, 0.08))
        .grid_spacing(24.0..=48.0)
        .grid_color(look::EDGE)
        .x_grid_spacer(|grid| marks(&grid, 2.0))
        .y_grid_spacer(|grid| marks(&grid, 1.0))
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![up.min_thickness(60.0)])
        .label_formatter(label);
    let line = |(position, plotted)| (plotted, moment.line(position, plotted, (from, to), pixels));
    let lines: Vec<(&Plotted, Vec<[f64; 2]>)> = of_unit.map(line).collect();
    let heights = heights(lines.iter().flat_map(|(_, points)| points).map(|[_, value]| *value));
    let plot = heights.into_iter().flatten().fold(plot, Plot::include_y);
    let shown = plot.show(ui, |ui| {
        ui.set_plot_bounds_x(from..=to);
        if moment.now < moment.end {
            ui.vline(VLine::new("now", moment.now).color(look::ACCENT).width(1.0).allow_hover(false));
        }
        for (plotted, points) in lines {
            let line = Line::new(plotted.quantity.name(), PlotPoints::new(points));
            ui.line(line.color(look::LINES[plotted.colour]).width(1.6));
        }
    });
    let corner = shown.transform.frame().left_top() + vec2(6.0, 3.0);
    ui.painter().text(corner, egui::Align2::LEFT_TOP, printed, egui::TextStyle::Body.resolve(ui.style()), look::FAINT);
    let pointer = shown.response.hover_pos().map(|at| shown.transform.value_from_position(at).x);
    let [[left, _], [right, _]] = [shown.transform.bounds().min(), shown.transform.bounds().max()];
    let is_moved = (left - from).abs().max((right - to).abs()) > 1e-6 * (to - from);
    let turned = ui.input(|input| input.smooth_scroll_delta().y);
    let span = match pointer {
        _ if shown.response.double_clicked() => Some(Span::Whole),
        _ if is_moved && right > left => Some(Span::Part(left, right)),
        // What is under the pointer stays there.
        Some(at) if turned != 0.0 => {
            let factor = (-f64::from(turned) / WHEEL).exp();
            Some(Span::Part(at + (from - at) * factor, at + (to - at) * factor))
        }
        _ => None,
    };
    // In a run a slip of the finger would cost a jump.
    let is_known = moment.now < moment.end || moment.end < to;
    let jump =
        pointer.filter(|time| shown.response.clicked() && is_known && (moment.start..=moment.end).contains(time));
    Answer { cursor: pointer.filter(|time| (from..=to).contains(time)), span, jump }
}

/// From where to where values are drawn that hardly differ: rounding errors are
/// not to look like motion.
fn heights(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let [lowest, highest] =
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    let least = 1e-5 * lowest.abs().max(highest.abs());
    let middle = 0.5 * (lowest + highest);
    (least.is_finite() && highest - lowest < least).then_some([middle - 0.5 * least, middle + 0.5 * least])
}

/// Lines at 1, 2 or 5 times powers of ten, as near to each other as numbers
/// beside them need.
fn marks(grid: &GridInput, width: f64) -> Vec<GridMark> {
    let (from, to) = grid.bounds;
    let step_size = round_up(grid.base_step_size * width);
    let count = (to - from) / step_size;
    if !(0.0..=1000.0).contains(&count) {
        return Vec::new();
    }
    let first = (from / step_size).ceil();
    let value = |number: usize| (first + number as f64) * step_size;
    let values = (0..=count as usize).map(value).take_while(|value| *value <= to);
    values.map(|value| GridMark { value, step_size }).collect()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, pos2};

    use super::*;
    use crate::window::panels::seen::passes;

    #[test]
    fn a_span_is_the_end_of_the_run() {
        assert_eq!(Span::Whole.range(0.0, 7.5), (0.0, 7.5));
        assert_eq!(Span::Whole.range(2.0, 2.0), (2.0, 2.1));
        assert_eq!(Span::Last(5.0).range(0.0, 7.5), (2.5, 7.5));
        assert_eq!(Span::Last(5.0).range(1.0, 2.0), (1.0, 6.0));
    }
    #[test]
    fn lines_stand_at_round_numbers() {
        let values = |bounds, base_step_size| -> Vec<f64> {
            marks(&GridInput { bounds, base_step_size }, 1.0).iter().map(|mark| mark.value).collect()
        };
        assert_eq!(values((0.0, 66.0), 11.0), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(values((-1.2, 2.1), 0.9), [-1.0, 0.0, 1.0, 2.0]);
        assert!(values((0.0, 0.0), 0.0).is_empty() && values((f64::NAN, 1.0), 0.1).is_empty());
        assert!(values((0.0, 1e30), 1e-3).is_empty(), "never without end");
    }

    #[test]
    fn rounding_errors_do_not_look_like_motion() {
        let [lowest, highest] = heights([9_993_680.647_66, 9_993_680.647_67].into_iter()).expect("they hardly differ");
        assert!(lowest < 9_993_640.0 && highest > 9_993_720.0, "{lowest} {highest}");
        assert_eq!(heights([1.0, 1.1].into_iter()), None);
        assert_eq!(heights(std::iter::empty()), None);
        assert_eq!(heights([0.0, 0.0].into_iter()), None);
    }

    /// Samples may be newer than all else that is shown, or older: a line ends now, at the value that stands beside it.
    #[test]
    fn lines_end_where_the_clock_is() {
        let plots = crate::window::panels::plotted::tests::pushed();
        let mut traces = Traces::default();
        let plotted = &plots.list()[2];
        traces.add(&plotted.quantity);
        traces.ask(1);
        let samples = |times: &[f64]| bowline_engine::Samples {
            generation: 1,
            times: times.to_vec(),
            values: times.iter().map(|time| time * time).collect(),
        };
        traces.take(&samples(&[0.0, 1.0, 2.0, 3.0]));
        let line = |now: f64, traces: &Traces| {
            let values = [0.0, 0.0, now * now];
            let moment = Moment { start: 0.0, now, end: now, values: Some(&values), traces, units: &Units::default() };
            let line = moment.line(2, plotted, Span::Whole.range(0.0, now), 100);
            assert_eq!(
                (line.last().copied(), moment.value(2, plotted, None)),
                (Some([now, now * now]), Some(now * now))
            );
            line.len()
        };
        assert_eq!([line(1.5, &traces), line(3.0, &traces), line(3.8, &traces)], [3, 4, 5]);
    }

    /// Dragged to the left, later times are seen; the wheel brings less of them, around what is under the pointer.
    #[test]
    fn the_pointer_moves_and_zooms() {
        let plots = crate::window::panels::plotted::tests::pushed();
        let mut view = PlotView::default();
        let moment = Moment {
            start: 0.0,
            now: 2.0,
            end: 2.0,
            values: None,
            traces: &Traces::default(),
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
            passes(vec2(900.0, 260.0), events, &mut |ui| assert_eq!(show(ui, &plots, &mut view, moment), None));
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
        let moment =
            Moment { start: 0.0, now: 2.0, end: 2.0, values, traces: &Traces::default(), units: &Units::default() };
        let seen = crate::window::panels::seen::texts(vec2(900.0, 260.0), |ui| {
            assert_eq!(show(ui, &plots, &mut view, moment), None);
        });
        for words in ["B.Force[0]", "B.Force[1]", "B.Pos[0]", "N", "m", "whole run", "time, s"] {
            assert!(seen.iter().any(|seen| seen == words), "{words}: {seen:?}");
        }
        assert!(seen.iter().any(|words| words.trim() == "8.0000"), "the newest value: {seen:?}");
    }
}
