//! What is due next.

use bowline_model::model::Model;
use bowline_model::workspace::Workspace;
use bowline_solve::integration::instant_width;

use super::announced_times::AnnouncedTimes;
use super::stop::{IntegratorTimes, NextTimes, Stop};
use super::ticks::{Resumed, Ticks};
use super::{HappeningError, Happenings};

/// What is due next, by its times.
#[derive(Debug)]
pub(super) struct Agenda {
    /// Time events.
    pub(super) events: AnnouncedTimes,
    /// Announced stops.
    pub(super) stops: AnnouncedTimes,
    pub(super) ticks: Ticks,
    /// The last stop: most often the same times are next again.
    last_stop: Option<KnownStop>,
}

/// A stop, and the times from which it was found.
#[derive(Debug)]
struct KnownStop {
    times: NextTimes,
    stop: Stop,
}

impl Agenda {
    /// That of a model's start.
    pub(super) fn new(model: &Model) -> Self {
        let start = model.settings().output_times.start();
        let resumed = model.resumed().map(|times| Resumed { times, done: start + instant_width(start) });
        Self {
            events: AnnouncedTimes::events(model),
            stops: AnnouncedTimes::stops(model),
            ticks: Ticks::new(model, start, resumed),
            last_stop: None,
        }
    }

    /// The first of what the model itself does, s; infinite if there is nothing.
    pub(super) fn first_but_ticks(&self) -> f64 {
        self.events.first().min(self.stops.first())
    }

    /// Forgets all announced times, so that all SimObjects are asked again.
    pub(super) fn forget_announced(&mut self) {
        self.events.forget();
        self.stops.forget();
    }

    /// Asks for the announced stops behind the instant at a time, s.
    pub(super) fn ask_for_stops(
        &mut self,
        model: &Model,
        workspace: &Workspace,
        time: f64,
    ) -> Result<(), HappeningError> {
        self.stops.ask(model, workspace, time + instant_width(time))
    }
}

impl Happenings {
    /// Where the next step must end.
    pub fn next_stop(&mut self, integrator: IntegratorTimes) -> Stop {
        let Agenda { events, stops, ticks, last_stop } = &mut self.agenda;
        let times = NextTimes { event: events.first(), tick: ticks.first(), announced: stops.first(), integrator };
        match last_stop {
            Some(known) if known.times == times => known.stop,
            _ => last_stop.insert(KnownStop { times, stop: times.stop() }).stop,
        }
    }

    /// Asks SimObjects for their next time events, where the last ones are past.
    pub(crate) fn ask_for_events(&mut self) -> Result<(), HappeningError> {
        self.agenda.events.ask(&self.model, &self.workspace, self.time)
    }

    /// Asks SimObjects for their next stops, where the last ones are past.
    pub(crate) fn ask_for_stops(&mut self) -> Result<(), HappeningError> {
        self.agenda.ask_for_stops(&self.model, &self.workspace, self.time)
    }

    /// The same, if a stop is within this instant.
    pub(crate) fn ask_for_stops_when_due(&mut self) -> Result<(), HappeningError> {
        match self.agenda.stops.first() <= self.time + instant_width(self.time) {
            true => self.ask_for_stops(),
            false => Ok(()),
        }
    }

    /// The time from which all ticks are counted, s.
    pub(crate) fn tick_origin(&self) -> f64 {
        self.agenda.ticks.times().origin
    }
}
