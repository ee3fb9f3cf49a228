//! When the clocks of a run tick.

use bowline_model::evaluation::Due;
use bowline_model::model::Model;
use bowline_model::model::clocks::{ClockTimes, Timing};
use bowline_solve::integration::grid::Grid;

/// The next tick of each clock.
#[derive(Debug)]
pub(super) struct Ticks {
    /// From where all ticks are counted, s.
    origin: f64,
    clocks: Vec<Ticker>,
    /// The first tick to come, s; infinite if there is none.
    first: f64,
    /// The clock of accepted steps, if anybody runs on it.
    steps: Option<usize>,
}

#[derive(Debug)]
struct Ticker {
    /// None for the clock of accepted steps.
    grid: Option<Grid>,
    /// Ticks that lie behind.
    count: u64,
    /// The next one, s.
    next: f64,
}

impl Ticks {
    /// Those of a run that begins at `start`, or goes on there: what lies up to
    /// `done` lies behind then.
    pub(super) fn new(model: &Model, start: f64, resumed: Option<(ClockTimes, f64)>) -> Self {
        let origin = resumed.map_or(start, |(times, _)| times.origin);
        let ticker = |timing: &Timing| match timing {
            Timing::Every { period, offset } => {
                let grid = Grid::of_clock(origin, *offset, *period);
                let count = match (&grid, resumed) {
                    (Some(grid), Some((_, done))) => grid.before(done.next_up(), u64::MAX),
                    _ => 0,
                };
                let next = grid.as_ref().map_or(f64::INFINITY, |grid| grid.time(count));
                Ticker { grid, count, next }
            }
            Timing::Steps => {
                let count = resumed.map_or(0, |(times, _)| times.steps);
                Ticker { grid: None, count, next: f64::INFINITY }
            }
        };
        let timings = model.clocks().timings();
        let clocks: Vec<Ticker> = timings.iter().map(ticker).collect();
        let steps = timings.iter().position(|timing| *timing == Timing::Steps);
        let mut ticks = Self { origin, clocks, first: f64::INFINITY, steps };
        ticks.find_first();
        ticks
    }

    /// The first tick to come, s; infinite if there is none.
    pub(super) fn first(&self) -> f64 {
        self.first
    }

    /// The clock of accepted steps, if anybody runs on it.
    pub(super) fn steps(&self) -> Option<usize> {
        self.steps
    }

    /// What another run needs to go on with these clocks.
    pub(super) fn times(&self) -> ClockTimes {
        ClockTimes { origin: self.origin, steps: self.steps.map_or(0, |clock| self.clocks[clock].count) }
    }

    /// All clocks, each with the tick that comes next.
    pub(super) fn all(&self, due: &mut Due) {
        due.clear();
        self.clocks.iter().enumerate().for_each(|(clock, ticker)| due.add(clock, ticker.count));
    }

    /// The clocks that tick up to that time, s, and that of accepted steps if
    /// this is one: from now on these ticks lie behind.
    pub(super) fn take(&mut self, horizon: f64, is_step: bool, due: &mut Due) {
        due.clear();
        if let Some(clock) = self.steps.filter(|_| is_step) {
            due.add(clock, self.clocks[clock].count);
            self.clocks[clock].count += 1;
        }
        if self.first > horizon {
            return;
        }
        for (clock, ticker) in self.clocks.iter_mut().enumerate().filter(|(_, ticker)| ticker.next <= horizon) {
            due.add(clock, ticker.count);
            ticker.count += 1;
            ticker.next = ticker.grid.as_ref().map_or(f64::INFINITY, |grid| grid.time(ticker.count));
        }
        self.find_first();
    }

    /// Of a model with one clock: its next tick lies behind from now on. `due`
    /// has the clock, from [`Self::all`].
    #[inline]
    pub(super) fn take_only(&mut self, due: &mut Due) {
        let ticker = &mut self.clocks[0];
        due.ticks[0] = ticker.count;
        ticker.count += 1;
        ticker.next = ticker.grid.as_ref().map_or(f64::INFINITY, |grid| grid.time(ticker.count));
        self.first = ticker.next;
    }

    /// Whether there is one clock alone.
    pub(super) fn is_only_one(&self) -> bool {
        self.clocks.len() == 1
    }

    #[inline]
    fn find_first(&mut self) {
        if let [only] = self.clocks.as_slice() {
            self.first = only.next;
            return;
        }
        self.first = self.clocks.iter().map(|ticker| ticker.next).fold(f64::INFINITY, f64::min);
    }
}
