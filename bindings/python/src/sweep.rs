//! Many runs on all cores.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bowline_campaign::execute::Execution;
use bowline_campaign::{
    Beginning, Campaign, CampaignError, Definition, Directory, ExecutionRecord, Layout, LoadedCase, Manifest, Origin,
    Refusal, Sampling, SamplingMethod, ScenarioText, Series, Shard, Summary, Variation, sources,
};
use pyo3::prelude::*;

use crate::PROGRAM;
use crate::errors::{Fault, Result};
use crate::study::Study;
use crate::tables::{self, Columns};
use crate::watch::watched;

fn refused(refusal: Refusal) -> Fault {
    match refusal {
        Refusal::Message(message) => Fault::refused(message),
        Refusal::Diagnostics(diagnostics) => Fault::from(*diagnostics),
    }
}

fn failed(error: &CampaignError) -> Fault {
    Fault::refused(error.to_string())
}

/// What is asked for beside the study.
struct Asked {
    vary: Vec<(String, String)>,
    metrics: Vec<String>,
    sample: Option<(String, u64, u64)>,
    series: Option<String>,
    signals: Vec<String>,
    conditions: (Vec<String>, Vec<String>, Vec<String>),
}

fn definition(study: &Study, asked: Asked) -> Result<Definition> {
    let Asked { vary, metrics, sample, series, signals, conditions } = asked;
    let given = &study.given;
    let sample = sample.map(|(method, count, seed)| {
        let method = match method.as_str() {
            "random" => SamplingMethod::Random,
            "lhs" => SamplingMethod::Lhs,
            "sobol" => SamplingMethod::Sobol,
            other => return Err(Fault::refused(format!("`{other}` is no way to draw cases: random, lhs or sobol"))),
        };
        Ok(Sampling { method, count, seed })
    });
    let series = series.map(|format| match format.as_str() {
        "csv" => Ok(Series::Csv),
        "parquet" => Ok(Series::Parquet),
        other => Err(Fault::refused(format!("`{other}` is no format of rows: csv or parquet"))),
    });
    let vary = vary.iter().map(|(name, values)| Variation::new(name, values));
    let (hold, find, given_conditions) = conditions;
    Ok(Definition {
        scenario: given.request.sources.scenario().path().to_path_buf(),
        until: study.until(),
        set: given.set.clone(),
        library: given.libraries.clone(),
        library_path: given.library_path.clone(),
        scheme_path: given.scheme_path.clone(),
        metric: metrics,
        hold,
        find,
        given: given_conditions,
        series: series.transpose()?,
        signals,
        vary: vary.collect::<std::result::Result<_, _>>().map_err(|error| Fault::refused(error.to_string()))?,
        sample: sample.transpose()?,
        ..Definition::default()
    })
}

/// Runs cases, and gives a table with a row for each; what was done is kept in the folder, and not done again.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one call, from one place in Python")]
pub(crate) fn sweep<'py>(
    py: Python<'py>,
    study: &Study,
    folder: PathBuf,
    vary: Vec<(String, String)>,
    metrics: Vec<String>,
    sample: Option<(String, u64, u64)>,
    series: Option<String>,
    signals: Vec<String>,
    conditions: (Vec<String>, Vec<String>, Vec<String>),
    jobs: Option<usize>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Columns<'py>> {
    let asked = Asked { vary, metrics, sample, series, signals, conditions };
    let summary = watched(py, |stop| execute(study, folder, asked, jobs, timeout, progress.as_ref(), stop))?;
    tables::handed_over(py, &summary.runs)
}

fn execute(
    study: &Study,
    folder: PathBuf,
    asked: Asked,
    jobs: Option<usize>,
    timeout_s: Option<f64>,
    progress: Option<&Py<PyAny>>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Summary> {
    // Without a bound there is no timeout.
    let timeout_s = timeout_s.filter(|seconds| *seconds != f64::INFINITY);
    let timeout = timeout_s.map(Duration::try_from_secs_f64).transpose();
    let timeout = timeout.map_err(|reason| Fault::refused(format!("a timeout is more than 0, in s: {reason}")))?;
    let definition = definition(study, asked)?;
    let given = &study.given;
    let source = given.request.sources.scenario();
    let sources = sources(&definition, source.clone(), given.request.state.clone());
    let campaign = Campaign::read(&definition, &sources, study.catalog()).map_err(refused)?;
    let LoadedCase { model, metrics } = campaign.load(1).map_err(refused)?;
    campaign.check_names(&model).map_err(refused)?;
    campaign.check_windows(&model).map_err(refused)?;
    campaign.check_conditions(&model).map_err(refused)?;
    let plan = campaign.plan_with_units(&model);
    let execution = ExecutionRecord { timeout_s, isolate: false };
    let beginning = Beginning {
        program: PROGRAM,
        definition: &definition,
        plan: &plan,
        shard: Shard::WHOLE,
        execution,
        scenario: ScenarioText::new(source.path().to_path_buf(), source.text()),
        model: &model,
        metrics: &metrics,
    };
    let manifest = Manifest::new(beginning).map_err(|error| failed(&error))?;
    let directory = directory(folder, manifest)?;
    drop(model);
    let total = directory.missing_count();
    let (mut done, mut raised) = (0_u64, None);
    let is_over = AtomicBool::new(false);
    let stop = || stop() || is_over.load(Ordering::Relaxed);
    let mut tell = |_: &bowline_campaign::CaseResult| {
        done += 1;
        let Some(progress) = progress else { return };
        let looked = Python::attach(|py| progress.call1(py, (done, total)).map(drop));
        if let Err(error) = looked {
            is_over.store(true, Ordering::Relaxed);
            raised.get_or_insert(error);
        }
    };
    let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get)).max(1);
    let executed = campaign.execute(
        &directory,
        Execution {
            jobs,
            timeout,
            isolation: None,
            origin: Origin { host: "Python".to_owned(), began: began.to_string() },
            stop: &stop,
            tell: &mut tell,
        },
    );
    let executed = executed.map_err(|error| failed(&error))?;
    if let Some(raised) = raised {
        return Err(Fault::Raised(raised));
    }
    if let Some(halted) = &executed.halted {
        return Err(failed(halted));
    }
    if stop() {
        return Err(Fault::Stopped);
    }
    let summary = Summary::read(directory.layout(), directory.manifest(), &executed.interrupted);
    let summary = summary.map_err(|error| failed(&error))?;
    summary.write(directory.layout()).map_err(|error| failed(&error))?;
    Ok(summary)
}

/// The folder of the campaign: a new one, or one that holds the same campaign.
fn directory(folder: PathBuf, manifest: Manifest) -> Result<Directory> {
    let layout = Layout::new(folder);
    if !layout.manifest().exists() {
        return Directory::begin(layout, manifest).map_err(|error| failed(&error));
    }
    let directory = Directory::resume(layout).map_err(|error| failed(&error))?;
    if let Some(difference) = directory.manifest().difference(&manifest) {
        let message = format!("the folder holds another campaign: {difference}; choose another folder");
        return Err(Fault::refused(message));
    }
    Ok(directory)
}
