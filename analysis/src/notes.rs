//! Remarks on equilibria and linear models.

use bowline_engine::equilibrium::Equilibrium;
use bowline_engine::linear_model::LinearModel;

use crate::words::number;

/// Remarks on an equilibrium.
pub fn of_equilibrium(found: &Equilibrium) -> Vec<String> {
    let model = &found.model;
    let mut notes = Vec::new();
    for state in &found.held {
        let rate = found.rates[*state];
        let unit = model.state_unit(*state);
        let moves = if rate == 0.0 {
            String::new()
        } else {
            format!(", and goes on by {} {}", number(rate), per_second(&unit))
        };
        notes.push(format!("`{}` is held: no derivative reads it{moves}", model.state_name(*state)));
    }
    for state in &found.stopped {
        notes.push(format!(
            "`{}` lies at a stop: an event sets it, and nothing moves it there",
            model.state_name(*state)
        ));
    }
    if !found.events.is_empty() {
        notes.push(format!(
            "between the start and here {} changed sides, and these events happened",
            found.events.join(", ")
        ));
    }
    if !found.on_threshold.is_empty() {
        notes.push(format!("on its threshold: {}", found.on_threshold.join(", ")));
    }
    notes
}

/// The unit of a rate.
pub fn per_second(unit: &str) -> String {
    if unit.is_empty() { "1/s".to_owned() } else { format!("{unit}/s") }
}

/// A rate in magnitudes of the state from which on a point is no equilibrium, 1/s.
const MOVES: f64 = 1e-6;

/// Remarks on a linear model.
pub fn of_linear_model(found: &LinearModel) -> Vec<String> {
    let mut notes: Vec<String> =
        found.kinks.iter().map(|kink| format!("at a kink: {kink}; the mean of both counts")).collect();
    if let (rate, Some(state)) = found.drift
        && rate > MOVES
    {
        notes.push(format!(
            "not in equilibrium: `{}` changes by {} of its magnitude in a second; --steady looks for one",
            found.system.states[state].name,
            number(rate)
        ));
    }
    notes
}
