use std::ffi::c_char;
use std::slice;

/// UTF-8 text: so many bytes, with no zero at the end. An empty one may be null.
/// It never gets another field.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Text {
    /// Its first byte.
    pub first: *const c_char,
    /// Number of bytes.
    pub length: usize,
}

impl Text {
    /// No text.
    pub const EMPTY: Self = Self { first: std::ptr::null(), length: 0 };

    /// A view of a text, for as long as that lives.
    pub const fn of(text: &str) -> Self {
        Self { first: text.as_ptr().cast(), length: text.len() }
    }
}

/// A row of `count` values from `first` on, which may be null if there are none.
///
/// # Safety
/// The values must be there, and stay unchanged for `'t`.
#[doc(hidden)]
pub unsafe fn row<'t, T>(first: *const T, count: usize) -> &'t [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(first, count) }
}
