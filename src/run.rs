//! `bowline run`: from a scenario to its results.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bowline_engine::statistics::Statistics;
use bowline_engine::{
    CatalogLibrary, Ending, LoadOptions, Model, NoRecorder, Origin, Recorder, Run, RunError, RunOptions, RunRecord,
    Seconds,
};
use bowline_results::Format;
use bowline_surface::advice::{self, Stepping};
use bowline_surface::result_file::{ResultFile, ResultRecorder, RowStyle};
use tracing::info;

use crate::arguments::RunArguments;
use crate::further_results::FurtherResults;
use crate::interruption::Interruption;
use crate::output::Output;
use crate::paths::{Destination, Paths};
use crate::progress::Progress;
use crate::real_time::RealTime;
use crate::repetition::Repetition;
use crate::state_files::{Saving, StateFiles};
use crate::user_path::UserPath;
use crate::watchdog::Watchdog;
use crate::{Exit, PROGRAM, cpu_time, launch, libraries, log, opened, recorded_view, report, statistics, verification};

pub(crate) fn run(arguments: &RunArguments) -> Exit {
    // Before a library has a chance to go to another directory.
    let paths = Arc::new(Paths::new(arguments));
    if arguments.record_view.is_some() && paths.view().is_none() {
        return wrong("--record-view writes a view beside the results: let these go to a file, with -o");
    }
    if let Err(message) = log::begin(&arguments.verbosity, &paths.beside_the_log(), arguments.quiet) {
        return wrong(&message);
    }
    let began = Instant::now();
    let sources = match report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return wrong(&message),
    };
    let repetition = match paths.repeated.clone().map(Repetition::read).transpose() {
        Ok(repetition) => repetition,
        Err(message) => return wrong(&message),
    };
    // From here on libraries run.
    let watchdog = Watchdog::new(arguments.stall);
    let catalog = match libraries::catalog(&arguments.libraries, arguments.quiet) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    let options = LoadOptions { until: arguments.until, ..LoadOptions::default() };
    let model = match &repetition {
        Some(repetition) => opened::load(&sources, &catalog, options, |model| repetition.ports(model)),
        None => bowline_engine::load(&sources, &catalog, options),
    };
    let model = match model {
        Ok(model) => model,
        Err(diagnostics) => {
            report::human(&diagnostics, false);
            let earlier = paths.earlier().map_or_else(String::new, |earlier| format!("; {earlier}"));
            let count = report::count(&diagnostics);
            report::note(&format!("{}: {count}, nothing was run{earlier}", paths.scenario), false);
            return Exit::Wrong;
        }
    };
    let loading = began.elapsed();
    report::human(model.warnings(), arguments.quiet);
    introduce(&model);
    let guard = arguments.guard || RunOptions::default().guard;
    let mut run = Run::with(&model, RunOptions { profile: arguments.stats, guard, ..RunOptions::default() });
    if let Some(repetition) = repetition
        && let Err(message) = repetition.plan(&mut run, arguments.quiet)
    {
        return wrong(&message);
    }
    let mut record = RunRecord::new(PROGRAM, &model);
    launch::tell(&mut record);
    let output = recorded_view::times(arguments.record_view, &model)
        .and_then(|view| Output::new(&paths, &model, &mut record, view, arguments.force));
    match output {
        Ok(output) => match integrate(arguments, &Job { paths, model, loading }, run, watchdog, output, record) {
            Exit::Done if arguments.verify => {
                verification::after_run(&sources, &catalog, arguments.until, &arguments.scenario, arguments.quiet)
            }
            exit => exit,
        },
        Err(message) => wrong(&message),
    }
}

/// What is run.
struct Job {
    paths: Arc<Paths>,
    model: Arc<Model>,
    /// How long the model took to load.
    loading: Duration,
}

fn wrong(message: &str) -> Exit {
    report::error(message);
    Exit::Wrong
}

/// Runs; writes all files; and then says how it went. That nobody listens must
/// not cost a file.
fn integrate(
    arguments: &RunArguments,
    job: &Job,
    mut run: Run,
    watchdog: Watchdog,
    output: Output,
    mut record: RunRecord,
) -> Exit {
    let Job { paths, model, loading } = job;
    let Output { rows: results, further, record: record_file, mut view } = output;
    let refuse = |reason| report::error(&format!("cannot listen for Ctrl-C: {reason}"));
    let Ok(interruption) = Interruption::listen().map_err(refuse) else { return Exit::Failed };
    let mut states = StateFiles::new(model, Arc::clone(paths));
    warn_of_unwritten(paths, model, arguments.quiet);
    let style = RowStyle { units: arguments.units, prompt: arguments.real_time.is_some() };
    let times = &model.settings().output_times;
    let mut progress = Progress::new(times.start(), times.end(), arguments.quiet || arguments.verbosity.verbose > 1);
    let mut observe = |time| {
        watchdog.see();
        if interruption.is_asked() { ControlFlow::Break(()) } else { progress.observe(time) }
    };
    let mut advance = |run: &mut Run, recorder: &mut dyn Recorder| {
        let recorder = &mut Saving { recorder, states: &mut states };
        let pace = arguments.real_time.map(|rate| RealTime::new(rate, run.time()));
        let mut pass = |run: &mut Run, time: f64| match &pace {
            Some(pace) => pace.pass(run, time, recorder, &mut observe),
            None => run.pass(time, recorder, &mut observe),
        };
        match &mut view {
            Some(view) => view.run_to_end(run, &mut pass),
            None => pass(run, f64::INFINITY),
        }
    };
    let name = results.as_ref().map(|results| results.name().to_owned());
    let begun = begin_rows(&mut run, results, further, style);
    let Passed { outcome, rows, cpu } = match begun {
        Err(reason) => {
            Passed { outcome: Err(RunError::Recorder(reason)), rows: name.is_some().then_some(0), cpu: None }
        }
        Ok((further, rows)) => pass(&mut run, rows, further, &mut record, &mut advance),
    };
    #[cfg(unix)]
    if crate::crash::is_forked() {
        report::error("a process that was forked from the program went on with the run: it ends here");
        crate::crash::leave(Exit::Failed as i32);
    }
    drop(watchdog);
    progress.finish();
    let is_parquet = |path: &UserPath| Format::of(path.place()).is_ok_and(|format| format == Format::Parquet);
    let mut ended = Ended::of(&outcome, &run, paths.results.file().is_some_and(is_parquet));
    if let Some(path) = &paths.final_state
        && let Err(reason) = states.write(path, &run.state())
    {
        ended.fail(format!("cannot write the final state: {reason}"));
    }
    complete_record(&mut record, &run, &states, rows);
    ended.note_in(&mut record);
    if let Some(file) = &record_file
        && let Err(reason) = file.end(&record)
    {
        ended.fail(format!("cannot write `{}`: {reason}", file.path()));
    }
    ended.say();
    let shown = name.filter(|_| !matches!(paths.results, Destination::Stdout));
    let lines = summary(shown.as_deref(), model, &run, &record, ended.exit);
    lines.iter().for_each(|line| report::note(line, arguments.quiet));
    if let Some(view) = &view {
        view.tell(arguments.quiet);
    }
    warn_of_earlier(paths, rows.is_some(), arguments.quiet);
    if arguments.stats {
        report::note(statistics::table(&run, *loading, cpu).trim_end(), false);
    }
    ended.exit
}

/// Warns of results that the scenario asks for, and that go nowhere.
fn warn_of_unwritten(paths: &Paths, model: &Model, quiet: bool) {
    if paths.record().is_none() && !model.settings().save_points.is_empty() {
        let place = if matches!(paths.results, Destination::Stdout) { "standard output" } else { "a device" };
        let message = format!("TSave writes no state files, since the results go to {place}");
        report::warning(&message, quiet);
    }
    if paths.results.file().is_none() && !model.outputs().is_empty() {
        report::warning("further outputs are not written, since the results go to no file", quiet);
    }
}

/// Warns of files of an earlier run that this one did not replace.
fn warn_of_earlier(paths: &Paths, has_rows: bool, quiet: bool) {
    if let Some(results) = paths.earlier_results().filter(|_| !has_rows) {
        report::warning(&format!("`{results}` is of an earlier run: this one recorded nothing"), quiet);
    }
    if let Some(view) = paths.earlier_view() {
        report::warning(&format!("`{view}` is of an earlier run: this one recorded no view"), quiet);
    }
}

/// Begins the files of rows.
fn begin_rows(
    run: &mut Run,
    results: Option<ResultFile>,
    further: Vec<(usize, ResultFile)>,
    style: RowStyle,
) -> io::Result<(FurtherResults, Option<ResultRecorder>)> {
    let model = Arc::clone(run.model());
    let further = FurtherResults::begin(&model, further, style)?;
    further.attach(run);
    let begin = |results: ResultFile| results.begin(&model, model.columns().to_vec(), style);
    Ok((further, results.map(begin).transpose()?))
}

/// What became of a run.
struct Passed {
    outcome: Result<Ending, RunError>,
    /// How many rows the results have, if there are any.
    rows: Option<u64>,
    /// What the run's own thread took.
    cpu: Option<Duration>,
}

/// Runs to the end with `advance`, and ends the files of rows.
fn pass(
    run: &mut Run,
    mut rows: Option<ResultRecorder>,
    mut further: FurtherResults,
    record: &mut RunRecord,
    advance: &mut dyn FnMut(&mut Run, &mut dyn Recorder) -> Result<Ending, RunError>,
) -> Passed {
    let before = cpu_time::of_this_thread();
    let outcome = match &mut rows {
        Some(rows) => {
            let outcome = advance(run, rows);
            let flushed = rows.flush().map_err(RunError::Recorder);
            outcome.and_then(|ending| flushed.map(|()| ending))
        }
        None => advance(run, &mut NoRecorder),
    };
    let cpu = cpu_time::of_this_thread().zip(before).map(|(now, before)| now.saturating_sub(before));
    let flushed = further.finish(record).map_err(RunError::Recorder);
    Passed { outcome: outcome.and_then(|ending| flushed.map(|()| ending)), rows: rows.map(|rows| rows.count()), cpu }
}

fn complete_record(record: &mut RunRecord, run: &Run, states: &StateFiles, rows: Option<u64>) {
    record.statistics = run.statistics().clone();
    record.warnings.extend(run.warnings());
    record.statistics.rows = rows.unwrap_or(0);
    record.saved_states = states.written().to_vec();
    record.interventions = run.interventions().to_vec();
    record.reached_s = run.time();
}

/// How a run ended, and what there is to say of it.
struct Ended {
    exit: Exit,
    /// Why it failed; each with advice, if there is any.
    errors: Vec<(String, Option<String>)>,
    note: Option<String>,
}

impl Ended {
    fn of(outcome: &Result<Ending, RunError>, run: &Run, is_parquet: bool) -> Self {
        let (mut errors, mut note) = (Vec::new(), None);
        let exit = match outcome {
            Ok(Ending::Finished) => Exit::Done,
            Ok(Ending::Stopped) => {
                note = Some(format!("interrupted at t = {} s; what was computed is kept", Seconds(run.time())));
                Exit::Interrupted
            }
            // Whoever read the rows has had enough.
            Err(RunError::Recorder(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Err(error @ RunError::Recorder(_)) if is_parquet => {
                let advice = "a Parquet file is read from its end, which found no room: it may hold no rows; make room, or \
                              choose another place, or CSV, whose rows up to there are kept";
                errors.push((error.to_string(), Some(advice.to_owned())));
                Exit::Failed
            }
            Err(error) => {
                let advice = advice::after(error, Stepping::of(run.model().settings()));
                errors.push((error.to_string(), advice));
                Exit::Failed
            }
        };
        Self { exit, errors, note }
    }

    fn fail(&mut self, message: String) {
        self.errors.push((message, None));
        self.exit = Exit::Failed;
    }

    fn note_in(&self, record: &mut RunRecord) {
        record.status = match self.exit {
            Exit::Interrupted => "interrupted",
            Exit::Failed => "failed",
            Exit::Done | Exit::Wrong => "finished",
        }
        .to_owned();
        record.exit_status = Some(self.exit as u8);
        record.error = self.errors.first().map(|(message, _)| message.clone());
    }

    fn say(&self) {
        self.note.iter().for_each(|note| report::note(note, false));
        for (message, advice) in &self.errors {
            report::error(message);
            advice.iter().for_each(|advice| report::note(&format!("  help: {advice}"), false));
        }
    }
}

/// Most changes of method that a summary tells.
const MOST_CHANGES: usize = 3;

/// What was done and what it cost, in a line or two.
fn summary(name: Option<&str>, model: &Model, run: &Run, record: &RunRecord, exit: Exit) -> Vec<String> {
    let Statistics { evaluations, steps, rejected, ticks, rows, wall_s, .. } = &record.statistics;
    let start = model.settings().output_times.start();
    let end = if exit == Exit::Done { "" } else { " (stopped)" };
    let results = match name {
        Some(name) => format!("{name}: {} of {} columns", report::counted(*rows, "row"), model.columns().len() + 1),
        None if model.columns().is_empty() && model.state_count() == 0 => {
            "nothing recorded (there are no states; FileOutput=\"objects:outputs\" records what goes out)".to_owned()
        }
        None if model.columns().is_empty() => "nothing recorded (LogStates is 0 and there is no FileOutput)".to_owned(),
        None => report::counted(*rows, "row"),
    };
    let cost = match model.state_count() {
        0 if *ticks == 0 => "no continuous states".to_owned(),
        0 => format!("no continuous states; {}", report::counted(*ticks, "tick")),
        _ => {
            let method = model.settings().method.name();
            format!("{method}: {steps} steps, {rejected} rejected, {evaluations} evaluations")
        }
    };
    let simulated = Seconds(run.time() - start);
    let mut lines = vec![format!("{results}; {simulated} s simulated in {wall_s:.3} s{end}; {cost}")];
    let choices = &run.statistics().switches;
    let stayed = if choices.len() == 1 { ", and stayed with it" } else { "" };
    let begins = choices.iter().take(1).map(|first| format!("auto began with {}{stayed}", first.method));
    let changes = choices.iter().skip(1).take(MOST_CHANGES).map(|choice| {
        let time = statistics::short(choice.time_s);
        format!("{} from t = {time} s: {}", choice.method, choice.because)
    });
    lines.extend(begins.chain(changes));
    if choices.len() > MOST_CHANGES + 1 {
        lines.push(format!("... and {} changes more (see the run record)", choices.len() - MOST_CHANGES - 1));
    }
    for output in &record.outputs {
        if let Some(path) = &output.results {
            lines.push(format!("{path}: {} of {} columns", report::counted(output.rows, "row"), output.columns.len()));
        }
    }
    let states: Vec<&str> = record.saved_states.iter().map(|state| state.path.as_str()).collect();
    match states.as_slice() {
        [] => {}
        [_] | [_, _] | [_, _, _] => lines.push(format!("state files: {}", states.join(", "))),
        [first, .., last] => lines.push(format!("{} state files: {first}, ..., {last}", states.len())),
    }
    lines
}

/// What will be run, and how, for `-v`.
fn introduce(model: &Model) {
    let libraries = model.libraries().iter().map(|CatalogLibrary { library, origin }| {
        let from = if *origin == Origin::BuiltIn { String::new() } else { format!(" ({origin})") };
        format!("{} {}{from}", library.name(), library.version())
    });
    info!("libraries: {}", libraries.collect::<Vec<_>>().join(", "));
    let (objects, states, levels) = (model.objects().len(), model.state_count(), model.level_count());
    info!("model: {objects} SimObjects, {states} states, {levels} levels of computations");
    let settings = model.settings();
    let steps = match settings.step_size {
        Some(size) => format!("steps of {size:?} s"),
        None => {
            let h_max = if settings.h_max.is_finite() { format!("{:?} s", settings.h_max) } else { "none".to_owned() };
            let (abs_tol, rel_tol, norm) = (settings.abs_tol, settings.rel_tol, settings.norm.name());
            format!("adaptive steps, AbsTol {abs_tol:?}, RelTol {rel_tol:?}, norm {norm}, HMax {h_max}")
        }
    };
    info!("method: {}, {steps}", settings.method.name());
    let times = &settings.output_times;
    let columns = model.columns().len() + 1;
    info!("from {} s to {} s; rows of {columns} columns", Seconds(times.start()), Seconds(times.end()));
    if let Some(state) = model.initial_state() {
        info!("initial state: {}, written by {}", state.path, state.program);
    }
    model.notes().iter().for_each(|note| info!("{note}"));
}
