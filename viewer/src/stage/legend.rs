//! The legends of colours that show numbers, at the right edge of the picture.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    Align2, Color32, FontId, LayerId, Mesh, Order, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};
use bowline_engine::scene::Legend;
use bowline_parts::{ShownLegend, scale_rgba};
use bowline_units::DisplayUnits;

use super::Shown;
use crate::camera::StageCamera;

/// The units in which legends show numbers: at first those of a workshop; none: SI.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct LegendUnits(pub Option<DisplayUnits>);

impl Default for LegendUnits {
    fn default() -> Self {
        Self(DisplayUnits::parse("workshop").ok())
    }
}

/// Legends that are shown beside those of the scene.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct FurtherLegends(pub Vec<Legend>);

/// Width of a scale, pixels; its height is a part of the picture's, up to a largest.
const WIDTH: f32 = 14.0;
const HEIGHT: f32 = 0.34;
const LARGEST: f32 = 260.0;
/// From the edge, between legends, and from the scale to its numbers, pixels.
const MARGIN: f32 = 14.0;
const GAP: f32 = 5.0;
/// Room for the numbers, and height of letters, pixels.
const NUMBERS: f32 = 52.0;
const LETTERS: f32 = 13.0;
/// Numbers beside a scale.
const MARKS: usize = 5;
/// Pieces of a scale, each of two colours.
const PIECES: usize = 16;

/// Paints them where the picture has room beside panels.
pub(super) fn paint(
    mut contexts: EguiContexts,
    cameras: Query<&Camera, With<StageCamera>>,
    (shown, further, units): (Option<Res<Shown>>, Res<FurtherLegends>, Res<LegendUnits>),
) -> Result {
    let Some(viewport) = cameras.single().ok().and_then(Camera::logical_viewport_rect) else { return Ok(()) };
    let scene = shown.as_ref().map_or_else(Vec::new, |shown| shown.scene.legends());
    let legends: Vec<Legend> = scene.into_iter().chain(further.0.iter().cloned()).collect();
    if legends.is_empty() {
        return Ok(());
    }
    let picture = Rect::from_min_max(pos2(viewport.min.x, viewport.min.y), pos2(viewport.max.x, viewport.max.y));
    let painter = Painter::new(contexts.ctx_mut()?.clone(), LayerId::new(Order::Background, "legends".into()), picture);
    let height = (HEIGHT * picture.height()).min(LARGEST);
    let each = WIDTH + GAP + NUMBERS + MARGIN;
    for (number, legend) in legends.iter().enumerate() {
        let left = picture.max.x - MARGIN - (number + 1) as f32 * each + MARGIN;
        let top = picture.min.y + MARGIN + 2.0 * LETTERS;
        draw(&painter, legend, units.0.as_ref(), Rect::from_min_size(pos2(left, top), vec2(WIDTH, height)));
    }
    Ok(())
}

fn draw(painter: &Painter, legend: &Legend, units: Option<&DisplayUnits>, scale: Rect) {
    let ShownLegend { title, ends: [low, high] } = ShownLegend::of(legend, units);
    let (font, ink) = (FontId::proportional(LETTERS), Color32::from_rgb(30, 34, 40));
    let right = scale.max.x + GAP + NUMBERS;
    let whole =
        Rect::from_min_max(pos2(scale.min.x - 6.0, scale.min.y - 2.0 * LETTERS), pos2(right, scale.max.y + LETTERS));
    let galley = painter.layout_no_wrap(title, font.clone(), ink);
    // A title that is longer than its legend is wide reaches to the left.
    let begins = (right - galley.size().x).min(scale.min.x);
    let paper = whole.with_min_x(whole.min.x.min(begins - 6.0));
    painter.rect_filled(paper, 4.0, Color32::from_rgba_unmultiplied(250, 251, 252, 190));
    painter.galley(pos2(begins, scale.min.y - 1.75 * LETTERS), galley, ink);
    painter.add(Shape::mesh(colours(scale)));
    painter.rect_stroke(scale, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
    let power = power(low.abs().max(high.abs()));
    for mark in 0..MARKS {
        let part = mark as f32 / (MARKS - 1) as f32;
        let place = Pos2::new(scale.max.x + GAP, scale.max.y - part * scale.height());
        painter.text(
            place,
            Align2::LEFT_CENTER,
            number(low + f64::from(part) * (high - low), power),
            font.clone(),
            ink,
        );
    }
}

/// The scale, from its lower end at the bottom.
fn colours(scale: Rect) -> Mesh {
    let mut mesh = Mesh::default();
    for piece in 0..=PIECES {
        let part = piece as f32 / PIECES as f32;
        let [red, green, blue, _] = scale_rgba(f64::from(part));
        let height = scale.max.y - part * scale.height();
        for x in [scale.min.x, scale.max.x] {
            mesh.colored_vertex(pos2(x, height), Color32::from_rgb(red, green, blue));
        }
        if piece > 0 {
            let first = 2 * (piece as u32 - 1);
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    mesh
}

/// The power of ten by which numbers up to that are written; none where they are short without.
fn power(largest: f64) -> Option<i32> {
    let power = largest.log10().floor();
    (largest > 0.0 && !(-3.0..6.0).contains(&power)).then_some(power as i32)
}

/// A number with four digits.
fn number(number: f64, power: Option<i32>) -> String {
    let digits = |number: f64| {
        let behind = if number == 0.0 { 0 } else { (3 - number.abs().log10().floor() as i32).max(0) };
        let text = format!("{number:.*}", behind as usize);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    match power {
        Some(power) if number != 0.0 => format!("{}e{power}", digits(number / 10.0_f64.powi(power))),
        _ => digits(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (given, text) in [(0.0, "0"), (250.0, "250"), (62.5, "62.5"), (1.0 / 3.0, "0.3333"), (-0.05, "-0.05")] {
            assert_eq!(number(given, power(250.0)), text);
        }
        let of_a_scale = [0.0, 6.25e6, 1.25e7, 2.5e7].map(|of| number(of, power(2.5e7)));
        assert_eq!(of_a_scale, ["0", "0.625e7", "1.25e7", "2.5e7"]);
        assert_eq!(number(1.25e-5, power(1.25e-5)), "1.25e-5");
    }
}
