//! What is said to people, on standard error. That nobody listens (a closed
//! pipe, a full disk) is no reason to lose anything: it is then not said.

use std::io::{self, IsTerminal, Write};

/// Writes a text and ends the line.
pub(crate) fn say(text: &str) {
    // There is nowhere else to say that it could not be said.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether what is said may be coloured.
pub(crate) fn has_colours() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
