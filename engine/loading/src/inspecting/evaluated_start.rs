//! The evaluated start of a model.

use bowline_model::evaluation::{Cause, Evaluated};
use bowline_model::model::Model;
use bowline_model::workspace::Workspace;

/// All signals and derivatives at the start of a model, as far as they can be evaluated.
pub(crate) struct EvaluatedStart {
    /// The signals.
    pub(crate) workspace: Workspace,
    /// The derivatives of the states, in SI units.
    pub(crate) dx: Vec<f64>,
}

impl EvaluatedStart {
    /// Evaluates a model at its start; `None` if a loop is not solved.
    pub(crate) fn of(model: &Model) -> Option<Self> {
        let (mut workspace, time) = (model.workspace(), model.settings().output_times.start());
        let mut dx = vec![f64::NAN; model.state_count()];
        // What fails here is reported elsewhere.
        let outcomes = [
            model.hold_first(&mut workspace),
            model.evaluate(&mut workspace, time, &mut dx),
            model.evaluate_signals(&mut workspace, time),
        ];
        let is_unsolved = |outcome: &Evaluated| {
            outcome.as_ref().is_err_and(|error| matches!(error.cause, Cause::LoopNotSolved { .. }))
        };
        (!outcomes.iter().any(is_unsolved)).then_some(Self { workspace, dx })
    }
}
