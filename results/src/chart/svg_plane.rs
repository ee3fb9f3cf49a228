//! A panel of complex numbers as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::clipping::clipped;
use super::shapes::{Shapes, line_like};
use super::svg::{Context, Drawn, FAINT, FONT, LETTER, PIXEL, at, font};
use super::{Interval, Line, Plane};

const GUIDE: RGBColor = RGBColor(0xb9, 0xc2, 0xcc);
const SMALL: u32 = FONT * 11 / 13;

impl Plane {
    /// Draws what is behind lines, the lines, and crosses.
    pub(super) fn draw(
        &self,
        context: &mut Context<'_, '_>,
        lines: &[Line],
        are_points: bool,
        shapes: &Shapes,
    ) -> Drawn {
        let area = context.plotting_area();
        let (x, y) = (area.get_x_range(), area.get_y_range());
        let [across, upwards] = [&x, &y].map(|range| Interval { low: range.start, high: range.end });
        let clip = |points: &[(f64, f64)]| clipped(points, across, upwards);
        for guide in &self.guides {
            for stretch in clip(&guide.points) {
                context.draw_series(LineSeries::new(stretch, GUIDE.stroke_width(PIXEL)))?;
            }
        }
        for guide in &self.guides {
            let Some(place) = guide.label_at else { continue };
            let half = i32::try_from((guide.label.chars().count() as u32 * LETTER * 11 / 13 + 6 * PIXEL) / 2)?;
            let high = at(0, 7).1;
            let text = font(SMALL).color(&FAINT).pos(Pos::new(HPos::Center, VPos::Center));
            let label = EmptyElement::at(place)
                + Rectangle::new([(-half, -high), (half, high)], WHITE.filled())
                + Text::new(guide.label.clone(), (0, 0), text);
            context.draw_series([label])?;
        }
        let is_seen = |point: &(f64, f64)| x.contains(&point.0) && y.contains(&point.1);
        for line in lines {
            let style = line.style();
            if self.is_mirrored {
                let mirrored: Vec<(f64, f64)> = line.points.iter().map(|(x, y)| (*x, -y)).collect();
                let fainter = line.style().color.mix(0.55).stroke_width(PIXEL * 3 / 2);
                for stretch in clip(&mirrored) {
                    let dashes = DashedLineSeries::new(stretch, 6 * PIXEL, 4 * PIXEL, fainter);
                    context.draw_series(dashes)?;
                }
            }
            if are_points {
                let circle = |point: &(f64, f64)| Circle::new(*point, 2 * PIXEL, style.filled());
                context.draw_series(line.points.iter().filter(|point| is_seen(point)).map(circle))?;
            } else {
                let stretches = clip(&line.points);
                let longest = stretches.iter().max_by_key(|stretch| stretch.len()).cloned().unwrap_or_default();
                for stretch in stretches {
                    let places = stretch.iter().map(|point| context.backend_coord(point)).collect();
                    shapes.borrow_mut().push(line_like(line, places));
                }
                draw_arrow(context, &longest, style)?;
            }
            // Where it begins.
            let first = line.points.iter().find(|point| point.1.is_finite()).filter(|point| is_seen(point));
            let dots = first.map(|first| Circle::new(*first, 4 * PIXEL, style.filled()));
            context.draw_series(dots)?;
        }
        for cross in self.crosses.iter().filter(|cross| is_seen(cross)) {
            let style = RGBColor(0xcf, 0x22, 0x2e).stroke_width(2 * PIXEL);
            context.draw_series([Cross::new(*cross, 5 * PIXEL, style)])?;
        }
        Ok(())
    }
}

/// A head of an arrow in the middle of a line, as long as it is seen.
fn draw_arrow(context: &mut Context<'_, '_>, points: &[(f64, f64)], style: ShapeStyle) -> Drawn {
    let pixels: Vec<(f64, f64)> =
        points.iter().map(|point| context.backend_coord(point)).map(|(x, y)| (f64::from(x), f64::from(y))).collect();
    let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let mut left = pixels.windows(2).map(length).sum::<f64>() / 2.0;
    if left < f64::from(20 * PIXEL) {
        return Ok(());
    }
    let middle = pixels.windows(2).position(|pair| {
        left -= length(pair);
        left <= 0.0
    });
    let Some(middle) = middle else { return Ok(()) };
    let (from, to) = (pixels[middle], pixels[middle + 1]);
    let long = length(&[from, to]);
    let (x, y) = ((to.0 - from.0) / long, (to.1 - from.1) / long);
    let (ahead, aside) = (f64::from(7 * PIXEL), f64::from(5 * PIXEL));
    let corner =
        |along: f64, across: f64| ((along * x - across * y).round() as i32, (along * y + across * x).round() as i32);
    let corners = vec![corner(ahead, 0.0), corner(-ahead, aside), corner(-ahead, -aside)];
    let head = EmptyElement::at(points[middle + 1]) + Polygon::new(corners, style.filled());
    context.draw_series([head])?;
    Ok(())
}
