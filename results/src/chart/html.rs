//! A chart as a page to look around in.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{COLOURS, Chart, DASHES, Line, Panel, Plane, Scale};
use crate::page::{ECHARTS, Page, STYLE, escaped};

const SCRIPT: &str = include_str!("../../assets/plot.js");

impl Chart {
    /// Pixels along the axis of a page: more than a screen has, to look closer.
    pub const HTML_PIXELS: usize = 4000;

    /// Draws it as a page of HTML that needs nothing but itself: what is under
    /// the pointer is told, lines are hidden by their legend, and one zooms.
    pub fn to_html(&self) -> String {
        let mut body =
            format!("<h1>{}</h1>\n<p class=\"faint\">{}</p>\n", escaped(&self.title), escaped(&self.subtitle));
        for (panel, index) in self.panels.iter().zip(0..) {
            let label = escaped(&panel.label());
            let is_tall = panel.plane.is_some() || !self.goes_right;
            let kind = if is_tall { "chart tall" } else { "chart" };
            // Writing to a String cannot fail.
            let _ =
                writeln!(body, "<div class=\"{kind}\" id=\"panel{index}\" role=\"img\" aria-label=\"{label}\"></div>");
        }
        let panels: Vec<_> = self.panels.iter().map(Panel::to_json).collect();
        let data = json!({
            "x": self.x, "xScale": self.x_scale.name(), "goesRight": self.goes_right, "arePoints": self.are_points,
            "panels": panels, "colours": COLOURS, "dashes": DASHES,
        });
        Page { title: &self.title, body: &body, data: &data, style: STYLE, scripts: &[ECHARTS, SCRIPT] }.to_html()
    }
}

impl Panel {
    fn to_json(&self) -> Value {
        let lines: Vec<_> = self.lines.iter().map(Line::to_json).collect();
        let plane = self.plane.as_ref().map(Plane::to_json);
        json!({
            "name": self.name, "label": self.label(), "unit": self.unit, "scale": self.scale.name(), "lines": lines,
            "plane": plane,
        })
    }
}

impl Line {
    fn to_json(&self) -> Value {
        json!({
            "name": self.name, "points": self.points, "hertz": self.hertz, "colour": self.colour, "dashes": self.dashes,
        })
    }
}

impl Plane {
    fn to_json(&self) -> Value {
        let guide =
            |guide: &super::Guide| json!({ "label": guide.label, "labelAt": guide.label_at, "points": guide.points });
        let guides: Vec<_> = self.guides.iter().map(guide).collect();
        json!({
            "x": [self.x.low, self.x.high], "y": [self.y.low, self.y.high], "isEqual": self.is_equal, "isMirrored": self.is_mirrored, "guides": guides,
            "crosses": self.crosses,
        })
    }
}

impl Scale {
    /// What the script of a page calls it.
    const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Logarithmic => "logarithmic",
            Self::Degrees => "degrees",
        }
    }
}
