//! The events of a run, in the order in which they happened.

use serde::{Deserialize, Serialize};
use simobject_host::Role;

use super::{Run, RunError};
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
struct State {
    id: SignalId,
    element: usize,
}

/// Those that handlers set, each once.
fn states(model: &Model) -> Vec<State> {
    let handlers = &model.schedule().events.handlers;
    let mut states: Vec<State> = handlers.iter().flat_map(|handler| set_by(model, handler)).collect();
    states.sort_unstable();
    states.dedup();
    states
}

fn set_by(model: &Model, handler: &Handler) -> Vec<State> {
    let of = |id: SignalId| {
        let signal = &model.objects()[id.object as usize].interface().signals[id.signal as usize];
        let width = signal.width as usize;
        let count = if signal.role == Role::DiscreteState && width <= WIDEST { width } else { 0 };
        (0..count).map(move |element| State { id, element })
    };
    model.set_by(handler).flat_map(of).collect()
}

/// The events of a run, as far as they are kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    list: Vec<RunEvent>,
    /// No more than these are kept.
    most: usize,
    left_out: u64,
    /// The discrete states that each handler sets, with their sources.
    of_handlers: Vec<Vec<(State, usize)>>,
    /// The source of the first SimObject that announces times.
    first_announcer: usize,
}

impl Events {
    fn new(model: &Model, most: usize) -> Self {
        let (states, before) = (states(model), model.schedule().events.indicators.len());
        let source = |state: State| states.binary_search(&state).ok().map(|at| (state, before + at));
        let handlers = model.schedule().events.handlers.iter();
        Self {
            list: Vec::new(),
            most,
            left_out: 0,
            of_handlers: handlers
                .map(|handler| set_by(model, handler).into_iter().filter_map(source).collect())
                .collect(),
            first_announcer: before + states.len(),
        }
    }

    fn push(&mut self, event: RunEvent) {
        if self.list.len() < self.most {
            self.list.push(event);
        } else {
            self.left_out += 1;
        }
    }

    /// As they were then; if that is not known, those up to a time, s.
    pub(super) fn go_back(&mut self, then: Option<&Self>, time: f64) {
        match then {
            Some(then) => {
                self.list.clone_from(&then.list);
                self.left_out = then.left_out;
            }
            None => self.list.truncate(self.list.partition_point(|event| event.time <= time)),
        }
    }
}

impl Run {
    /// So many events are usually enough.
    pub const MANY_EVENTS: usize = 100_000;

    /// Keeps events from now on, the first so many of them; if that was asked before, nothing changes.
    pub fn keep_events(&mut self, most: usize) {
        self.outside.events.get_or_insert_with(|| Box::new(Events::new(&self.model, most)));
    }

    /// The events since they are kept, in the order in which they happened.
    pub fn events(&self) -> &[RunEvent] {
        self.outside.events.as_ref().map_or(&[], |events| &events.list)
    }

    /// Those of them in which indicators crossed 0.
    pub fn crossings(&self) -> impl Iterator<Item = &RunEvent> {
        let indicators = self.model.schedule().events.indicators.len();
        self.events().iter().filter(move |event| event.source < indicators)
    }

    /// How many events came when enough were kept.
    pub fn events_left_out(&self) -> u64 {
        self.outside.events.as_ref().map_or(0, |events| events.left_out)
    }

    /// `Object.Indicator`.
    pub fn indicator_name(&self, indicator: usize) -> String {
        self.watch.name(indicator)
    }

    /// Keeps that an indicator crossed 0.
    pub(super) fn keep_crossing(&mut self, indicator: usize) {
        if let Some(events) = &mut self.outside.events {
            let [from, to] = self.watch.sides(indicator);
            events.push(RunEvent { time: self.time, source: indicator, from, to });
        }
    }

    /// Keeps the times that were announced for now.
    pub(super) fn keep_announced(&mut self) {
        if let Some(events) = &mut self.outside.events {
            for announcer in self.agenda.events.due(self.horizon) {
                let source = events.first_announcer + announcer;
                events.push(RunEvent { time: self.time, source, from: 0.0, to: 0.0 });
            }
        }
    }

    /// Runs a handler, by its position, and keeps what it changes.
    pub(super) fn run_handler(&mut self, position: usize) -> Result<(), RunError> {
        let model = std::sync::Arc::clone(&self.model);
        let handler = &model.schedule().events.handlers[position];
        let number = |run: &Self, State { id, element }: State| model.values_of(&run.workspace, id)[element];
        let Some(mut events) = self.outside.events.take() else {
            return Ok(model.run_handler(handler, &mut self.workspace, self.time)?);
        };
        let states = std::mem::take(&mut events.of_handlers[position]);
        let before: Vec<f64> = states.iter().map(|(state, _)| number(self, *state)).collect();
        let outcome = model.run_handler(handler, &mut self.workspace, self.time);
        for ((state, source), from) in states.iter().zip(before) {
            let to = number(self, *state);
            if to != from {
                events.push(RunEvent { time: self.time, source: *source, from, to });
            }
        }
        events.of_handlers[position] = states;
        self.outside.events = Some(events);
        Ok(outcome?)
    }
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
