//! Texts that go in and out.

use std::ffi::{CStr, CString, c_char};
use std::path::PathBuf;

use crate::error::Fault;

/// A text for C. What would end it early is left out.
pub(crate) fn owned(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// A text of C.
///
/// # Safety
/// It is null, or ends with a zero, and lives as long as what is returned.
pub(crate) unsafe fn given<'a>(text: *const c_char, what: &str) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(Fault::argument(format!("the {what} is a null pointer")));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Fault::argument(format!("the {what} is not UTF-8: {}", text.to_string_lossy())))
}

/// A path; on Unix any bytes.
///
/// # Safety
/// As of [`given`].
pub(crate) unsafe fn path(text: *const c_char, what: &str) -> Result<PathBuf, Fault> {
    #[cfg(unix)]
    if !text.is_null() {
        use std::os::unix::ffi::OsStrExt;
        // SAFETY: the caller's promise.
        let bytes = unsafe { CStr::from_ptr(text) }.to_bytes();
        if !bytes.is_empty() {
            return Ok(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)));
        }
    }
    // SAFETY: the caller's promise.
    match unsafe { given(text, what) }? {
        "" => Err(Fault::argument(format!("the {what} is empty"))),
        text => Ok(PathBuf::from(text)),
    }
}
