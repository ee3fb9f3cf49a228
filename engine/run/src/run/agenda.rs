//! What lies ahead of a run.

use bowline_model::model::Model;
use bowline_solve::integration::instant_width;

use super::announced::Announced;
use super::rows::Rows;
use super::step::{Coming, Stop};
use super::ticks::Ticks;

/// What lies ahead of a run, by its times.
#[derive(Debug)]
pub(super) struct Agenda {
    pub(super) rows: Rows,
    /// Time events.
    pub(super) events: Announced,
    /// Announced stops.
    pub(super) stops: Announced,
    pub(super) ticks: Ticks,
    /// How many of the save points lie behind.
    pub(super) saved: usize,
    /// Where the last step had to end, and what lay ahead then: most often the
    /// same lies ahead of the next one.
    pub(super) stop: Option<(Coming, Stop)>,
}

impl Agenda {
    /// That of a model's start.
    pub(super) fn new(model: &Model) -> Self {
        let times = &model.settings().output_times;
        let start = times.start();
        let resumed = model.resumed().map(|times| (times, start + instant_width(start)));
        Self {
            rows: Rows::new(times),
            events: Announced::events(model),
            stops: Announced::stops(model),
            ticks: Ticks::new(model, start, resumed),
            saved: 0,
            stop: None,
        }
    }
}
