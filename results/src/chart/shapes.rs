//! What a picture is made of, to be written in several formats.

use std::cell::RefCell;
use std::convert::Infallible;

use plotters::style::text_anchor::Pos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::svg::PIXEL;
use super::{COLOURS, DASHES, Line};

/// A colour, red, green and blue, and how opaque it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Paint {
    pub(super) rgb: (u8, u8, u8),
    pub(super) opacity: f64,
}

/// A shape; those that come later cover others.
pub(super) enum Shape {
    /// A line through points, perhaps with strokes and gaps in turn.
    Line { points: Vec<BackendCoord>, paint: Paint, width: u32, dashes: Vec<u32> },
    /// A rectangle between two corners.
    Rectangle { from: BackendCoord, to: BackendCoord, paint: Paint },
    /// A disc.
    Disc { centre: BackendCoord, radius: u32, paint: Paint },
    /// What lies within these corners.
    Polygon { corners: Vec<BackendCoord>, paint: Paint },
    /// Words, beside or around a place.
    Text { words: String, place: BackendCoord, anchor: Pos, size: f64, paint: Paint },
}

/// The shapes of a picture, in their order.
pub(super) type Shapes = RefCell<Vec<Shape>>;

/// A sheet on which shapes are drawn.
pub(super) struct Sheet<'s> {
    pub(super) shapes: &'s Shapes,
    pub(super) size: (u32, u32),
}

/// A line in the colour of another and with its dashes.
pub(super) fn line_like(line: &Line, points: Vec<BackendCoord>) -> Shape {
    let code = COLOURS[line.colour % COLOURS.len()];
    let part = |at: usize| u8::from_str_radix(&code[at..at + 2], 16).unwrap_or_default();
    let paint = Paint { rgb: (part(1), part(3), part(5)), opacity: 1.0 };
    let dashes = DASHES[line.dashes % DASHES.len()].iter().map(|length| length * PIXEL).collect();
    Shape::Line { points, paint, width: 2 * PIXEL, dashes }
}

impl From<BackendColor> for Paint {
    fn from(colour: BackendColor) -> Self {
        Self { rgb: colour.rgb, opacity: colour.alpha }
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Sheet<'_> {
    fn add(&self, shape: Shape) -> Drawn {
        self.shapes.borrow_mut().push(shape);
        Ok(())
    }
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.add(Shape::Rectangle { from: (x, y), to: (x + 1, y + 1), paint: colour.into() })
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let (points, paint, width) = (path.into_iter().collect(), style.color().into(), style.stroke_width());
        self.add(Shape::Line { points, paint, width, dashes: Vec::new() })
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        if fill {
            return self.add(Shape::Rectangle { from, to, paint: style.color().into() });
        }
        self.draw_path([from, (to.0, from.1), to, (from.0, to.1), from], style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, _: bool) -> Drawn {
        self.add(Shape::Disc { centre, radius, paint: style.color().into() })
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.add(Shape::Polygon { corners: path.into_iter().collect(), paint: style.color().into() })
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Drawn {
        // A font's size is that of its lines here, and that of its letters in pictures.
        let (words, size, anchor) = (text.to_owned(), style.size() / 1.24, style.anchor());
        self.add(Shape::Text { words, place, anchor, size, paint: style.color().into() })
    }
}
