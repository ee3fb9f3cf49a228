//! Tick times of the clocks.

use bowline_model::evaluation::Due;
use bowline_model::model::Model;
use bowline_model::model::clocks::{ClockTimes, Timing};
use bowline_solve::integration::grid::Grid;

/// The next tick of each clock.
#[derive(Debug)]
pub(super) struct Ticks {
    /// Time from which all ticks are counted, s.
    origin: f64,
    clocks: Vec<Ticker>,
    /// The first tick to come, s; infinite if there is none.
    first: f64,
    /// The clock of accepted steps, if any computation runs on it.
    steps: Option<usize>,
}

#[derive(Debug)]
struct Ticker {
    /// None for the clock of accepted steps.
    grid: Option<Grid>,
    /// Number of ticks that are past.
    count: u64,
    /// The next one, s.
    next: f64,
}

/// Where the clocks of an earlier run are continued.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resumed {
    /// The clocks of that run.
    pub(super) times: ClockTimes,
    /// Ticks up to here are past, s.
    pub(super) done: f64,
}

impl Ticks {
    /// Ticks of a run that starts at `start`, s, or continues another one there.
    pub(super) fn new(model: &Model, start: f64, resumed: Option<Resumed>) -> Self {
        let origin = resumed.map_or(start, |resumed| resumed.times.origin);
        let ticker = |timing: &Timing| match timing {
            Timing::Every { period, offset } => {
                let grid = Grid::of_clock(origin, *offset, *period);
                let count = match (&grid, resumed) {
                    (Some(grid), Some(Resumed { done, .. })) => grid.before(done.next_up(), u64::MAX),
                    _ => 0,
                };
                let next = grid.as_ref().map_or(f64::INFINITY, |grid| grid.time(count));
                Ticker { grid, count, next }
            }
            Timing::Steps => {
                let count = resumed.map_or(0, |resumed| resumed.times.steps);
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

    /// The clock of accepted steps, if any computation runs on it.
    pub(super) fn steps(&self) -> Option<usize> {
        self.steps
    }

    /// Clock times from which another run can continue.
    pub(super) fn times(&self) -> ClockTimes {
        ClockTimes { origin: self.origin, steps: self.steps.map_or(0, |clock| self.clocks[clock].count) }
    }

    /// All clocks, each with the tick that comes next.
    pub(super) fn all(&self, due: &mut Due) {
        due.clear();
        self.clocks.iter().enumerate().for_each(|(clock, ticker)| due.add(clock, ticker.count));
    }

    /// Takes the clocks that tick up to a time, s, into `due`, and the clock of accepted steps if this is one. From now on
    /// these ticks are past.
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

    /// Takes the next tick of the only clock of a model. `due` has the clock, from [`Self::all`]. From now on the tick is
    /// past.
    #[inline]
    pub(super) fn take_only(&mut self, due: &mut Due) {
        let ticker = &mut self.clocks[0];
        due.ticks[0] = ticker.count;
        ticker.count += 1;
        ticker.next = ticker.grid.as_ref().map_or(f64::INFINITY, |grid| grid.time(ticker.count));
        self.first = ticker.next;
    }

    /// Whether the model has exactly one clock.
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
