//! Planned interventions.

use bowline_decimal::Shortest;

use super::{Goal, Intervention, Run, RunError};

impl Run {
    /// Plans interventions of another run, from its record
    /// ([`RunRecord::interventions`](crate::driver::record::RunRecord)), for the same times of this one.
    /// Interventions before the start are carried out at once. Earlier plans are
    /// forgotten.
    ///
    /// # Errors
    /// There is no such input, or it cannot have such values; something was done
    /// before the start and this run has begun, or before where it is now; or a
    /// snapshot was restored, which a record cannot repeat. Then nothing has
    /// changed.
    pub fn plan(&mut self, interventions: &[Intervention]) -> Result<(), RunError> {
        let mut now = self.happenings.has_begun().then_some(self.time());
        for intervention in interventions {
            self.check_planned(intervention, now).map_err(RunError::Refused)?;
            now = intervention.time();
        }
        let before = interventions.iter().take_while(|planned| planned.time().is_none()).count();
        for intervention in &interventions[..before] {
            self.intervene(intervention)?;
        }
        self.planned = interventions[before..].iter().cloned().collect();
        Ok(())
    }

    /// Whether planned interventions remain.
    pub fn has_plans(&self) -> bool {
        !self.planned.is_empty()
    }

    /// Checks an intervention that follows another one at `now`, s. The error says why it is impossible.
    fn check_planned(&self, planned: &Intervention, now: Option<f64>) -> Result<(), String> {
        match (planned.time(), now) {
            (None, Some(_)) => {
                let message = "an input was set before the start, but this run has begun: repeat it in a new one";
                return Err(message.to_owned());
            }
            (Some(time), now) if time < now.unwrap_or(self.time()) => {
                let [time, now] = [time, now.unwrap_or(self.time())].map(Shortest);
                return Err(format!("something was done at t = {time} s, but the run is at {now} s by then"));
            }
            _ => {}
        }
        match planned {
            Intervention::Set { input, values, .. } => {
                let input = self.model().input(input).map_err(|error| error.to_string())?;
                input.check(self.model(), values)
            }
            Intervention::Snapshot { .. } | Intervention::Rest { .. } => Ok(()),
            Intervention::Restore { time_s, to_s } => {
                let message = format!(
                    "the run was set back, at t = {} s, to a snapshot of {} s",
                    Shortest(*time_s),
                    Shortest(*to_s)
                );
                Err(format!("{message}: that cannot be repeated from a record"))
            }
        }
    }

    /// The time of the next planned intervention.
    pub(super) fn next_planned(&self) -> Option<Goal> {
        let next = self.planned.front()?;
        let time = next.time()?;
        Some(if next.landed() { Goal::At(time) } else { Goal::Within(time) })
    }

    /// Carries out the interventions that are planned for now. Returns whether there were any.
    pub(super) fn do_what_is_planned(&mut self) -> Result<bool, RunError> {
        let mut is_any = false;
        while self.next_planned().is_some_and(|goal| goal.time() <= self.time().max(self.happenings.horizon())) {
            if let Some(planned) = self.planned.pop_front() {
                self.intervene(&planned)?;
            }
            is_any = true;
        }
        Ok(is_any)
    }

    fn intervene(&mut self, intervention: &Intervention) -> Result<(), RunError> {
        match intervention {
            Intervention::Set { input, values, .. } => {
                let input = self.model().input(input).map_err(|error| RunError::Refused(error.to_string()))?;
                if self.would_change(&input, values)? { self.change(&input, values) } else { Ok(()) }
            }
            Intervention::Snapshot { .. } => self.take_snapshot().map(|_| ()),
            Intervention::Rest { .. } => self.take_rest(),
            Intervention::Restore { .. } => unreachable!("it is never planned"),
        }
    }
}
