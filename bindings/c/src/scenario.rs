//! What a model is loaded from.

use std::ffi::{c_char, c_void};

use bowline_engine::Sources;
use bowline_surface::listener::Dispatch;
use bowline_surface::scenario_request::{self, ScenarioRequest};

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

/// What is asked for, and the log function.
pub struct Asked {
    pub(crate) request: ScenarioRequest,
    pub(crate) listener: Option<Dispatch>,
}

impl Asked {
    fn new(request: ScenarioRequest) -> Self {
        Self { request, listener: None }
    }

    fn change(&mut self, change: impl FnOnce(Sources) -> Sources) {
        self.request.sources = change(self.request.sources.clone());
    }
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
    unsafe {
        call::made(error, || {
            let path = text::path(path, "path of a scenario")?;
            Ok(Asked::new(ScenarioRequest::from_file(&path)?))
        })
    }
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
            let (name, text) = (text::given(name, "name")?, text::given(text, "text")?);
            let folder = if folder.is_null() { None } else { Some(text::path(folder, "folder")?) };
            Ok(Asked::new(ScenarioRequest::from_text(name, text, folder.as_deref())?))
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
            asked.request.inputs.push(name.to_owned());
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
            asked.request.until = Some(time);
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
            let state = scenario_request::read(&text::path(path, "path of a state")?)?;
            asked.request.state = Some(state);
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
            asked.request.state = Some(scenario_request::state_text(text::given(state, "state")?));
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
