//! Shapes as the text of an SVG.

use std::fmt::{self, Write};

use plotters::style::text_anchor::{HPos, VPos};

use super::layout::{Layout, Size};
use super::shapes::{Paint, Shape};
use crate::page::escaped;

/// A picture with a title, laid out in its own units, and shown in pixels.
pub(super) fn text(title: &str, shapes: &[Shape], layout: &Layout, shown: Size) -> String {
    let (Size { width, height }, Layout { width: wide, height: high, .. }) = (shown, layout);
    let title = escaped(title);
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <!-- bowline plot -->\n<title>{title}</title>\n"
    );
    // Writing to a String cannot fail.
    let _ = shapes.iter().try_for_each(|shape| shape.write(&mut text));
    text + "</svg>\n"
}

impl Shape {
    fn write(&self, text: &mut String) -> fmt::Result {
        match self {
            Self::Line { points, paint, width, dashes } => {
                let dashes: Vec<String> = dashes.iter().map(u32::to_string).collect();
                let dashes = match dashes.as_slice() {
                    [] => String::new(),
                    dashes => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
                };
                let Paint { opacity, .. } = paint;
                writeln!(
                    text,
                    "<polyline fill=\"none\" opacity=\"{opacity}\" stroke=\"{paint}\" stroke-width=\"{width}\" \
                     stroke-linejoin=\"round\"{dashes} points=\"{}\"/>",
                    Points(points)
                )
            }
            Self::Rectangle { from, to, paint } => {
                let (width, height) = (to.0 - from.0, to.1 - from.1);
                let (x, y) = from;
                writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {}/>", Filled(paint))
            }
            Self::Disc { centre: (x, y), radius, paint } => {
                writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {}/>", Filled(paint))
            }
            Self::Polygon { corners, paint } => {
                writeln!(text, "<polygon {} points=\"{}\"/>", Filled(paint), Points(corners))
            }
            Self::Text { words, place: (x, y), anchor, size, paint } => {
                let across = match anchor.h_pos {
                    HPos::Left => "start",
                    HPos::Center => "middle",
                    HPos::Right => "end",
                };
                let down = match anchor.v_pos {
                    VPos::Top => "0.76em",
                    VPos::Center => "0.5ex",
                    VPos::Bottom => "-0.5ex",
                };
                writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{y}\" dy=\"{down}\" text-anchor=\"{across}\" font-family=\"sans-serif\" \
                     font-size=\"{size}\" {}>\n{}\n</text>",
                    Filled(paint),
                    escaped(words)
                )
            }
        }
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (red, green, blue) = self.rgb;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

struct Filled<'p>(&'p Paint);

impl fmt::Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opacity=\"{}\" fill=\"{}\" stroke=\"none\"", self.0.opacity, self.0)
    }
}

struct Points<'p>(&'p [(i32, i32)]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(x, y)| write!(f, "{x},{y} "))
    }
}
