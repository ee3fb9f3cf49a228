//! Words in the corners of a picture: a caption above, a clock below. The right edge stays free.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::emath::TSTransform;
use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align2, Color32, Context, FontId, LayerId, Order, Painter, Rect, Shape, TextFormat, vec2};

use super::StageNotes;
use crate::camera::StageCamera;

/// What a picture says beside what is seen in it.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// In the upper left corner, on as many lines as it needs.
    pub caption: Option<String>,
    /// In the lower left corner.
    pub clock: Option<String>,
}

/// Height of the letters for that of a picture as wide as a screen is.
const LETTERS: f32 = 1.0 / 28.0;
/// Smaller ones cannot be read; larger ones are not drawn afresh.
const SMALLEST: f32 = 10.0;
const LARGEST: f32 = 160.0;
/// How much of the picture's width and height a caption may take.
const WIDEST: f32 = 0.75;
const HIGHEST: f32 = 0.4;
/// Around the words, for the height of the letters.
const PADDING: f32 = 0.4;
const PLATE: Color32 = Color32::from_rgba_premultiplied(14, 15, 17, 170);

/// Writes the words over everything.
pub(super) fn paint(
    mut contexts: EguiContexts,
    overlay: Res<Overlay>,
    cameras: Query<&Camera, With<StageCamera>>,
    mut notes: ResMut<StageNotes>,
) -> Result {
    let words = [(&overlay.caption, Align2::LEFT_TOP), (&overlay.clock, Align2::LEFT_BOTTOM)];
    let words = words.into_iter().filter_map(|(words, corner)| Some((words.as_deref()?, corner)));
    let Some(viewport) = cameras.single().ok().and_then(Camera::logical_viewport_rect) else { return Ok(()) };
    let picture = Rect::from_min_max((viewport.min.x, viewport.min.y).into(), (viewport.max.x, viewport.max.y).into());
    for (words, corner) in words {
        let context = contexts.ctx_mut()?;
        if let Some(letter) = unknown_letter(context, words) {
            notes.tell(format!("the letter `{letter}` of `{words}` is not in the font: a box stands for it"));
        }
        let painter = Painter::new(context.clone(), LayerId::new(Order::Middle, "overlay".into()), picture);
        write(&painter, words, corner);
    }
    Ok(())
}

/// The first letter that cannot be drawn.
fn unknown_letter(context: &Context, words: &str) -> Option<char> {
    let font = FontId::proportional(SMALLEST);
    context.fonts_mut(|fonts| words.chars().find(|letter| !letter.is_whitespace() && !fonts.has_glyph(&font, *letter)))
}

/// Writes words on a dark plate in a corner of the picture.
fn write(painter: &Painter, words: &str, corner: Align2) {
    let picture = painter.clip_rect();
    let size = (LETTERS * picture.height().min(picture.width() * 9.0 / 16.0)).max(SMALLEST);
    let drawn = size.min(LARGEST);
    let scale = size / drawn;
    let padding = vec2(PADDING, 0.5 * PADDING) * size;
    let inside = picture.shrink(PADDING * size);
    let mut job = LayoutJob::default();
    job.wrap.max_width = (WIDEST * picture.width() - PADDING * size - 2.0 * padding.x) / scale;
    job.wrap.max_rows = ((HIGHEST * picture.height() / size) as usize).max(1);
    job.append(words, 0.0, TextFormat::simple(FontId::proportional(drawn), Color32::WHITE));
    let galley = painter.layout_job(job);
    let plate = corner.align_size_within_rect(scale * galley.size() + 2.0 * padding, inside);
    painter.rect_filled(plate, 0.25 * size, PLATE);
    let mut text = TextShape::new(Default::default(), galley, Color32::WHITE);
    text.transform(TSTransform::new((plate.min + padding).to_vec2(), scale));
    painter.add(Shape::Text(text));
}
