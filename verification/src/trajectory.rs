//! What a run gave: rows, state events, and all states at some of the rows.

use std::io;

use bowline_engine::{Column, Recorder, RunEvent, Workspace};

/// States are kept at no more rows than this.
const MOST_CHECKPOINTS: usize = 512;
/// And at fewer where states are many: so many numbers in all.
const MOST_NUMBERS: usize = 4_000_000;

/// What a run gave.
#[derive(Debug, Default)]
pub(crate) struct Trajectory {
    columns: Vec<Column>,
    /// Times of the rows, s.
    pub(crate) times: Vec<f64>,
    /// The columns, one row after the other.
    numbers: Vec<f64>,
    /// Where indicators crossed 0.
    pub(crate) events: Vec<RunEvent>,
    /// Whether there were events or ticks of any kind.
    pub(crate) had_instants: bool,
    /// Every so many rows have a checkpoint.
    stride: usize,
    checkpoints: Vec<Vec<f64>>,
}

impl Trajectory {
    /// Of a run in which these columns are recorded.
    pub(crate) fn of(columns: Vec<Column>) -> Self {
        Self { columns, stride: 1, ..Self::default() }
    }

    /// The numbers of a column, row by row.
    pub(crate) fn column(&self, column: usize) -> impl Iterator<Item = f64> + '_ {
        self.numbers.iter().skip(column).step_by(self.columns.len().max(1)).copied()
    }

    /// The rows of checkpoints, and all states there.
    pub(crate) fn checkpoints(&self) -> impl Iterator<Item = (usize, &[f64])> {
        self.checkpoints.iter().enumerate().map(|(at, states)| (at * self.stride, &**states))
    }

    fn keep_states(&mut self, row: usize, states: &[f64]) {
        if states.is_empty() || !row.is_multiple_of(self.stride) {
            return;
        }
        self.checkpoints.push(states.to_vec());
        if self.checkpoints.len() > (MOST_NUMBERS / states.len()).clamp(16, MOST_CHECKPOINTS) {
            self.stride *= 2;
            let mut at = 0..;
            self.checkpoints.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
        }
    }
}

impl Recorder for Trajectory {
    fn needs_signals(&self) -> bool {
        !self.columns.iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.keep_states(self.times.len(), workspace.x());
        self.times.push(time);
        self.numbers.extend(self.columns.iter().map(|column| column.value(time, workspace)));
        Ok(())
    }
}
