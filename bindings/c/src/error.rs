//! What went wrong.

use std::ffi::{CString, c_char};
use std::ptr;

use bowline_surface::messages;
use bowline_surface::session::{ErrorKind, ErrorReport, SessionError};

use crate::handle::{self, Kind, magic};
use crate::text;

/// How a call ended.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BowlineStatus {
    /// Success.
    Ok = 0,
    /// A handle is null, was freed, or is of another kind.
    WrongHandle = 1,
    /// An argument is wrong: null, no text, not as many numbers as there have to be, not finite, a name that means
    /// nothing.
    WrongArgument = 2,
    /// Another call works with the handle.
    Busy = 3,
    /// The scenario is wrong: the message shows each place.
    WrongScenario = 4,
    /// A library cannot be used.
    WrongLibrary = 5,
    /// A file cannot be read or written.
    File = 6,
    /// The run cannot do what was asked; it is as it was.
    Refused = 7,
    /// The run ended with an error. A snapshot can be restored.
    RunFailed = 8,
    /// The run was cancelled between two steps. It may go on.
    Cancelled = 9,
    /// A defect of Bowline: please report it.
    Defect = 10,
}

/// An error of a call, as a text and as JSON. The caller owns it.
pub struct BowlineError {
    _opaque: [u8; 0],
}

impl Kind for BowlineError {
    type Inner = Told;
    type Shared = ();
    const NAME: &'static str = "error";
    const MAGIC: u64 = magic(1);
}

/// An error as a program gets it.
pub struct Told {
    status: BowlineStatus,
    text: CString,
    json: CString,
}

/// Why a call did not do what was asked.
pub(crate) struct Fault {
    pub(crate) status: BowlineStatus,
    text: String,
    json: String,
}

impl Fault {
    /// In words.
    pub(crate) fn new(status: BowlineStatus, code: &'static str, message: impl Into<String>) -> Self {
        let (text, json) = messages::without_place(code, message, None);
        Self { status, text, json }
    }

    /// An argument is wrong.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(BowlineStatus::WrongArgument, "wrong-argument", message)
    }

    /// A panic.
    pub(crate) fn defect(what: &str) -> Self {
        Self::new(BowlineStatus::Defect, "defect", format!("this is a defect of Bowline, please report it: {what}"))
    }

    /// Tells it, if anybody listens.
    ///
    /// # Safety
    /// `error` is null, or a place for a pointer.
    pub(crate) unsafe fn tell(self, error: *mut *mut BowlineError) -> BowlineStatus {
        let status = self.status;
        if !error.is_null() {
            let told = Told { status, text: text::owned(&self.text), json: text::owned(&self.json) };
            // SAFETY: the caller's promise.
            unsafe { error.write(handle::give(told)) };
        }
        status
    }
}

impl From<SessionError> for Fault {
    fn from(error: SessionError) -> Self {
        let ErrorReport { text, json } = error.report();
        Self { status: status_of(error.kind()), text, json }
    }
}

/// The status of an error of this kind.
fn status_of(kind: ErrorKind) -> BowlineStatus {
    match kind {
        ErrorKind::Scenario => BowlineStatus::WrongScenario,
        ErrorKind::Library => BowlineStatus::WrongLibrary,
        ErrorKind::File => BowlineStatus::File,
        ErrorKind::UnknownName | ErrorKind::FedInput | ErrorKind::Argument => BowlineStatus::WrongArgument,
        ErrorKind::Refused | ErrorKind::InputsTakenBack => BowlineStatus::Refused,
        ErrorKind::RunFailed | ErrorKind::NotFinite => BowlineStatus::RunFailed,
        ErrorKind::Cancelled => BowlineStatus::Cancelled,
    }
}

/// How the call ended that gave the error.
///
/// # Safety
/// `error` is an error that a call gave and that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_error_status(error: *const BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(error) }.map_or(BowlineStatus::WrongHandle, |told| told.status)
}

/// The error message for people: UTF-8, perhaps several lines, with the places in the scenario. Valid as long as the error.
///
/// # Safety
/// As of `bowline_error_status`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_error_message(error: *const BowlineError) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(error) }.map_or(ptr::null(), |told| told.text.as_ptr())
}

/// The error for programs: JSON in the format of `bowline check --format json`. Valid as long as the error.
///
/// # Safety
/// As of `bowline_error_status`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_error_json(error: *const BowlineError) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(error) }.map_or(ptr::null(), |told| told.json.as_ptr())
}

/// Frees an error; null is nothing.
///
/// # Safety
/// As of `bowline_error_status`; nobody uses the error or its texts after it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_error_free(error: *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { handle::take(error) }.map_or_else(|fault| fault.status, |_| BowlineStatus::Ok)
}
