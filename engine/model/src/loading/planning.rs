//! When what runs: found out of what is connected, which nobody needs afterwards.

use std::sync::Arc;

use super::graph::{Graph, LoopIn, Node, Parts};
use super::initial;
use super::jacobian_structure;
use super::plan::{Placement, Plan};
use super::walks::Walks;
use crate::description::ModelDescription;
use crate::model::clocks::Clocks;
use crate::model::schedule::Schedule;
use bowline_solve::integration::Method;
use bowline_solve::linear::Colouring;
use bowline_solve::linear::JacobianStructure;
use bowline_text::diagnostic::Diagnostics;

/// What a plan is made of.
#[derive(Clone, Copy)]
pub(super) struct Planning<'a> {
    pub(super) parts: Parts<'a>,
    pub(super) clocks: &'a Clocks,
    pub(super) description: &'a ModelDescription,
}

/// What is planned of a model.
pub(super) struct Planned {
    pub(super) placement: Placement,
    pub(super) schedule: Schedule,
    pub(super) jacobian: Option<Arc<JacobianStructure>>,
    /// The nodes to run, in order, to complete the initial conditions, or to
    /// check the state from which a run continues; `None` if something is missing
    /// that nothing completes.
    pub(super) initial_order: Option<Vec<Node>>,
    /// What is wrong with these: it is told when all SimObjects are bound.
    pub(super) unset: Diagnostics,
}

impl Planning<'_> {
    /// Plans what runs, and how the `start` is completed; without a start, the
    /// run continues from a state.
    pub(super) fn planned(
        self,
        method: Method,
        start: Option<&[f64]>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Planned> {
        let Self { parts, clocks, description } = self;
        let graph = Graph::of_evaluation(parts);
        let order = match graph.order() {
            Ok(order) => order,
            Err(loops) => {
                for found in loops {
                    diagnostics.push(found.report(parts.objects, parts.wiring, LoopIn::Evaluation));
                }
                return None;
            }
        };
        let plan = Plan::new(parts, &graph, &order);
        plan.check_rates(description, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        let jacobian = method.needs_jacobian().then(|| {
            let sparsity = jacobian_structure::of_evaluation(parts, &graph, &order);
            Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity })
        });
        let walks = Walks { parts, graph: &graph, order: &order, plan: &plan, clocks };
        let watched = walks.watched();
        let mut schedule = plan.schedule();
        (schedule.sampled, schedule.events) = (walks.sampled(&watched), walks.events(&watched));
        let placement = plan.into_placement();
        drop((graph, order));
        let mut unset = Diagnostics::default();
        let initial_order = match start {
            Some(start) => initial::order(parts, start, description, &mut unset),
            None => Some(initial::order_of_looks(parts)),
        };
        Some(Planned { placement, schedule, jacobian, initial_order, unset })
    }
}
