use std::borrow::Cow;
use std::ffi::c_char;
use std::slice;

/// UTF-8 text: so many bytes, with no zero at the end. An empty one may be null.
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

    /// Most bytes that a library may pass; more are taken for a mistake.
    pub(crate) const MOST: usize = 1 << 24;

    /// The text; with bytes that are not UTF-8 replaced, and whether there were any.
    ///
    /// # Safety
    /// The bytes must be there, and stay unchanged for `'t`.
    pub(crate) unsafe fn read<'t>(self) -> (Cow<'t, str>, bool) {
        if self.first.is_null() || self.length > Self::MOST {
            return (Cow::Borrowed(""), self.length > 0);
        }
        // SAFETY: the caller's promise.
        let bytes: &'t [u8] = unsafe { slice::from_raw_parts(self.first.cast(), self.length) };
        match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), false),
            Err(_) => (String::from_utf8_lossy(bytes), true),
        }
    }
}

/// A row of `count` values from `first` on, which may be null if there are none.
///
/// # Safety
/// The values must be there, and stay unchanged for `'t`.
pub(crate) unsafe fn row<'t, T>(first: *const T, count: usize) -> &'t [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(first, count) }
}
