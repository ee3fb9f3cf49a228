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
        Ok(_) => match missing(LIBRARIES) {
            missing if missing.is_empty() => Ok(()),
            missing => Err(format!("a window needs {}, which is not installed: {PACKAGES}", missing.join(", "))),
        },
        Err(reason) => {
            let display = std::env::var_os("DISPLAY").unwrap_or_default();
            let display = display.to_string_lossy();
            Err(format!("the display `{display}` cannot be used ({reason}): {what_to_do}"))
        }
    }
}

/// What a window opens while it runs: it would panic without.
#[cfg(all(unix, not(target_os = "macos")))]
const LIBRARIES: &[&str] =
    &["libX11.so.6", "libX11-xcb.so.1", "libXcursor.so.1", "libXi.so.6", "libxkbcommon.so.0", "libxkbcommon-x11.so.0"];

#[cfg(all(unix, not(target_os = "macos")))]
const PACKAGES: &str = "Debian, Ubuntu: `apt-get install libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0`; Fedora: `dnf \
                        install libX11-xcb libXcursor libXi libxkbcommon-x11`";

/// Those of some libraries that cannot be opened.
#[cfg(all(unix, not(target_os = "macos")))]
fn missing<'l>(libraries: &[&'l str]) -> Vec<&'l str> {
    // SAFETY: they are those of the window system, which has no code of its own that would run when they are opened.
    let is_missing = |name: &&&str| unsafe { libloading::Library::new(**name) }.is_err();
    libraries.iter().filter(is_missing).copied().collect()
}

/// Whether a window could be opened: here there is always a desktop.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn check() -> Result<(), String> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn libraries_that_are_not_there_are_named() {
        assert_eq!(missing(&["libc.so.6", "libnobody-wrote-it.so.7"]), ["libnobody-wrote-it.so.7"]);
    }
}
