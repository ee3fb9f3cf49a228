//! What a scheme is made of.

use std::path::Path;
use std::sync::Arc;

use bowline_engine::Source;
use bowline_engine::schemes::{SchemeItem, SchemePage, read_schemes};

use serde_json::{Value, json};

use crate::arguments::PageFormat;
use crate::report;

/// Whether a subject is a file of schemes.
pub(super) fn is_file(subject: &str) -> bool {
    Path::new(subject).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"))
}

/// The schemes of a file; else all that is wrong.
pub(super) fn pages(subject: &str, format: PageFormat) -> Result<String, Vec<String>> {
    let source =
        Source::read(Path::new(subject)).map_err(|reason| vec![format!("cannot read `{subject}`: {reason}")])?;
    let schemes = read_schemes(&Arc::new(source)).map_err(|diagnostics| {
        report::human(&diagnostics, false);
        vec![format!("`{subject}` is no file of schemes")]
    })?;
    if schemes.is_empty() {
        return Err(vec![format!("there are no schemes in `{subject}`")]);
    }
    if format == PageFormat::Json {
        let schemes: Vec<Value> = schemes.iter().map(json).collect();
        return Ok(format!("{:#}\n", Value::from(schemes)));
    }
    let pages: Vec<String> = schemes.iter().map(|scheme| page(scheme, format == PageFormat::Markdown)).collect();
    Ok(pages.join("\n"))
}

fn json(scheme: &SchemePage) -> Value {
    let SchemePage { name, doc, parameters, in_ports, out_ports, bundles, terminals } = scheme;
    let of = |items: &[SchemeItem]| {
        let item = |SchemeItem { name, what, doc }: &SchemeItem| json!({ "name": name, "what": what, "doc": doc });
        items.iter().map(item).collect::<Vec<_>>()
    };
    json!({
        "name": name, "doc": doc, "parameters": of(parameters), "in_ports": of(in_ports), "out_ports": of(out_ports),
        "bundles": of(bundles), "terminals": of(terminals),
    })
}

fn page(scheme: &SchemePage, is_markdown: bool) -> String {
    let SchemePage { name, doc, parameters, in_ports, out_ports, bundles, terminals } = scheme;
    let mut out = match (is_markdown, doc.as_str()) {
        (true, "") => format!("# Scheme `{name}`\n"),
        (true, doc) => format!("# Scheme `{name}`\n\n{doc}\n"),
        (false, "") => format!("Scheme {name}\n"),
        (false, doc) => format!("Scheme {name}: {doc}\n"),
    };
    for (title, items) in [
        ("Parameters", parameters),
        ("In-ports", in_ports),
        ("Out-ports", out_ports),
        ("Bundles", bundles),
        ("Terminals", terminals),
    ] {
        if items.is_empty() {
            continue;
        }
        if is_markdown {
            out.push_str(&format!("\n## {title}\n\n| name | what | |\n|---|---|---|\n"));
            items
                .iter()
                .for_each(|item| out.push_str(&format!("| `{}` | {} | {} |\n", item.name, item.what, item.doc)));
            continue;
        }
        out.push_str(&format!("\n{title}:\n"));
        let widest = |of: fn(&SchemeItem) -> &str| items.iter().map(|item| of(item).chars().count()).max().unwrap_or(0);
        let (names, whats) = (widest(|item| &item.name), widest(|item| &item.what));
        for SchemeItem { name, what, doc } in items {
            out.push_str(format!("  {name:names$}  {what:whats$}  {doc}").trim_end());
            out.push('\n');
        }
    }
    out
}
