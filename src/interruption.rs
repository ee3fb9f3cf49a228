//! Ctrl-C (SIGINT) and SIGTERM: the first asks the run to stop after its step,
//! the second ends the program at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::Exit;

/// Whether the user wants the run to stop.
#[derive(Debug)]
pub(crate) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens from now on. SIGHUP keeps its meaning, so that a run under
    /// `nohup` outlives its terminal.
    ///
    /// # Errors
    /// The system does not let the program listen.
    pub(crate) fn listen() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down, and raises it.
            flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(Self(asked))
    }

    /// Whether a signal came.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
