//! Runs the cases of a campaign, on all cores, and keeps what they give.

mod case;
mod request;
mod series;
mod serve;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::campaign::Campaign;
use crate::case_result::{CaseResult, Origin, Status};
use crate::definition::Definition;
use crate::directory::Directory;
use crate::error::CampaignError;
use crate::journal::Journal;
use crate::known_files::KnownFiles;
use crate::manifest::{ColumnKind, ScenarioText};

use case::{CaseRunner, Halt};
use request::{Job, Request};
use series::SeriesFile;
use worker::{Asked, Worker};

pub use serve::serve;
pub use worker::WorkerCommand;

/// Stack of the threads that run, bytes: as much as a program's main thread has.
const STACK: usize = 8 << 20;
/// So many results may wait until they are kept.
const WAITING: usize = 1024;

/// So many cases are tried before a campaign is given up that none can be loaded of.
const MOST_LOADED: usize = 100;

/// How a campaign is run; what it gives is the same.
pub struct Execution<'e> {
    /// So many runs at once.
    pub jobs: usize,
    /// A run may take so long.
    pub timeout: Option<Duration>,
    /// Runs are done in processes of their own, begun by this.
    pub isolation: Option<&'e WorkerCommand>,
    /// Where it is run.
    pub origin: Origin,
    /// Whether it is to stop.
    pub stop: &'e (dyn Fn() -> bool + Sync),
    /// Is told each run that ended.
    pub tell: &'e mut dyn FnMut(&CaseResult),
}

impl std::fmt::Debug for Execution<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Execution").field("jobs", &self.jobs).finish_non_exhaustive()
    }
}

/// What was done.
#[derive(Debug, Default)]
pub struct Executed {
    /// Runs that ended, and are kept.
    pub finished: u64,
    /// Those of them that did not go well.
    pub failed: u64,
    /// Runs that were begun, and will be done again.
    pub interrupted: Vec<CaseResult>,
    /// Why it ended before its end, if the user did not end it.
    pub halted: Option<CampaignError>,
}

impl Campaign<'_> {
    /// Runs all cases that are missing in a folder, and keeps what they give.
    ///
    /// # Errors
    /// It could not begin. What stops it later is told with what was done.
    pub fn execute(&self, directory: &Directory, execution: Execution<'_>) -> Result<Executed, CampaignError> {
        let Execution { jobs, timeout, isolation, origin, stop, tell } = execution;
        let manifest = directory.manifest();
        let series = self.definition().series.map(|_| directory.layout().series());
        let metrics = manifest.columns_of(ColumnKind::Metric).map(|column| column.name.clone()).collect();
        let job = isolation
            .map(|command| (command, Job::new(manifest, self.initial_state(), series.clone(), timeout, &origin)));
        let runner = CaseRunner { campaign: self, metrics, series, timeout, origin };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
        let pool = pool.map_err(|reason| CampaignError::Failed(format!("cannot begin {jobs} threads: {reason}")))?;
        let journal = directory.journal()?;

        let halted = AtomicBool::new(false);
        let is_over = || stop() || halted.load(Ordering::Relaxed);
        let workers = Mutex::new(Vec::new());
        let run = |case: u64| match &job {
            None => runner.run(case, &is_over),
            Some((command, job)) => run_isolated(&runner, case, &workers, command, job, &is_over),
        };
        let executed = thread::scope(|scope| {
            let (sender, results) = mpsc::sync_channel(WAITING);
            let missing = directory.missing();
            let (pool, run, is_over) = (&pool, &run, &is_over);
            scope.spawn(move || {
                pool.install(|| {
                    // The sender is gone when nobody keeps anything any more.
                    let _ = missing.par_bridge().try_for_each_with(sender, |sender, case| {
                        if is_over() { None } else { sender.send(run(case)).ok() }
                    });
                });
            });
            keep(journal, directory.files().clone(), &results, &halted, tell)
        });
        Ok(executed)
    }
}

/// Keeps what comes, until nothing comes any more. Whatever stops it stops the
/// campaign.
fn keep(
    mut journal: Journal,
    mut files: KnownFiles,
    results: &Receiver<Result<CaseResult, Halt>>,
    halted: &AtomicBool,
    tell: &mut dyn FnMut(&CaseResult),
) -> Executed {
    let mut executed = Executed::default();
    // So many runs, and failed ones, are not kept yet.
    let mut pending = (0, 0);
    let halt = |executed: &mut Executed, error: CampaignError| {
        halted.store(true, Ordering::Relaxed);
        executed.halted.get_or_insert(error);
    };
    loop {
        let next = match journal.due() {
            Some(due) => results.recv_timeout(due),
            None => results.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let kept = match next {
            Ok(Ok(result)) if result.status == Status::Interrupted => {
                executed.interrupted.push(result);
                Ok(())
            }
            Ok(Ok(mut result)) if executed.halted.is_none() => match files.learn(result.case, &mut result.files) {
                Ok(()) => {
                    tell(&result);
                    pending = (pending.0 + 1, pending.1 + u64::from(result.status != Status::Ok));
                    journal.add(&result)
                }
                Err(changed) => {
                    halt(&mut executed, changed);
                    Ok(())
                }
            },
            Ok(Ok(_)) => Ok(()),
            Ok(Err(Halt(message))) => {
                halt(&mut executed, CampaignError::Failed(message));
                Ok(())
            }
            Err(RecvTimeoutError::Timeout) => journal.commit_if_due(),
            Err(RecvTimeoutError::Disconnected) => {
                let kept = journal.commit();
                if let Err(error) = kept {
                    halt(&mut executed, error);
                } else {
                    executed.finished += pending.0;
                    executed.failed += pending.1;
                }
                return executed;
            }
        };
        match kept {
            Ok(()) if journal.due().is_none() => {
                executed.finished += pending.0;
                executed.failed += pending.1;
                pending = (0, 0);
            }
            Ok(()) => {}
            Err(error) => {
                pending = (0, 0);
                halt(&mut executed, error);
            }
        }
    }
}

/// The first of these cases that does not take the program down when it is
/// loaded, which is tried in a process of its own; `initial_state` is the text of the state that they
/// begin with.
///
/// # Errors
/// All of the first hundred do; or there is no such process.
pub fn first_that_loads(
    command: &WorkerCommand,
    definition: &Definition,
    scenario: &ScenarioText,
    initial_state: Option<&str>,
    cases: impl Iterator<Item = u64>,
) -> Result<u64, CampaignError> {
    let origin = Origin { host: String::new(), began: String::new() };
    let (definition, scenario) = (definition.clone(), scenario.clone());
    let initial_state = initial_state.map(str::to_owned);
    let job = Job { definition, scenario, initial_state, metrics: Vec::new(), series: None, timeout_s: None, origin };
    let mut why = String::new();
    for case in cases.take(MOST_LOADED) {
        let worker = Worker::start(command, &job);
        let mut worker = worker.map_err(|reason| CampaignError::Failed(format!("cannot begin a process: {reason}")))?;
        match worker.ask(&Request::Load(case), None, &|| false) {
            Asked::Halted(message) => return Err(CampaignError::Wrong(message)),
            Asked::Died(reason) => why = reason,
            _ => return Ok(case),
        }
    }
    Err(CampaignError::Wrong(format!("no case can be loaded: each takes its process down ({why})")))
}

/// Runs a case in a process of its own.
fn run_isolated(
    runner: &CaseRunner<'_>,
    case: u64,
    idle: &Mutex<Vec<Worker>>,
    command: &WorkerCommand,
    job: &Job,
    stop: &dyn Fn() -> bool,
) -> Result<CaseResult, Halt> {
    let began = Instant::now();
    let lock = || idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let waiting = lock().pop();
    let mut worker = match waiting {
        Some(worker) => worker,
        None => Worker::start(command, job).map_err(|reason| Halt(format!("cannot begin a process: {reason}")))?,
    };
    let asked = match worker.ask(&Request::Run(case), runner.timeout, stop) {
        Asked::Result(result) => {
            lock().push(worker);
            return Ok(*result);
        }
        asked => asked,
    };
    // The process has to be gone before what it left is removed.
    drop(worker);
    if let Some(series) = &runner.series {
        SeriesFile::remove(series, case);
    }
    match asked {
        Asked::Loaded | Asked::Result(_) => Err(Halt("a process answered what it was not asked".to_owned())),
        Asked::Halted(message) => Err(Halt(message)),
        Asked::Died(reason) => Ok(runner.ended(case, Status::Failed, Some(reason), began)),
        Asked::TooSlow => Ok(runner.ended(case, Status::Timeout, Some(runner.too_slow()), began)),
        Asked::Stopped => Ok(runner.ended(case, Status::Interrupted, None, began)),
    }
}
