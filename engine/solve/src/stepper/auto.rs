//! The method that chooses between an explicit and an implicit one.

use std::ops::Range;

use crate::statistics::Switch;

use super::explicit::Explicit;
use super::implicit::Bdf;
use super::{Evaluated, Integration, Restart, StepError, StepLimit, System};
use crate::integration::ImplicitMethod;

/// Step size times the largest rate from which a step counts as one at the edge
/// of stability. Dormand-Prince's edge on the negative real axis is 3.3, and
/// Hairer, Wanner II, section IV.2 take 3.25; but with tight tolerances the
/// error of what is fast keeps the steps a little below it for thousands of
/// them.
const EDGE: f64 = 3.0;
/// So many steps at the edge make the explicit method give up, and so many
/// away from it in a row clear it (the same).
const STEPS_AT_THE_EDGE: u32 = 15;
const STEPS_AWAY_FROM_IT: u32 = 6;
/// A step whose product is beyond this may be held short by a fast rate.
const SUSPICIOUS: f64 = 1.0;
/// The explicit steps are looked at in windows of this many. If most of them
/// are suspicious, and more are rejected than a smooth model would reject, a
/// part that is too fast may jump to and fro between two branches of the model,
/// where it shows no rate: then the implicit method is tried. So it is after
/// so many suspicious windows in a row, and after so many windows of any kind,
/// since not everything that holds steps short shows.
const WINDOW: u64 = 500;
const MOST_REJECTED: u64 = WINDOW / 8;
const MOST_SUSPICIOUS: u64 = 10;
const MOST_WINDOWS: u64 = 40;
/// The implicit method settles in so many steps; then so many show its pace.
const SETTLING: u64 = 60;
const SHOWING: u64 = 40;
/// An explicit step costs three times the evaluations of an implicit one, and
/// one that fails costs more: it must be five times as long to be worth it.
const WORTH_IT: f64 = EDGE / 5.0;
/// So many implicit steps in a row that are worth it make the method go back.
const STEPS_WORTH_IT: u32 = 20;

/// Begins with Dormand-Prince, and goes to BDF and back as the stiffness of
/// the model asks for.
#[derive(Debug)]
pub(super) struct Auto {
    explicit: Explicit,
    implicit: Bdf,
    is_implicit: bool,
    is_new: bool,
    time: f64,
    /// Steps at the edge, and steps in a row away from it.
    at_the_edge: u32,
    away: u32,
    /// The steps that are being looked at.
    window: Window,
    /// How many times as long the window of explicit steps is by now.
    patience: u64,
    /// Suspicious windows in a row, and windows, since the last trial.
    suspicious: u64,
    windows: u64,
    /// The pace of the explicit method, s an evaluation, that an implicit one
    /// on trial must beat.
    to_beat: Option<f64>,
    /// Implicit steps in a row after which an explicit one is worth it, and
    /// the size of the first of them, s.
    worth_it: u32,
    first_worth_it: f64,
    /// Why the next step is for the other method.
    switch: Option<String>,
}

impl Auto {
    pub(super) fn new(explicit: Explicit, mut implicit: Bdf) -> Self {
        implicit.watch_spectral_radius();
        Self {
            explicit,
            implicit,
            is_implicit: false,
            is_new: true,
            time: 0.0,
            at_the_edge: 0,
            away: 0,
            window: Window::default(),
            patience: 1,
            suspicious: 0,
            windows: 0,
            to_beat: None,
            worth_it: 0,
            first_worth_it: 0.0,
            switch: None,
        }
    }

    /// Begins with the method that is in use.
    fn restart_current<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        if self.is_implicit {
            self.implicit.restart(integration, time, restart)
        } else {
            self.explicit.restart(integration, time, restart)
        }
    }

    /// Makes a step of the method that is in use.
    fn step_current<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if self.is_implicit { self.implicit.step(integration, limit) } else { self.explicit.step(integration, limit) }
    }

    fn name(&self) -> &'static str {
        if self.is_implicit { ImplicitMethod::Bdf.name() } else { self.explicit.name() }
    }

    /// Goes on with the other method.
    fn change<S: System>(&mut self, integration: &mut Integration<'_, S>, because: String) -> Evaluated<S::Error> {
        self.is_implicit = !self.is_implicit;
        (self.at_the_edge, self.away, self.worth_it) = (0, 0, 0);
        self.window = Window::default();
        self.tell(integration, because);
        let time = self.time;
        self.restart_current(integration, time, Restart::Jump)
    }

    fn tell<S: System>(&self, integration: &mut Integration<'_, S>, because: String) {
        integration.statistics.switches.push(Switch { time_s: self.time, method: self.name(), because });
    }

    /// Looks at a step that the implicit method made.
    fn judge_implicit(&mut self, size: f64) {
        let product = size * self.implicit.spectral_radius();
        // The steps of a start grow, and say nothing about the model.
        let is_growing = size > 2.0 * self.first_worth_it;
        self.worth_it = if product < WORTH_IT { self.worth_it + 1 } else { 0 };
        if self.worth_it == 1 || (self.worth_it > 0 && is_growing) {
            (self.worth_it, self.first_worth_it) = (1, size);
        }
        if self.worth_it >= STEPS_WORTH_IT {
            self.switch = Some(format!(
                "not stiff: the last {STEPS_WORTH_IT} steps were so short that explicit ones would be stable and \
                 longer (step size times spectral radius {product:.2e})"
            ));
        }
        let Some(to_beat) = self.to_beat else { return };
        if self.window.steps == SETTLING {
            self.window = Window { steps: SETTLING, ..Window::default() };
        } else if self.window.steps >= SETTLING + SHOWING {
            self.to_beat = None;
            if self.window.pace() < to_beat {
                self.switch = Some("the implicit method was no faster".to_owned());
            }
        }
    }

    /// Looks at a step that the explicit method made.
    fn judge_explicit(&mut self) {
        let product = self.explicit.stiffness();
        if product > EDGE {
            (self.at_the_edge, self.away) = (self.at_the_edge + 1, 0);
        } else {
            self.away += 1;
            if self.away >= STEPS_AWAY_FROM_IT {
                self.at_the_edge = 0;
            }
        }
        if self.at_the_edge >= STEPS_AT_THE_EDGE {
            self.switch = Some(format!(
                "stiff: {STEPS_AT_THE_EDGE} steps were as long as stability allows, not accuracy (step size times the \
                 largest rate {product:.2})"
            ));
            return;
        }
        self.window.suspicious += u64::from(product > SUSPICIOUS);
        if self.window.steps < self.patience * WINDOW {
            return;
        }
        let Window { steps, suspicious, rejected, .. } = self.window;
        self.suspicious = if 2 * suspicious > steps { self.suspicious + 1 } else { 0 };
        let is_rejected = self.suspicious > 0 && rejected > self.patience * MOST_REJECTED;
        self.windows += 1;
        if is_rejected || self.suspicious >= MOST_SUSPICIOUS || self.windows >= MOST_WINDOWS {
            (self.suspicious, self.windows) = (0, 0);
            self.to_beat = Some(self.window.pace());
            self.patience *= 2;
            self.switch = Some(format!("on trial: of {} explicit steps {rejected} were rejected", steps + rejected));
        }
        self.window = Window::default();
    }
}

/// What some steps in a row came to.
#[derive(Debug, Default)]
struct Window {
    steps: u64,
    /// Those that a fast rate may have held short.
    suspicious: u64,
    rejected: u64,
    evaluations: u64,
    /// Simulated time, s.
    advanced: f64,
}

impl Window {
    /// Simulated time for each evaluation, s.
    fn pace(&self) -> f64 {
        self.advanced / self.evaluations.max(1) as f64
    }
}

impl Auto {
    pub(super) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        restart: Restart,
    ) -> Evaluated<S::Error> {
        self.time = time;
        if restart != Restart::Tick {
            (self.at_the_edge, self.away, self.worth_it) = (0, 0, 0);
            (self.window, self.to_beat, self.switch) = (Window::default(), None, None);
        }
        if std::mem::take(&mut self.is_new) {
            self.tell(integration, "auto begins with it".to_owned());
        }
        self.restart_current(integration, time, restart)
    }

    pub(super) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        if let Some(because) = self.switch.take() {
            self.change(integration, because).map_err(StepError::Evaluation)?;
        }
        let (rejected, evaluations) = (integration.statistics.rejected, integration.statistics.evaluations);
        let outcome = match self.step_current(integration, limit) {
            Err(StepError::TooSmall { step_size, .. }) if !self.is_implicit => {
                let because = format!("the explicit method would need a step of {step_size:.3e} s");
                self.change(integration, because).map_err(StepError::Evaluation)?;
                self.step_current(integration, limit)
            }
            outcome => outcome,
        };
        let reached = outcome?;
        let size = reached - self.time;
        self.window.steps += 1;
        self.window.rejected += integration.statistics.rejected - rejected;
        self.window.evaluations += integration.statistics.evaluations - evaluations;
        self.window.advanced += size;
        if self.is_implicit {
            self.judge_implicit(size)
        } else {
            self.judge_explicit()
        }
        self.time = reached;
        Ok(reached)
    }

    pub(super) fn interpolate_some(&self, time: f64, elements: Range<usize>, x: &mut [f64]) {
        if self.is_implicit {
            self.implicit.interpolate(time, x);
        } else {
            self.explicit.interpolate_some(time, elements, x);
        }
    }
}
