//! What is done to a run from outside.

use std::slice;

use serde::{Deserialize, Serialize};

use super::interventions::Interventions;
use super::recorder::Recorder;
use super::{Run, RunError};
use bowline_model::model::{Input, Model};
use bowline_model::workspace::Workspace;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::stepper::Restart;

/// Something that was done to a run from outside, and changes how it goes on.
/// A run to which the same is done at the same times has the same bits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Intervention {
    /// An input was set.
    Set {
        /// Simulated time, s; none if it was set before the run began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_s: Option<f64>,
        /// `Object.InPort`.
        input: String,
        /// What it has from then on.
        values: Vec<f64>,
        /// Whether a step ended there only since the run was to go there: a method
        /// that steps to output times makes another step then.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// A snapshot was taken, which starts the method afresh.
    Snapshot {
        /// Simulated time, s.
        time_s: f64,
        /// As where an input was set.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// The run went to an equilibrium near by.
    Rest {
        /// Simulated time, s.
        time_s: f64,
        /// As where an input was set.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// A snapshot was restored.
    Restore {
        /// Simulated time until then, s.
        time_s: f64,
        /// That of the snapshot, s.
        to_s: f64,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Intervention {
    /// Whether it changes what the run does from there on, and can be taken back: a mark does not.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Set { .. } | Self::Rest { .. })
    }

    /// Simulated time at which it was done, s; none if the run had not begun.
    pub fn time(&self) -> Option<f64> {
        match self {
            Self::Set { time_s, .. } => *time_s,
            Self::Snapshot { time_s, .. } | Self::Rest { time_s, .. } | Self::Restore { time_s, .. } => Some(*time_s),
        }
    }

    /// `Object.InPort` that was set; none of what is no input.
    pub(super) fn input(&self) -> Option<&str> {
        match self {
            Self::Set { input, .. } => Some(input),
            _ => None,
        }
    }

    /// Whether a step ended there only since the run was to go there.
    pub(super) fn landed(&self) -> bool {
        match self {
            Self::Set { landed, .. } | Self::Snapshot { landed, .. } | Self::Rest { landed, .. } => *landed,
            Self::Restore { .. } => false,
        }
    }
}

impl Run {
    /// Sets an input from now on. The method starts afresh, with the size of its
    /// steps as a guess, indicators that change their side fire, and what depends
    /// on constants alone is calculated anew. What runs on a clock sees it at its
    /// next tick. Initial states that were completed from the input when the model
    /// was loaded stay as they are.
    ///
    /// # Errors
    /// The input is that of another model, the values are not as many as it is
    /// wide or not finite, the run has failed before, or what depends on the input
    /// fails: then nothing has changed. Or the step that the run is in could not
    /// be ended here.
    pub fn set(&mut self, input: &Input, values: &[f64]) -> Result<(), RunError> {
        if !self.would_change(input, values)? {
            return Ok(());
        }
        self.try_out(slice::from_ref(input), values)?;
        self.going(|run| run.change(input, values))
    }

    /// Sets several inputs, all of them or none: as many numbers as they have together, in their order.
    ///
    /// # Errors
    /// As those of [`set`](Self::set).
    pub fn set_all(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        let width: usize = inputs.iter().map(Input::width).sum();
        if values.len() != width {
            let message = format!("the inputs have {width} numbers together, but {} are given", values.len());
            return Err(RunError::Refused(message));
        }
        let mut changes = false;
        for (input, own) in each(inputs, values) {
            changes |= self.would_change(input, own)?;
        }
        if !changes {
            return Ok(());
        }
        self.try_out(inputs, values)?;
        self.going(|run| run.change_all(inputs, values))
    }

    /// Moves the states in which the run begins by so much, one number for each.
    /// Initial states that were completed from others stay as they are.
    ///
    /// # Errors
    /// The run has begun, or the numbers are not as many as the states.
    pub fn displace(&mut self, by: &[f64]) -> Result<(), RunError> {
        let states = self.model.state_count();
        if self.progress.begun || by.len() != states {
            let message = format!("{} numbers cannot move the start of a run of {states} states", by.len());
            return Err(RunError::Refused(message));
        }
        self.workspace.x_mut().iter_mut().zip(by).for_each(|(x, by)| *x += by);
        Ok(())
    }

    /// Whether an input has other values than these.
    pub(super) fn would_change(&self, input: &Input, values: &[f64]) -> Result<bool, RunError> {
        input.check(&self.model, values).map_err(RunError::Refused)?;
        Ok(differ(&self.workspace.values[input.places()], values))
    }

    /// Whether all that depends on inputs can be calculated, beside the run.
    fn try_out(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        let before: Vec<f64> =
            inputs.iter().flat_map(|input| &self.workspace.values[input.places()]).copied().collect();
        self.progress.is_evaluated = false;
        let tried = put(&self.model, &mut self.between, inputs, values, self.time);
        put(&self.model, &mut self.between, inputs, &before, self.time)?;
        tried
    }

    /// Sets an input, where the step that the run is in has to end.
    pub(super) fn change(&mut self, input: &Input, values: &[f64]) -> Result<(), RunError> {
        self.change_all(slice::from_ref(input), values)
    }

    /// The same for several.
    fn change_all(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        self.cut_step()?;
        self.progress.is_evaluated = false;
        if self.progress.begun && self.model.has_loops() {
            let before = inputs.iter().map(|input| (input.clone(), self.workspace.values[input.places()].to_vec()));
            self.outside.unsettled.extend(before);
        }
        let time = self.progress.begun.then_some(self.time);
        for (input, own) in each(inputs, values) {
            if differ(&self.workspace.values[input.places()], own) {
                self.outside.interventions.set(time, input, own, self.progress.landed);
            }
        }
        for workspace in [&mut self.workspace, &mut self.between] {
            put(&self.model, workspace, inputs, values, self.time)?;
        }
        self.progress.is_changed |= self.progress.begun;
        Ok(())
    }

    /// Lets what was changed from outside have its effects.
    pub(super) fn take_inputs(&mut self, recorder: Option<&mut dyn Recorder>) -> Result<(), RunError> {
        if !std::mem::take(&mut self.progress.is_changed) {
            return Ok(());
        }
        self.settle_inputs()?;
        // Who sets inputs does so again and again: the size of the steps is a good guess.
        let restart = if self.fire(recorder)? { Restart::Jump } else { Restart::Tick };
        self.restart(restart)?;
        self.between.hold(&self.workspace);
        Ok(())
    }

    /// Solves the loops with the inputs that were set at this time; where they have no solution, all of these are as they
    /// were before.
    pub(super) fn settle_inputs(&mut self) -> Result<(), RunError> {
        let unsettled = std::mem::take(&mut self.outside.unsettled);
        if unsettled.is_empty() {
            return Ok(());
        }
        let Err(error) = self.model.solve_loops(&mut self.workspace, self.time, Continuity::Broken) else {
            return Ok(());
        };
        for (input, before) in unsettled.iter().rev() {
            self.change(input, before)?;
        }
        self.outside.unsettled.clear();
        let mut inputs: Vec<String> = Vec::new();
        unsettled.iter().map(|(input, _)| format!("`{}`", input.name())).for_each(|name| {
            if !inputs.contains(&name) {
                inputs.push(name);
            }
        });
        Err(RunError::InputsTakenBack { inputs: inputs.join(", "), error })
    }

    /// What was done to the run from outside so far, for its record.
    pub fn interventions(&self) -> &Interventions {
        &self.outside.interventions
    }

    /// Goes on, and does at the same times what was done to another run, as its
    /// record tells ([`RunRecord::interventions`](crate::run::record::RunRecord)): up to the
    /// last of them.
    ///
    /// # Errors
    /// As those of [`plan`](Self::plan); or why the run could not go on.
    pub fn repeat(&mut self, interventions: &[Intervention], recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.plan(interventions)?;
        match self.outside.planned.back().and_then(Intervention::time) {
            Some(last) => self.advance_to(last, recorder),
            None => Ok(()),
        }
    }
}

fn put(model: &Model, workspace: &mut Workspace, inputs: &[Input], values: &[f64], time: f64) -> Result<(), RunError> {
    for (input, own) in each(inputs, values) {
        workspace.values[input.places()].copy_from_slice(own);
    }
    Ok(model.evaluate_constants(workspace, time)?)
}

/// Whether numbers are not the same, bit by bit.
fn differ(before: &[f64], now: &[f64]) -> bool {
    before.iter().zip(now).any(|(before, now)| before.to_bits() != now.to_bits())
}

/// Each input with its numbers.
fn each<'a>(inputs: &'a [Input], values: &'a [f64]) -> impl Iterator<Item = (&'a Input, &'a [f64])> {
    inputs.iter().scan(values, |left, input| {
        let (own, others) = left.split_at(input.width());
        *left = others;
        Some((input, own))
    })
}
