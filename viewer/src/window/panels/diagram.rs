//! A diagram of the numbers of one unit.

use std::fmt::Debug;
use std::hash::Hash;

use bevy_egui::egui::{self, Ui, Vec2, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoints, VLine};

use super::look;
use super::number::{readable, round_up, tick, time};
use super::plotted::{Plots, Plotted};
use super::span::Span;
use super::timeline::Timeline;

/// So many points of the wheel zoom by a factor of e.
pub(super) const WHEEL: f64 = 300.0;

/// More events than this in a diagram would hide its lines, and are not drawn.
const MOST_EVENTS: usize = 60;

/// What the pointer does in a diagram.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The time under the pointer, s.
    pub(crate) cursor: Option<f64>,
    /// Where it was moved or zoomed to.
    pub(crate) span: Option<Span>,
    /// The time that was clicked on, s.
    pub(crate) jump: Option<f64>,
}

/// Draws a diagram: dragging moves it along, the wheel and a box with the right button zoom, a double click shows all
/// again; a click in a replay goes to its time.
pub(crate) fn diagram(
    ui: &mut Ui,
    plots: &Plots,
    unit: &str,
    (from, to): (f64, f64),
    timeline: Timeline<'_>,
    (is_lowest, is_reset): (bool, bool),
) -> Answer {
    let size = ui.available_size();
    let pixels = size.x.max(1.0) as usize;
    let of_unit = plots.list().iter().enumerate().filter(|(_, plotted)| plotted.quantity.unit() == unit);
    let printed = timeline.units.of(unit).printed();
    let label = {
        let printed = printed.clone();
        move |hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(format!("{plot_name}\n{} {printed}\nt = {} s", readable(position.y), time(position.x)))
            }
            HoverPosition::Elsewhere { .. } => None,
        }
    };
    let plot = empty(("diagram", unit), size, is_lowest.then_some("time, s"))
        .link_axis("time", [true, false])
        .link_cursor("time", [true, false])
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .allow_double_click_reset(false)
        .auto_bounds([false, true])
        .set_margin_fraction(vec2(0.0, 0.08))
        .label_formatter(label);
    let line = |(position, plotted)| (plotted, timeline.line(position, plotted, (from, to), pixels));
    let lines: Vec<(&Plotted, Vec<[f64; 2]>)> = of_unit.map(line).collect();
    let heights = heights(lines.iter().flat_map(|(_, points)| points).map(|[_, value]| *value));
    let plot = heights.into_iter().flatten().fold(plot, Plot::include_y);
    let happened = timeline.events.columns([from, to], pixels);
    let shown = plot.show(ui, |ui| {
        ui.set_plot_bounds_x(from..=to);
        if is_reset {
            ui.set_auto_bounds([false, true]);
        }
        if happened.len() <= MOST_EVENTS {
            for time in happened {
                let style = LineStyle::Dotted { spacing: 4.0 };
                ui.vline(VLine::new("event", time).color(look::FAINT).style(style).width(1.0).allow_hover(false));
            }
        }
        if timeline.now < timeline.end {
            ui.vline(VLine::new("now", timeline.now).color(look::ACCENT).width(1.0).allow_hover(false));
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
    let is_known = timeline.now < timeline.end || timeline.end < to;
    let jump =
        pointer.filter(|time| shown.response.clicked() && is_known && (timeline.start..=timeline.end).contains(time));
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

/// A diagram without lines, of that size, points; with words below it, if any.
pub(super) fn empty<'p>(id: impl Debug + Hash, size: Vec2, below: Option<&str>) -> Plot<'p> {
    let across = AxisHints::new_x().formatter(|mark, _| tick(mark.value, mark.step_size)).label_spacing(30.0..=36.0);
    let across = if let Some(words) = below { across.label(words) } else { across };
    let up = AxisHints::new_y().formatter(|mark, _| tick(mark.value, mark.step_size)).label_spacing(16.0..=20.0);
    Plot::new(id)
        .width(size.x)
        .height(size.y)
        .cursor_color(look::FAINT)
        .allow_scroll(false)
        .allow_boxed_zoom(true)
        .grid_spacing(24.0..=48.0)
        .grid_color(look::EDGE)
        .x_grid_spacer(|grid| marks(&grid, 2.0))
        .y_grid_spacer(|grid| marks(&grid, 1.0))
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![up.min_thickness(60.0)])
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
    use super::*;

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
}
