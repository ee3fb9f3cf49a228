//! Text that does nothing to a terminal.

use std::borrow::Cow;

/// Whether a character would control a terminal, or turn the direction of writing.
fn controls(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The same text, byte for byte as long, without characters that would control
/// a terminal, or turn the direction of writing.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(controls) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if controls(c) { out.extend(std::iter::repeat_n('?', c.len_utf8())) } else { out.push(c) }
    }
    out.into()
}
