//! A chart as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::layout::{HEAD, LEGEND_LINE, Layout, Size};
use super::shapes::{Shape, Shapes, Sheet, line_like};
use super::{COLOURS, Chart, Line, Panel, svg_text};

/// Plotters has whole numbers for places: in quarters of a pixel curves are smooth.
pub(super) const PIXEL: u32 = 4;
const MARGIN_TOP: u32 = 24 * PIXEL;
const MARGIN_RIGHT: u32 = 16 * PIXEL;
pub(super) const FONT: u32 = 13 * PIXEL;
/// About the width of a letter.
pub(super) const LETTER: u32 = 7 * PIXEL;
const WIDEST_LEGEND: u32 = 320 * PIXEL;

/// A place in pixels.
pub(super) const fn at(x: i32, y: i32) -> (i32, i32) {
    (x * PIXEL.cast_signed(), y * PIXEL.cast_signed())
}

pub(super) const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
pub(super) const FAINT: RGBColor = RGBColor(0x59, 0x63, 0x6e);
const GRID: RGBColor = RGBColor(0xe4, 0xe8, 0xec);
const LIGHT: RGBColor = RGBColor(0xf1, 0xf3, 0xf6);

type Area<'s> = DrawingArea<Sheet<'s>, Shift>;
/// Where numbers have places.
pub(super) type Context<'a, 's> = ChartContext<'a, Sheet<'s>, Cartesian2d<Axis, Axis>>;
pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Chart {
    /// The pixels along the axis of an SVG.
    pub const SVG_PIXELS: usize = 800;

    /// Draws it as an SVG that is as large as it needs.
    pub fn to_svg(&self) -> String {
        // There is room for everything.
        self.to_svg_of(None).unwrap_or_default()
    }

    /// Draws it as an SVG of that size.
    ///
    /// # Errors
    /// It has no room there; in words.
    pub fn to_svg_of(&self, size: Option<Size>) -> Result<String, String> {
        let (shapes, layout) = self.shapes(size)?;
        let own = Size { width: layout.width / PIXEL, height: layout.height / PIXEL };
        Ok(svg_text::text(&self.title, &shapes, &layout, size.unwrap_or(own)))
    }

    /// What its picture is made of, and where that stands.
    pub(super) fn shapes(&self, size: Option<Size>) -> Result<(Vec<Shape>, Layout), String> {
        let (layout, shapes) = (self.layout(size)?, Shapes::default());
        let root = Sheet { shapes: &shapes, size: (layout.width, layout.height) }.into_drawing_area();
        let drawn = self.draw(&root, &layout, &shapes);
        debug_assert!(drawn.is_ok(), "{drawn:?}");
        drop(root);
        Ok((shapes.into_inner(), layout))
    }

    fn draw(&self, root: &Area<'_>, layout: &Layout, shapes: &Shapes) -> Drawn {
        root.fill(&WHITE)?;
        let (head, mut rest) = root.split_vertically(HEAD);
        head.draw_text(&bowline_harmless::name(&self.title), &font(19 * PIXEL).color(&INK), at(16, 14))?;
        head.draw_text(&bowline_harmless::name(&self.subtitle), &font(FONT).color(&FAINT), at(16, 40))?;
        let named = self.panels.iter().filter(|panel| panel.has_legend).flat_map(|panel| &panel.lines);
        let legend = named.map(|line| line.name.chars().count()).max().unwrap_or(0);
        let legend = (u32::try_from(legend).unwrap_or(u32::MAX) + 6).saturating_mul(LETTER);
        let widest = WIDEST_LEGEND.min(layout.width * 2 / 5);
        let last = self.panels.len().saturating_sub(1);
        for ((panel, height), index) in self.panels.iter().zip(&layout.heights).zip(0..) {
            let (area, below) = rest.split_vertically(*height);
            let (plot, beside) = area.split_horizontally(layout.width - legend.min(widest));
            self.draw_panel(panel, &plot, index == last, shapes)?;
            if panel.has_legend {
                panel.draw_legend(&beside, self.are_points, shapes)?;
            }
            rest = below;
        }
        root.present()?;
        Ok(())
    }

    /// The axis along the bottom.
    fn bottom(&self) -> Axis {
        let lines = self.panels.iter().flat_map(|panel| &panel.lines);
        // Time begins and ends at the edges.
        let share = if self.goes_right && !self.are_points { 0.0 } else { 0.04 };
        let numbers = lines.flat_map(|line| line.points.iter().map(|point| point.0));
        Axis::around(numbers, self.x_scale, share)
    }

    fn draw_panel(&self, panel: &Panel, area: &Area<'_>, is_last: bool, shapes: &Shapes) -> Drawn {
        let mut bottom = self.bottom();
        let heights = panel.lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
        let mut side = Axis::around(heights, panel.scale, 0.05);
        if let Some(plane) = &panel.plane {
            (bottom.low, bottom.high) = (plane.x.low, plane.x.high);
            (side.low, side.high) = (plane.y.low, plane.y.high);
        }
        let left = (80 * PIXEL).max((side.widest() + 2) * LETTER);
        let below = if is_last { 44 * PIXEL } else { 24 * PIXEL };
        if panel.plane.as_ref().is_some_and(|plane| plane.is_equal) {
            let (width, height) = area.dim_in_pixel();
            let (across, upwards) = (width - left - MARGIN_RIGHT, height - MARGIN_TOP - below);
            (bottom, side) = (bottom.widened(across, side, upwards), side.widened(upwards, bottom, across));
        }
        let high = area.dim_in_pixel().1.saturating_sub(MARGIN_TOP + below);
        let mut context = ChartBuilder::on(area)
            .margin_top(MARGIN_TOP)
            .margin_right(MARGIN_RIGHT)
            .x_label_area_size(below)
            .y_label_area_size(left)
            .build_cartesian_2d(bottom, side)?;
        context
            .configure_mesh()
            .x_desc(if is_last { &self.x } else { "" })
            .x_labels(room_for_labels(area.dim_in_pixel().0.saturating_sub(left + MARGIN_RIGHT), bottom.widest()))
            .y_labels(if panel.plane.is_some() { 11 } else { (high / (24 * PIXEL)).clamp(2, 7) as usize })
            .bold_line_style(GRID.stroke_width(PIXEL))
            .light_line_style(LIGHT.stroke_width(PIXEL))
            .axis_style(FAINT.stroke_width(PIXEL))
            .set_all_tick_mark_size(5 * PIXEL)
            .label_style(font(FONT).color(&INK))
            .axis_desc_style(font(FONT).color(&INK))
            .x_label_formatter(&|at| bottom.label(*at))
            .y_label_formatter(&|at| side.label(*at))
            .draw()?;
        let above = font(FONT).color(&INK).pos(Pos::new(HPos::Left, VPos::Top));
        area.draw_text(&panel.label(), &above, at(48, 4))?;
        if let Some(plane) = &panel.plane {
            return plane.draw(&mut context, &panel.lines, self.are_points, shapes);
        }
        for line in &panel.lines {
            line.draw(&mut context, self.are_points, shapes)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw_legend(&self, area: &Area<'_>, are_points: bool, shapes: &Shapes) -> Drawn {
        let most = (area.dim_in_pixel().0 / LETTER).saturating_sub(6) as usize;
        let (left, top) = area.get_base_pixel();
        let mut y = at(0, 30).1;
        for line in &self.lines {
            let style = line.style();
            if are_points {
                area.draw(&Circle::new((at(11, 0).0, y), 2 * PIXEL, style.filled()))?;
            } else {
                let sample = vec![(left, top + y), (left + at(22, 0).0, top + y)];
                shapes.borrow_mut().push(line_like(line, sample));
            }
            let text = font(FONT).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(&shortened(&line.name, most), &text, (at(30, 0).0, y))?;
            y += LEGEND_LINE.cast_signed();
        }
        Ok(())
    }
}

impl Line {
    fn draw(&self, context: &mut Context<'_, '_>, are_points: bool, shapes: &Shapes) -> Drawn {
        let style = self.style();
        for piece in self.points.split(|point| !point.1.is_finite()).filter(|piece| !piece.is_empty()) {
            if are_points || piece.len() == 1 {
                let circle = |point: &(f64, f64)| Circle::new(*point, 2 * PIXEL, style.filled());
                context.draw_series(piece.iter().map(circle))?;
            } else {
                let points = piece.iter().map(|point| context.backend_coord(point)).collect();
                shapes.borrow_mut().push(line_like(self, points));
            }
        }
        Ok(())
    }

    pub(super) fn style(&self) -> ShapeStyle {
        let code = COLOURS[self.colour % COLOURS.len()];
        let part = |at: usize| u8::from_str_radix(&code[at..at + 2], 16).unwrap_or_default();
        RGBColor(part(1), part(3), part(5)).stroke_width(2 * PIXEL)
    }
}

pub(super) fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().into()
}

/// A name without its middle, if it has more letters: its end tells elements and results apart.
fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (start, end) = (&letters[..kept / 2], &letters[letters.len() - kept.div_ceil(2)..]);
    start.iter().chain(&['…']).chain(end).collect()
}

/// How many numbers of so many letters there is room for along the bottom.
fn room_for_labels(along: u32, letters: u32) -> usize {
    (along / ((letters + 3) * LETTER)).clamp(2, 11) as usize
}
