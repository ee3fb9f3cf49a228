//! What a model is loaded from.

use std::ffi::{c_char, c_void};
use std::path::{Path, PathBuf};

use bowline_engine::{Source, Sources};
use tracing::Dispatch;

use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Kind, magic};
use crate::log::{self, BowlineLogFunction};
use crate::{call, text};

/// A scenario with its settings and its log function. One call at a time.
pub struct BowlineScenario {
    _opaque: [u8; 0],
}

impl Kind for BowlineScenario {
    type Inner = Asked;
    type Shared = ();
    const NAME: &'static str = "scenario";
    const MAGIC: u64 = magic(3);
}

/// What is asked for.
pub struct Asked {
    pub(crate) sources: Sources,
    /// The state that runs begin with.
    pub(crate) state: Option<Source>,
    pub(crate) until: Option<f64>,
    pub(crate) listener: Option<Dispatch>,
    /// In-ports that become inputs though something feeds them.
    pub(crate) opened: Vec<String>,
}

impl Asked {
    fn new(source: Source) -> Self {
        Self { sources: Sources::new(source), state: None, until: None, listener: None, opened: Vec::new() }
    }

    fn change(&mut self, change: impl FnOnce(Sources) -> Sources) {
        self.sources = change(self.sources.clone());
    }
}

fn read(path: &Path) -> Result<Source, Fault> {
    Source::read(path).map_err(|reason| Fault::file(format!("cannot read `{}`: {reason}", path.display())))
}

/// Changes what is asked for.
///
/// # Safety
/// The handle is one that is not freed, or null; `error` is null, or a place for a pointer.
unsafe fn change(
    scenario: *mut BowlineScenario,
    error: *mut *mut BowlineError,
    change: impl FnOnce(&mut Asked) -> Result<(), Fault>,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::status(error, || change(handle::exclusive(scenario)?.get())) }
}

/// The scenario of a file.
///
/// # Safety
/// The path ends with a zero, or is null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_from_file(
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> *mut BowlineScenario {
    // SAFETY: the caller's promise.
    unsafe { call::made(error, || read(&text::path(path, "path of a scenario")?).map(Asked::new)) }
}

/// A scenario from a text, UTF-8. Messages use the name. Relative paths in it start at the folder, or, if that is null, at
/// the current directory.
///
/// # Safety
/// The texts end with a zero, or are null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_from_text(
    name: *const c_char,
    text: *const c_char,
    folder: *const c_char,
    error: *mut *mut BowlineError,
) -> *mut BowlineScenario {
    // SAFETY: the caller's promise.
    unsafe {
        call::made(error, || {
            let source = Source::new(text::given(name, "name")?, text::given(text, "text")?);
            let folder = if folder.is_null() { PathBuf::from(".") } else { text::path(folder, "folder")? };
            let source = source.in_folder(&folder);
            Ok(Asked::new(source.map_err(|reason| Fault::file(format!("`{}`: {reason}", folder.display())))?))
        })
    }
}

/// Sets a parameter, an initial condition or an input, as `--set` does: `Object.Name=VALUE` or `Engine:Attribute=VALUE`. The
/// last setting of a name counts. Loading a model checks the name.
///
/// # Safety
/// The handle is one that is not freed, or null; the text ends with a zero, or is null; `error` is null, or a place for a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_set(
    scenario: *mut BowlineScenario,
    setting: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            let setting = text::given(setting, "setting")?;
            asked.change(|sources| sources.with_overrides([setting]));
            Ok(())
        })
    }
}

/// Makes a connected in-port an input: the values that you set are added to its source.
///
/// # Safety
/// As of `bowline_scenario_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_add_input(
    scenario: *mut BowlineScenario,
    name: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            let name = text::given(name, "name of an in-port")?;
            asked.opened.push(name.to_owned());
            Ok(())
        })
    }
}

/// Ends runs at this time, s.
///
/// # Safety
/// As of `bowline_scenario_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_set_end(
    scenario: *mut BowlineScenario,
    time: f64,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            if !time.is_finite() {
                return Err(Fault::argument(format!("a run cannot end at {time} s: give a finite time")));
            }
            asked.until = Some(time);
            Ok(())
        })
    }
}

/// Looks for files of schemes in this directory too.
///
/// # Safety
/// As of `bowline_scenario_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_add_scheme_directory(
    scenario: *mut BowlineScenario,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            let path = text::path(path, "path of a directory")?;
            asked.change(|sources| sources.with_scheme_path([path]));
            Ok(())
        })
    }
}

/// Starts runs from the state in a file, instead of the initial conditions.
///
/// # Safety
/// As of `bowline_scenario_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_load_state(
    scenario: *mut BowlineScenario,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            let state = read(&text::path(path, "path of a state")?)?;
            asked.state = Some(state);
            Ok(())
        })
    }
}

/// The same with the text of a state.
///
/// # Safety
/// As of `bowline_scenario_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_set_state(
    scenario: *mut BowlineScenario,
    state: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            asked.state = Some(Source::new("state", text::given(state, "state")?));
            Ok(())
        })
    }
}

/// Sets the log function for models that you load from now on, and for their runs: it gets all messages of this
/// `BowlineLevel` and above, with the context. Null switches logging off.
///
/// # Safety
/// As of `bowline_scenario_set`; the function may be called on any thread, until all models and runs of the scenario are
/// freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_log(
    scenario: *mut BowlineScenario,
    most: u32,
    function: BowlineLogFunction,
    context: *mut c_void,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        change(scenario, error, |asked| {
            if !(1..=5).contains(&most) {
                return Err(Fault::argument(format!("{most} is no level: give BOWLINE_LEVEL_ERROR to ..._TRACE")));
            }
            asked.listener = log::listening(most, function, context);
            Ok(())
        })
    }
}

/// Frees a scenario; models that were loaded from it stay. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_scenario_free(scenario: *mut BowlineScenario) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(scenario) }
}
