//! The events so far, in the order in which they happened.

use std::sync::Arc;

use super::event::{RunEvent, State, set_by, states};
use super::{HappeningError, Happenings};
use bowline_model::model::Model;

/// The events of a run, as far as they are kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct EventLog {
    list: Vec<RunEvent>,
    /// No more than these are kept.
    most: usize,
    left_out: u64,
    /// The discrete states that each handler sets.
    of_handlers: Vec<Vec<StateSource>>,
    /// The source of the first SimObject that announces times.
    first_announcer: usize,
}

/// A discrete state, as the source of events.
#[derive(Debug, Clone, Copy)]
struct StateSource {
    state: State,
    source: usize,
}

impl EventLog {
    fn new(model: &Model, most: usize) -> Self {
        let (states, before) = (states(model), model.schedule().events.indicators.len());
        let source =
            |state: State| states.binary_search(&state).ok().map(|at| StateSource { state, source: before + at });
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

    /// Returns to the events of a log that was kept then; if there is none, to those up to a time, s.
    fn go_back(&mut self, then: Option<&Self>, time: f64) {
        match then {
            Some(then) => {
                self.list.clone_from(&then.list);
                self.left_out = then.left_out;
            }
            None => self.list.truncate(self.list.partition_point(|event| event.time <= time)),
        }
    }
}

impl Happenings {
    /// Keeps events from now on, the first `most` of them. If they are kept already, nothing changes.
    pub fn keep_events(&mut self, most: usize) {
        self.events.get_or_insert_with(|| Box::new(EventLog::new(&self.model, most)));
    }

    /// The kept events, in the order in which they happened.
    pub fn events(&self) -> &[RunEvent] {
        self.events.as_ref().map_or(&[], |events| &events.list)
    }

    /// The number of events beyond those that are kept.
    pub fn events_left_out(&self) -> u64 {
        self.events.as_ref().map_or(0, |events| events.left_out)
    }

    /// The log, if events are kept.
    pub(crate) fn event_log(&self) -> Option<&EventLog> {
        self.events.as_deref()
    }

    /// Returns to the events of a log that was kept then; if there is none, to those up to a time, s.
    pub(crate) fn return_to_log(&mut self, then: Option<&EventLog>, time: f64) {
        if let Some(events) = &mut self.events {
            events.go_back(then, time);
        }
    }

    /// Keeps that an indicator crossed 0.
    pub(super) fn keep_crossing(&mut self, indicator: usize) {
        if let Some(events) = &mut self.events {
            let [from, to] = self.watch.sides(indicator);
            events.push(RunEvent { time: self.time, source: indicator, from, to });
        }
    }

    /// Keeps the times that were announced for now.
    pub(super) fn keep_announced(&mut self) {
        if let Some(events) = &mut self.events {
            for announcer in self.agenda.events.due(self.horizon) {
                let source = events.first_announcer + announcer;
                events.push(RunEvent { time: self.time, source, from: 0.0, to: 0.0 });
            }
        }
    }

    /// Runs a handler, by its position, and keeps what it changes.
    pub(super) fn run_handler(&mut self, position: usize) -> Result<(), HappeningError> {
        let model = Arc::clone(&self.model);
        let handler = &model.schedule().events.handlers[position];
        let number = |all: &Self, State { id, element }: State| model.values_of(&all.workspace, id)[element];
        let Some(mut events) = self.events.take() else {
            return Ok(model.run_handler(handler, &mut self.workspace, self.time)?);
        };
        let states = std::mem::take(&mut events.of_handlers[position]);
        let before: Vec<f64> = states.iter().map(|of| number(self, of.state)).collect();
        let outcome = model.run_handler(handler, &mut self.workspace, self.time);
        for (StateSource { state, source }, from) in states.iter().zip(before) {
            let to = number(self, *state);
            if to != from {
                events.push(RunEvent { time: self.time, source: *source, from, to });
            }
        }
        events.of_handlers[position] = states;
        self.events = Some(events);
        Ok(outcome?)
    }
}
