//! A campaign on one page: which parameters matter, how, and what failed.

mod correlation;
mod verified;

use std::fmt::Write;

use bowline_results::page::{ECHARTS, Page, STYLE, escaped};
use bowline_results::{Column, DataFrame, Values};
use serde_json::{Value, json};

use crate::manifest::{ColumnKind, Manifest};

pub use correlation::rank_correlation;

/// More cases than these are not drawn, but evenly chosen ones: a page of a
/// million points can be neither opened nor read.
const MOST_DRAWN: usize = 20_000;
/// More cases that failed than these are not listed.
const MOST_LISTED: usize = 500;

/// The page of a campaign, its summary and what verifications said of some cases, as HTML.
pub fn report(manifest: &Manifest, summary: &DataFrame, verified: Option<&DataFrame>) -> String {
    let columns = Columns::of(manifest, summary);
    let title = format!("Campaign of {}", file_name(manifest));
    let (body, data) = (columns.body(manifest, &title, verified), columns.data());
    let scripts = [ECHARTS, include_str!("report.js")];
    Page { title: &title, body: &body, data: &data, style: STYLE, scripts: &scripts }.to_html()
}

/// The columns of a summary, by what they are.
struct Columns<'s> {
    summary: &'s DataFrame,
    varied: Vec<&'s Column>,
    results: Vec<&'s Column>,
    /// The rows of runs that went well.
    ok: Vec<usize>,
    /// Those of the others.
    others: Vec<usize>,
    /// How many cases there are here.
    expected: u64,
}

impl<'s> Columns<'s> {
    fn of(manifest: &Manifest, summary: &'s DataFrame) -> Self {
        let of_kind = |kind| manifest.columns_of(kind).filter_map(|column| summary.column(&column.name)).collect();
        let is_ok = |row: &usize| text(summary, "status", *row) == "ok";
        let (ok, others) = (0..summary.rows()).partition(is_ok);
        let (varied, results) = (of_kind(ColumnKind::Varied), of_kind(ColumnKind::Metric));
        Self { summary, varied, results, ok, others, expected: manifest.shard.count(manifest.count) }
    }

    /// What the script draws.
    fn data(&self) -> Value {
        let step = self.ok.len().div_ceil(MOST_DRAWN).max(1);
        let drawn: Vec<usize> = self.ok.iter().copied().step_by(step).collect();
        let values = |column: &Column| drawn.iter().map(|row| value(column, *row)).collect::<Vec<Value>>();
        let columns = |columns: &[&Column]| {
            let column =
                |column: &&Column| json!({ "name": column.name, "unit": column.unit, "values": values(column) });
            columns.iter().map(column).collect::<Vec<Value>>()
        };
        let case = self.summary.column("case").map(values);
        json!({
            "case": case,
            "varied": columns(&self.varied),
            "results": columns(&self.results),
            "correlations": self.correlations(),
        })
    }

    /// A row for each varied column, a number for each result.
    fn correlations(&self) -> Vec<Vec<Option<f64>>> {
        let of = |varied: &Column, result: &Column| {
            let pair = |row: &usize| Some((varied.values.number(*row)?, result.values.number(*row)?));
            rank_correlation(&self.ok.iter().filter_map(pair).collect::<Vec<_>>())
        };
        self.varied.iter().map(|varied| self.results.iter().map(|result| of(varied, result)).collect()).collect()
    }

    fn body(&self, manifest: &Manifest, title: &str, verified: Option<&DataFrame>) -> String {
        let mut body = format!("<h1>{}</h1>\n", escaped(title));
        body += &format!("<p class=\"faint\">{}, {}</p>\n", escaped(&manifest.program), escaped(&cases(manifest)));
        body += &self.cards();
        if self.has_charts() {
            body += CHARTS;
            if self.ok.len() > MOST_DRAWN {
                let step = self.ok.len().div_ceil(MOST_DRAWN);
                let _ = writeln!(
                    body,
                    "<p class=\"faint\">Of {} runs the charts show every {step}th; the correlations are of all.</p>",
                    self.ok.len()
                );
            }
        } else {
            body += "<p>There are no charts: nothing was varied, no metric was asked for, or no run went well.</p>\n";
        }
        body += &verified.map_or_else(String::new, verified::section);
        body += &self.failures();
        body += &definition(manifest);
        body
    }

    fn has_charts(&self) -> bool {
        !(self.varied.is_empty() || self.results.is_empty() || self.ok.is_empty())
    }

    fn cards(&self) -> String {
        let count =
            |status: &str| self.others.iter().filter(|row| text(self.summary, "status", **row) == status).count();
        let missing = self.expected.saturating_sub(self.summary.rows() as u64);
        let cards = [
            ("runs", self.expected as usize, ""),
            ("ok", self.ok.len(), "good"),
            ("failed", count("failed"), "bad"),
            ("too slow", count("timeout"), "bad"),
            ("interrupted", count("interrupted"), ""),
            ("not run yet", missing as usize, ""),
        ];
        let card = |(name, count, class): (&str, usize, &str)| {
            format!("<div class=\"card\"><b class=\"{class}\">{count}</b>{name}</div>\n")
        };
        let shown = cards.into_iter().filter(|(name, count, _)| *count > 0 || ["runs", "ok", "failed"].contains(name));
        format!("<div class=\"cards\">\n{}</div>\n", shown.map(card).collect::<String>())
    }

    fn failures(&self) -> String {
        if self.others.is_empty() {
            return String::new();
        }
        let heads = ["case"]
            .into_iter()
            .chain(self.varied.iter().map(|column| column.name.as_str()))
            .chain(["status", "reason"]);
        let heads: String = heads.map(|head| format!("<th>{}</th>", escaped(head))).collect();
        let row = |row: &usize| {
            let numbers = self.summary.column("case").into_iter().chain(self.varied.iter().copied());
            let numbers: String =
                numbers.map(|column| format!("<td class=\"number\">{}</td>", escaped(&shown(column, *row)))).collect();
            let words: String = ["status", "reason"]
                .map(|name| format!("<td>{}</td>", escaped(text(self.summary, name, *row))))
                .concat();
            format!("<tr>{numbers}{words}</tr>\n")
        };
        let rows: String = self.others.iter().take(MOST_LISTED).map(row).collect();
        let more = self.others.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 {
            format!("<p class=\"faint\">And {more} more: see summary.csv.</p>\n")
        } else {
            String::new()
        };
        format!(
            "<h2>Runs that did not end well</h2>\n<div class=\"wide\"><table id=\"failed\">\n<tr>{heads}</tr>\n{rows}</table></div>\n{more}"
        )
    }
}

const CHARTS: &str = "\
<h2>Which parameters matter</h2>
<p class=\"faint\">Spearman's rank correlation of each varied parameter (rows) with each result (columns): 1, it always rises
with it; -1, it always falls; about 0, no trend. Nothing is shown where one of the two never changes.</p>
<div class=\"chart\" id=\"correlations\"></div>
<h2>How</h2>
<div class=\"choices\">
<label>Result <select id=\"result\"></select></label>
<label>against <select id=\"x\"></select></label>
<label>and <select id=\"by\"></select></label>
</div>
<div class=\"chart\" id=\"dependence\"></div>
<div class=\"chart\" id=\"map\"></div>
<h2>All runs</h2>
<div class=\"chart\" id=\"cases\"></div>
";

/// What was asked for.
fn definition(manifest: &Manifest) -> String {
    let definition = manifest.definition.to_toml().unwrap_or_default();
    let libraries: Vec<String> =
        manifest.libraries.iter().map(|library| format!("{} {}", library.name, library.version)).collect();
    format!(
        "<h2>What was asked for</h2>\n<pre id=\"definition\">{}</pre>\n<p class=\"faint\">Libraries: {}</p>\n<h2>Scenario</h2>\n<pre id=\"scenario\">{}</pre>\n",
        escaped(&definition),
        escaped(&libraries.join(", ")),
        escaped(&manifest.scenario.text),
    )
}

fn cases(manifest: &Manifest) -> String {
    match manifest.shard.of {
        1 => format!("{} cases", manifest.count),
        _ => format!("shard {} of {} cases", manifest.shard, manifest.count),
    }
}

fn file_name(manifest: &Manifest) -> String {
    let path = &manifest.scenario.path;
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The value of a row as JSON.
fn value(column: &Column, row: usize) -> Value {
    match &column.values {
        Values::Numbers(numbers) => json!(numbers[row].filter(|number| number.is_finite())),
        Values::Integers(numbers) => json!(numbers[row]),
        Values::Texts(texts) => json!(texts[row]),
    }
}

/// The value of a row in words.
fn shown(column: &Column, row: usize) -> String {
    match value(column, row) {
        Value::Null => String::new(),
        Value::String(text) => text,
        // `50`, not `50.0`.
        number => number.to_string().trim_end_matches(".0").to_owned(),
    }
}

fn text<'s>(summary: &'s DataFrame, name: &str, row: usize) -> &'s str {
    match summary.column(name).map(|column| &column.values) {
        Some(Values::Texts(texts)) => texts[row].as_deref().unwrap_or_default(),
        _ => "",
    }
}
