//! Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP): the first asks the
//! run to stop after its step, and names the place if the step does not end soon;
//! the second ends the program at once, and names the place.

use std::ffi::c_int;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use crate::Exit;
#[cfg(unix)]
use bowline_surface::rows;

use crate::{crash, whereabouts};

/// The program reports a step that has not ended this long after the request to
/// stop, s.
#[cfg(unix)]
const PATIENCE: u32 = 1;

/// Whether the user wants the run to stop.
#[derive(Debug)]
pub(crate) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens from now on, but not to SIGHUP if it is ignored: a run under
    /// `nohup` outlives its terminal.
    ///
    /// # Errors
    /// The system does not let the program listen.
    pub(crate) fn listen() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        {
            crash::leave_interruptions();
            crash::handle(libc::SIGALRM, on_impatience, 0);
        }
        let hangup = hangup().filter(|signal| !is_ignored(*signal));
        for signal in [SIGINT, SIGTERM].into_iter().chain(hangup) {
            // In this order: the first signal finds the flag down, and raises it.
            let is_asked = Arc::clone(&asked);
            let end = move || {
                if is_asked.load(Ordering::Relaxed) {
                    end();
                }
                #[cfg(unix)]
                // SAFETY: a signal handler may call it.
                unsafe {
                    libc::alarm(PATIENCE);
                }
            };
            // SAFETY: it does only what a signal handler may.
            unsafe { low_level::register(signal, end) }?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(Self(asked))
    }

    /// Whether a signal came.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Interruption {
    fn drop(&mut self) {
        #[cfg(unix)]
        // SAFETY: it withdraws the earlier request.
        unsafe {
            libc::alarm(0);
        }
    }
}

#[cfg(unix)]
extern "C" fn on_impatience(_: c_int, _: *const libc::siginfo_t, _: *const libc::c_void) {
    whereabouts::ask(whereabouts::Question::Waiting);
}

/// Ends the program, in a signal handler.
fn end() {
    #[cfg(unix)]
    {
        rows::rescue();
        whereabouts::tell_interrupted();
        crash::leave(Exit::Interrupted as i32);
    }
    #[cfg(not(unix))]
    low_level::exit(Exit::Interrupted as i32);
}

/// The signal of a closed terminal, where there is one.
fn hangup() -> Option<c_int> {
    #[cfg(unix)]
    return Some(signal_hook::consts::SIGHUP);
    #[cfg(not(unix))]
    None
}

/// Whether whoever began the program wants it to ignore a signal.
fn is_ignored(signal: c_int) -> bool {
    #[cfg(unix)]
    {
        // SAFETY: null asks for what is set, and changes nothing; a sigaction of zeros is one.
        unsafe {
            let mut set: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut set) == 0 && set.sa_sigaction == libc::SIG_IGN
        }
    }
    #[cfg(not(unix))]
    {
        let _ = signal;
        false
    }
}
