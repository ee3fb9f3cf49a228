//! Where and when the program runs, for records.

use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

/// The name of this machine; empty if it has none.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    {
        let mut name = [0_u8; 256];
        // SAFETY: the room is there, and the last byte stays 0.
        let outcome = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(0);
        if outcome == 0 { String::from_utf8_lossy(&name[..length]).into_owned() } else { String::new() }
    }
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// The time now, UTC, as ISO 8601 has it.
pub(crate) fn now() -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = SystemTime.format_time(&mut Writer::new(&mut text));
    text
}
