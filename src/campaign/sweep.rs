//! `bowline sweep`: runs a campaign, or goes on with one.

use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf, absolute};
use std::thread;
use std::time::Instant;

use bowline_campaign::execute::{Executed, Execution, WorkerCommand, first_that_loads};
use bowline_campaign::{
    Beginning, Campaign, CampaignError, Definition, Directory, ExecutionRecord, Layout, LoadedCase, Manifest, Origin,
    Refusal, ScenarioText, Shard, Summary, sources,
};
use bowline_engine::{Model, Source, Sources};

use super::arguments::SweepArguments;
use super::asked;
use super::progress::Progress;
use super::slurm;
use super::summary::refuse;
use super::verified;
use crate::interruption::Interruption;
use crate::user_path::UserPath;
use crate::{Exit, PROGRAM, libraries, log, machine, report};

pub(crate) fn sweep(arguments: &SweepArguments) -> Exit {
    let read = arguments.file.iter().chain(&arguments.initial_state).chain(&arguments.libraries.files);
    let read = read.map(UserPath::new);
    if let Err(message) = log::begin(&arguments.verbosity, &read.collect::<Vec<_>>(), arguments.quiet) {
        return wrong(&message);
    }
    #[cfg(unix)]
    crate::whereabouts::set_kept(
        "; finished runs are kept, --resume DIR goes on, and --isolate lets a crash cost one run only",
    );
    let outcome = match (&arguments.resume, &arguments.file, &arguments.output) {
        (Some(folder), _, _) => resume(folder, arguments),
        (None, Some(file), Some(folder)) => begin(file, folder, arguments),
        // The arguments are required.
        _ => Err(wrong("give a scenario and -o DIR, or --resume DIR")),
    };
    outcome.unwrap_or_else(|exit| exit)
}

fn wrong(message: &str) -> Exit {
    report::error(message);
    Exit::Wrong
}

/// Reads a scenario or a state.
fn read(path: &Path) -> Result<Source, Exit> {
    Source::read(path).map_err(|reason| wrong(&format!("cannot read `{}`: {reason}", path.display())))
}

/// Begins a campaign.
fn begin(file: &Path, folder: &Path, arguments: &SweepArguments) -> Result<Exit, Exit> {
    let layout = Layout::new(absolute(folder).unwrap_or_else(|_| folder.to_owned()));
    let definition = asked::definition(file, arguments).map_err(|message| wrong(&message))?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let path = &definition.scenario;
    let shown = if definition.scenario.ends_with(file) { file } else { path };
    let scenario = read(shown)?;
    let text = ScenarioText::new(path.clone(), scenario.text());
    let timeout_s = arguments.timeout.map(|timeout| timeout.as_secs_f64());
    let execution = ExecutionRecord { timeout_s, isolate: arguments.isolate };
    // What is told of it calls it as the user did.
    let state = arguments.initial_state.as_ref().or(definition.initial_state.as_ref());
    let sources = sources(&definition, scenario, state.map(|path| read(path)).transpose()?);
    let cluster = arguments.slurm.map(|shards| (layout.folder().to_owned(), shards));
    let job = Job { definition: &definition, sources: &sources, text, shard, execution, arguments, cluster };
    job.prepare(|manifest| Directory::begin(layout, manifest))
}

/// Goes on with a campaign.
fn resume(folder: &Path, arguments: &SweepArguments) -> Result<Exit, Exit> {
    let layout = Layout::new(absolute(folder).unwrap_or_else(|_| folder.to_owned()));
    let directory = Directory::resume(layout).map_err(|error| refuse(&error))?;
    let there = directory.manifest().clone();
    let path = &there.scenario.path;
    if fs::read_to_string(path).is_ok_and(|text| text != there.scenario.text) {
        let message = format!("`{}` changed since: the campaign goes on with it as it was", path.display());
        report::warning(&message, arguments.quiet);
    }
    let state = there.definition.initial_state.as_deref().map(read).transpose()?;
    let sources = sources(&there.definition, there.scenario.source(), state);
    let timeout_s = arguments.timeout.map(|timeout| timeout.as_secs_f64()).or(there.execution.timeout_s);
    let execution = ExecutionRecord { timeout_s, isolate: arguments.isolate || there.execution.isolate };
    let (text, shard) = (there.scenario.clone(), there.shard);
    let definition = &there.definition;
    let job = Job { definition, sources: &sources, text, shard, execution, arguments, cluster: None };
    job.prepare(|now| match there.difference(&now) {
        None => Ok(directory),
        Some(difference) => Err(CampaignError::Wrong(format!(
            "`{}` cannot be gone on with: {difference}; begin another campaign, with -o",
            folder.display()
        ))),
    })
}

/// What is run.
struct Job<'j> {
    definition: &'j Definition,
    sources: &'j Sources,
    text: ScenarioText,
    shard: Shard,
    execution: ExecutionRecord,
    arguments: &'j SweepArguments,
    /// Where a job for a cluster is written to, and how many shards it has,
    /// instead of running anything.
    cluster: Option<(PathBuf, u64)>,
}

impl Job<'_> {
    /// Finds out what is wrong before anything is run; has the folder made, or
    /// taken up; and runs.
    fn prepare(self, open: impl FnOnce(Manifest) -> Result<Directory, CampaignError>) -> Result<Exit, Exit> {
        let Self { definition, sources, text, shard, execution, arguments, cluster } = self;
        let quiet = arguments.quiet;
        let catalog = libraries::catalog(&asked::libraries(definition), quiet);
        let catalog = catalog.map_err(|error| report::errors(&[error]))?;
        let campaign = Campaign::read(definition, sources, &catalog).map_err(|refusal| say(&refusal))?;
        if arguments.verify.is_some() && !campaign.makes_runs() {
            let why = "all metrics are of equilibria and modes, for which nothing is run";
            return Err(wrong(&format!("--verify verifies runs: {why}; leave it out")));
        }
        let cases = campaign.plan().count();
        if shard.count(cases) == 0 {
            return Err(wrong(&format!("shard {shard} has no cases: there are {cases} in all")));
        }
        let isolation = execution.isolate.then(worker_command).transpose().map_err(|message| wrong(&message))?;
        let first = match &isolation {
            None => 1,
            Some(command) => {
                let state = sources.initial_state().map(Source::text);
                first_that_loads(command, definition, &text, state, 1..=cases).map_err(|error| refuse(&error))?
            }
        };
        let LoadedCase { model, metrics } = campaign.load(first).map_err(|refusal| say(&refusal))?;
        campaign.check_names(&model).map_err(|refusal| say(&refusal))?;
        campaign.check_windows(&model).map_err(|refusal| say(&refusal))?;
        campaign.check_conditions(&model).map_err(|refusal| say(&refusal))?;
        report::human(model.warnings(), quiet);
        warn_of_unwritten(&model, quiet);
        let plan = campaign.plan_with_units(&model);
        let beginning = Beginning {
            program: PROGRAM,
            definition,
            plan: &plan,
            shard,
            execution,
            scenario: text,
            model: &model,
            metrics: &metrics,
        };
        let manifest = Manifest::new(beginning).map_err(|error| refuse(&error))?;
        if let Some((folder, shards)) = cluster {
            return slurm::write(&folder, &manifest, shards, quiet).map_err(|message| wrong(&message));
        }
        let directory = open(manifest).map_err(|error| refuse(&error))?;
        drop(model);
        let interruption = Interruption::listen().map_err(|reason| {
            report::error(&format!("cannot listen for Ctrl-C: {reason}"));
            Exit::Failed
        })?;
        let began = Instant::now();
        let mut progress = Progress::new(directory.missing_count(), quiet);
        let jobs = arguments.jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
        let executed = campaign.execute(
            &directory,
            Execution {
                jobs,
                timeout: execution.timeout_s.map(std::time::Duration::from_secs_f64),
                isolation: isolation.as_ref(),
                origin: Origin { host: machine::host(), began: machine::now() },
                stop: &|| interruption.is_asked(),
                tell: &mut |result| progress.see(result),
            },
        );
        progress.finish();
        let executed = executed.map_err(|error| refuse(&error))?;
        let exit = end(&directory, &executed, began, quiet);
        match arguments.verify {
            // What was not interrupted or halted is done.
            Some(count) if directory.done() + executed.finished == shard.count(cases) => {
                let verified = verified::verify(&campaign, &directory, count, &|| interruption.is_asked(), quiet);
                Ok(if exit == Exit::Done { verified } else { exit })
            }
            _ => Ok(exit),
        }
    }
}

/// Warns of results that the scenario asks for, and that a campaign does not write.
fn warn_of_unwritten(model: &Model, quiet: bool) {
    if !model.settings().save_points.is_empty() {
        report::warning("TSave writes no state files in a campaign", quiet);
    }
    if !model.outputs().is_empty() {
        report::warning("the scenario's further outputs (`Output`) are not written in a campaign", quiet);
    }
}

/// Writes the summary, and says how it went.
fn end(directory: &Directory, executed: &Executed, began: Instant, quiet: bool) -> Exit {
    let (layout, manifest) = (directory.layout(), directory.manifest());
    let folder = layout.folder().display();
    let summary = Summary::read(layout, manifest, &executed.interrupted);
    let summary = summary.and_then(|summary| summary.write(layout).map(|()| summary));
    let (done, of) = (directory.done() + executed.finished, manifest.shard.count(manifest.count));
    let seconds = began.elapsed().as_secs_f64();
    let rate = executed.finished as f64 / seconds;
    let runs = report::counted(executed.finished, "run");
    let pace =
        if executed.finished == 0 { String::new() } else { format!("{runs} in {seconds:.1} s, {rate:.1} a second; ") };
    report::note(&format!("{folder}: {pace}{done} of {of} are done"), quiet);
    let go_on = format!("`bowline sweep --resume {folder}` goes on");
    if let Some(error) = &executed.halted {
        report::error(&error.to_string());
        report::note(&format!("  help: {done} of {of} runs are kept; {go_on} when there is room again"), false);
        return Exit::Failed;
    }
    let failed = match summary {
        Ok(summary) => summary.failed,
        Err(error) => {
            report::error(&error.to_string());
            report::note(&format!("  help: all runs that ended are kept; {go_on} when there is room again"), false);
            return Exit::Failed;
        }
    };
    if failed > 0 {
        let summary = layout.summary_csv();
        report::note(&format!("{failed} of them did not go well: `{}` says why", summary.display()), false);
    }
    if done < of {
        report::note(&format!("interrupted; {go_on}"), false);
        return Exit::Interrupted;
    }
    if failed > 0 { Exit::Failed } else { Exit::Done }
}

/// Says what is wrong with a scenario or a definition.
fn say(refusal: &Refusal) -> Exit {
    match refusal {
        Refusal::Message(message) => wrong(message),
        Refusal::Diagnostics(diagnostics) => {
            report::human(diagnostics, false);
            let scenario = diagnostics.texts().first().map_or("", |scenario| scenario.name());
            report::note(&format!("{scenario}: {}, nothing was run", report::count(diagnostics)), false);
            Exit::Wrong
        }
    }
}

/// What begins a process that runs cases: this program.
fn worker_command() -> Result<WorkerCommand, String> {
    let program: PathBuf =
        std::env::current_exe().map_err(|reason| format!("the program does not know where it is: {reason}"))?;
    let arguments = ["sweep-worker", "--parent", &std::process::id().to_string()].map(OsString::from);
    Ok(WorkerCommand { program, arguments: arguments.to_vec() })
}
