//! `bowline run`: from a scenario to its results.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bowline_engine::{
    CsvRecorder, Ending, LoadOptions, Model, NoRecorder, Recorder, Run, RunError, RunRecord, Sources, Statistics,
};

use crate::arguments::RunArguments;
use crate::progress::Progress;
use crate::{Exit, libraries, report};

pub(crate) fn run(arguments: &RunArguments) -> Exit {
    let sources = match report::read(&arguments.scenario, &arguments.overrides) {
        Ok(sources) => sources,
        Err(message) => return wrong(&message),
    };
    let options = LoadOptions { until: arguments.until, ..LoadOptions::default() };
    let model = match Model::load(&sources, &libraries::catalog(), options) {
        Ok(model) => model,
        Err(diagnostics) => {
            report::human(&diagnostics, &sources);
            eprintln!("{}: {}, nothing was run", arguments.scenario.display(), report::count(&diagnostics));
            return Exit::Wrong;
        }
    };
    if !arguments.quiet {
        report::human(model.warnings(), &sources);
    }
    match Output::new(arguments, &model) {
        Ok(output) => integrate(arguments, &sources, &model, output),
        Err(message) => wrong(&message),
    }
}

fn wrong(message: &str) -> Exit {
    report::error(message);
    Exit::Wrong
}

/// Where the results go.
enum Output {
    /// Nothing is recorded.
    Nothing(PathBuf),
    File(PathBuf, File),
    Stdout,
}

impl Output {
    fn new(arguments: &RunArguments, model: &Model) -> Result<Self, String> {
        let path = match &arguments.output {
            Some(path) if path.as_os_str() == "-" => return Ok(Self::Stdout),
            Some(path) => path.clone(),
            None => {
                let mut name = arguments.scenario.file_stem().unwrap_or_default().to_owned();
                name.push(".csv");
                PathBuf::from(name)
            }
        };
        if same_file(&path, &arguments.scenario) || same_file(&record_path(&path), &arguments.scenario) {
            return Err(format!("the results would replace the scenario `{}`", arguments.scenario.display()));
        }
        if model.columns().is_empty() {
            return Ok(Self::Nothing(path));
        }
        let file = File::create(&path).map_err(|reason| format!("cannot write `{}`: {reason}", path.display()))?;
        Ok(Self::File(path, file))
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Self::Nothing(path) | Self::File(path, _) => Some(path),
            Self::Stdout => None,
        }
    }
}

/// The run record beside the results: `NAME.run.json`.
fn record_path(results: &Path) -> PathBuf {
    results.with_extension("run.json")
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn integrate(arguments: &RunArguments, sources: &Sources, model: &Model, output: Output) -> Exit {
    let record_path = output.path().map(record_path);
    let mut run = Run::new(model);
    let times = &model.settings().output_times;
    let mut progress = Progress::new(times.start(), times.end(), arguments.quiet);
    let (name, outcome) = match output {
        Output::Nothing(_) => (None, advance(&mut run, &mut NoRecorder, &mut progress)),
        Output::File(path, file) => (Some(path.display().to_string()), write_csv(model, &mut run, file, &mut progress)),
        Output::Stdout => (None, write_csv(model, &mut run, io::stdout().lock(), &mut progress)),
    };
    progress.finish();
    let (mut exit, error) = match &outcome {
        Ok(_) => (Exit::Done, None),
        // Whoever read the rows has had enough.
        Err(RunError::Recorder(error)) if error.kind() == io::ErrorKind::BrokenPipe => (Exit::Done, None),
        Err(error) => (Exit::Failed, Some(error.to_string())),
    };
    if let Some(error) = &error {
        report::error(error);
        if let Some(advice) = advice(&outcome) {
            eprintln!("  help: {advice}");
        }
    }
    if let Some(path) = record_path {
        let mut record =
            RunRecord::new(concat!("bowline ", env!("CARGO_PKG_VERSION")), sources, model, run.statistics());
        if error.is_some() {
            record.status = "failed".to_owned();
            record.exit_status = exit as u8;
            record.error = error;
        }
        if let Err(reason) = std::fs::write(&path, record.to_json()) {
            report::error(&format!("cannot write `{}`: {reason}", path.display()));
            exit = Exit::Failed;
        }
    }
    if !arguments.quiet {
        summary(name.as_deref(), model, &run, exit);
    }
    exit
}

fn advance(run: &mut Run<'_>, recorder: &mut dyn Recorder, progress: &mut Progress) -> Result<Ending, RunError> {
    run.to_end(recorder, &mut |time| progress.observe(time))
}

fn write_csv(
    model: &Model,
    run: &mut Run<'_>,
    output: impl Write,
    progress: &mut Progress,
) -> Result<Ending, RunError> {
    let mut recorder = CsvRecorder::new(model, output).map_err(RunError::Recorder)?;
    let outcome = advance(run, &mut recorder, progress);
    let flushed = recorder.finish().map_err(RunError::Recorder);
    outcome.and_then(|ending| flushed.map(|()| ending))
}

/// What to try after a failed run.
fn advice(outcome: &Result<Ending, RunError>) -> Option<&'static str> {
    use bowline_engine::stepper::{Because, StepError};
    match outcome {
        Err(RunError::Step(StepError::TooSmall { because: Because::Inaccurate(..), .. })) => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces; \
             a stiff model needs very small steps with an explicit method",
        ),
        Err(RunError::Step(StepError::TooSmall { because: Because::NoProgress, .. })) => {
            Some("give larger HMax, HFirst or stepsize, or let the run begin nearer to 0")
        }
        Err(RunError::Step(_)) => {
            Some("rows up to there are kept; look at the parameters, the inputs and the state of this SimObject")
        }
        _ => None,
    }
}

fn summary(name: Option<&str>, model: &Model, run: &Run<'_>, exit: Exit) {
    let Statistics { evaluations, steps, rejected, rows, wall_s, .. } = run.statistics();
    let start = model.settings().output_times.start();
    let end = if exit == Exit::Done { "" } else { " (stopped)" };
    let results = match name {
        Some(name) => format!("{name}: {rows} rows of {} columns", model.columns().len() + 1),
        None if model.columns().is_empty() => "nothing recorded (LogStates is 0 and there is no FileOutput)".to_owned(),
        None => format!("{rows} rows"),
    };
    eprintln!(
        "{results}; {} s simulated in {wall_s:.3} s{end}; {}: {steps} steps, {rejected} rejected, {evaluations} evaluations",
        run.time() - start,
        model.settings().method.name(),
    );
}
