//! What can happen in a run, and what did.

use serde::{Deserialize, Serialize};
use simobject_host::Role;

use bowline_model::model::Model;
use bowline_model::model::schedule::Handler;
use bowline_model::model::signal_id::SignalId;

/// Something that happened in a run: an indicator that crossed 0, a discrete state that a handler changed, or a time
/// that a SimObject had announced. Ticks of sampled parts are none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunEvent {
    /// Simulated time, s.
    pub time: f64,
    /// Of what, by its position among the [`event_sources`].
    pub source: usize,
    /// What a discrete state was before; of an indicator the side of 0 that it left, 1 or -1; else 0.
    pub from: f64,
    /// What it is since; of an indicator the side that it came to, 1 or -1, or 0.
    pub to: f64,
}

/// What events can be of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSource {
    /// The SimObject, by its position in the model and in its scene.
    pub object: usize,
    /// The indicator or the discrete state, as in `Height` or `Mode[1]`; empty for announced times.
    pub signal: String,
    /// What kind of event it has.
    pub kind: EventKind,
}

/// A kind of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// An indicator crosses 0.
    Crossing,
    /// A handler changes a discrete state.
    Change,
    /// A time comes that a SimObject announced.
    Announced,
}

/// Discrete states of more elements than this are no modes: what happens to them is no event.
const WIDEST: usize = 16;

/// What the events of a model can be of: indicators first, in the order in which a run numbers them; then discrete
/// states that handlers set; then SimObjects that announce times.
pub fn event_sources(model: &Model) -> Vec<EventSource> {
    let signal = |id: SignalId| &model.objects()[id.object as usize].interface().signals[id.signal as usize];
    let indicators = model.schedule().events.indicators.iter().map(|indicator| EventSource {
        object: indicator.id.object as usize,
        signal: signal(indicator.id).name.to_string(),
        kind: EventKind::Crossing,
    });
    let states = states(model).into_iter().map(|State { id, element }| {
        let of = signal(id);
        let signal = if of.width == 1 { of.name.to_string() } else { format!("{}[{element}]", of.name) };
        EventSource { object: id.object as usize, signal, kind: EventKind::Change }
    });
    let announcers = model.with_events().iter().map(|(_, object)| EventSource {
        object: *object as usize,
        signal: String::new(),
        kind: EventKind::Announced,
    });
    indicators.chain(states).chain(announcers).collect()
}

/// An element of a discrete state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) id: SignalId,
    pub(super) element: usize,
}

/// The discrete states that handlers set, each once.
pub(super) fn states(model: &Model) -> Vec<State> {
    let handlers = &model.schedule().events.handlers;
    let mut states: Vec<State> = handlers.iter().flat_map(|handler| set_by(model, handler)).collect();
    states.sort_unstable();
    states.dedup();
    states
}

/// The discrete states that a handler sets.
pub(super) fn set_by(model: &Model, handler: &Handler) -> Vec<State> {
    let of = |id: SignalId| {
        let signal = &model.objects()[id.object as usize].interface().signals[id.signal as usize];
        let width = signal.width as usize;
        let count = if signal.role == Role::DiscreteState && width <= WIDEST { width } else { 0 };
        (0..count).map(move |element| State { id, element })
    };
    model.set_by(handler).flat_map(of).collect()
}

impl EventSource {
    /// What an event of it is, in words that follow the name of the SimObject.
    pub fn words(&self, event: &RunEvent) -> String {
        let Self { signal, kind, .. } = self;
        match kind {
            EventKind::Crossing if event.to > 0.0 => format!("`{signal}` rises above 0"),
            EventKind::Crossing if event.to < 0.0 => format!("`{signal}` falls below 0"),
            EventKind::Crossing => format!("`{signal}` falls to 0"),
            EventKind::Change => format!("`{signal}` goes from {} to {}", event.from, event.to),
            EventKind::Announced => "a change that it planned".to_owned(),
        }
    }
}
