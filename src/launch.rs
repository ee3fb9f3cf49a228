//! When, where and how the program was started.

use bowline_engine::RunRecord;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

/// Tells it in the record of a run that begins.
pub(crate) fn tell(record: &mut RunRecord) {
    let mut now = String::new();
    record.started = SystemTime.format_time(&mut Writer::new(&mut now)).is_ok().then_some(now);
    record.host = host();
    record.command_line = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
}

/// The name of the machine.
#[cfg(unix)]
fn host() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().map(str::to_owned)
}

/// The name of the machine.
#[cfg(not(unix))]
fn host() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}
