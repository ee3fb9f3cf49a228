//! Derivatives that are integrated beside the states, by diffsol.

use std::ops::ControlFlow;

use bowline_engine::integration::DiffsolMethod;
use bowline_engine::integration::{Method, OtherIntegration};
use bowline_engine::run::{MovedParameter, Observed, follow_sensitivities};
use bowline_engine::{LoadOptions, Model, Source};

use super::estimate::Estimate;
use super::parameter::Parameter;
use super::{Forward, Means, tighter};
use crate::subject::{Subject, VerificationError};
use crate::trajectory::Trajectory;

/// The looser of the two runs, against the tighter one.
const LOOSER: f64 = 10.0;

/// Estimates for each parameter and column; or why there are none.
pub(super) fn estimates(
    subject: Subject<'_>,
    model: &Model,
    parameters: &[Parameter],
    run: &Trajectory,
    most_steps: u64,
) -> Result<Forward, VerificationError> {
    let why = if model.state_count() == 0 {
        "there are no states"
    } else if model.settings().step_size.is_some() {
        "steps are fixed"
    } else if run.had_instants {
        "events or ticks may move with a parameter"
    } else {
        let tight = tighter(model);
        let mut found = Vec::new();
        for tighter in [tight / LOOSER, tight] {
            match followed(subject, parameters, tighter, run.times.len(), most_steps)? {
                Ok(derivatives) => found.push(derivatives),
                Err(why) => return Ok(Err(why)),
            }
        }
        let [loose, tight] = [found.swap_remove(0), found.swap_remove(0)];
        let of_one = |(loose, tight): (&Vec<Rows>, Vec<Rows>)| {
            let columns = loose.iter().zip(tight);
            columns.map(|(loose, tight)| Estimate::of_two(loose, tight, Means::ForwardSensitivities)).collect()
        };
        return Ok(Ok(loose.iter().zip(tight).map(of_one).collect()));
    };
    Ok(Err(why.to_owned()))
}

/// A derivative, row by row.
type Rows = Vec<Option<f64>>;
/// Those of each column by each parameter; or why they are not known.
type Followed = Result<Vec<Vec<Rows>>, String>;

/// One integration of all of them; or why it failed.
fn followed(
    subject: Subject<'_>,
    parameters: &[Parameter],
    tighter: f64,
    rows: usize,
    most_steps: u64,
) -> Result<Followed, VerificationError> {
    let method = Method::Diffsol(DiffsolMethod::Bdf);
    let integration = Some(OtherIntegration { method, tighter, finer: 1.0, least_steps: 0 });
    let observed = |set: Option<Source>| -> Result<Observed, VerificationError> {
        let one_core = Source::new("--set", "Engine:NumCores=1");
        let set: Vec<_> = [one_core].into_iter().chain(set).collect();
        let options = LoadOptions { integration, ..LoadOptions::default() };
        let model = subject.load(&set, options).map_err(VerificationError::Scenario)?;
        Ok(Observed { columns: subject.columns(&model)?, model })
    };
    let own = observed(None)?;
    let moved = parameters.iter().map(|parameter| {
        let ([below, above], by) = parameter.moved(f64::EPSILON.cbrt());
        Ok(MovedParameter { models: [observed(Some(below))?, observed(Some(above))?], by, size: parameter.size() })
    });
    let moved = moved.collect::<Result<Vec<_>, VerificationError>>()?;
    let mut found = vec![vec![Vec::with_capacity(rows); own.columns.len()]; parameters.len()];
    let mut steps = 0;
    let outcome = follow_sensitivities(
        &own,
        &moved,
        || {
            steps += 1;
            if (subject.stop)() || steps > most_steps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
        |by| {
            for (found, by) in found.iter_mut().flatten().zip(by.iter().flatten()) {
                found.push(Some(*by));
            }
        },
    );
    if (subject.stop)() {
        return Err(VerificationError::Stopped);
    }
    if steps > most_steps {
        return Ok(Err("it takes diffsol too many steps".to_owned()));
    }
    debug_assert!(outcome.is_err() || found.iter().flatten().all(|column: &Vec<_>| column.len() == rows));
    Ok(outcome.map(|()| found).map_err(|error| error.to_string()))
}
