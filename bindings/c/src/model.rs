//! Models that are loaded.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::{Arc, OnceLock};

use bowline_engine::{Catalog, Model};
use bowline_surface::libraries::built_in;
use bowline_surface::listener::{Dispatch, heard};
use bowline_surface::messages::{self, Colours};

use crate::error::{BowlineError, BowlineStatus};
use crate::handle::{self, Kind, magic};
use crate::libraries::BowlineLibraries;
pub use crate::listing::BowlineList;
use crate::listing::Item;
use crate::scenario::BowlineScenario;
use crate::{call, text};

/// A scenario that was checked and wired. It never changes: any number of threads may use it.
pub struct BowlineModel {
    _opaque: [u8; 0],
}

impl Kind for BowlineModel {
    type Inner = Loaded;
    type Shared = ();
    const NAME: &'static str = "model";
    const MAGIC: u64 = magic(4);
}

/// A model, and what was asked about it.
pub struct Loaded {
    pub(crate) model: Arc<Model>,
    pub(crate) listener: Option<Dispatch>,
    warnings: CString,
    lists: [OnceLock<Vec<Item>>; 4],
}

/// Loads a model. The libraries may be null: those that are built in. Calls with one scenario and one set of libraries may
/// run at once.
///
/// # Safety
/// The handles are ones that are not freed, or null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_load(
    scenario: *const BowlineScenario,
    libraries: *const BowlineLibraries,
    error: *mut *mut BowlineError,
) -> *mut BowlineModel {
    // SAFETY: the caller's promise.
    unsafe {
        call::made(error, || {
            let asked = handle::reading(scenario)?;
            let given = if libraries.is_null() { None } else { Some(handle::reading(libraries)?) };
            let default = given.is_none().then(built_in);
            let catalog: &Catalog = match (&given, &default) {
                (Some(given), _) => given.get(),
                (None, Some(built_in)) => built_in,
                (None, None) => unreachable!("one of them is there"),
            };
            let asked = asked.get();
            let model = heard(asked.listener.as_ref(), || asked.request.load(catalog))?.model;
            let warnings = text::owned(&messages::text(model.warnings(), Colours::None));
            Ok(Loaded { model, listener: asked.listener.clone(), warnings, lists: Default::default() })
        })
    }
}

/// What there is to be warned of, for people, as errors are; empty if that is nothing. It lives as long as the model; null
/// for a wrong handle.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_warnings(model: *const BowlineModel) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(model) }.map_or(ptr::null(), |loaded| loaded.warnings.as_ptr())
}

/// When runs begin, s; not a number for a wrong handle.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_start(model: *const BowlineModel) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(model) }.map_or(f64::NAN, |loaded| loaded.model.settings().output_times.start())
}

/// The last output time, s; not a number for a wrong handle. A run may go on behind it.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_end(model: *const BowlineModel) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(model) }.map_or(f64::NAN, |loaded| loaded.model.settings().output_times.end())
}

/// How many there are in a list, a `BowlineList`; 0 for a wrong handle or list.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_count(model: *const BowlineModel, list: u32) -> usize {
    // SAFETY: the caller's promise.
    unsafe { listed(model, list) }.map_or(0, <[Item]>::len)
}

/// The name of one of a list, `Object.Signal`; null if there is none. It lives as long as the model.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_name(model: *const BowlineModel, list: u32, position: usize) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { item(model, list, position) }.map_or(ptr::null(), |item| item.name.as_ptr())
}

/// The unit of one of a list, in SI unless the scenario records it in another one, and empty for a pure number; null if
/// there is none. It lives as long as the model.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_unit(model: *const BowlineModel, list: u32, position: usize) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { item(model, list, position) }.map_or(ptr::null(), |item| item.unit.as_ptr())
}

/// How many numbers one of a list has; 0 if there is none.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_width(model: *const BowlineModel, list: u32, position: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { item(model, list, position) }.map_or(0, |item| item.width)
}

/// Frees a model; its runs stay. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it or its texts after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_model_free(model: *mut BowlineModel) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(model) }
}

unsafe fn listed<'a>(model: *const BowlineModel, list: u32) -> Option<&'a [Item]> {
    let list = BowlineList::of(list)?;
    // SAFETY: the caller's promise.
    let loaded = unsafe { handle::shared(model) }.ok()?;
    Some(loaded.lists[list as usize].get_or_init(|| list.items(&loaded.model)))
}

unsafe fn item<'a>(model: *const BowlineModel, list: u32, position: usize) -> Option<&'a Item> {
    // SAFETY: the caller's promise.
    unsafe { listed(model, list) }?.get(position)
}
