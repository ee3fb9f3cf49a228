//! The point about which a model is linear.

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::linear_model::{LinearModel, WithRates};
use bowline_engine::{Ending, Input, Model, NoRecorder, Probe, Run, RunState, Seconds};

use crate::conditions::{Asked, Wanted};
use crate::{AnalysisError, Study, notes};

/// Which state it is.
#[derive(Debug, Clone)]
pub enum Place {
    /// That at the start.
    Start,
    /// That at this time of a run, s.
    At(f64),
    /// An equilibrium.
    Steady(Wanted),
}

/// A model in a state.
#[derive(Debug)]
pub struct Point {
    /// The model; where something was sought, with what was found.
    pub model: Arc<Model>,
    /// The state.
    pub state: RunState,
    /// What the point is, in words.
    pub words: String,
    /// Remarks.
    pub notes: Vec<String>,
}

impl Point {
    /// Goes there, in a model of the study as it is; `stop` is asked before each step of a run.
    ///
    /// # Errors
    /// There is no equilibrium, no such time, or the run fails on its way.
    pub fn of(place: &Place, study: &Study, model: Arc<Model>, stop: &dyn Fn() -> bool) -> Result<Self, AnalysisError> {
        match place {
            Place::Steady(wanted) => {
                let asked = Asked::of(wanted, &model)?;
                let found = asked.find(study, &model, &model.first_state()?, &[])?;
                let words = format!("in equilibrium at t = {} s", Seconds(found.state.time()));
                Ok(Self { notes: notes::of_equilibrium(&found), model: found.model, state: found.state, words })
            }
            Place::Start => {
                let state = model.first_state()?;
                let words = format!("at the start, t = {} s", Seconds(state.time()));
                Ok(Self { model, state, words, notes: Vec::new() })
            }
            Place::At(time) => {
                let times = &model.settings().output_times;
                if !(times.start()..=times.end()).contains(time) {
                    return Err(AnalysisError::Asked(format!(
                        "{time} s is outside of the run, which goes from {} s to {} s",
                        Seconds(times.start()),
                        Seconds(times.end())
                    )));
                }
                let mut run = Run::new(&model);
                let mut observe = |_| if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                if run.pass(*time, &mut NoRecorder, &mut observe)? == Ending::Stopped {
                    return Err(AnalysisError::Stopped);
                }
                let words = format!("at t = {} s", Seconds(run.time()));
                Ok(Self { state: run.state(), model, words, notes: Vec::new() })
            }
        }
    }

    /// The linear model there.
    ///
    /// # Errors
    /// There is none, or a name means nothing.
    pub fn linear_model(&self, inputs: &[String], outputs: &[String]) -> Result<LinearModel, AnalysisError> {
        let (inputs, outputs) = self.signals(inputs, outputs)?;
        Ok(LinearModel::of(&self.model, &self.state, &inputs, &outputs)?)
    }

    /// The same with forms of elements that need rates.
    ///
    /// # Errors
    /// As of [`linear_model`](Self::linear_model).
    pub fn with_rates(&self, inputs: &[String], outputs: &[String]) -> Result<WithRates, AnalysisError> {
        let (inputs, outputs) = self.signals(inputs, outputs)?;
        Ok(WithRates::of(&self.model, &self.state, &inputs, &outputs)?)
    }

    fn signals(&self, inputs: &[String], outputs: &[String]) -> Result<(Vec<Input>, Vec<Probe>), AnalysisError> {
        once(inputs)?;
        once(outputs)?;
        let wrong = |error: bowline_engine::NameError| AnalysisError::Asked(error.to_string());
        let inputs: Vec<Input> =
            inputs.iter().map(|name| self.model.input(name)).collect::<Result<_, _>>().map_err(wrong)?;
        let outputs: Vec<Probe> =
            outputs.iter().map(|name| self.model.probe(name)).collect::<Result<_, _>>().map_err(wrong)?;
        Ok((inputs, outputs))
    }
}

/// Refuses what is named twice: a number can change in one place only.
pub(crate) fn once(names: &[String]) -> Result<(), AnalysisError> {
    match (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        Some(at) => Err(AnalysisError::Asked(format!("`{}` is named twice", names[at]))),
        None => Ok(()),
    }
}
