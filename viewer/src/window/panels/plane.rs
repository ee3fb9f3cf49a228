//! A diagram of numbers of one unit over another number, or over frequency.

use bevy_egui::egui::{self, Ui, vec2};
use egui_plot::{HoverPosition, Line, PlotPoints, Points};

use super::curves::Curve;
use super::diagram::{WHEEL, empty};
use super::look;
use super::number::readable;

/// What is along the bottom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bottom {
    /// Its name and its unit, as they are printed.
    pub(crate) name: String,
    pub(crate) unit: String,
}

impl Bottom {
    pub(crate) fn frequency() -> Self {
        Self { name: "frequency".to_owned(), unit: "Hz".to_owned() }
    }

    fn is_frequency(&self) -> bool {
        *self == Self::frequency()
    }
}

/// The highest frequency of which there is a thousandth of the largest amplitude.
fn end(curves: &[Curve]) -> f64 {
    let of = |curve: &Curve| {
        let largest = curve.points.iter().map(|[_, size]| *size).fold(0.0, f64::max);
        curve.points.iter().rev().find(|[_, size]| *size >= 1e-3 * largest).map_or(0.0, |[hertz, _]| *hertz)
    };
    curves.iter().map(of).fold(0.0, f64::max)
}

/// Draws curves: dragging moves them, the wheel and a box with the right button zoom, a double click shows all again.
pub(crate) fn plane(ui: &mut Ui, curves: Vec<Curve>, printed: &str, bottom: &Bottom, is_lowest: bool) {
    let size = ui.available_size();
    let label = {
        let (printed, bottom) = (printed.to_owned(), bottom.clone());
        move |hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                let (y, x) = (readable(position.y), readable(position.x));
                Some(format!("{plot_name}\n{y} {printed}\n{} = {x} {}", bottom.name, bottom.unit))
            }
            HoverPosition::Elsewhere { .. } => None,
        }
    };
    let words = if bottom.unit.is_empty() { bottom.name.clone() } else { format!("{}, {}", bottom.name, bottom.unit) };
    let plot = empty(("plane", &bottom.name, printed), size, is_lowest.then_some(&words))
        .set_margin_fraction(vec2(0.03, 0.08))
        .label_formatter(label);
    let shown = plot.show(ui, |ui| {
        let turned = ui.ctx().input(|input| input.smooth_scroll_delta().y);
        if ui.response().hovered() && turned != 0.0 {
            ui.zoom_bounds_around_hovered(egui::Vec2::splat((turned / WHEEL as f32).exp()));
        }
        // High frequencies show little: they come into view only on moving or zooming.
        let end = if bottom.is_frequency() && ui.auto_bounds().x { end(&curves) } else { f64::INFINITY };
        for mut curve in curves {
            curve.points.retain(|[x, _]| *x <= end);
            let colour = look::LINES[curve.colour];
            ui.line(Line::new(&curve.name, PlotPoints::new(curve.points)).color(colour).width(1.6));
            if let Some(now) = curve.now {
                let dot = Points::new(&curve.name, PlotPoints::new(vec![now])).color(colour).radius(4.0);
                ui.points(dot.allow_hover(false));
            }
        }
    });
    let what = match (bottom.is_frequency(), printed) {
        (true, "") => "amplitude".to_owned(),
        (true, unit) => format!("amplitude, {unit}"),
        (false, unit) => unit.to_owned(),
    };
    // Low frequencies have the largest amplitudes, in the other corner.
    let (corner, anchor) = match bottom.is_frequency() {
        true => (shown.transform.frame().right_top() + vec2(-6.0, 3.0), egui::Align2::RIGHT_TOP),
        false => (shown.transform.frame().left_top() + vec2(6.0, 3.0), egui::Align2::LEFT_TOP),
    };
    ui.painter().text(corner, anchor, what, egui::TextStyle::Body.resolve(ui.style()), look::FAINT);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Modifiers, MouseWheelUnit, TouchPhase, pos2};

    use super::*;
    use crate::window::panels::seen::passes;

    /// The wheel brings less of it, around what is under the pointer.
    #[test]
    fn the_wheel_zooms() {
        let curve = Curve {
            name: "B.Vel[0]".to_owned(),
            unit: "m/s".to_owned(),
            colour: 0,
            points: vec![[0.0, 0.0], [100.0, 0.3]],
            now: None,
        };
        let bottom = Bottom { name: "B.Pos[0]".to_owned(), unit: "m".to_owned() };
        let show = |events: &[Event]| {
            passes(vec2(600.0, 260.0), events, &mut |ui| plane(ui, vec![curve.clone()], "m/s", &bottom, true))
        };
        let turn = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, 400.0),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        };
        let is_there = |seen: &[String], words: &str| seen.iter().any(|seen| seen == words);
        let before = show(&[]);
        assert!(is_there(&before, "B.Pos[0], m") && is_there(&before, "0") && is_there(&before, "100"), "{before:?}");
        let after = show(&[Event::PointerMoved(pos2(330.0, 120.0)), turn]);
        assert!(is_there(&after, "50") && !is_there(&after, "0") && !is_there(&after, "100"), "{after:?}");
    }

    #[test]
    fn a_spectrum_ends_where_there_is_nothing_more_to_see() {
        let curve = |points: &[[f64; 2]]| Curve {
            name: String::new(),
            unit: String::new(),
            colour: 0,
            points: points.to_vec(),
            now: None,
        };
        let curves = [curve(&[[1.0, 5.0], [2.0, 0.006], [3.0, 0.004]]), curve(&[[1.0, 0.0], [2.0, 0.0]])];
        assert_eq!((end(&curves[..1]), end(&curves), end(&[])), (2.0, 2.0, 0.0));
    }
}
