//! A chart as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::ticks::tick;
use super::{COLOURS, Chart, Line, Panel};
use crate::page::escaped;

/// Plotters has whole numbers for places: in quarters of a pixel curves are smooth.
const PIXEL: u32 = 4;
const WIDTH: u32 = 1000 * PIXEL;
const HEAD: u32 = 64 * PIXEL;
const PANEL: u32 = 280 * PIXEL;
const LEGEND_LINE: u32 = 20 * PIXEL;
const FONT: u32 = 13 * PIXEL;
/// About the width of a letter.
const LETTER: u32 = 7 * PIXEL;
const WIDEST_LEGEND: u32 = 320 * PIXEL;

/// A place in pixels.
const fn at(x: i32, y: i32) -> (i32, i32) {
    (x * PIXEL.cast_signed(), y * PIXEL.cast_signed())
}

const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
const FAINT: RGBColor = RGBColor(0x59, 0x63, 0x6e);
const GRID: RGBColor = RGBColor(0xe4, 0xe8, 0xec);

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;

impl Chart {
    /// The pixels along the axis of an SVG.
    pub const SVG_PIXELS: usize = 800;

    /// Draws it as an SVG.
    pub fn to_svg(&self) -> String {
        let heights: Vec<u32> = self.panels.iter().map(Panel::height).collect();
        let height = HEAD + heights.iter().sum::<u32>() + FONT;
        let mut text = String::new();
        // Nothing but the writing into a text could fail.
        let drawn = self.draw(&SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area(), &heights);
        debug_assert!(drawn.is_ok(), "{drawn:?}");
        let head = format!("<!-- bowline plot -->\n<title>{}</title>\n", escaped(&self.title));
        let inside = text.find('>').map_or(0, |end| end + 1);
        let drawn = text.split_off(inside);
        format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {WIDTH} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n{head}{drawn}",
            WIDTH / PIXEL,
            height / PIXEL
        )
    }

    fn draw(&self, root: &Area<'_>, heights: &[u32]) -> Result<(), Box<dyn std::error::Error>> {
        root.fill(&WHITE)?;
        let (head, mut rest) = root.split_vertically(HEAD);
        head.draw_text(&bowline_harmless::name(&self.title), &font(19 * PIXEL).color(&INK), at(16, 14))?;
        head.draw_text(&bowline_harmless::name(&self.subtitle), &font(FONT).color(&FAINT), at(16, 40))?;
        let legend = self.panels.iter().flat_map(|panel| &panel.lines).map(|line| line.name.chars().count());
        let legend = (u32::try_from(legend.max().unwrap_or(0)).unwrap_or(u32::MAX) + 6).saturating_mul(LETTER);
        let last = self.panels.len().saturating_sub(1);
        for ((panel, height), index) in self.panels.iter().zip(heights).zip(0..) {
            let (area, below) = rest.split_vertically(*height);
            let (plot, beside) = area.split_horizontally(WIDTH - legend.min(WIDEST_LEGEND));
            panel.draw(&plot, if index == last { &self.x } else { "" }, self.ends())?;
            panel.draw_legend(&beside)?;
            rest = below;
        }
        root.present()?;
        Ok(())
    }

    /// Where the axis along the bottom begins and ends.
    fn ends(&self) -> (f64, f64) {
        let lines = self.panels.iter().flat_map(|panel| &panel.lines);
        ends(lines.flat_map(|line| line.points.iter().map(|point| point.0)), 0.0)
    }
}

impl Panel {
    fn height(&self) -> u32 {
        PANEL.max(u32::try_from(self.lines.len()).unwrap_or(u32::MAX).saturating_mul(LEGEND_LINE) + 3 * LEGEND_LINE)
    }

    fn draw(&self, area: &Area<'_>, x: &str, (left, right): (f64, f64)) -> Result<(), Box<dyn std::error::Error>> {
        let heights = self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
        let (low, high) = ends(heights, 0.05);
        let mut context = ChartBuilder::on(area)
            .margin_top(24 * PIXEL)
            .margin_right(16 * PIXEL)
            .x_label_area_size(if x.is_empty() { 24 * PIXEL } else { 44 * PIXEL })
            .y_label_area_size((80 * PIXEL).max((widest(low, high) + 2) * LETTER))
            .build_cartesian_2d(left..right, low..high)?;
        context
            .configure_mesh()
            .x_desc(x)
            .x_labels(room_for_labels(widest(left, right)))
            .y_labels(7)
            .x_max_light_lines(0)
            .y_max_light_lines(0)
            .bold_line_style(GRID.stroke_width(PIXEL))
            .axis_style(FAINT.stroke_width(PIXEL))
            .set_all_tick_mark_size(5 * PIXEL)
            .label_style(font(FONT).color(&INK))
            .axis_desc_style(font(FONT).color(&INK))
            .x_label_formatter(&|at| tick(*at, left, right))
            .y_label_formatter(&|at| tick(*at, low, high))
            .draw()?;
        let above = font(FONT).color(&INK).pos(Pos::new(HPos::Left, VPos::Top));
        area.draw_text(&self.label(), &above, at(48, 4))?;
        for (line, style) in self.lines.iter().zip(styles()) {
            for piece in line.pieces() {
                match piece {
                    [alone] => context.draw_series([Circle::new(*alone, 2 * PIXEL, style.filled())]).map(drop)?,
                    _ => context.draw_series(LineSeries::new(piece.iter().copied(), style)).map(drop)?,
                }
            }
        }
        Ok(())
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
        let most = (WIDEST_LEGEND / LETTER - 6) as usize;
        let mut y = at(0, 30).1;
        for (line, style) in self.lines.iter().zip(styles()) {
            let is_long = line.name.chars().count() > most;
            let name =
                if is_long { line.name.chars().take(most - 1).chain(['…']).collect() } else { line.name.clone() };
            area.draw(&PathElement::new([(0, y), (at(22, 0).0, y)], style))?;
            let text = font(FONT).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(&name, &text, (at(30, 0).0, y))?;
            y += LEGEND_LINE.cast_signed();
        }
        Ok(())
    }
}

impl Line {
    /// The stretches between which it is broken.
    fn pieces(&self) -> impl Iterator<Item = &[(f64, f64)]> {
        self.points.split(|point| !point.1.is_finite()).filter(|piece| !piece.is_empty())
    }
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().into()
}

fn styles() -> impl Iterator<Item = ShapeStyle> {
    let colour = |code: &str| {
        let part = |at: usize| u8::from_str_radix(&code[at..at + 2], 16).unwrap_or_default();
        RGBColor(part(1), part(3), part(5)).stroke_width(2 * PIXEL)
    };
    COLOURS.into_iter().map(colour).cycle()
}

/// The letters of the longest number beside an axis from `low` to `high`.
fn widest(low: f64, high: f64) -> u32 {
    let letters = [low, low / 2.0 + high / 2.0, high].map(|number| tick(number, low, high).chars().count());
    u32::try_from(letters.into_iter().max().unwrap_or(0)).unwrap_or(u32::MAX)
}

/// How many numbers of so many letters there is room for along the bottom.
fn room_for_labels(letters: u32) -> usize {
    let along = u32::try_from(Chart::SVG_PIXELS).unwrap_or(u32::MAX) * PIXEL;
    (along / ((letters + 3) * LETTER)).clamp(2, 11) as usize
}

/// The least and the largest of numbers, with room beyond them.
fn ends(numbers: impl Iterator<Item = f64>, share: f64) -> (f64, f64) {
    let finite = numbers.filter(|number| number.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
    if low > high {
        return (0.0, 1.0);
    }
    // What differs by rounding alone is drawn as a straight line.
    let is_flat = high / 2.0 - low / 2.0 <= low.abs().max(high.abs()) * 1e-12;
    let room =
        if is_flat { if low == 0.0 { 1.0 } else { low.abs() * 0.1 } } else { (high / 2.0 - low / 2.0) * 2.0 * share };
    ((low - room).max(f64::MIN / 4.0), (high + room).min(f64::MAX / 4.0))
}
