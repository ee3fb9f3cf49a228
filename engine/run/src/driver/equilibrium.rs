//! Moving a run to the nearest equilibrium.

use super::{Run, RunError, Snapshot};
use bowline_equilibrium::{Conditions, Equilibrium, NoEquilibrium};
use bowline_model::model::RunState;

impl Run {
    /// Moves the run to an equilibrium. The search starts at the present state; time and inputs keep their values. If the
    /// equilibrium is not unique, it holds states, and returns their names. The method restarts there.
    ///
    /// # Errors
    /// There is no equilibrium, or none was found: then nothing has changed.
    pub fn rest(&mut self) -> Result<Vec<String>, RunError> {
        // Beside the run: what is not found must not end it.
        let state = self.state_now()?;
        let (_, held) = self.equilibrium_from(&state)?;
        self.going(Self::take_rest)?;
        Ok(held)
    }

    pub(super) fn take_rest(&mut self) -> Result<(), RunError> {
        if !self.happenings.has_begun() {
            self.begin_unrecorded()?;
        }
        self.cut_step()?;
        self.take_inputs(None)?;
        let (found, _) = self.equilibrium_from(&self.state())?;
        self.interventions.rest(self.time(), self.progress.landed);
        self.take_up(&Snapshot::at(self, found.state))
    }

    fn equilibrium_from(&self, state: &RunState) -> Result<(Equilibrium, Vec<String>), RunError> {
        let refused = |error: NoEquilibrium| RunError::Refused(error.to_string());
        let mut conditions = Conditions::default();
        match Equilibrium::find(self.model(), state, &conditions, &mut |_| None) {
            Err(NoEquilibrium::Open(open)) if !open.holds.is_empty() => {
                conditions.holds.clone_from(&open.holds);
                let found = Equilibrium::find(self.model(), state, &conditions, &mut |_| None).map_err(refused)?;
                Ok((found, open.holds))
            }
            other => other.map(|found| (found, Vec::new())).map_err(refused),
        }
    }
}
