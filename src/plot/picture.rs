//! How a chart is written: as a picture or as a page.

use bowline_results::{Chart, Size, whole_file};

use crate::user_path::UserPath;

/// What a chart is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    Page,
}

impl Format {
    /// The one that a name asks for.
    pub(super) fn of(output: &UserPath) -> Result<Self, String> {
        let ending = output.place().extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("html" | "htm") => Ok(Self::Page),
            _ => Err(format!(
                "`{output}`: a chart is written as .svg, .png or .html; give the name one of these endings"
            )),
        }
    }

    /// The pixels along an axis that lines are drawn for.
    pub(super) fn pixels(self, size: Option<Size>) -> usize {
        let of_width = |size: Size| (size.width as usize * 4 / 5).max(100);
        match self {
            Self::Svg => size.map_or(Chart::SVG_PIXELS, of_width),
            Self::Png => size.map_or(Chart::PNG_PIXELS, of_width),
            Self::Page => Chart::HTML_PIXELS,
        }
    }

    /// Writes a chart as a whole file.
    pub(super) fn write(self, chart: &Chart, size: Option<Size>, output: &UserPath) -> Result<(), String> {
        let cannot_write = |reason: String| format!("cannot write `{output}`: {reason}");
        let file = match self {
            Self::Svg => chart.to_svg_of(size).map(String::into_bytes),
            Self::Png => chart.to_png(size),
            Self::Page => Ok(chart.to_html().into_bytes()),
        };
        let file = file.map_err(cannot_write)?;
        whole_file::write(output.place(), file).map_err(|reason| cannot_write(reason.to_string()))
    }
}
