//! Texts as libraries pass them.

use std::borrow::Cow;
use std::slice;

use simobject::abi;

/// Most bytes that a library may pass; more are taken for a mistake.
pub(crate) const MOST: usize = 1 << 24;

/// The text; with bytes that are not UTF-8 replaced, and whether there were any.
///
/// # Safety
/// The bytes must be there, and stay unchanged for `'t`.
pub(crate) unsafe fn read<'t>(text: abi::Text) -> (Cow<'t, str>, bool) {
    if text.first.is_null() || text.length > MOST {
        return (Cow::Borrowed(""), text.length > 0);
    }
    // SAFETY: the caller's promise.
    let bytes: &'t [u8] = unsafe { slice::from_raw_parts(text.first.cast(), text.length) };
    match str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (String::from_utf8_lossy(bytes), true),
    }
}

/// What is wrong with a text of which this was read.
pub(crate) fn fault(text: abi::Text, read: &str, what: &str) -> String {
    match text.length {
        length if text.first.is_null() => format!("{what} has {length} bytes at a null pointer"),
        length if length > MOST => format!("{what} has {length} bytes, more than {MOST}"),
        _ => format!("{what}, `{read}`, is not UTF-8"),
    }
}

/// Whether it is this text; without looking for bytes that are not UTF-8, since this one has none.
///
/// # Safety
/// The bytes must be there.
pub(crate) unsafe fn is(text: abi::Text, known: &str) -> bool {
    if text.first.is_null() || text.length != known.len() {
        return text.length == 0 && known.is_empty();
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(text.first.cast::<u8>(), text.length) == known.as_bytes() }
}
