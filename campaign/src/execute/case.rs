//! One run, in this process.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bowline_engine::{Ending, Run, RunError};

use super::series::SeriesFile;
use crate::campaign::{Campaign, LoadedCase};
use crate::case_result::{CaseResult, CaseStatistics, Origin, Status};
use crate::known_files::ReadFile;
use crate::metric::{MetricRecorder, StillMetrics};

/// Runs the cases of a campaign, one after the other or on several threads.
#[derive(Debug)]
pub(super) struct CaseRunner<'c> {
    pub(super) campaign: &'c Campaign<'c>,
    /// The names of what is taken out of each run.
    pub(super) metrics: Vec<String>,
    /// Where the rows of runs go, if they are kept.
    pub(super) series: Option<PathBuf>,
    /// A run may take so long.
    pub(super) timeout: Option<Duration>,
    pub(super) origin: Origin,
}

/// The campaign cannot go on, in words.
#[derive(Debug, Clone)]
pub(super) struct Halt(pub(super) String);

/// How a run ended, and what it gave.
struct Attempt {
    status: Status,
    reason: Option<String>,
    metrics: Vec<Option<f64>>,
    statistics: Option<CaseStatistics>,
    files: Vec<ReadFile>,
}

impl Attempt {
    fn ended(status: Status, reason: impl Into<Option<String>>) -> Self {
        Self { status, reason: reason.into(), metrics: Vec::new(), statistics: None, files: Vec::new() }
    }

    /// With what was found without the run: each of the two is kept without the other.
    fn with(mut self, still: StillMetrics) -> Self {
        if self.status == Status::Interrupted {
            return self;
        }
        if self.metrics.is_empty() {
            self.metrics = still.values;
        } else {
            self.metrics.iter_mut().zip(still.values).for_each(|(value, found)| *value = value.or(found));
        }
        if self.status == Status::Ok && still.missing.is_some() {
            (self.status, self.reason) = (Status::Failed, still.missing);
        }
        self
    }
}

impl CaseRunner<'_> {
    /// Runs a case, unless it is to stop.
    pub(super) fn run(&self, case: u64, stop: &dyn Fn() -> bool) -> Result<CaseResult, Halt> {
        let began = Instant::now();
        let attempt = catch_unwind(AssertUnwindSafe(|| self.attempt(case, began, stop)));
        let attempt = attempt.unwrap_or_else(|panic| Ok(Attempt::ended(Status::Failed, panic_in_words(&*panic))))?;
        Ok(self.result(case, attempt, began))
    }

    /// A run that ended without a result, which began then.
    pub(super) fn ended(&self, case: u64, status: Status, reason: Option<String>, began: Instant) -> CaseResult {
        self.result(case, Attempt::ended(status, reason), began)
    }

    /// Why a run is over that took too long.
    pub(super) fn too_slow(&self) -> String {
        format!("not done after {} s", self.timeout.unwrap_or_default().as_secs_f64())
    }

    fn result(&self, case: u64, attempt: Attempt, began: Instant) -> CaseResult {
        let Attempt { status, reason, metrics, statistics, files } = attempt;
        let (wall_s, origin) = (began.elapsed().as_secs_f64(), self.origin.clone());
        CaseResult { case, status, reason, metrics, statistics, wall_s, files, origin }
    }

    fn attempt(&self, case: u64, began: Instant, stop: &dyn Fn() -> bool) -> Result<Attempt, Halt> {
        let loaded = match self.campaign.load(case) {
            Ok(loaded) => loaded,
            Err(refusal) => return Ok(Attempt::ended(Status::Failed, refusal.to_string())),
        };
        if let Some(reason) = self.other_metrics(&loaded.metrics) {
            return Ok(Attempt::ended(Status::Failed, reason));
        }
        let still = StillMetrics::find(&loaded.metrics, &loaded.model, self.campaign.conditions());
        let attempt = match self.campaign.makes_runs() {
            true => self.run_out(case, &loaded, began, stop)?,
            false => Attempt::ended(Status::Ok, None),
        };
        let state = self.campaign.definition().initial_state.as_deref();
        let files = ReadFile::of(&loaded.model, self.campaign.scenario_path(), state);
        Ok(Attempt { files, ..attempt.with(still) })
    }

    /// Runs a case that was loaded to its end.
    fn run_out(
        &self,
        case: u64,
        loaded: &LoadedCase,
        began: Instant,
        stop: &dyn Fn() -> bool,
    ) -> Result<Attempt, Halt> {
        let mut metrics = MetricRecorder::new(&loaded.metrics);
        let mut run = Run::new(&loaded.model);
        let mut is_too_slow = false;
        let mut observe = |_| {
            is_too_slow = self.timeout.is_some_and(|timeout| began.elapsed() >= timeout);
            if is_too_slow || stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let series = self.series.as_deref().zip(self.campaign.definition().series);
        let outcome = match series {
            None => run.to_end(&mut metrics, &mut observe),
            Some((folder, format)) => {
                let mut file = SeriesFile::begin(folder, case, format, &loaded.model)?;
                let outcome = file.record(&mut run, &mut metrics, &mut observe)?;
                if !matches!(outcome, Ok(Ending::Stopped)) || is_too_slow {
                    file.commit()?;
                }
                outcome
            }
        };
        let statistics = Some(CaseStatistics::from(run.statistics()));
        Ok(match outcome {
            Ok(Ending::Finished) => {
                let metrics = metrics.values();
                Attempt { metrics, statistics, ..Attempt::ended(Status::Ok, None) }
            }
            // How far it came is of the machine, not of the case.
            Ok(Ending::Stopped) if is_too_slow => Attempt::ended(Status::Timeout, self.too_slow()),
            Ok(Ending::Stopped) => Attempt::ended(Status::Interrupted, None),
            Err(error) => Attempt { statistics, ..Attempt::ended(Status::Failed, error.to_string()) },
        })
    }

    /// Why what is taken out of a case does not fit the others.
    fn other_metrics(&self, own: &[crate::metric::MetricColumn]) -> Option<String> {
        if own.iter().map(|metric| &metric.name).eq(&self.metrics) {
            return None;
        }
        let missing = self.metrics.iter().find(|name| own.iter().all(|metric| metric.name != **name));
        let new = own.iter().find(|metric| !self.metrics.contains(&metric.name));
        let difference = match (missing, new) {
            (Some(name), _) => format!("it has no `{name}`"),
            (None, Some(new)) => format!("`{}` is new", new.name),
            (None, None) => "their order is another one".to_owned(),
        };
        Some(format!("its signals are not those of the first case: {difference}; name elements that all cases have"))
    }
}

/// The rows of a run, when it ended as it did, could not be kept.
pub(super) fn halt_of(error: RunError) -> Result<RunError, Halt> {
    match error {
        RunError::Recorder(reason) => Err(Halt(reason.to_string())),
        other => Ok(other),
    }
}

fn panic_in_words(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the program panicked: {}", message.unwrap_or("it did not say why"))
}
