//! In-ports that become inputs though something feeds them.

use bowline_engine::{Model, NameError, Scenario};

/// Makes in-ports inputs in models that are loaded from now on, by their names in a model of the scenario. What is set
/// there is added to what feeds them; one that is an input anyway stays as it is.
///
/// # Errors
/// There is no such in-port.
pub fn open(scenario: &mut Scenario, model: &Model, names: &[String]) -> Result<(), NameError> {
    let mut fed = Vec::new();
    for name in names.iter().filter(|name| model.input(name).is_err()) {
        fed.push(model.feeders(name).and_then(|_| model.signal(name))?);
    }
    scenario.add_inputs_at(fed);
    Ok(())
}
