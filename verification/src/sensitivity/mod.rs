//! How the columns of a run change with parameters.

mod differences;
mod estimate;
#[cfg(feature = "diffsol")]
mod forward;
mod parameter;

use bowline_engine::{Column, Model};
use bowline_results::{DataFrame, Values};
use serde::Serialize;

use crate::subject::{Subject, VerificationError};
use crate::trajectory::Trajectory;
use crate::witness::Witness;

use differences::Differences;
use estimate::Estimate;
pub use parameter::Parameter;

/// Relative tolerance of the runs that derivatives are taken from; their absolute one is as much tighter.
const TIGHT: f64 = 1e-10;
/// And at least so many times tighter than the run.
const TIGHTER: f64 = 100.0;
/// A derivative that is known to this part of its largest magnitude is known.
const KNOWN: f64 = 0.01;
/// A parameter whose whole size changes a column by no more than so many tolerances does not matter to it.
const NEGLIGIBLE: f64 = 10.0;

/// How a derivative was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// The equations of the derivatives were integrated beside the model's, by diffsol.
    ForwardSensitivities,
    /// Runs with other values of the parameter were subtracted.
    Differences,
}

/// How a column changes with a parameter, along a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sensitivity {
    /// `Object.Parameter`, as it was asked for.
    pub parameter: String,
    /// The column.
    pub column: String,
    /// Its SI unit.
    pub column_unit: String,
    /// SI unit of the derivative.
    pub unit: String,
    /// The derivative that is largest in magnitude.
    pub largest: f64,
    /// When that is, s.
    pub at_s: f64,
    /// What a change of the parameter by its own size makes of it, in the column's unit; a parameter that is 0 has
    /// the size of its other elements, or 1.
    pub scaled: f64,
    /// How far the derivative may be off in any row.
    pub error: f64,
    /// How it was found.
    pub means: Means,
    /// Whether it was found by other means, too, and is the same up to the errors of both.
    pub is_confirmed: bool,
    /// Whether it is known to a hundredth, or does not matter.
    pub is_known: bool,
    /// The derivative in each row; none where an event moves with the parameter.
    #[serde(skip)]
    pub derivatives: Vec<Option<f64>>,
}

/// A parameter by which was differentiated.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Differentiated {
    /// `Object.Parameter`.
    pub name: String,
    /// Its value in the run.
    pub value: f64,
    /// Its SI unit.
    pub unit: String,
    /// The change of it that counts as one of its own size.
    pub size: f64,
}

/// How the columns of a run change with parameters.
#[derive(Debug, Serialize)]
pub struct Sensitivities {
    /// The parameters.
    pub parameters: Vec<Differentiated>,
    /// Column by column, those of the parameter that matters most first.
    pub sensitivities: Vec<Sensitivity>,
    /// Why there are no forward sensitivities, if there are none.
    pub no_forward: Option<String>,
    /// Rows of the run.
    pub rows: usize,
    #[serde(skip)]
    times: Vec<f64>,
}

impl Sensitivities {
    /// Differentiates the columns of a run by parameters, each `Object.Parameter` or the initial value of a state,
    /// perhaps with an element; `begin` gets the wall-clock time of the run, s, and how many more there will be.
    ///
    /// # Errors
    /// The scenario is wrong, a parameter is none or no number, or a run did not come to its end.
    pub fn of(
        subject: Subject<'_>,
        parameters: &[String],
        begin: impl FnOnce(f64, usize),
    ) -> Result<Self, VerificationError> {
        if parameters.is_empty() {
            return Err(VerificationError::Asked("no parameter: name at least one, as in `S.Stiffness`".to_owned()));
        }
        let model = subject.as_it_is()?;
        let columns = subject.columns(&model)?;
        let parameters: Vec<_> =
            parameters.iter().map(|name| Parameter::find(name, &model)).collect::<Result<_, _>>()?;
        let (witness, own) = Witness::of(subject, &model)?;
        let run = own.trajectory;
        begin(own.opinion.wall_s, parameters.len() * differences::RUNS);
        let differences = Differences::all(&witness, &model, &parameters, &run, columns.len())?;
        let forward = forward(subject, &model, &parameters, &run, witness.most())?;
        let (forward, no_forward) = match forward {
            Ok(forward) => (Some(forward), None),
            Err(why) => (None, Some(why)),
        };
        let mut sensitivities = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            let named = Named { model: &model, column, tolerance: tolerance(&model, column, &run, at) };
            let mut of_column = Vec::new();
            for (number, parameter) in parameters.iter().enumerate() {
                let by_differences = differences.estimate(number, at);
                let estimate = match forward.as_ref().map(|forward| &forward[number][at]) {
                    Some(forward) => forward.clone().beside(by_differences),
                    None => by_differences.clone(),
                };
                of_column.push(named.sensitivity(parameter, estimate, &run));
            }
            of_column.sort_by(|a: &Sensitivity, b| b.scaled.abs().total_cmp(&a.scaled.abs()));
            sensitivities.extend(of_column);
        }
        Ok(Self {
            parameters: parameters.into_iter().map(Parameter::into_differentiated).collect(),
            sensitivities,
            no_forward,
            rows: run.times.len(),
            times: run.times,
        })
    }

    /// Whether every derivative is known, or does not matter.
    pub fn are_known(&self) -> bool {
        self.sensitivities.iter().all(|sensitivity| sensitivity.is_known)
    }

    /// The derivatives along the run, under the names `Column/Parameter`.
    pub fn along(&self) -> DataFrame {
        let column = |name: String, unit: String, values| bowline_results::Column {
            name,
            unit,
            values: Values::Numbers(values),
        };
        let time = column("Time".to_owned(), "s".to_owned(), self.times.iter().copied().map(Some).collect());
        let derivatives = self.sensitivities.iter().map(|sensitivity| {
            let name = format!("{}/{}", sensitivity.column, sensitivity.parameter);
            column(name, sensitivity.unit.clone(), sensitivity.derivatives.clone())
        });
        DataFrame { columns: [time].into_iter().chain(derivatives).collect() }
    }
}

/// Estimates for each parameter and column; or why there are none.
type Forward = Result<Vec<Vec<Estimate>>, String>;

#[cfg(feature = "diffsol")]
fn forward(
    subject: Subject<'_>,
    model: &Model,
    parameters: &[Parameter],
    run: &Trajectory,
    most_steps: u64,
) -> Result<Forward, VerificationError> {
    forward::estimates(subject, model, parameters, run, most_steps)
}

#[cfg(not(feature = "diffsol"))]
fn forward(_: Subject<'_>, _: &Model, _: &[Parameter], _: &Trajectory, _: u64) -> Result<Forward, VerificationError> {
    Ok(Err("this program was built without diffsol".to_owned()))
}

/// How many times tighter the runs are that derivatives are taken from.
fn tighter(model: &Model) -> f64 {
    TIGHTER.max(model.settings().rel_tol / TIGHT)
}

/// What was asked for in a column.
fn tolerance(model: &Model, column: &Column, run: &Trajectory, at: usize) -> f64 {
    let settings = model.settings();
    let largest = run.column(at).fold(0.0, |most: f64, value| most.max(value.abs()));
    settings.abs_tol * model.column_nominal(column) + settings.rel_tol * largest
}

/// A column, and what counts in it.
struct Named<'m> {
    model: &'m Model,
    column: &'m Column,
    tolerance: f64,
}

impl Named<'_> {
    fn sensitivity(&self, parameter: &Parameter, estimate: Estimate, run: &Trajectory) -> Sensitivity {
        let (row, largest) = estimate.largest();
        let size = parameter.size();
        let is_negligible = (largest.abs() + estimate.error) * size <= NEGLIGIBLE * self.tolerance;
        Sensitivity {
            parameter: parameter.name().to_owned(),
            column: self.model.column_name(self.column),
            column_unit: self.model.column_unit(self.column).to_owned(),
            unit: quotient(self.model.column_unit(self.column), parameter.unit()),
            largest,
            at_s: run.times.get(row).copied().unwrap_or(f64::NAN),
            scaled: largest * size,
            error: estimate.error,
            means: estimate.means,
            is_confirmed: estimate.is_confirmed,
            is_known: is_negligible || estimate.error <= KNOWN * largest.abs(),
            derivatives: estimate.derivatives,
        }
    }
}

/// The unit of a derivative.
fn quotient(of: &str, by: &str) -> String {
    let by_in_parentheses = if by.contains([' ', '/', '*', '·']) { format!("({by})") } else { by.to_owned() };
    match (of, by) {
        (of, "") => of.to_owned(),
        (of, by) if of == by => String::new(),
        ("", _) => format!("1/{by_in_parentheses}"),
        _ => format!("{of}/{by_in_parentheses}"),
    }
}
