//! The method that chooses between an explicit and an implicit one.

use crate::evaluation::Evaluated;
use crate::statistics::Switch;

use super::explicit::Explicit;
use super::implicit::{ImplicitMethod, ImplicitStepper};
use super::{StepError, StepLimit, Stepper, System};

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
/// An explicit step costs three times the evaluations of an implicit one, and
/// one that fails costs more: it must be five times as long to be worth it.
const WORTH_IT: f64 = EDGE / 5.0;
/// So many implicit steps in a row that are worth it make the method go back.
const STEPS_WORTH_IT: u32 = 20;

/// Begins with Dormand-Prince, and goes to BDF and back as the stiffness of
/// the model asks for.
#[derive(Debug)]
pub(crate) struct Auto<'m> {
    explicit: Explicit,
    implicit: Box<dyn ImplicitStepper + 'm>,
    is_implicit: bool,
    is_new: bool,
    time: f64,
    /// Steps at the edge, and steps in a row away from it.
    at_the_edge: u32,
    away: u32,
    /// Implicit steps in a row after which an explicit one is worth it, and
    /// the size of the first of them, s.
    worth_it: u32,
    first_worth_it: f64,
    /// Why the next step is for the other method.
    switch: Option<String>,
}

impl<'m> Auto<'m> {
    pub(crate) fn new(explicit: Explicit, mut implicit: Box<dyn ImplicitStepper + 'm>) -> Self {
        implicit.watch_spectral_radius();
        Self {
            explicit,
            implicit,
            is_implicit: false,
            is_new: true,
            time: 0.0,
            at_the_edge: 0,
            away: 0,
            worth_it: 0,
            first_worth_it: 0.0,
            switch: None,
        }
    }

    fn current(&mut self) -> &mut dyn Stepper {
        if self.is_implicit { &mut *self.implicit } else { &mut self.explicit }
    }

    fn name(&self) -> &'static str {
        if self.is_implicit { ImplicitMethod::Bdf.name() } else { self.explicit.name() }
    }

    /// Goes on with the other method.
    fn change(&mut self, system: &mut System<'_>, because: String) -> Evaluated {
        self.is_implicit = !self.is_implicit;
        (self.at_the_edge, self.away, self.worth_it) = (0, 0, 0);
        self.tell(system, because);
        let time = self.time;
        self.current().restart(system, time)
    }

    fn tell(&self, system: &mut System<'_>, because: String) {
        system.statistics.switches.push(Switch { time_s: self.time, method: self.name(), because });
    }

    /// Looks at the step that was just made.
    fn judge(&mut self, size: f64) {
        if self.is_implicit {
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
            return;
        }
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
        }
    }
}

impl Stepper for Auto<'_> {
    fn restart(&mut self, system: &mut System<'_>, time: f64) -> Evaluated {
        self.time = time;
        (self.at_the_edge, self.away, self.worth_it) = (0, 0, 0);
        self.switch = None;
        if std::mem::take(&mut self.is_new) {
            self.tell(system, "auto begins with it".to_owned());
        }
        self.current().restart(system, time)
    }

    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        if let Some(because) = self.switch.take() {
            self.change(system, because).map_err(StepError::Evaluation)?;
        }
        let outcome = match self.current().step(system, limit) {
            Err(StepError::TooSmall { step_size, .. }) if !self.is_implicit => {
                let because = format!("the explicit method would need a step of {step_size:.3e} s");
                self.change(system, because).map_err(StepError::Evaluation)?;
                self.current().step(system, limit)
            }
            outcome => outcome,
        };
        let reached = outcome?;
        self.judge(reached - self.time);
        self.time = reached;
        Ok(reached)
    }

    fn interpolate(&self, time: f64, system_x: &[f64], x: &mut [f64]) {
        if self.is_implicit {
            self.implicit.interpolate(time, system_x, x);
        } else {
            self.explicit.interpolate(time, system_x, x);
        }
    }
}
