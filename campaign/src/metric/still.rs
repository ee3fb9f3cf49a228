//! Metrics of a case that stands still: of its equilibrium and of its modes, without a run.

use std::cell::OnceCell;
use std::sync::Arc;

use bowline_engine::equilibrium::{Conditions, Equilibrium};
use bowline_engine::linear_model::LinearModel;
use bowline_engine::lti::{Mode, Quantity};
use bowline_engine::{Column, Model, RunState, Workspace};

use super::About;
use super::column::{MetricColumn, Origin};

/// What was found of a case without a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StillMetrics {
    /// In the order of the columns, none for those of a run and for what is not there; empty if nothing is asked.
    pub values: Vec<Option<f64>>,
    /// Why an equilibrium or modes that were asked for are not there.
    pub missing: Option<String>,
}

impl StillMetrics {
    /// Looks for what the columns ask, from the start of the model, which is the case's. An equilibrium meets the
    /// conditions; of these, parameters are not sought.
    pub fn find(columns: &[MetricColumn], model: &Arc<Model>, conditions: &Conditions) -> Self {
        if columns.iter().all(|column| matches!(column.origin, Origin::Rows { .. })) {
            return Self::default();
        }
        let case = StillCase::of(model, conditions);
        let mut found = Self::default();
        for column in columns {
            let value = case.value(&column.origin).unwrap_or_else(|why| {
                found.missing.get_or_insert(why);
                None
            });
            found.values.push(value);
        }
        found
    }
}

/// What is found once, where anything asks for it; else why it is not there.
type Sought<T> = OnceCell<Result<T, String>>;

/// The modes of a linear model, and its states.
type Modes = (Vec<Mode>, Vec<Quantity>);

/// A case that stands still.
struct StillCase<'c> {
    model: &'c Arc<Model>,
    conditions: &'c Conditions,
    start: Sought<RunState>,
    rest: Sought<(Equilibrium, Workspace)>,
    modes_at_start: Sought<Modes>,
    modes_at_rest: Sought<Modes>,
}

impl<'c> StillCase<'c> {
    fn of(model: &'c Arc<Model>, conditions: &'c Conditions) -> Self {
        Self {
            model,
            conditions,
            start: OnceCell::new(),
            rest: OnceCell::new(),
            modes_at_start: OnceCell::new(),
            modes_at_rest: OnceCell::new(),
        }
    }

    fn value(&self, origin: &Origin) -> Result<Option<f64>, String> {
        match origin {
            Origin::Rows { .. } => Ok(None),
            Origin::Equilibrium(column) => self.in_equilibrium(column).map_err(str::to_owned),
            Origin::Modes { value, about } => {
                let (modes, states) = self.modes(*about)?;
                value.of(modes, states)
            }
        }
    }

    fn start(&self) -> Result<&RunState, &str> {
        let find = || self.model.first_state().map_err(|error| error.to_string());
        self.start.get_or_init(find).as_ref().map_err(String::as_str)
    }

    fn rest(&self) -> Result<&(Equilibrium, Workspace), &str> {
        let find = || {
            let found = Equilibrium::find(self.model, self.start()?, self.conditions, &mut |_| None);
            let found = found.map_err(|error| error.to_string())?;
            let workspace = found.model.workspace_at(&found.state).map_err(|error| error.to_string())?;
            Ok((found, workspace))
        };
        self.rest.get_or_init(find).as_ref().map_err(String::as_str)
    }

    fn in_equilibrium(&self, column: &Column) -> Result<Option<f64>, &str> {
        let (found, workspace) = self.rest()?;
        Ok(Some(column.value(found.state.time(), workspace)).filter(|value| value.is_finite()))
    }

    fn modes(&self, about: About) -> Result<&Modes, &str> {
        let (sought, (model, state)) = match about {
            About::Start => (&self.modes_at_start, (self.model, self.start()?)),
            About::Equilibrium => (&self.modes_at_rest, self.rest().map(|(found, _)| (&found.model, &found.state))?),
        };
        let find = || {
            let linear = LinearModel::of(model, state, &[], &[]).map_err(|error| error.to_string())?;
            let modes = linear.system.modes(&linear.scales).map_err(|error| error.to_string())?;
            Ok((modes, linear.system.states))
        };
        sought.get_or_init(find).as_ref().map_err(String::as_str)
    }
}
