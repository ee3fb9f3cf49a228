//! The progress bar of frames, on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows how many frames are drawn, how fast, and how long the others will take.
pub(super) struct FrameProgress {
    begun: Instant,
    drawn: u64,
    count: u64,
    bar: Option<ProgressBar>,
}

impl FrameProgress {
    /// For so many frames; nothing is shown if `quiet` or if standard error is not a terminal.
    pub(super) fn new(count: usize, quiet: bool) -> Self {
        let is_shown = !quiet && std::io::stderr().is_terminal();
        let bar = is_shown.then(|| {
            let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("[{bar:30}] {msg}") {
                bar.set_style(style.progress_chars("=> "));
            }
            bar
        });
        Self { begun: Instant::now(), drawn: 0, count: count as u64, bar }
    }

    /// One more is drawn.
    pub(super) fn drawn(&mut self) {
        self.drawn += 1;
        let Some(bar) = &self.bar else { return };
        let left = self.begun.elapsed().as_secs_f64() * (self.count - self.drawn) as f64 / self.drawn as f64;
        let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        bar.set_position(self.drawn);
        bar.set_message(format!("frame {} of {}, {:.1} a second, {left} left", self.drawn, self.count, self.rate()));
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// How fast it went.
    pub(super) fn in_words(&self) -> String {
        format!("{:.1} frames drawn a second", self.rate())
    }

    fn rate(&self) -> f64 {
        self.drawn as f64 / self.begun.elapsed().as_secs_f64().max(1e-9)
    }
}
