//! The point about which a model is linear.

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Input, LinearModel, Model, NoLinearModel, NoRecorder, Probe, Run, RunState, Seconds, WithRates};

use super::conditions::Asked;
use super::subject::Subject;
use super::{Failure, steady};
use crate::arguments::PointArguments;
use crate::report;

/// A model in a state.
pub(super) struct Point {
    pub(super) model: Arc<Model>,
    pub(super) state: RunState,
    /// What the point is, in words.
    pub(super) words: String,
}

impl Point {
    /// Goes there.
    pub(super) fn of(arguments: &PointArguments, subject: &Subject<'_>) -> Result<Self, Failure> {
        let model = subject.as_it_is()?;
        let is_conditioned = |given: &[&Vec<String>]| given.iter().any(|names| !names.is_empty());
        let conditions = &arguments.conditions;
        if !arguments.steady && is_conditioned(&[&conditions.hold, &conditions.find, &conditions.given]) {
            return Err(Failure::Wrong(
                "--hold, --find and --given are conditions of an equilibrium: add --steady".to_owned(),
            ));
        }
        if arguments.steady {
            let asked = Asked::of(conditions, &model)?;
            let start = model.first_state().map_err(|error| Failure::None(error.to_string()))?;
            let found = asked.find(subject, &model, &start, &[])?;
            for note in steady::notes(&found) {
                report::note(&note, subject.arguments.quiet);
            }
            let words = format!("in equilibrium at t = {} s", Seconds(found.state.time()));
            return Ok(Self { model: found.model, state: found.state, words });
        }
        let Some(time) = arguments.at else {
            let state = model.first_state().map_err(|error| Failure::None(error.to_string()))?;
            let words = format!("at the start, t = {} s", Seconds(state.time()));
            return Ok(Self { model, state, words });
        };
        let times = &model.settings().output_times;
        if time < times.start() || time > times.end() {
            return Err(Failure::Wrong(format!(
                "--at {time} is outside of the run, which goes from {} s to {} s",
                Seconds(times.start()),
                Seconds(times.end())
            )));
        }
        let mut run = Run::new(&model);
        let mut go_on = |_| ControlFlow::Continue(());
        run.pass(time, &mut NoRecorder, &mut go_on).map_err(|error| Failure::None(error.to_string()))?;
        let words = format!("at t = {} s", Seconds(run.time()));
        Ok(Self { state: run.state(), model, words })
    }

    /// The linear model there.
    pub(super) fn linear_model(&self, inputs: &[String], outputs: &[String]) -> Result<LinearModel, Failure> {
        let (inputs, outputs) = self.signals(inputs, outputs)?;
        LinearModel::of(&self.model, &self.state, &inputs, &outputs).map_err(Failure::from)
    }

    /// The same with forms of elements that need rates.
    pub(super) fn with_rates(&self, inputs: &[String], outputs: &[String]) -> Result<WithRates, Failure> {
        let (inputs, outputs) = self.signals(inputs, outputs)?;
        WithRates::of(&self.model, &self.state, &inputs, &outputs).map_err(Failure::from)
    }

    fn signals(&self, inputs: &[String], outputs: &[String]) -> Result<(Vec<Input>, Vec<Probe>), Failure> {
        once(inputs)?;
        once(outputs)?;
        let wrong = |error: bowline_engine::NameError| Failure::Wrong(error.to_string());
        let inputs: Vec<Input> =
            inputs.iter().map(|name| self.model.input(name)).collect::<Result<_, _>>().map_err(wrong)?;
        let outputs: Vec<Probe> =
            outputs.iter().map(|name| self.model.probe(name)).collect::<Result<_, _>>().map_err(wrong)?;
        Ok((inputs, outputs))
    }
}

/// Refuses what is named twice: a number can change in one place only.
pub(super) fn once(names: &[String]) -> Result<(), Failure> {
    match (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        Some(at) => Err(Failure::Wrong(format!("`{}` is named twice", names[at]))),
        None => Ok(()),
    }
}

impl From<NoLinearModel> for Failure {
    fn from(error: NoLinearModel) -> Self {
        match error {
            NoLinearModel::Asked(message) => Self::Wrong(message),
            other => Self::None(other.to_string()),
        }
    }
}
