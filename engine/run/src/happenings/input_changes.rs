//! Inputs that are set between steps.

use super::{HappeningError, Happenings};
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::{Input, Model};
use bowline_model::workspace::Workspace;
use bowline_model::workspace::loops::Continuity;

/// An input, and values of it.
#[derive(Debug, Clone)]
pub struct InputValues {
    /// The input.
    pub input: Input,
    /// As many as it is wide.
    pub values: Vec<f64>,
}

/// Inputs with which a loop has no solution.
#[derive(Debug)]
pub(crate) struct RejectedInputs {
    /// The values before they were set, in the order in which they were set.
    pub(crate) before: Vec<InputValues>,
    error: Box<EvaluationError>,
}

impl RejectedInputs {
    /// The error, once all have their earlier values.
    pub(crate) fn into_error(self) -> HappeningError {
        let mut inputs: Vec<String> = Vec::new();
        self.before.iter().map(|set| format!("`{}`", set.input.name())).for_each(|name| {
            if !inputs.contains(&name) {
                inputs.push(name);
            }
        });
        HappeningError::InputsTakenBack { inputs: inputs.join(", "), error: self.error }
    }
}

impl Happenings {
    /// Whether an input has other values than these. The error says why it cannot have them.
    pub(crate) fn would_change(&self, input: &Input, values: &[f64]) -> Result<bool, String> {
        input.check(&self.model, values)?;
        Ok(differ(&self.workspace.values[input.places()], values))
    }

    /// Whether an input has other values than these, which it can have.
    pub(crate) fn differs(&self, input: &Input, values: &[f64]) -> bool {
        differ(&self.workspace.values[input.places()], values)
    }

    /// Checks, beside the present numbers, that everything that depends on inputs can be calculated.
    pub(crate) fn try_inputs(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), HappeningError> {
        let before: Vec<f64> =
            inputs.iter().flat_map(|input| &self.workspace.values[input.places()]).copied().collect();
        let tried = put(&self.model, &mut self.step_workspace, inputs, values, self.time);
        put(&self.model, &mut self.step_workspace, inputs, &before, self.time)?;
        tried
    }

    /// Sets inputs, which [take effect](Self::take_changes) before the next step.
    pub(crate) fn put_inputs(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), HappeningError> {
        if self.has_begun && self.model.has_loops() {
            let before = |input: &Input| InputValues {
                input: input.clone(),
                values: self.workspace.values[input.places()].to_vec(),
            };
            self.unsettled.extend(inputs.iter().map(before));
        }
        for workspace in [&mut self.workspace, &mut self.step_workspace] {
            put(&self.model, workspace, inputs, values, self.time)?;
        }
        self.has_changes |= self.has_begun;
        Ok(())
    }

    /// Whether something changed that takes effect before the next step. From now on nothing did.
    pub(crate) fn take_changes(&mut self) -> bool {
        std::mem::take(&mut self.has_changes)
    }

    /// Solves the loops with the inputs that were set at this time. The outer error is of the model, and the inner one
    /// has the values that these inputs must have again.
    pub(crate) fn solve_inputs(&mut self) -> Result<(), RejectedInputs> {
        let before = std::mem::take(&mut self.unsettled);
        if before.is_empty() {
            return Ok(());
        }
        let solved = self.model.solve_loops(&mut self.workspace, self.time, Continuity::Broken);
        solved.map_err(|error| RejectedInputs { before, error })
    }

    /// The inputs that were taken back need no solution.
    pub(crate) fn forget_unsettled(&mut self) {
        self.unsettled.clear();
    }

    /// Evaluations within the next step see the discrete values of now.
    pub(crate) fn hold(&mut self) {
        self.step_workspace.hold(&self.workspace);
    }
}

fn put(
    model: &Model,
    workspace: &mut Workspace,
    inputs: &[Input],
    values: &[f64],
    time: f64,
) -> Result<(), HappeningError> {
    for OneInput { input, values } in each_input(inputs, values) {
        workspace.values[input.places()].copy_from_slice(values);
    }
    Ok(model.evaluate_constants(workspace, time)?)
}

/// Whether numbers are not the same, bit by bit.
fn differ(before: &[f64], now: &[f64]) -> bool {
    before.iter().zip(now).any(|(before, now)| before.to_bits() != now.to_bits())
}

/// One of several inputs, with its part of their values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OneInput<'a> {
    pub(crate) input: &'a Input,
    pub(crate) values: &'a [f64],
}

/// Each of several inputs, whose values follow each other.
pub(crate) fn each_input<'a>(inputs: &'a [Input], values: &'a [f64]) -> impl Iterator<Item = OneInput<'a>> {
    inputs.iter().scan(values, |left, input| {
        let (values, others) = left.split_at(input.width());
        *left = others;
        Some(OneInput { input, values })
    })
}
