//! The time at which a step must end.

use bowline_solve::integration::instant_width;

/// The time at which a step must end, and why.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// s.
    pub(super) time: f64,
    /// Times up to here are the same instant, s.
    pub(super) horizon: f64,
    /// The latest time that the step before it may see, s.
    pub(super) latest: f64,
    pub(super) is_event: bool,
    pub(super) is_save: bool,
    /// Something other than a sample, a save point or the end is due there.
    pub(super) is_step: bool,
}

impl Stop {
    /// An announced stop, where nothing else is due.
    fn announced(time: f64) -> Self {
        Self { time, horizon: time, latest: time, is_event: false, is_save: false, is_step: true }
    }

    /// s.
    #[inline]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The latest time that an evaluation in the step before it may see, s: less than [`time`](Self::time) where something
    /// jumps there.
    #[inline]
    pub fn latest(&self) -> f64 {
        self.latest
    }

    /// Whether no step can reach it from a time, s, because it is nearer than the smallest normal number.
    #[inline]
    pub fn is_at(&self, time: f64) -> bool {
        self.time - time < f64::MIN_POSITIVE
    }
}

/// Times that an integrator adds to those of the model, s; infinite where there is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntegratorTimes {
    /// The end.
    pub end: f64,
    /// The next time at which the state is saved. A stop in the same instant is exactly there, since a run that continues
    /// from the state starts there.
    pub save: f64,
    /// The next time at which values are recorded. It is no stop, but a stop in the same instant may be exactly there.
    pub sample: f64,
    /// A time at which the integrator has to end a step for reasons of its own.
    pub landing: f64,
}

impl Default for IntegratorTimes {
    fn default() -> Self {
        Self { end: f64::INFINITY, save: f64::INFINITY, sample: f64::INFINITY, landing: f64::INFINITY }
    }
}

/// The next times of each kind, s; infinite where there is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NextTimes {
    pub(super) event: f64,
    pub(super) tick: f64,
    pub(super) announced: f64,
    pub(super) integrator: IntegratorTimes,
}

impl NextTimes {
    /// Where a step must end.
    pub(super) fn stop(self) -> Stop {
        let Self { event, tick, announced, integrator: IntegratorTimes { end, save, sample, landing } } = self;
        let first = event.min(tick).min(save).min(announced).min(end).min(landing);
        let window = first + instant_width(first);
        let is_near = |time: &f64| *time <= window && *time >= first - instant_width(first);
        // A run that continues from a save point, or from the end, starts at
        // exactly that time. Nothing happens at an announced stop: it moves
        // nothing.
        let time = if save <= window {
            save
        } else if is_near(&end) {
            end
        } else {
            let latest = [sample, landing, tick, event].into_iter().filter(is_near).max_by(f64::total_cmp);
            let Some(latest) = latest else { return Stop::announced(announced) };
            latest
        };
        let horizon = time + instant_width(time);
        let is_event = event <= time;
        let is_step = is_event || tick <= horizon || announced <= horizon;
        let latest = if is_event { event.next_down() } else { time };
        Stop { time, horizon, latest, is_event, is_save: save <= time, is_step }
    }
}
