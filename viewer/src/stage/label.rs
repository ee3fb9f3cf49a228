//! Words that face who looks, drawn over everything.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::emath::TSTransform;
use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Color32, FontId, LayerId, Order, Painter, Pos2, Rect, Shape, TextFormat, vec2};
use bowline_parts::Rgba;

use crate::camera::StageCamera;

/// Words at a place.
#[derive(Component, Debug, Clone, PartialEq)]
pub(super) struct Label {
    /// Their middle.
    pub(super) place: Vec3,
    pub(super) size: LabelSize,
    pub(super) words: Arc<str>,
    pub(super) colour: Rgba,
    /// Whether what would be cut by the picture's edge moves inwards.
    pub(super) stays_inside: bool,
}

/// Height of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LabelSize {
    Metres(f32),
    Pixels(f32),
}

/// Height of a line for that of its letters.
const LINE: f32 = 1.2;
/// Smaller than this nobody reads it; larger letters are not drawn afresh.
const SMALLEST: f32 = 3.0;
const LARGEST: f32 = 160.0;

/// Paints the labels where their places are in the picture.
pub(super) fn paint(
    mut contexts: EguiContexts,
    cameras: Query<(&Camera, &Transform, &Projection), With<StageCamera>>,
    labels: Query<(&Label, &Visibility)>,
) -> Result {
    let Ok((camera, eye, projection)) = cameras.single() else { return Ok(()) };
    let Some(viewport) = camera.logical_viewport_rect() else { return Ok(()) };
    let from = GlobalTransform::from(*eye);
    let picture = Rect::from_min_max(point(viewport.min), point(viewport.max));
    let painter = Painter::new(contexts.ctx_mut()?.clone(), LayerId::new(Order::Background, "labels".into()), picture);
    for (label, visibility) in labels {
        let depth = eye.forward().dot(label.place - eye.translation);
        if *visibility == Visibility::Hidden || (depth <= 0.0 && projection.is_perspective()) {
            continue;
        }
        let height = match label.size {
            LabelSize::Pixels(size) => size,
            LabelSize::Metres(size) => size * viewport.height() / height_seen(projection, depth),
        };
        let Ok(at) = camera.world_to_viewport(&from, label.place) else { continue };
        if height / LINE >= SMALLEST {
            write(&painter, label, point(at), height / LINE);
        }
    }
    Ok(())
}

fn point(point: Vec2) -> Pos2 {
    Pos2::new(point.x, point.y)
}

/// Writes words with letters of that size around a point.
fn write(painter: &Painter, label: &Label, at: Pos2, size: f32) {
    // Letters of few sizes are drawn; the rest is a matter of scale.
    let drawn = 2.0_f32.powf((2.0 * size.log2()).round() / 2.0).clamp(SMALLEST, LARGEST).round();
    let [red, green, blue, opacity] = label.colour;
    let colour = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    job.halign = Align::Center;
    job.append(&label.words, 0.0, TextFormat::simple(FontId::proportional(drawn), colour));
    let galley = painter.layout_job(job);
    let scale = size / drawn;
    let mut rect = Rect::from_center_size(at, scale * galley.size());
    let picture = painter.clip_rect();
    if label.stays_inside {
        if !picture.contains(at) {
            return;
        }
        let low = (picture.min - rect.min).max(vec2(0.0, 0.0));
        rect = rect.translate(low).translate((picture.max - rect.max).min(vec2(0.0, 0.0)));
    }
    if !picture.intersects(rect) {
        return;
    }
    // Its own middle is at the origin of what is centred.
    let middle = galley.rect.center();
    let mut text = TextShape::new(Pos2::ZERO, galley, colour);
    text.transform(TSTransform::new(rect.center().to_vec2() - scale * middle.to_vec2(), scale));
    painter.add(Shape::Text(text));
}

/// Between the upper and the lower edge of the picture, m, at that depth.
fn height_seen(projection: &Projection, depth: f32) -> f32 {
    match projection {
        Projection::Perspective(lens) => 2.0 * depth * (0.5 * lens.fov).tan(),
        Projection::Orthographic(lens) => lens.area.height(),
        Projection::Custom(_) => depth,
    }
}
