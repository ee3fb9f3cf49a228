//! The derivatives of a run's signals by parameters, integrated beside its states.

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_model::evaluation::{Evaluated, EvaluationError, ExecutionContext, ModelSystem};
use bowline_model::model::{Column, Model};
use bowline_model::workspace::Workspace;
use bowline_solve::statistics::Statistics;
use bowline_solve::stepper::{Integration, SensitiveStart, System, Threads, forward_sensitivities};

use super::RunError;
use super::row_times::RowTimes;

/// A model, and the columns of it that are asked for.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The model.
    pub model: Arc<Model>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A parameter, by the models in which it has another value.
#[derive(Debug, Clone)]
pub struct MovedParameter {
    /// Less, and more, by the same amount.
    pub models: [Observed; 2],
    /// That amount.
    pub by: f64,
    /// A change of the parameter that counts: its sensitivities are as accurate as the states, per change of that size.
    pub size: f64,
}

/// Runs a model to its end, and follows how its columns change with parameters; at each time of the rows `row` gets the
/// derivative of each column by each parameter. `step` is asked before each step, and may break off.
///
/// Nothing ticks and no event happens on the way: whoever asks knows that there are none.
///
/// # Errors
/// A model has other states or columns, or the run fails.
pub fn follow_sensitivities(
    observed: &Observed,
    parameters: &[MovedParameter],
    step: impl FnMut() -> ControlFlow<()>,
    mut row: impl FnMut(&[Vec<f64>]),
) -> Result<(), RunError> {
    let Observed { model, columns } = observed;
    let moved = parameters.iter().flat_map(|parameter| &parameter.models);
    if moved.clone().any(|other| !is_alike(model, &other.model) || other.columns.len() != columns.len()) {
        return Err(RunError::Refused("with another value of the parameter the model has other states".to_owned()));
    }
    let context = ExecutionContext::new(model, false, false);
    let mut statistics = Statistics::default();
    let start = model.settings().output_times.start();
    let mut own = begun(model)?;
    let (mut beside, mut sides) = (Vec::new(), Vec::new());
    for parameter in parameters {
        let [below, above] = &parameter.models;
        beside.push(Beside {
            sides: [(&below.model, begun(&below.model)?), (&above.model, begun(&above.model)?)],
            by: parameter.by,
        });
        let watch = |observed| -> Result<Watched<'_>, RunError> {
            Ok(Watched { observed, workspace: begun(&observed.model)?, values: vec![f64::NAN; columns.len()] })
        };
        sides.push([watch(below)?, watch(above)?]);
    }
    let slopes = |beside: &Beside<'_>| {
        let [(_, below), (_, above)] = &beside.sides;
        let pairs = below.x().iter().zip(above.x());
        pairs.map(|(below, above)| (above - below) / (2.0 * beside.by)).collect::<Vec<_>>()
    };
    let by: Vec<_> = beside.iter().map(slopes).collect();
    let sizes: Vec<_> = parameters.iter().map(|parameter| parameter.size).collect();
    let system = ModelSystem { model, context: &context, workspace: &mut own };
    let system = Parametric { own: system, beside, below: vec![f64::NAN; model.state_count()] };
    let mut row_times = RowTimes::new(&model.settings().output_times);
    let times = std::iter::from_fn(|| {
        let next = row_times.next();
        row_times.pass();
        next.is_finite().then_some(next)
    });
    let mut failure = None;
    let mut derivatives = vec![vec![f64::NAN; columns.len()]; parameters.len()];
    let each = |time: f64, x: &[f64], by: &[Vec<f64>]| {
        let mut all = derivatives.iter_mut().zip(&mut sides).zip(parameters).zip(by);
        let outcome = all.try_for_each(|(((derivatives, sides), parameter), by)| {
            differences(model, columns, parameter.by, sides, SensitiveState { time, x, slopes: by }, derivatives)
        });
        match outcome {
            Ok(()) => {
                row(&derivatives);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let mut integration = Integration { system, threads: Threads::ONE, statistics: &mut statistics };
    let start = SensitiveStart { time: start, by: &by, sizes: &sizes };
    forward_sensitivities(model.problem(), &mut integration, start, times, step, each).map_err(RunError::Step)?;
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// Whether two models have the same states.
fn is_alike(one: &Model, other: &Model) -> bool {
    let states = one.state_count();
    states == other.state_count() && (0..states).all(|state| one.state_name(state) == other.state_name(state))
}

/// The numbers of a model after the instant at which it begins.
fn begun(model: &Model) -> Result<Workspace, RunError> {
    let mut workspace = model.workspace();
    model.hold_first(&mut workspace)?;
    Ok(workspace)
}

/// A model whose columns are looked at.
struct Watched<'o> {
    observed: &'o Observed,
    workspace: Workspace,
    values: Vec<f64>,
}

impl Watched<'_> {
    /// Reads the columns at a time and a state.
    fn look(&mut self, time: f64, x: impl Iterator<Item = f64>) -> Evaluated {
        self.workspace.x_mut().iter_mut().zip(x).for_each(|(own, x)| *own = x);
        self.observed.model.evaluate_signals(&mut self.workspace, time)?;
        let columns = self.observed.columns.iter().map(|column| column.value(time, &self.workspace));
        self.values.iter_mut().zip(columns).for_each(|(value, column)| *value = column);
        Ok(())
    }
}

/// A state and its derivatives by a parameter.
#[derive(Clone, Copy)]
struct SensitiveState<'a> {
    /// Simulated time, s.
    time: f64,
    /// The state.
    x: &'a [f64],
    /// Its derivatives by the parameter.
    slopes: &'a [f64],
}

/// The derivatives of the columns by a parameter, of which those of the states are known.
fn differences(
    model: &Model,
    columns: &[Column],
    by: f64,
    [below, above]: &mut [Watched<'_>; 2],
    SensitiveState { time, x, slopes }: SensitiveState<'_>,
    derivatives: &mut [f64],
) -> Evaluated {
    below.look(time, x.iter().zip(slopes).map(|(x, slope)| x - by * slope))?;
    above.look(time, x.iter().zip(slopes).map(|(x, slope)| x + by * slope))?;
    for (at, (column, derivative)) in columns.iter().zip(derivatives).enumerate() {
        *derivative = match model.state_of(column) {
            Some(state) => slopes[state],
            None => (above.values[at] - below.values[at]) / (2.0 * by),
        };
    }
    Ok(())
}

/// The models in which a parameter has less and more.
struct Beside<'m> {
    sides: [(&'m Arc<Model>, Workspace); 2],
    by: f64,
}

/// A model beside which others stand, in which parameters have other values.
struct Parametric<'a> {
    own: ModelSystem<'a>,
    beside: Vec<Beside<'a>>,
    below: Vec<f64>,
}

impl System for Parametric<'_> {
    type Error = EvaluationError;

    fn x(&self) -> &[f64] {
        self.own.x()
    }

    fn x_mut(&mut self) -> &mut [f64] {
        self.own.x_mut()
    }

    fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.own.evaluate(time, dx)
    }

    fn evaluate_checked(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.own.evaluate_checked(time, dx)
    }

    fn solved(&mut self, z: &mut [f64], magnitudes: &mut [f64]) {
        self.own.solved(z, magnitudes);
    }

    fn evaluate_with(&mut self, time: f64, z: &[f64], dx: &mut [f64], residuals: &mut [f64]) -> Evaluated {
        self.own.evaluate_with(time, z, dx, residuals)
    }

    fn state_name(&self, state: usize) -> String {
        self.own.state_name(state)
    }

    fn parameters(&self) -> usize {
        self.beside.len()
    }

    fn by_parameter(&mut self, parameter: usize, time: f64, by: &mut [f64]) -> Evaluated {
        let Beside { sides: [below, above], by: distance } = &mut self.beside[parameter];
        for ((model, workspace), dx) in [(below, &mut self.below[..]), (above, &mut *by)] {
            workspace.x_mut().copy_from_slice(self.own.x());
            model.evaluate(workspace, time, dx)?;
        }
        by.iter_mut().zip(&self.below).for_each(|(above, below)| *above = (*above - below) / (2.0 * *distance));
        Ok(())
    }
}
