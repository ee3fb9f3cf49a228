//! Any text is either loaded or refused with diagnostics that can be shown.

#![no_main]

use std::sync::LazyLock;

use bowline_engine::{Catalog, Diagnostic, Diagnostics, LoadOptions, Source, Sources};
use libfuzzer_sys::fuzz_target;
use miette::{GraphicalReportHandler, GraphicalTheme};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    Catalog::new([
        &bowline_base::LIBRARY,
        &bowline_hydraulics::LIBRARY,
        &bowline_mechanics::LIBRARY,
        &bowline_tlm::LIBRARY,
        &bowline_tutorial::LIBRARY,
    ])
});

/// Longest report of one diagnostic, bytes.
const LONGEST: usize = 20_000;
/// Rendering all of a hundred would be most of the time.
const MOST_RENDERED: usize = 3;

fuzz_target!(|text: &str| {
    let sources = Sources::new(Source::new("scenario.xml", text));
    let options = LoadOptions { check: true, ..LoadOptions::default() };
    let outcome = bowline_engine::load(&sources, &CATALOG, options);
    let diagnostics = match &outcome {
        Ok(model) => model.warnings(),
        Err(diagnostics) => {
            assert!(diagnostics.has_errors(), "refused without a reason");
            diagnostics
        }
    };
    for (number, diagnostic) in diagnostics.sorted().into_iter().enumerate() {
        check(diagnostic, text);
        if number < MOST_RENDERED {
            render(diagnostic, diagnostics);
        }
    }
});

fn check(diagnostic: &Diagnostic, text: &str) {
    assert!(!diagnostic.code().is_empty() && !diagnostic.message().is_empty());
    if let Some(span) = diagnostic.span() {
        assert!(text.get(span.start()..span.start() + span.len()).is_some(), "a span outside the text");
    }
}

fn render(diagnostic: &Diagnostic, among: &Diagnostics) {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut report = String::new();
    handler.render_report(&mut report, &diagnostic.within(among.texts())).expect("it can be shown");
    assert!(report.len() < LONGEST, "a report of {} bytes", report.len());
}
