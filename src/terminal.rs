//! Messages to people. Losing the reader of standard error (a closed pipe, a full
//! disk) is no reason to lose anything else: the message is then dropped.
//!
//! All messages pass through here, which removes everything that a terminal would
//! obey: files of others, their names, and libraries may contain anything.

use std::io::{self, IsTerminal, Write};

/// Writes a text and ends the line.
pub(crate) fn say(text: &str) {
    say_as_it_is(&bowline_harmless::text(text));
}

/// The same for a text that contains our colours, and nothing else that a
/// terminal obeys.
pub(crate) fn say_as_it_is(text: &str) {
    // There is nowhere else to report a failure.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Standard error for writers of whole texts, each in one call.
#[derive(Debug)]
pub(crate) struct Listener;

impl Write for Listener {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        io::stderr().lock().write_all(bowline_harmless::text(&String::from_utf8_lossy(text)).as_bytes())?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a text for people to standard output.
///
/// # Errors
/// It could not be written.
pub(crate) fn show(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bowline_harmless::text(text).as_bytes())?;
    output.flush()
}

/// Writes data for programs to standard output, unchanged unless that is a
/// terminal.
///
/// # Errors
/// It could not be written.
pub(crate) fn hand_over(data: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    if output.is_terminal() {
        output.write_all(bowline_harmless::text(&String::from_utf8_lossy(data)).as_bytes())?;
    } else {
        output.write_all(data)?;
    }
    output.flush()
}

/// Whether messages may be coloured.
pub(crate) fn has_colours() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
