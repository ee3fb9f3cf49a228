//! Models in which more can be set from outside than numbers feed.

use std::sync::Arc;

use bowline_engine::{Catalog, Diagnostics, FrontEnd, LoadOptions, Model, Scenario, SignalId};

/// Loads a model in which these in-ports, which are picked from the model itself, can be set though something feeds them.
///
/// # Errors
/// Everything that is wrong with the first stage that found anything.
pub(crate) fn load(
    sources: &impl FrontEnd,
    catalog: &Catalog,
    options: LoadOptions,
    pick: impl FnOnce(&Model) -> Vec<SignalId>,
) -> Result<Arc<Model>, Diagnostics> {
    let mut scenario = Scenario::read(sources)?;
    let model = scenario.load(sources.overrides(), catalog, options)?;
    let fed: Vec<SignalId> = pick(&model).into_iter().filter(|port| !model.is_input(*port)).collect();
    if fed.is_empty() {
        return Ok(model);
    }
    scenario.add_inputs_at(fed);
    scenario.load(sources.overrides(), catalog, options)
}
