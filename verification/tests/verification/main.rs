//! What is said of results whose truth is known.

mod equations;
mod estimates;
mod problems;
mod verdicts;
mod wrong;

use bowline_engine::{Catalog, Model, Run, Scenario, Source, Sources, Table};
use bowline_verification::{Options, Verification};

simobject::library! {
    name: "verified",
    types: [equations::Equations, wrong::Latch, wrong::Pulses, wrong::Ball],
}

pub(crate) fn catalog() -> Catalog {
    Catalog::new([&LIBRARY, &bowline_base::LIBRARY, &bowline_tutorial::LIBRARY])
}

/// A scenario of these sections, as it is said of it.
pub(crate) fn verified(sections: &str) -> Verification {
    with(sections, &Options::default())
}

pub(crate) fn with(sections: &str, options: &Options<'_>) -> Verification {
    let sources = Sources::new(Source::new("verified", format!("<Contents>{sections}</Contents>")));
    Verification::of(&Scenario::read(&sources).unwrap(), &[], &catalog(), options).unwrap()
}

/// Its rows.
pub(crate) fn rows(sections: &str) -> Vec<(f64, Vec<f64>)> {
    let sources = Sources::new(Source::new("verified", format!("<Contents>{sections}</Contents>")));
    let model = Model::load(&sources, &catalog(), bowline_engine::LoadOptions::default()).unwrap();
    let mut table = Table::new(&model);
    Run::new(&model).advance_to(model.settings().output_times.end(), &mut table).unwrap();
    table.rows().to_vec()
}
