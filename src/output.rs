//! Where the results of a run go, and what lies beside them.

use std::fs::File;
use std::path::{Path, PathBuf, absolute};

use bowline_engine::Model;

use crate::arguments::RunArguments;

/// Where the rows go.
#[derive(Debug)]
pub(crate) enum Output {
    /// Nothing is recorded; what else there is lies beside the results that would be there.
    Nothing(PathBuf),
    File(PathBuf, File),
    Stdout,
}

impl Output {
    /// Makes the file for the results, unless that or what lies beside it
    /// would replace what the run reads.
    ///
    /// # Errors
    /// In words.
    pub(crate) fn new(arguments: &RunArguments, model: &Model) -> Result<Self, String> {
        if let Some(state) = &arguments.final_state {
            check_final_state(state, arguments, model)?;
        }
        let Some(path) = results_path(arguments) else { return Ok(Self::Stdout) };
        for (file, what) in read_by(arguments, model) {
            if same_file(&path, file) || same_file(&record_path(&path), file) {
                let message =
                    format!("the results would replace {what}, `{}`; choose another place with -o", file.display());
                return Err(message);
            }
        }
        if is_xml(&path) {
            return Err(format!("the results would be called `{}`: that is a scenario's name", path.display()));
        }
        if model.columns().is_empty() {
            return Ok(Self::Nothing(path));
        }
        let file = File::create(&path).map_err(|reason| format!("cannot write `{}`: {reason}", path.display()))?;
        Ok(Self::File(path, file))
    }

    /// The results' path, from which the names beside it are made.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Nothing(path) | Self::File(path, _) => Some(path),
            Self::Stdout => None,
        }
    }
}

/// Whether a path is that of a scenario: a slip of the tab key may cost one.
fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// The files that the run reads, and what they are.
fn read_by<'a>(arguments: &'a RunArguments, model: &'a Model) -> impl Iterator<Item = (&'a Path, &'static str)> {
    let initial = arguments.initial_state.as_deref().map(|state| (state, "the initial state"));
    let named = model.files().iter().map(|file| (file.as_path(), "a file that the scenario reads"));
    let libraries = model.libraries().iter().filter_map(|library| Some((library.origin.path()?, "a library")));
    std::iter::once((arguments.scenario.as_path(), "the scenario")).chain(initial).chain(named).chain(libraries)
}

/// The results' path; none if they go to standard output.
fn results_path(arguments: &RunArguments) -> Option<PathBuf> {
    match &arguments.output {
        Some(path) if path.as_os_str() == "-" => None,
        Some(path) => Some(path.clone()),
        None => {
            let mut name = arguments.scenario.file_stem().unwrap_or_default().to_owned();
            name.push(".csv");
            Some(PathBuf::from(name))
        }
    }
}

/// The files that a run reads or writes under names that are known before it.
pub(crate) fn files_of(arguments: &RunArguments) -> Vec<PathBuf> {
    let results = results_path(arguments);
    let record = results.as_deref().map(record_path);
    let (initial, last) = (arguments.initial_state.clone(), arguments.final_state.clone());
    let libraries = arguments.libraries.files.iter().cloned();
    [Some(arguments.scenario.clone()), results, record, initial, last].into_iter().flatten().chain(libraries).collect()
}

/// The run record beside the results: `NAME.run.json`.
pub(crate) fn record_path(results: &Path) -> PathBuf {
    results.with_extension("run.json")
}

/// The state file of a save point beside the results: `NAME.TIME.state.json`.
pub(crate) fn state_path(results: &Path, time: f64) -> PathBuf {
    let time = format!("{time:?}");
    results.with_extension(format!("{}.state.json", time.strip_suffix(".0").unwrap_or(&time)))
}

/// A long run should not find out at its end that its state has no place.
fn check_final_state(state: &Path, arguments: &RunArguments, model: &Model) -> Result<(), String> {
    let refuse = |reason: &str| Err(format!("cannot write the final state to `{}`: {reason}", state.display()));
    let is_initial = |file: &Path| arguments.initial_state.as_deref() == Some(file);
    // A run may begin with a state and leave the next one in its place.
    if let Some((_, what)) = read_by(arguments, model).find(|(file, _)| same_file(state, file) && !is_initial(file)) {
        return refuse(&format!("it is {what}"));
    }
    if results_path(arguments).is_some_and(|path| same_file(state, &path) || same_file(state, &record_path(&path))) {
        return refuse("the results go there");
    }
    if is_xml(state) {
        return refuse("that is a scenario's name");
    }
    if state.is_dir() {
        return refuse("it is a directory");
    }
    match state.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => refuse("there is no such directory"),
        _ => Ok(()),
    }
}

/// Whether both are one file, or would be.
pub(crate) fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => matches!((absolute(a), absolute(b)), (Ok(a), Ok(b)) if a == b),
    }
}
