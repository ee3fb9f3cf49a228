//! The sizes of adaptive steps.

use super::size_limits::SizeLimits;
use super::{Because, Restart, StepError, StepLimit, resolution};

/// Chooses the size of the next step from the error of the last one.
#[derive(Debug)]
pub(super) struct Controller {
    /// Planned size, s; none before the first step.
    next: Option<f64>,
    limits: SizeLimits,
    /// Whether the last trial was rejected.
    after_rejection: bool,
}

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    /// s.
    pub(super) size: f64,
    /// Simulated time at its end, s.
    pub(super) end: f64,
    /// Evaluations see no later time, s.
    pub(super) latest: f64,
    /// The size is the distance to the stop, not the method's choice.
    pub(super) reaches_stop: bool,
}

impl Trial {
    /// A step to the stop.
    pub(super) fn to_stop(time: f64, limit: StepLimit) -> Self {
        Self { size: limit.stop - time, end: limit.stop, latest: limit.latest, reaches_stop: true }
    }

    /// A step that ends before the stop.
    ///
    /// # Errors
    /// The time is the same double after it.
    pub(super) fn of_size<E>(time: f64, size: f64, end: f64) -> Result<Self, StepError<E>> {
        if end > time {
            return Ok(Self { size: end - time, end, latest: end, reaches_stop: false });
        }
        let h_min = resolution(time);
        Err(StepError::TooSmall { time, step_size: size, h_min, because: Because::NoProgress })
    }
}

impl Controller {
    pub(super) fn new(limits: SizeLimits) -> Self {
        Self { next: None, limits, after_rejection: false }
    }

    /// Forgets what was learnt, as far as it says nothing any more.
    pub(super) fn restart(&mut self, restart: Restart) {
        self.after_rejection = false;
        if restart != Restart::Tick {
            self.next = None;
        }
    }

    /// Whether no size is planned yet.
    pub(super) fn is_new(&self) -> bool {
        self.next.is_none()
    }

    /// The size of the first step, where the scenario gives it, s.
    pub(super) fn first(&self) -> Option<f64> {
        self.limits.first
    }

    /// Which sizes the settings allow.
    pub(super) fn limits(&self) -> SizeLimits {
        self.limits
    }

    /// The largest size, s.
    pub(super) fn most(&self) -> f64 {
        self.limits.most
    }

    /// The smallest step that the error may ask for, s: HMin, but no less than
    /// what the time can be resolved to.
    pub(super) fn h_min(&self, time: f64) -> f64 {
        self.limits.least_at(time)
    }

    /// Plans the next trial's size, HMin at least.
    pub(super) fn plan(&mut self, time: f64, size: f64) {
        let h_min = self.h_min(time);
        self.next = Some(if size > h_min { size } else { h_min });
    }

    /// The next trial.
    pub(super) fn propose<E>(&self, time: f64, limit: StepLimit) -> Result<Trial, StepError<E>> {
        let remaining = limit.stop - time;
        let size = self.next.map_or(self.limits.most, |next| next.min(self.limits.most));
        let end = time + size;
        // A sliver left by rounding is joined to the step before it; after a
        // rejection the end must come nearer.
        let may_stretch = !self.after_rejection && 1.01 * size <= self.limits.most;
        let slack = if may_stretch { 0.01 * size } else { 0.0 };
        if size >= remaining || end + slack >= limit.stop {
            return Ok(Trial::to_stop(time, limit));
        }
        Trial::of_size(time, size, end)
    }

    /// Plans the size after a step that was accepted; `time` is its end.
    pub(super) fn grow(&mut self, time: f64, factor: f64, trial: Trial) {
        let factor = if self.after_rejection { factor.min(1.0) } else { factor };
        self.after_rejection = false;
        let proposed = (trial.size * factor).min(self.limits.most);
        // A step cut short by a stop says little about the next one.
        let planned = self.next.filter(|planned| trial.reaches_stop && *planned > trial.size).unwrap_or(0.0);
        self.plan(time, if proposed > planned { proposed } else { planned });
    }

    /// Plans a smaller size after a trial that was rejected, HMin at the
    /// least, or says why there is none.
    pub(super) fn shrink<E>(
        &mut self,
        time: f64,
        factor: f64,
        trial: Trial,
        because: impl FnOnce() -> Because<E>,
    ) -> Result<(), StepError<E>> {
        let (size, h_min) = (trial.size * factor, self.h_min(time));
        // HMin itself is tried, but every trial must end before the one it replaces.
        let end = time + size.max(h_min);
        if end >= trial.end || end <= time {
            return Err(StepError::TooSmall { time, step_size: size, h_min, because: because() });
        }
        self.plan(time, size);
        self.after_rejection = true;
        Ok(())
    }
}
