//! What a run cost.

use serde::Serialize;

/// What a run cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Threads that share the work, of evaluations or of wide rows alone; 1 where
    /// more are not worth it. They are called where they make the run faster.
    pub threads: usize,
    /// Evaluations of the derivatives, without those that check accepted steps
    /// for libraries that remember something.
    pub evaluations: u64,
    /// Jacobians; each cost one evaluation for each colour.
    pub jacobians: u64,
    /// Groups of states that share no derivative, so that a Jacobian's columns
    /// for a group cost one evaluation; 0 for explicit methods.
    pub colours: usize,
    /// Accepted steps.
    pub steps: u64,
    /// Steps that were repeated with a smaller size.
    pub rejected: u64,
    /// Smallest step that the method chose itself, not cut short by a stop.
    pub smallest: Option<StepSize>,
    /// Largest step.
    pub largest: Option<StepSize>,
    /// Time events.
    pub events: u64,
    /// Crossings of indicators.
    pub state_events: u64,
    /// Samples of the indicators, in search of zero crossings; each costs the part of an evaluation that they need.
    #[serde(rename = "looks")]
    pub zero_crossing_samples: u64,
    /// Instants at which clocks ticked, the clock of accepted steps left out.
    pub ticks: u64,
    /// What solving loops cost, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loops: Option<LoopStatistics>,
    /// What a method that chooses chose, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switch>,
    /// Rows recorded.
    pub rows: u64,
    /// Wall-clock time of the run, s.
    pub wall_s: f64,
    /// Wall-clock time of recording, evaluations for it included, s.
    pub recording_s: f64,
}

/// What solving loops cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LoopStatistics {
    /// How many there are.
    pub count: usize,
    /// How often one was solved.
    pub solutions: u64,
    /// Corrections of unknowns.
    pub iterations: u64,
    /// How often all that is in one was calculated.
    pub evaluations: u64,
    /// Jacobians; each cost an evaluation for each colour, which are among those.
    pub jacobians: u64,
}

/// A step's size, and where it began.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StepSize {
    /// Size, s.
    pub size_s: f64,
    /// Simulated time at its start, s.
    pub time_s: f64,
}

/// A choice of the method `auto`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Switch {
    /// Simulated time from which it holds, s.
    pub time_s: f64,
    /// The method.
    pub method: &'static str,
    /// Why.
    pub because: String,
}

impl Statistics {
    /// Counts a step that was accepted.
    pub fn accept(&mut self, time: f64, size: f64, reaches_stop: bool) {
        self.steps += 1;
        let step = StepSize { size_s: size, time_s: time };
        if !reaches_stop && self.smallest.is_none_or(|smallest| size < smallest.size_s) {
            self.smallest = Some(step);
        }
        if self.largest.is_none_or(|largest| size > largest.size_s) {
            self.largest = Some(step);
        }
    }

    /// Counts a step that was rejected.
    pub fn reject(&mut self) {
        self.rejected += 1;
    }
}
