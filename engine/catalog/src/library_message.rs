//! What SimObjects say to the user.

use bowline_text::seconds::Seconds;
use simobject::Level;
use tracing::{debug, error, info, trace, warn};

/// Passes on what a SimObject says, which `who` introduces; with the time, s, if it says it in a run.
pub fn tell(level: Level, who: &str, time: Option<f64>, text: &str) {
    let when = time.map_or_else(String::new, |time| format!(" at t = {} s", Seconds(time)));
    let who = format!("{who}{when}");
    match level {
        Level::Error => error!("error: {who}: {text}"),
        Level::Warning => warn!("warning: {who}: {text}"),
        Level::Info => info!("{who}: {text}"),
        Level::Debug => debug!("{who}: {text}"),
        Level::Trace => trace!("{who}: {text}"),
    }
}
