//! The name of a library that is to be written.

use crate::arguments::Language;

/// A name that scenarios, compilers and file systems take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LibraryName(String);

impl LibraryName {
    /// Takes an ASCII letter, followed by ASCII letters, digits and `_`, since
    /// the function that the library exports bears the name.
    ///
    /// # Errors
    /// In words, if it is no name, or not one for a library in that language.
    pub(super) fn new(name: &str, language: Language) -> Result<Self, String> {
        let wrong = |why: &str| Err(format!("`{name}` cannot be the name of a library: {why}"));
        let follows = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(follows) {
            return wrong("it must be an ASCII letter, then ASCII letters, digits and `_`, as in `deck_winches`");
        }
        if DEVICES.contains(&name.to_ascii_lowercase().as_str()) {
            return wrong("Windows keeps it for a device");
        }
        if language == Language::Rust && TAKEN_IN_RUST.contains(&name) {
            return wrong("no crate can be called so, since the word has a meaning in Rust or in this project");
        }
        Ok(Self(name.to_owned()))
    }

    /// As scenarios write it.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// Files of these names cannot be made on Windows, whatever their ending is.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Keywords, and crates that every project knows.
const TAKEN_IN_RUST: [&str; 57] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "simobject",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_writing() {
        for name in ["winch", "Deck_winches2"] {
            for language in [Language::Rust, Language::C, Language::Cpp] {
                assert_eq!(LibraryName::new(name, language).unwrap().text(), name);
            }
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for name in ["", "2b", "_a", "-a", "a-b", "a b", "a.b", "a/b", "..", "blåskjell", "a\n"] {
            for language in [Language::Rust, Language::C, Language::Cpp] {
                let refusal = LibraryName::new(name, language).unwrap_err();
                assert!(refusal.contains("it must be an ASCII letter"), "{refusal}");
            }
        }
        assert!(LibraryName::new("Nul", Language::C).unwrap_err().contains("device"));
    }

    #[test]
    fn words_of_rust_are_refused_in_rust_only() {
        for name in ["match", "core", "simobject"] {
            assert!(LibraryName::new(name, Language::Rust).unwrap_err().contains("a meaning in Rust"));
            assert!(LibraryName::new(name, Language::C).is_ok());
        }
    }
}
