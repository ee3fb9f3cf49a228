//! What is said of results whose truth is known.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod dependent;
mod equations;
mod estimates;
mod problems;
mod sensitivities;
mod verdicts;
mod wrong;

use bowline_engine::{Catalog, Run, Scenario, Source, Sources, Table};
use bowline_verification::{Options, Subject, Verification};

simobject::library! {
    name: "verified",
    types: [dependent::Dependent, equations::Equations, wrong::Latch, wrong::Pulses, wrong::Ball],
}

pub(crate) fn catalog() -> Catalog {
    Catalog::new([&LIBRARY, &bowline_base::LIBRARY, &bowline_tutorial::LIBRARY])
}

/// What is said of a scenario of these sections.
pub(crate) fn verified(sections: &str) -> Verification {
    with(sections, Options::default())
}

pub(crate) fn with(sections: &str, options: Options) -> Verification {
    let (catalog, scenario) = (catalog(), Scenario::read(&sources(sections)).unwrap());
    let (overrides, signals) = (&[], &[]);
    let subject = Subject { scenario: &scenario, overrides, catalog: &catalog, until: None, signals, stop: &|| false };
    Verification::of(subject, options, |_| {}).unwrap()
}

pub(crate) fn sources(sections: &str) -> Sources {
    Sources::new(Source::new("verified", format!("<Contents>{sections}</Contents>")))
}

/// Its rows.
pub(crate) fn rows(sections: &str) -> Vec<(f64, Vec<f64>)> {
    let model = bowline_engine::load(&sources(sections), &catalog(), bowline_engine::LoadOptions::default()).unwrap();
    let mut table = Table::new(&model);
    Run::new(&model).advance_to(model.settings().output_times.end(), &mut table).unwrap();
    table.rows().to_vec()
}
