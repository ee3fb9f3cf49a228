//! Whether there is a display for a window.

/// Whether a window could be opened.
///
/// # Errors
/// There is no display, or it does not answer: what to do, in a line.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn check() -> Result<(), String> {
    let what_to_do = "run it on a desktop, over `ssh -X`, or make pictures without a window: `bowline render`";
    if std::env::var_os("DISPLAY").is_none_or(|display| display.is_empty()) {
        return Err(format!("there is no display for a window (DISPLAY is not set): {what_to_do}"));
    }
    match x11rb::connect(None) {
        Ok(_) => Ok(()),
        Err(reason) => {
            let display = std::env::var_os("DISPLAY").unwrap_or_default();
            let display = display.to_string_lossy();
            Err(format!("the display `{display}` cannot be used ({reason}): {what_to_do}"))
        }
    }
}

/// Whether a window could be opened: here there is always a desktop.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn check() -> Result<(), String> {
    Ok(())
}
