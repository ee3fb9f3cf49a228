//! Ends a run that hangs in a calculation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

/// Readings of the clock within one patience.
const LOOKS: u32 = 8;

/// Watches over a run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Watchdog {
    signs: Arc<Signs>,
}

/// Signs of life.
#[derive(Debug, Default)]
struct Signs {
    steps: AtomicU64,
    is_over: AtomicBool,
}

impl Watchdog {
    /// Ends the program if nothing is [seen](Self::see) for this long while a
    /// library is at work; without a duration never.
    pub(crate) fn new(patience: Option<Duration>) -> Self {
        let signs = Arc::new(Signs::default());
        if let Some(patience) = patience {
            let seen = Arc::clone(&signs);
            let strike = strike::prepare(patience);
            // A new thread takes a lock that the system holds while it loads a
            // library: it must have started before a library hangs there.
            let begun = Arc::new(Barrier::new(2));
            let begins = Arc::clone(&begun);
            thread::spawn(move || {
                begins.wait();
                watch(&seen, patience, &strike);
            });
            begun.wait();
        }
        Self { signs }
    }

    /// Takes note of a step.
    pub(crate) fn see(&self) {
        self.signs.steps.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.signs.is_over.store(true, Ordering::Relaxed);
    }
}

fn watch(signs: &Signs, patience: Duration, strike: &impl Fn()) {
    let (mut steps, mut since) = (0, Instant::now());
    while !signs.is_over.load(Ordering::Relaxed) {
        thread::sleep(patience / LOOKS);
        let now = signs.steps.load(Ordering::Relaxed);
        if now != steps {
            (steps, since) = (now, Instant::now());
        } else if since.elapsed() >= patience {
            // Acts only if a SimObject is at work: a run may also wait for a
            // reader of its rows.
            strike();
            since = Instant::now();
        }
    }
}

#[cfg(unix)]
mod strike {
    use std::time::Duration;

    use crate::whereabouts::{self, Question};

    /// Asks each thread whether it is in a SimObject, and ends the program if one
    /// is.
    pub(super) fn prepare(patience: Duration) -> impl Fn() {
        whereabouts::set_stalled(format!("error: no step has ended for {} s: stalled", patience.as_secs_f64()));
        || whereabouts::ask(Question::Stalled)
    }
}

#[cfg(not(unix))]
mod strike {
    use std::time::Duration;

    pub(super) fn prepare(patience: Duration) -> impl Fn() {
        move || {
            crate::report::error(&format!("no step has ended for {} s", patience.as_secs_f64()));
            std::process::exit(crate::Exit::Failed as i32);
        }
    }
}
