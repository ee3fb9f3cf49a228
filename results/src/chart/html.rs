//! A chart as a page to look around in.

use std::fmt::Write;

use serde_json::json;

use super::{COLOURS, Chart};
use crate::page::{Page, escaped};

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
            // Writing to a String cannot fail.
            let _ =
                writeln!(body, "<div class=\"chart\" id=\"panel{index}\" role=\"img\" aria-label=\"{label}\"></div>");
        }
        let line = |line: &super::Line| json!({ "name": line.name, "points": line.points });
        let panel = |panel: &super::Panel| {
            let lines: Vec<_> = panel.lines.iter().map(line).collect();
            json!({ "label": panel.label(), "unit": panel.unit, "lines": lines })
        };
        let panels: Vec<_> = self.panels.iter().map(panel).collect();
        let data = json!({ "x": self.x, "panels": panels, "colours": COLOURS });
        Page { title: &self.title, body: &body, data: &data, script: SCRIPT }.to_html()
    }
}
