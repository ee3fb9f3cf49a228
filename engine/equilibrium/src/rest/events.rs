//! Events and modes on the way to an equilibrium.

use std::sync::Arc;

use simobject::Crossing;

use super::Rest;
use crate::no_equilibrium::NoEquilibrium;
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::Model;
use bowline_model::model::schedule::Indicator;
use bowline_model::workspace::Workspace;

impl Rest<'_> {
    /// Whether each indicator is beyond 0 where it is.
    pub(crate) fn sides(&mut self) -> Result<Vec<bool>, Box<EvaluationError>> {
        let mut workspace = self.model().workspace_at(&self.state)?;
        sides(self.model(), &mut workspace, self.state.time)
    }

    /// Lets indicators fire that are on another side than before, where it is: their names.
    pub(crate) fn fire(&mut self, is_beyond: &mut [bool]) -> Result<Vec<String>, Box<EvaluationError>> {
        if is_beyond.is_empty() {
            return Ok(Vec::new());
        }
        self.take_found_parameters();
        let model = Arc::clone(self.model());
        let (mut workspace, time) = (model.workspace_at(&self.state)?, self.state.time);
        let now = sides(&model, &mut workspace, time)?;
        let indicators = &model.schedule().events.indicators;
        let fires =
            |at: &usize| now[*at] != is_beyond[*at] && (now[*at] || indicators[*at].crossing == Crossing::Either);
        let fired: Vec<usize> = (0..now.len()).filter(fires).collect();
        is_beyond.copy_from_slice(&now);
        if fired.is_empty() {
            return Ok(Vec::new());
        }
        model.run_before_handlers(&mut workspace, time)?;
        for handler in model.schedule().events.handlers.iter().filter(|handler| fired.contains(&handler.indicator)) {
            model.run_handler(handler, &mut workspace, time)?;
        }
        self.state.x.copy_from_slice(workspace.x());
        self.state.discrete.copy_from_slice(workspace.discrete());
        self.state.next.copy_from_slice(workspace.discrete());
        Ok(fired.into_iter().map(|at| format!("`{}`", model.shown_name(indicators[at].id))).collect())
    }

    /// The indicators that are 0 where it is, but for rounding.
    pub(crate) fn on_threshold(&mut self) -> Result<Vec<String>, Box<EvaluationError>> {
        const NEAR: f64 = 1e-9;
        self.take_found_parameters();
        let model = Arc::clone(self.model());
        let mut workspace = model.workspace_at(&self.state)?;
        let values = indicators(&model, &mut workspace, self.state.time)?;
        let all = model.schedule().events.indicators.iter().zip(values);
        let near = all.filter(|(indicator, value)| indicator.side.is_none() && value.abs() <= NEAR);
        Ok(near.map(|(indicator, _)| format!("`{}`", model.shown_name(indicator.id))).collect())
    }

    /// The modes, bit by bit.
    pub(crate) fn modes(&self) -> Vec<u64> {
        self.state.discrete.iter().map(|value| value.to_bits()).collect()
    }

    /// The indicators that have to be on sides in modes.
    pub(crate) fn indicators_of_modes(&self) -> Vec<String> {
        let indicators = self.model().schedule.events.indicators.iter().filter(|indicator| indicator.side.is_some());
        indicators.map(|indicator| format!("`{}`", self.model().shown_name(indicator.id))).collect()
    }

    /// Changes modes whose indicators are on the wrong side where it is; whether there were any.
    pub(crate) fn change_modes(&mut self) -> Result<bool, NoEquilibrium> {
        let model = Arc::clone(self.model());
        if model.schedule().events.indicators.iter().all(|indicator| indicator.side.is_none()) {
            return Ok(false);
        }
        let mut workspace = model.workspace_at(&self.state)?;
        model.find_modes_at(&mut workspace, self.state.time, |_| Ok(()))?;
        let modes = model.schedule().events.indicators.iter().filter_map(|indicator| indicator.side);
        let first = model.layout().discrete.all.start;
        let has_changed = modes.fold(false, |has_changed, side| {
            has_changed | (workspace.values[side.place()] != self.state.discrete[side.place() - first])
        });
        if has_changed {
            self.state.discrete.copy_from_slice(workspace.discrete());
            self.state.next.copy_from_slice(workspace.discrete());
        }
        Ok(has_changed)
    }
}

/// The numbers of indicators.
fn indicators(model: &Model, workspace: &mut Workspace, time: f64) -> Result<Vec<f64>, Box<EvaluationError>> {
    let mut values = vec![f64::NAN; model.schedule().events.indicators.len()];
    if !values.is_empty() {
        model.watch(workspace, time, &mut values)?;
    }
    Ok(values)
}

/// Which indicators are beyond 0.
fn sides(model: &Model, workspace: &mut Workspace, time: f64) -> Result<Vec<bool>, Box<EvaluationError>> {
    let values = indicators(model, workspace, time)?;
    let is_beyond = |(indicator, value): (&Indicator, &f64)| indicator.crossing.is_beyond(*value);
    Ok(model.schedule().events.indicators.iter().zip(&values).map(is_beyond).collect())
}
