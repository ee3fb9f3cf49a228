//! Where a model rests.

use std::sync::Arc;

use bowline_engine::equilibrium::Equilibrium;
use bowline_engine::{Column, Model};
use serde_json::json;

use crate::conditions::{Asked, Wanted};
use crate::stability::Stability;
use crate::{AnalysisError, Study, notes};

/// An equilibrium, and what is to be known of it.
#[derive(Debug)]
pub struct Rest {
    /// The conditions.
    pub asked: Asked,
    /// The equilibrium.
    pub found: Equilibrium,
    /// Signals to show beside the states.
    pub columns: Vec<Column>,
    /// Whether it is stable.
    pub stability: Stability,
}

impl Rest {
    /// Looks for it, in a model of the study as it is.
    ///
    /// # Errors
    /// There is none, or a name means nothing.
    pub fn of(study: &Study, model: &Arc<Model>, wanted: &Wanted, signals: &[String]) -> Result<Self, AnalysisError> {
        let asked = Asked::of(wanted, model)?;
        let columns = self::signals(model, signals)?;
        let found = asked.find(study, model, &model.first_state()?, &[])?;
        let stability = Stability::of(&found);
        Ok(Self { asked, found, columns, stability })
    }

    /// Remarks.
    pub fn notes(&self) -> Vec<String> {
        notes::of_equilibrium(&self.found).into_iter().chain(self.stability.in_words()).collect()
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        let Self { asked, found, columns, stability } = self;
        let model = &found.model;
        let states: Vec<_> = found
            .state
            .x()
            .iter()
            .enumerate()
            .map(|(state, value)| {
                let is_held = found.held.contains(&state) || asked.holds(model, state);
                json!({"name": model.state_name(state), "unit": model.state_unit(state), "value": value,
                       "rate": found.rates[state], "held": is_held, "at_stop": found.stopped.contains(&state)})
            })
            .collect();
        let sought: Vec<_> = found
            .found
            .iter()
            .map(|one| json!({"name": one.name, "unit": asked.unit_of(&one.name).unwrap_or(&one.unit), "value": one.value}))
            .collect();
        let workspace = model.workspace_at(&found.state).ok();
        let signals: Vec<_> = columns
            .iter()
            .map(|column| {
                let value = workspace.as_ref().map(|workspace| column.value(found.state.time(), workspace));
                json!({"name": model.column_name(column), "unit": model.column_unit(column), "value": value})
            })
            .collect();
        let (largest, is_stable) = stability.largest_real_part();
        json!({
            "time_s": found.state.time(), "states": states,
            "discrete_states": discrete(found).iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(), "found": sought, "signals": signals,
            "corrections": found.corrections, "largest_real_part": largest, "is_stable": is_stable,
            "notes": self.notes(),
        })
        .to_string()
    }
}

/// The columns of signals.
///
/// # Errors
/// There is no such signal.
pub fn signals(model: &Model, names: &[String]) -> Result<Vec<Column>, AnalysisError> {
    let mut columns = Vec::new();
    for name in names {
        let probe = model.probe(name).map_err(|error| AnalysisError::Asked(error.to_string()))?;
        columns.extend(probe.columns().iter().cloned());
    }
    Ok(columns)
}

/// Discrete states, which a tick leaves as they are.
pub fn discrete(found: &Equilibrium) -> Vec<(String, f64)> {
    let model = &found.model;
    let places = model.updated_places();
    let values = model.numbers_at(&found.state, &places).unwrap_or_default();
    places.iter().zip(values).map(|(place, value)| (model.name_of_place(*place), value)).collect()
}
