//! Linear models of elements in forms that need rates.

use bowline_lti::{FrequencyResponse, LtiError};
use bowline_model::model::{Input, Model, Probe, RunState};

use super::{LinearModel, NoLinearModel};

/// A linear model in which some inputs are the rates of outputs: it has frequency responses, and no matrices of its own.
#[derive(Debug, Clone)]
pub struct WithRates {
    /// With the rates as inputs, and the signals whose rates these are as outputs, behind those that were asked for.
    model: LinearModel,
    inputs: usize,
    outputs: usize,
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
        let asked = (inputs.iter().map(Input::width).sum(), outputs.iter().map(Probe::width).sum());
        let (mut all_inputs, mut all_outputs) = (inputs.to_vec(), outputs.to_vec());
        all_inputs.extend(rates.iter().map(|(rate, _)| rate.clone()));
        all_outputs.extend(rates.into_iter().map(|(_, of)| of));
        let model = LinearModel::of_all(model, state, &all_inputs, &all_outputs)?;
        let (inputs, outputs): (usize, usize) = asked;
        let rates: Vec<(usize, usize)> = (inputs..model.system.inputs.len()).zip(outputs..).collect();
        if !rates.is_empty() && model.system.sample_time.is_some() {
            let message = "forms of elements that need rates do not go together with sampled parts".to_owned();
            return Err(NoLinearModel::Asked(message));
        }
        Ok(Self { model, inputs, outputs, rates })
    }

    /// Its linear model, if it has no rates.
    pub fn proper(&self) -> Option<&LinearModel> {
        self.rates.is_empty().then_some(&self.model)
    }

    /// The linear model with the rates as further inputs, and what they are the rates of as further outputs.
    pub fn opened(&self) -> &LinearModel {
        &self.model
    }

    /// How many numbers the outputs and inputs have that were asked for: the first ones of the opened model.
    pub fn asked(&self) -> (usize, usize) {
        (self.outputs, self.inputs)
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
