//! How large a picture is, and where its panels stand.

use super::svg::{FONT, PIXEL};
use super::{Chart, Panel};

/// The pixels of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// Where the parts of a picture stand, in quarters of the pixels in which it is laid out.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Of the panels.
    pub(super) heights: Vec<u32>,
}

const WIDTH: u32 = 1000;
/// Title and subtitle.
pub(super) const HEAD: u32 = 64 * PIXEL;
const PANEL: u32 = 280 * PIXEL;
/// Of lines that turn back, and of complex numbers.
const LOOPS: u32 = 440 * PIXEL;
const PLANE: u32 = 640 * PIXEL;
pub(super) const LEGEND_LINE: u32 = 20 * PIXEL;
/// What a panel needs at the least.
const LEAST: u32 = 120 * PIXEL;
const LEAST_WIDTH: u32 = 480;

impl Chart {
    /// The layout of a picture of that size, or of one that is as large as the chart needs: letters have 13 pixels, in
    /// wider pictures than 1000 pixels more, as all else has.
    ///
    /// # Errors
    /// The chart has no room in it; in words.
    pub(super) fn layout(&self, size: Option<Size>) -> Result<Layout, String> {
        let mut heights: Vec<u32> = self.panels.iter().map(|panel| panel.height(self.goes_right)).collect();
        let wanted = heights.iter().sum::<u32>();
        let Some(Size { width, height }) = size else {
            return Ok(Layout { width: WIDTH * PIXEL, height: HEAD + wanted + FONT, heights });
        };
        let in_width = width.clamp(1, WIDTH);
        let in_height = u64::from(height) * u64::from(in_width) / u64::from(width.max(1));
        let in_height = u32::try_from(in_height).unwrap_or(u32::MAX).saturating_mul(PIXEL);
        let count = u32::try_from(self.panels.len()).unwrap_or(u32::MAX).max(1);
        let least = HEAD + FONT + LEAST * count;
        if width < LEAST_WIDTH || in_height < least {
            let (width, panels) = (width.max(LEAST_WIDTH), if count == 1 { "panel" } else { "panels" });
            let least = f64::from(least / PIXEL) * f64::from(width) / f64::from(width.min(WIDTH));
            return Err(format!("a chart of {count} {panels} needs {width}x{} pixels at the least", least.ceil()));
        }
        let room = in_height - HEAD - FONT;
        for height in &mut heights {
            *height = u32::try_from(u64::from(room) * u64::from(*height) / u64::from(wanted.max(1))).unwrap_or(room);
        }
        Ok(Layout { width: in_width * PIXEL, height: in_height, heights })
    }
}

impl Panel {
    fn height(&self, goes_right: bool) -> u32 {
        let legend = if self.has_legend { self.lines.len() } else { 0 };
        let legend =
            u32::try_from(legend).unwrap_or(u32::MAX).saturating_mul(LEGEND_LINE).saturating_add(3 * LEGEND_LINE);
        let own = if goes_right { PANEL } else { LOOPS };
        legend.max(if self.plane.is_some() { PLANE } else { own })
    }
}
