//! What happens between a run and who holds it.

use std::collections::VecDeque;

use bowline_model::model::Input;

use super::event::Events;
use super::intervention::Intervention;
use super::interventions::Interventions;
use super::observer::Publisher;

/// What was done to a run, what will be, and who looks on.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// What was done to it.
    pub(super) interventions: Interventions,
    /// Inputs that were set since the run went on, and what they were before.
    pub(super) unsettled: Vec<(Input, Vec<f64>)>,
    /// What will be done to it, in the order of its times.
    pub(super) planned: VecDeque<Intervention>,
    pub(super) publishers: Vec<Publisher>,
    /// What happened, if somebody asked for it.
    pub(super) events: Option<Box<Events>>,
    /// What was read last.
    pub(super) read: Vec<f64>,
}
