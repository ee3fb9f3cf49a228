//! The files that a run reads and writes, as far as they are known before it.

use std::fs;
use std::path::{Path, PathBuf};

use bowline_results::Format;

use crate::arguments::RunArguments;
#[cfg(feature = "viewer")]
use crate::arguments::ViewArguments;
use crate::user_path::UserPath;
use bowline_surface::earlier_file::Kind;

/// The files that the command line names.
#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) scenario: UserPath,
    pub(crate) results: Destination,
    pub(crate) initial_state: Option<UserPath>,
    pub(crate) final_state: Option<UserPath>,
    /// The record of the run that is repeated.
    pub(crate) repeated: Option<UserPath>,
    pub(crate) log: Option<UserPath>,
    /// Whether what is to be seen is recorded.
    has_view: bool,
    libraries: Vec<UserPath>,
}

/// Where the results go.
#[derive(Debug)]
pub(crate) enum Destination {
    Stdout,
    /// A device or a pipe: nothing lies beside it.
    Device(UserPath),
    File(UserPath),
}

impl Paths {
    pub(crate) fn new(arguments: &RunArguments) -> Self {
        let path = |path: &Option<PathBuf>| path.as_ref().map(UserPath::new);
        Self {
            scenario: UserPath::new(&arguments.scenario),
            results: Destination::of(arguments.output.as_deref(), &arguments.scenario),
            initial_state: path(&arguments.initial_state),
            final_state: path(&arguments.final_state),
            repeated: path(&arguments.repeat),
            log: path(&arguments.verbosity.log_file),
            has_view: arguments.record_view.is_some(),
            libraries: arguments.libraries.files.iter().map(UserPath::new).collect(),
        }
    }

    /// Those of a run in a window; none of which it writes, if there is no place for results.
    #[cfg(feature = "viewer")]
    pub(crate) fn of_window(arguments: &ViewArguments, scenario: &Path, results: &Path) -> Self {
        Self {
            scenario: UserPath::new(scenario),
            results: Destination::of(Some(results), scenario),
            initial_state: arguments.initial_state.as_ref().map(UserPath::new),
            final_state: None,
            repeated: None,
            log: arguments.verbosity.log_file.as_ref().map(UserPath::new),
            has_view: arguments.record_view.is_some(),
            libraries: arguments.libraries.files.iter().map(UserPath::new).collect(),
        }
    }

    /// All but the log.
    pub(crate) fn beside_the_log(&self) -> Vec<UserPath> {
        let results = self.results.file().cloned();
        let record = self.record();
        let states = [self.initial_state.clone(), self.final_state.clone(), self.repeated.clone()];
        let named = [Some(self.scenario.clone()), results, record, self.view()].into_iter().chain(states);
        named.flatten().chain(self.libraries.iter().cloned()).collect()
    }

    /// The further results of that name beside the results, in their format.
    pub(crate) fn output(&self, name: &str) -> Option<UserPath> {
        let results = self.results.file()?;
        let ending = match Format::of(results.place()) {
            Ok(Format::Parquet) => "parquet",
            _ => "csv",
        };
        Some(results.beside(&format!(".{name}.{ending}")))
    }

    /// The run record beside the results.
    pub(crate) fn record(&self) -> Option<UserPath> {
        Some(self.results.file()?.beside(".run.json"))
    }

    /// The view beside the results, if one is recorded.
    pub(crate) fn view(&self) -> Option<UserPath> {
        self.view_beside().filter(|_| self.has_view)
    }

    /// The view that an earlier run left beside the results, and this one does
    /// not replace.
    pub(crate) fn earlier_view(&self) -> Option<UserPath> {
        self.view_beside().filter(|view| !self.has_view && Kind::View.is_there(view.place()))
    }

    fn view_beside(&self) -> Option<UserPath> {
        Some(self.results.file()?.beside(".view"))
    }

    /// The state file of a save point beside the results.
    pub(crate) fn state(&self, time: f64) -> Option<UserPath> {
        let time = format!("{time:?}");
        let time = time.strip_suffix(".0").unwrap_or(&time);
        Some(self.results.file()?.beside(&format!(".{time}.state.json")))
    }

    /// The results that an earlier run left there.
    pub(crate) fn earlier_results(&self) -> Option<&UserPath> {
        self.results.file().filter(|results| Kind::Results.is_there(results.place()))
    }

    /// What an earlier run left there, in words; none if there is nothing.
    pub(crate) fn earlier(&self) -> Option<String> {
        let record = self.record().filter(|record| Kind::Record.is_there(record.place()));
        match (self.earlier_results(), record) {
            (Some(results), Some(record)) => Some(format!("`{results}` and `{record}` are of an earlier run")),
            (Some(only), None) => Some(format!("`{only}` is of an earlier run")),
            (None, Some(only)) => Some(format!("`{only}` is of an earlier run")),
            (None, None) => None,
        }
    }
}

impl Destination {
    /// What was asked for, or what is called as the scenario is.
    fn of(output: Option<&Path>, scenario: &Path) -> Self {
        match output {
            Some(path) if is_stdout(path) => Self::Stdout,
            Some(path) if is_device(path) => Self::Device(UserPath::new(path)),
            Some(path) => Self::File(UserPath::new(path)),
            None => {
                let mut name = scenario.file_stem().unwrap_or_default().to_owned();
                name.push(".csv");
                Self::File(UserPath::new(name))
            }
        }
    }

    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&UserPath> {
        match self {
            Self::File(path) => Some(path),
            Self::Stdout | Self::Device(_) => None,
        }
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
        || cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(&path)
}

/// Whether nothing of ours belongs beside it. A link in a folder of the user
/// has its record there, wherever it leads.
fn is_device(path: &Path) -> bool {
    let is_among_devices = || {
        let folder = path.parent();
        cfg!(unix) && (folder == Some(Path::new("/dev")) || path.starts_with("/dev/fd") || path.starts_with("/proc"))
    };
    let is_special = |found: fs::Metadata| !found.is_file() && !found.is_dir() && !found.is_symlink();
    fs::symlink_metadata(path).is_ok_and(is_special) || is_among_devices()
}
