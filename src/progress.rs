//! The progress bar of a run, on a terminal.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(300);
/// The clock is read about so often, however long a step takes.
const LOOK_EVERY: Duration = Duration::from_millis(20);
const TICKS: u64 = 1000;

/// Shows simulated time, rate against real time, and remaining time.
pub(crate) struct Progress {
    start: f64,
    end: f64,
    began: Instant,
    looked: Instant,
    steps: u32,
    steps_per_look: u32,
    bar: Option<ProgressBar>,
    shown: bool,
}

impl Progress {
    /// For a run from `start` to `end`, s; nothing is shown if `quiet` or if
    /// standard error is not a terminal.
    pub(crate) fn new(start: f64, end: f64, quiet: bool) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        let now = Instant::now();
        Self { start, end, began: now, looked: now, steps: 0, steps_per_look: 1, bar: None, shown }
    }

    /// Takes note of the simulated time, s.
    pub(crate) fn observe(&mut self, time: f64) -> ControlFlow<()> {
        self.steps += 1;
        if self.shown && self.steps >= self.steps_per_look {
            let now = Instant::now();
            let since = now - self.looked;
            self.steps_per_look =
                if since < LOOK_EVERY { (2 * self.steps_per_look).min(1 << 20) } else { (self.steps / 2).max(1) };
            (self.looked, self.steps) = (now, 0);
            if now - self.began >= PATIENCE {
                self.show(time);
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn show(&mut self, time: f64) {
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(TICKS), ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("[{bar:30}] {msg}") {
                bar.set_style(style.progress_chars("=> "));
            }
            bar
        });
        let elapsed = self.began.elapsed().as_secs_f64();
        let done = (time - self.start) / (self.end - self.start);
        let remaining = elapsed * (1.0 - done) / done.max(1e-9);
        let rate = (time - self.start) / elapsed;
        bar.set_position((done * TICKS as f64) as u64);
        let left = indicatif::HumanDuration(Duration::try_from_secs_f64(remaining).unwrap_or(Duration::MAX));
        bar.set_message(format!("t = {time:.3} of {} s, {rate:.3} x real time, {left} left", self.end));
    }
}
