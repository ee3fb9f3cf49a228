//! What is done to a run from outside.

use serde::{Deserialize, Serialize};

use super::recorder::Recorder;
use super::{Run, RunError};
use crate::model::Input;
use crate::stepper::Restart;

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
    },
    /// A snapshot was taken, which starts the method afresh.
    Snapshot {
        /// Simulated time, s.
        time_s: f64,
    },
    /// A snapshot was restored.
    Restore {
        /// Simulated time until then, s.
        time_s: f64,
        /// That of the snapshot, s.
        to_s: f64,
    },
}

impl Intervention {
    /// Simulated time at which it was done, s; none if the run had not begun.
    pub fn time(&self) -> Option<f64> {
        match self {
            Self::Set { time_s, .. } => *time_s,
            Self::Snapshot { time_s } | Self::Restore { time_s, .. } => Some(*time_s),
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
        input.check(&self.model, values).map_err(RunError::Refused)?;
        let before = self.workspace.values[input.places()].to_vec();
        if before.iter().zip(values).all(|(before, value)| before.to_bits() == value.to_bits()) {
            return Ok(());
        }
        self.going(Self::cut_step)?;
        self.is_evaluated = false;
        if let Err(error) = self.put(input, values) {
            self.put(input, &before)?;
            return Err(error);
        }
        self.is_changed |= self.begun;
        let (time_s, input) = (self.begun.then_some(self.time), input.name().to_owned());
        self.interventions.push(Intervention::Set { time_s, input, values: values.to_vec() });
        Ok(())
    }

    fn put(&mut self, input: &Input, values: &[f64]) -> Result<(), RunError> {
        for workspace in [&mut self.workspace, &mut self.between] {
            workspace.values[input.places()].copy_from_slice(values);
            self.model.evaluate_constants(workspace, self.time)?;
        }
        Ok(())
    }

    /// Lets what was changed from outside have its effects.
    pub(super) fn take_inputs(&mut self, recorder: Option<&mut dyn Recorder>) -> Result<(), RunError> {
        if !std::mem::take(&mut self.is_changed) {
            return Ok(());
        }
        // Who sets inputs does so again and again: the size of the steps is a good guess.
        let restart = if self.fire(recorder)? { Restart::Jump } else { Restart::Tick };
        self.restart(restart)?;
        self.between.hold(&self.workspace);
        Ok(())
    }

    /// What was done to the run from outside so far, for its record.
    pub fn interventions(&self) -> &[Intervention] {
        &self.interventions
    }

    /// Goes on, and does at the same times what was done to another run, as its
    /// record tells ([`RunRecord::interventions`](crate::RunRecord)): up to the
    /// last of them.
    ///
    /// # Errors
    /// There is no such input, something was done before the start and this run
    /// has begun, or a snapshot was restored, which a record cannot repeat; or why
    /// the run could not go on.
    pub fn repeat(&mut self, interventions: &[Intervention], recorder: &mut dyn Recorder) -> Result<(), RunError> {
        for intervention in interventions {
            match intervention.time() {
                Some(time) => self.advance_to(time, recorder)?,
                None if self.begun => {
                    let message = "an input was set before the start, but this run has begun: repeat it in a new one";
                    return Err(RunError::Refused(message.to_owned()));
                }
                None => {}
            }
            match intervention {
                Intervention::Set { input, values, .. } => {
                    let input = self.model.input(input).map_err(|error| RunError::Refused(error.to_string()))?;
                    self.set(&input, values)?;
                }
                Intervention::Snapshot { .. } => {
                    self.snapshot()?;
                }
                Intervention::Restore { time_s, to_s } => {
                    let message = format!("the run was set back, at t = {time_s} s, to a snapshot of {to_s} s");
                    return Err(RunError::Refused(format!("{message}: that cannot be repeated from a record")));
                }
            }
        }
        Ok(())
    }
}
