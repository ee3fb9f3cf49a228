//! Makes foreign texts safe to show: names in files, names of files, and the
//! messages of libraries may contain what a terminal obeys.

use std::borrow::Cow;

/// The replacement for each byte that a terminal would obey.
const INSTEAD: char = '?';

/// Whether a terminal would obey this character, or change the direction of
/// writing; except line ends and tabs.
pub fn controls(c: char) -> bool {
    const DIRECTIONS: [std::ops::RangeInclusive<char>; 4] =
        ['\u{061C}'..='\u{061C}', '\u{200E}'..='\u{200F}', '\u{202A}'..='\u{202E}', '\u{2066}'..='\u{2069}'];
    (c.is_control() && !matches!(c, '\n' | '\t')) || DIRECTIONS.iter().any(|range| range.contains(&c))
}

/// The same text, with the same length in bytes, without what [`controls`] a
/// terminal; a carriage return stays only where it ends a line.
///
/// ```
/// assert_eq!(bowline_harmless::text("\u{1b}[31mred\r\n"), "?[31mred\r\n");
/// ```
pub fn text(text: &str) -> Cow<'_, str> {
    let ends_line = |at: usize| text[at..].starts_with("\r\n");
    without(text, |at, c| controls(c) && !ends_line(at))
}

/// The same for a name within a line: a foreign text has no lines there.
///
/// ```
/// assert_eq!(bowline_harmless::name("a\r\nerror: b\tc"), "a??error: b?c");
/// ```
pub fn name(name: &str) -> Cow<'_, str> {
    without(name, |_, c| controls(c) || matches!(c, '\n' | '\t'))
}

/// JSON that is safe to show: what [`controls`] a terminal can only occur in its
/// strings, and is escaped as JSON allows.
///
/// ```
/// assert_eq!(bowline_harmless::json("[\"\u{9b}\"]"), r#"["\u009b"]"#);
/// ```
pub fn json(json: &str) -> Cow<'_, str> {
    if !json.contains(controls) {
        return json.into();
    }
    let code = |c: char| if controls(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
    json.chars().map(code).collect()
}

fn without(text: &str, is_harmful: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    if !text.char_indices().any(|(at, c)| is_harmful(at, c)) {
        return text.into();
    }
    let mut harmless = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if is_harmful(at, c) {
            harmless.extend(std::iter::repeat_n(INSTEAD, c.len_utf8()));
        } else {
            harmless.push(c);
        }
    }
    harmless.into()
}

#[cfg(test)]
mod tests {
    use super::{name, text};

    #[test]
    fn what_a_terminal_obeys_is_shown_and_as_long_as_it_was() {
        for (harmful, shown) in [
            ("\u{1b}]0;title\u{7}", "?]0;title?"),
            ("\u{9b}31m", "??31m"),
            ("a\u{202e}b\u{2066}c", "a???b???c"),
            ("over\rwritten\u{8}\u{7f}", "over?written??"),
            ("a\r\r\nb", "a?\r\nb"),
        ] {
            assert_eq!(text(harmful), shown);
            assert_eq!(text(harmful).len(), harmful.len());
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for harmless in ["", "Bøye [m²]\tå\n", "a\r\nb", "שלום", "🚢"] {
            assert!(matches!(text(harmless), std::borrow::Cow::Borrowed(same) if same == harmless));
        }
        assert_eq!(name("Bøye [m²]"), "Bøye [m²]");
    }
}
