//! `bowline view`: a scenario in a window.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bowline_engine::live::{Keeper, LiveStatus, LiveView};
use bowline_engine::replay::Replay;
use bowline_engine::{LoadOptions, Model, NoRecorder, RunRecord};
use bowline_results::whole_file;
use bowline_units::DisplayUnits;
use bowline_viewer::stage::{Hidden, Style};
use bowline_viewer::window::{self, FirstLook, Host, Over, Playing, Remembered, ResultLine, ViewOptions};

use crate::arguments::ViewArguments;
use crate::interruption::Interruption;
use crate::kept_results::KeptResults;
use crate::output::Output;
use crate::paths::Paths;
use crate::user_path::UserPath;
use crate::window_memory::WindowMemory;
use crate::{
    Exit, PROGRAM, camera_choice, exported_plot, launch, libraries, log, opened, recorded_view, replayed_results,
    report,
};
use bowline_surface::earlier_file::Kind;

pub(crate) fn view(arguments: &ViewArguments) -> Exit {
    if let Err(message) = log::begin(&arguments.verbosity, &[], arguments.quiet) {
        return report::errors(&[message]);
    }
    match (&arguments.replay, &arguments.scenario) {
        (Some(path), _) => replay(arguments, path),
        (None, Some(path)) => run(arguments, path),
        (None, None) => report::errors(&["there is nothing to be shown: name a scenario, or --replay and a result"]),
    }
}

fn replay(arguments: &ViewArguments, path: &Path) -> Exit {
    let replay = match Replay::open(path) {
        Ok(replay) => replay,
        Err(error) => return report::errors(&[error]),
    };
    if replay.is_cut() {
        report::note(
            &format!("{}: the run was interrupted; its last moment is not whole", path.display()),
            arguments.quiet,
        );
    }
    let results = replayed_results::beside(&replay, path, arguments.quiet);
    let name = stem(path);
    let memory = WindowMemory::of(path);
    show(arguments, Playing::Replay(Box::new(replay), results), &name, memory, None)
}

fn run(arguments: &ViewArguments, path: &Path) -> Exit {
    // Before a library has a chance to go to another directory.
    let name = stem(path);
    let memory = WindowMemory::of(path);
    let record_path = UserPath::new(format!("{name}.view.run.json"));
    let sources = match report::read(path, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return report::errors(&[message]),
    };
    let catalog = match libraries::catalog(&arguments.libraries, arguments.quiet) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    let options = LoadOptions { until: arguments.until, ..LoadOptions::default() };
    // Whatever a force acts on can be pulled with the mouse.
    let grips = |model: &Model| model.grips().map(|grip| grip.force).collect();
    let model = match opened::load(&sources, &catalog, options, grips) {
        Ok(model) => model,
        Err(diagnostics) => {
            report::human(&diagnostics, false);
            let count = report::count(&diagnostics);
            report::note(&format!("{}: {count}, nothing is shown", path.display()), false);
            return Exit::Wrong;
        }
    };
    report::human(model.warnings(), arguments.quiet);
    if arguments.output.is_some()
        && let Err(message) = window::check()
    {
        // Before the results of an earlier run are replaced.
        report::error(&message);
        return Exit::Failed;
    }
    let results = arguments.output.as_ref().map(|results| results_in(results, arguments, path, &model)).transpose();
    let results = match results {
        Ok(results) => results,
        Err(message) => return report::errors(&[message]),
    };
    let keeper: Box<dyn Keeper> = match &results {
        Some(results) => Box::new(Arc::clone(&results.kept)),
        None => Box::new(NoRecorder),
    };
    let arguments_of_run = same_run(arguments, path);
    let recorded = Recorded { path: record_path, arguments: arguments_of_run, model: Arc::clone(&model), results };
    show(arguments, Playing::Run(model, keeper), &name, memory, Some(recorded))
}

/// Begins the results of a run in a window.
fn results_in(
    results: &Path,
    arguments: &ViewArguments,
    path: &Path,
    model: &Arc<Model>,
) -> Result<WindowResults, String> {
    let paths = Arc::new(Paths::of_window(arguments, path, results));
    if paths.results.file().is_none() {
        return Err("a run in a window may go back: let its results go to a file".to_owned());
    }
    let mut record = RunRecord::new(PROGRAM, model);
    launch::tell(&mut record);
    let moments = recorded_view::times(arguments.record_view, model)?;
    let output = Output::new(&paths, model, &mut record, moments, arguments.force)?;
    let kept = KeptResults::begin(output, paths, model)?;
    Ok(WindowResults { kept: Arc::new(Mutex::new(kept)), record })
}

/// The arguments of `bowline run` that run the same scenario in the same way.
fn same_run(arguments: &ViewArguments, path: &Path) -> String {
    let mut words = vec![path.display().to_string()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    arguments.overrides.set.iter().for_each(|set| add("--set", set.clone()));
    arguments.libraries.files.iter().for_each(|file| add("--library", file.display().to_string()));
    arguments.libraries.directories.iter().for_each(|folder| add("--library-path", folder.display().to_string()));
    arguments.until.iter().for_each(|until| add("--until", until.to_string()));
    arguments.initial_state.iter().for_each(|state| add("--initial-state", state.display().to_string()));
    let is_plain = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "-_./=:,+".contains(letter));
    let quoted = words.iter().map(|word| if is_plain(word) { word.clone() } else { format!("'{word}'") });
    quoted.collect::<Vec<_>>().join(" ")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Opens the window, and says how it went when it is closed.
fn show(
    arguments: &ViewArguments,
    playing: Playing,
    name: &str,
    memory: WindowMemory,
    recorded: Option<Recorded>,
) -> Exit {
    let picture = &arguments.picture;
    let scene = match &playing {
        Playing::Run(model, _) => Arc::new(model.scene()),
        Playing::Replay(replay, _) => Arc::clone(replay.scene()),
    };
    let units = arguments.units.clone().map_or_else(|| DisplayUnits::parse("workshop"), Ok);
    let (camera, units) = match (camera_choice::named(picture, &scene), units) {
        (Ok(camera), Ok(units)) => (camera, units),
        (Err(message), _) | (_, Err(message)) => return report::errors(&[message]),
    };
    let remembered = memory.recall();
    let options = ViewOptions {
        name: name.to_owned(),
        size: [picture.size.width, picture.size.height],
        rate: arguments.rate,
        is_paused: arguments.paused,
        hidden: Hidden { kinds: picture.hide.iter().cloned().collect() },
        style: Style { unlit: picture.unlit, ..Style::default() },
        first_look: FirstLook {
            camera,
            eye: camera_choice::eye(picture),
            target: picture.target,
            orthographic: picture.ortho.is_some(),
            height: picture.ortho.flatten(),
        },
        units,
        remembered: Remembered { si: remembered.si && arguments.units.is_none(), ..remembered },
    };
    let exit = Arc::new(Mutex::new(Exit::Done));
    // A signal closes the window as its owner does: what was done to the run is kept.
    let interruption = match Interruption::listen() {
        Ok(interruption) => interruption,
        Err(reason) => {
            report::error(&format!("cannot listen for Ctrl-C: {reason}"));
            return Exit::Failed;
        }
    };
    let program = Program {
        name: name.to_owned(),
        recorded,
        saved: None,
        memory,
        quiet: arguments.quiet,
        exit: Arc::clone(&exit),
        interruption,
    };
    match window::view(playing, options, Box::new(program)) {
        Ok(()) => *exit.lock().unwrap_or_else(PoisonError::into_inner),
        Err(message) => {
            report::error(&message);
            Exit::Failed
        }
    }
}

/// What the record of a run in a window is made of.
struct Recorded {
    path: UserPath,
    /// The arguments of `bowline run` that run the same.
    arguments: String,
    model: Arc<Model>,
    /// None if no results are asked for.
    results: Option<WindowResults>,
}

/// The results, and the record beside them as it was when the run began.
struct WindowResults {
    kept: Arc<Mutex<KeptResults>>,
    record: RunRecord,
}

/// The program around the window.
struct Program {
    name: String,
    recorded: Option<Recorded>,
    /// What was saved last.
    saved: Option<LiveView>,
    memory: WindowMemory,
    quiet: bool,
    exit: Arc<Mutex<Exit>>,
    interruption: Interruption,
}

impl Host for Program {
    fn ready(&mut self) {
        report::page(&format!("ready: {}\n", self.name));
    }

    fn warn(&mut self, message: &str) {
        report::warning(message, self.quiet);
    }

    fn save(&mut self, view: &LiveView) -> Result<String, String> {
        let Some(recorded) = &self.recorded else { return Err("a replay has no record of its own".to_owned()) };
        let path = &recorded.path;
        let refused = |reason: &str| format!("cannot write `{path}`: {reason}");
        match Kind::Record.may_replace(path.place()) {
            Ok(true) => {}
            Ok(false) => return Err(refused("it holds something else than a run record; remove it")),
            Err(reason) => return Err(refused(&reason.to_string())),
        }
        let text = recorded.record(view).to_json();
        whole_file::write(path.place(), &text).map_err(|reason| refused(&reason.to_string()))?;
        self.saved = Some(view.clone());
        Ok(format!("wrote {path}; to repeat it: bowline run {} --repeat {path}", recorded.arguments))
    }

    fn export(&mut self, lines: &[ResultLine], over: &Over) -> Result<String, String> {
        exported_plot::write(&self.name, lines, over)
    }

    fn remember(&mut self, remembered: &Remembered) {
        if let Err(message) = self.memory.keep(remembered) {
            report::warning(&message, self.quiet);
        }
    }

    fn wants_to_close(&self) -> bool {
        self.interruption.is_asked()
    }

    fn closed(&mut self, last: &LiveView) {
        let mut exit = if self.interruption.is_asked() { Exit::Interrupted } else { Exit::Done };
        if last.status == LiveStatus::Failed {
            report::error(last.message.as_deref().unwrap_or("the run failed"));
            exit = Exit::Failed;
        }
        if let Some(results) = self.recorded.as_mut().and_then(|recorded| recorded.results.as_mut()) {
            if let Err(message) = results.end(last, self.quiet) {
                report::error(&message);
                exit = Exit::Failed;
            }
            *self.exit.lock().unwrap_or_else(PoisonError::into_inner) = exit;
            return;
        }
        let is_saved = self.saved.as_ref().is_some_and(|saved| saved.changes == last.changes);
        if !last.changes.is_empty() && !is_saved {
            match self.save(last) {
                Ok(told) => report::note(&told, self.quiet),
                Err(message) => {
                    report::error(&message);
                    exit = Exit::Failed;
                }
            }
        }
        *self.exit.lock().unwrap_or_else(PoisonError::into_inner) = exit;
    }
}

impl Recorded {
    fn record(&self, view: &LiveView) -> RunRecord {
        let mut record = RunRecord::new(PROGRAM, &self.model);
        tell(view, &mut record);
        record
    }
}

impl WindowResults {
    /// Writes what is left of them, and their record.
    fn end(&mut self, view: &LiveView, quiet: bool) -> Result<(), String> {
        tell(view, &mut self.record);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).end(&mut self.record, quiet)
    }
}

/// Tells in a record how the run in a window stands.
fn tell(view: &LiveView, record: &mut RunRecord) {
    view.tell(record);
    record.exit_status = match view.status {
        LiveStatus::Ended => Some(Exit::Done as u8),
        LiveStatus::Failed => Some(Exit::Failed as u8),
        LiveStatus::Paused | LiveStatus::Running | LiveStatus::Jumping => None,
    };
}
