//! Loading: a description is checked and wired, and becomes a model.
//!
//! The stages, in their order: overrides are written into the description and schemes made flat (`overriding`), SimObjects
//! declare themselves (`declaring`), terminals are joined (`joining`), in-ports get their sources (`connecting`), computations
//! their order (`scheduling`), states their numbers (`starting`), results their columns (`recording`), and the finished model
//! is inspected (`inspecting`). `stages` holds the values that go from one to the next. Loading makes no steps.

mod connecting;
mod declaring;
mod flat_scenario;
mod inspecting;
mod joining;
mod load_options;
mod loading;
mod overriding;
mod recording;
mod scenario;
mod scheduling;
mod stages;
mod starting;
mod stopwatch;

use std::sync::Arc;

use bowline_catalog::Catalog;
use bowline_description::{FrontEnd, ModelDescription};
use bowline_model::model::Model;
use bowline_text::diagnostic::Diagnostics;

pub use flat_scenario::{FlatScenario, Pairs};
pub use load_options::LoadOptions;
pub use scenario::Scenario;

/// Reads, checks and wires a scenario, with the overrides and from the initial state of `sources`: a [`Scenario`] that is
/// loaded once.
///
/// # Errors
/// All errors of the first stage that found any.
pub fn load(sources: &impl FrontEnd, catalog: &Catalog, options: LoadOptions) -> Result<Arc<Model>, Diagnostics> {
    Scenario::read(sources)?.load_once(sources.overrides(), catalog, options)
}

/// Checks and wires a description that a program built: a [`Scenario`] that is loaded once.
///
/// # Errors
/// All errors of the first stage that found any.
pub fn build(
    description: ModelDescription,
    catalog: &Catalog,
    options: LoadOptions,
) -> Result<Arc<Model>, Diagnostics> {
    Scenario::from(description).load_once(&[], catalog, options)
}
