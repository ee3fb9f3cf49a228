//! The progress bar of a campaign, on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use bowline_campaign::{CaseResult, Status};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Campaigns shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// Shows runs done, failed, a second, and the time that remains.
pub(super) struct Progress {
    began: Instant,
    done: u64,
    failed: u64,
    total: u64,
    bar: Option<ProgressBar>,
    is_shown: bool,
}

impl Progress {
    /// For so many runs; nothing is shown if `quiet` or if standard error is
    /// not a terminal.
    pub(super) fn new(total: u64, quiet: bool) -> Self {
        let is_shown = !quiet && std::io::stderr().is_terminal();
        Self { began: Instant::now(), done: 0, failed: 0, total, bar: None, is_shown }
    }

    /// Takes note of a run that ended.
    pub(super) fn see(&mut self, result: &CaseResult) {
        self.done += 1;
        self.failed += u64::from(result.status != Status::Ok);
        if self.is_shown && self.began.elapsed() >= PATIENCE {
            self.show();
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn show(&mut self) {
        let total = self.total;
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("[{bar:30}] {msg}") {
                bar.set_style(style.progress_chars("=> "));
            }
            bar
        });
        let rate = self.done as f64 / self.began.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64((total - self.done) as f64 / rate).unwrap_or(Duration::MAX);
        bar.set_position(self.done);
        let (done, failed) = (self.done, self.failed);
        let left = HumanDuration(left);
        bar.set_message(format!("{done} of {total} runs, {failed} failed, {rate:.1} a second, {left} left"));
    }
}
