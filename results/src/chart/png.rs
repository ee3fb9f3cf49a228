//! A chart as PNG.

use plotters::style::text_anchor::{HPos, VPos};
use tiny_skia::{FillRule, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::Chart;
use super::layout::Size;
use super::shapes::{Paint, Shape};
use super::svg::PIXEL;

/// The letters of pictures: it has Greek, superscripts, degrees.
const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;
/// Pixels of a picture that is as large as it needs, for one of an SVG.
const SHARP: u32 = 2;
/// Most pixels of a picture: four bytes each.
const MOST: u64 = 100_000_000;

impl Chart {
    /// The pixels along the axis of a PNG.
    pub const PNG_PIXELS: usize = Self::SVG_PIXELS * SHARP as usize;

    /// Draws it as a PNG of that size, or as one that is as large as it needs.
    ///
    /// # Errors
    /// It has no room there, or the size is beyond all reason; in words.
    pub fn to_png(&self, size: Option<Size>) -> Result<Vec<u8>, String> {
        let (shapes, layout) = self.shapes(size)?;
        let whole = Size { width: layout.width / PIXEL * SHARP, height: layout.height / PIXEL * SHARP };
        let Size { width, height } = size.unwrap_or(whole);
        let cannot = || format!("a picture of {width}x{height} pixels is too large; it has {MOST} at the most");
        let is_sound = u64::from(width) * u64::from(height) <= MOST;
        let mut pixels = Pixmap::new(width, height).filter(|_| is_sound).ok_or_else(cannot)?;
        let scale = Transform::from_scale(width as f32 / layout.width as f32, height as f32 / layout.height as f32);
        let face = Face::parse(FONT, 0).map_err(|reason| reason.to_string())?;
        for shape in &shapes {
            shape.draw(&mut pixels, scale, &face);
        }
        encoded(&pixels).map_err(|reason| reason.to_string())
    }
}

/// The bytes of the file, which says that it is ours.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    // Nothing shines through: the ground is painted.
    let colours: Vec<u8> =
        pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".to_owned(), "bowline plot".to_owned())?;
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(file)
}

impl Shape {
    fn draw(&self, pixels: &mut Pixmap, scale: Transform, face: &Face<'_>) {
        match self {
            Self::Line { points, paint, width, dashes } => {
                let Some(path) = path(points, false) else { return };
                let dash = dashes.iter().map(|length| *length as f32).collect();
                let dash = StrokeDash::new(dash, 0.0);
                let stroke = Stroke { width: *width as f32, line_join: LineJoin::Round, dash, ..Stroke::default() };
                pixels.stroke_path(&path, &paint.brush(), &stroke, scale, None);
            }
            Self::Rectangle { from, to, paint } => {
                let rect = Rect::from_ltrb(from.0 as f32, from.1 as f32, to.0 as f32, to.1 as f32);
                rect.into_iter().for_each(|rect| pixels.fill_rect(rect, &paint.brush(), scale, None));
            }
            Self::Disc { centre, radius, paint } => {
                let disc = PathBuilder::from_circle(centre.0 as f32, centre.1 as f32, *radius as f32);
                fill(pixels, disc, paint, scale);
            }
            Self::Polygon { corners, paint } => fill(pixels, path(corners, true), paint, scale),
            Self::Text { words, place, anchor, size, paint } => {
                let units = *size as f32 / f32::from(face.units_per_em());
                let glyphs: Vec<GlyphId> =
                    words.chars().map(|letter| face.glyph_index(letter).unwrap_or_default()).collect();
                let width = |glyph: &GlyphId| f32::from(face.glyph_hor_advance(*glyph).unwrap_or_default()) * units;
                let length: f32 = glyphs.iter().map(width).sum();
                let mut x = place.0 as f32
                    - match anchor.h_pos {
                        HPos::Left => 0.0,
                        HPos::Center => length / 2.0,
                        HPos::Right => length,
                    };
                let half = f32::from(face.x_height().unwrap_or_default()) * units / 2.0;
                let y = place.1 as f32
                    + match anchor.v_pos {
                        VPos::Top => 0.76 * *size as f32,
                        VPos::Center => half,
                        VPos::Bottom => -half,
                    };
                for glyph in glyphs {
                    let mut outline = Outline { path: PathBuilder::new(), x, y, units };
                    face.outline_glyph(glyph, &mut outline);
                    fill(pixels, outline.path.finish(), paint, scale);
                    x += width(&glyph);
                }
            }
        }
    }
}

impl Paint {
    fn brush(&self) -> Brush<'static> {
        let (red, green, blue) = self.rgb;
        let mut brush = Brush { anti_alias: true, ..Brush::default() };
        brush.set_color_rgba8(red, green, blue, (self.opacity * 255.0).round() as u8);
        brush
    }
}

fn fill(pixels: &mut Pixmap, path: Option<Path>, paint: &Paint, scale: Transform) {
    path.iter().for_each(|path| pixels.fill_path(path, &paint.brush(), FillRule::Winding, scale, None));
}

fn path(points: &[(i32, i32)], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        if index == 0 { path.move_to(*x as f32, *y as f32) } else { path.line_to(*x as f32, *y as f32) }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

/// The outline of a letter at a place.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
    units: f32,
}

impl Outline {
    /// The font has its numbers upwards.
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (x.mul_add(self.units, self.x), y.mul_add(-self.units, self.y))
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
