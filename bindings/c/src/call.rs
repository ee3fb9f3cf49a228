//! What all calls have in common: nothing unwinds out of them, and errors are told.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Kind};

/// Does what was asked.
///
/// # Safety
/// `error` is null, or a place for a pointer.
pub(crate) unsafe fn status(error: *mut *mut BowlineError, work: impl FnOnce() -> Result<(), Fault>) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { forget(error) };
    match caught(work) {
        Ok(()) => BowlineStatus::Ok,
        // SAFETY: as above.
        Err(fault) => unsafe { fault.tell(error) },
    }
}

/// Makes something to hold; null if that is not possible.
///
/// # Safety
/// As of [`status`].
pub(crate) unsafe fn made<K: Kind>(
    error: *mut *mut BowlineError,
    work: impl FnOnce() -> Result<K::Inner, Fault>,
) -> *mut K {
    // SAFETY: the caller's promise.
    unsafe { forget(error) };
    match caught(work) {
        Ok(inner) => handle::give(inner),
        Err(fault) => {
            // SAFETY: as above.
            unsafe { fault.tell(error) };
            ptr::null_mut()
        }
    }
}

/// Frees something.
///
/// # Safety
/// As of [`handle::take`].
pub(crate) unsafe fn free<K: Kind>(handle: *mut K) -> BowlineStatus {
    // SAFETY: the caller's promise.
    let freed = caught(|| unsafe { handle::take(handle) }.map(drop));
    freed.map_or_else(|fault| fault.status, |()| BowlineStatus::Ok)
}

/// What was there before is of another call.
unsafe fn forget(error: *mut *mut BowlineError) {
    if !error.is_null() {
        // SAFETY: the caller's promise.
        unsafe { error.write(ptr::null_mut()) };
    }
}

/// Works; a panic is an error.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Fault::defect(&in_words(&*panic))))
}

fn in_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
