//! Linear models of elements in forms that need rates.

use bowline_lti::{FrequencyResponse, LtiError};
use bowline_model::model::{Input, Model, Probe, RunState};

use super::{LinearModel, NoLinearModel};

/// A linear model in which some inputs are the rates of outputs: it has frequency responses, and no matrices of its own.
#[derive(Debug, Clone)]
pub struct WithRates {
    /// With the rates as inputs, and the signals whose rates these are as outputs, behind those that were asked for.
    pub model: LinearModel,
    /// Numbers of the inputs, and of the outputs whose rates they are.
    rates: Vec<(usize, usize)>,
}

impl WithRates {
    /// That of a model about a state; of a model without rates its linear model.
    ///
    /// # Errors
    /// Those of [`LinearModel::of`]; rates beside sampled parts; or an input that is a rate.
    pub fn of(model: &Model, state: &RunState, inputs: &[Input], outputs: &[Probe]) -> Result<Self, NoLinearModel> {
        let rates = model.rates_and_signals();
        if let Some(input) = inputs.iter().find(|input| rates.iter().any(|(rate, _)| rate.name() == input.name())) {
            return Err(NoLinearModel::Asked(format!("`{}` is a rate: it is no input", input.name())));
        }
        let (mut all_inputs, mut all_outputs) = (inputs.to_vec(), outputs.to_vec());
        all_inputs.extend(rates.iter().map(|(rate, _)| rate.clone()));
        all_outputs.extend(rates.into_iter().map(|(_, of)| of));
        let model = LinearModel::of_all(model, state, &all_inputs, &all_outputs)?;
        let first_input: usize = inputs.iter().map(Input::width).sum();
        let first_output: usize = outputs.iter().map(Probe::width).sum();
        let rates: Vec<(usize, usize)> = (first_input..model.system.inputs.len()).zip(first_output..).collect();
        if !rates.is_empty() && model.system.sample_time.is_some() {
            let message = "forms of elements that need rates do not go together with sampled parts".to_owned();
            return Err(NoLinearModel::Asked(message));
        }
        Ok(Self { model, rates })
    }

    /// Whether any of its inputs is a rate; else it is the linear model that was asked for.
    pub fn has_rates(&self) -> bool {
        !self.rates.is_empty()
    }

    /// Its frequency response at these frequencies, Hz.
    ///
    /// # Errors
    /// Those of [`LinearSystem::frequency_response`](bowline_lti::LinearSystem::frequency_response).
    pub fn frequency_response(&self, hertz: &[f64]) -> Result<FrequencyResponse, LtiError> {
        let response = self.model.system.frequency_response(hertz)?;
        if self.rates.is_empty() { Ok(response) } else { response.with_rates(&self.rates) }
    }
}
