//! A run: happenings that a method drives, and the rows that are recorded of them.

mod advance;
mod checked_stepper;
mod csv_header;
pub mod csv_recorder;
mod dense_output;
mod equilibrium;
mod error;
#[cfg(feature = "diffsol")]
mod forward_sensitivities;
mod inputs;
mod instant;
mod intervention;
mod interventions;
mod kept_events;
pub mod observer;
mod pace;
mod parameters_record;
mod plan;
mod progress;
pub mod record;
pub mod recorded_changes;
pub mod recorder;
mod row_times;
mod rows;
mod signal_values;
mod snapshot;
mod start;
mod step;

use std::collections::VecDeque;
use std::sync::Arc;

use bowline_model::evaluation::{ModelSystem, Profile};
use bowline_model::model::Model;
use bowline_solve::statistics::Statistics;
use bowline_solve::stepper::{Integration, Restart};

use crate::happenings::{EvaluationOptions, Happenings, StepEnd};
use advance::Goal;
use checked_stepper::CheckedStepper;
use observer::Publisher;
use pace::Pace;
use progress::Progress;
use recorder::Recorder;
use rows::Rows;

pub use crate::happenings::{EventKind, EventSource, RunEvent, event_sources};
pub use advance::Ending;
pub use error::RunError;
#[cfg(feature = "diffsol")]
pub use forward_sensitivities::{MovedParameter, Observed, follow_sensitivities};
pub use intervention::Intervention;
pub use interventions::Interventions;
pub use snapshot::Snapshot;

/// One run of a model, from its start to its end.
///
/// A run is a driver and [`Happenings`]. The driver makes steps with a method, records rows, and saves states;
/// happenings are everything else that is done at the ends of steps. The order of one step:
///
/// ```text
/// 1. t_stop = next of: end, time event, tick, save point, announced stop; and
///    the next row, for a method whose dense output is not accurate enough.
///    Times within 8 units in the last place are one instant: at the save
///    point, else at the end, else at the latest of them except announced
///    stops; a row keeps its output time
/// 2. try a step of size min(h, HMax, t_stop - t). In a step that ends at a time
///    event, io.time() is at most the largest double below it: the jump belongs
///    to the next step. Non-finite or recoverable failure -> smaller h, retry
///    (fixed step: the run ends); below HMin -> error that names t and the state
///    with the worst error ratio (the last step up to a stop may be shorter)
/// 3. accepted: sample the indicators at its end, on the way, and where they
///    turn. Two neighbouring samples between which one comes to be beyond 0 are a
///    bracket of its crossing: narrow the first, and cut the step at the latest
///    end of those that overlap it
/// 4. record the rows strictly inside the step from the dense output,
///    out-ports re-evaluated in a second workspace with the old discrete values (a
///    failure there ends the run); never shorten a step for output, but for 1
/// 5. the instant, of which the driver does d, e and g, and happenings the rest:
///    a. the discrete values of now are copied, for computations that read previous
///       values, if a clock ticks; the indicators that were located fire, and all
///       that are on another side here, where the step ends or a time event jumps;
///       then those that handlers put on another side, until none is. If events are
///       recorded, there is a row before the handlers of located indicators
///    b. next values of the clocks that tick take effect; sampled computations,
///       with the continuous ones that they read
///    c. indicators whose side changed through b fire, until none does; sampled
///       computations do not run again
///    d. the method restarts at an event, and where discrete values changed
///       that derivatives or indicators see. Without a restart, loops are solved.
///       At a time event, SimObjects announce their next one
///    e. the row, if one is due; else that of an event, if events are recorded
///    f. updates; those of the clock of accepted steps take effect at once,
///       then c and d again
///    g. at a save point the recorder gets the state, a new stepper replaces the
///       old one, indicators are compared, the method restarts, and SimObjects
///       announce their next events, whether or not the recorder keeps the state: a
///       run that starts with the state does the same. Parts d and f do not restart
///       the method there
///    A failure in it ends the run
/// 6. the observer sees the new time; go to 1
/// ```
///
/// # Events
///
/// The side of 0 on which each indicator is, beyond or not ([`Crossing::is_beyond`](simobject::Crossing::is_beyond)),
/// is part of the run's state: one bit, `past`. At a start the bit is set from the indicator after tick 0, and nothing
/// fires but what has to be on a side in a mode (below); a run that continues from a state takes the bits of that state, so that it fires at once what other
/// parameters put beyond 0. A comparison sets the bits from the indicators, and returns those that fire: falling and
/// rising ones that were not beyond and are, others that changed sides. Comparisons come at the end of each step, where
/// a step is cut, after time events, ticks and handlers, where a state is saved or restored, and where inputs were set;
/// of several inputs set at one time, only the combined effect counts. The indicators that a comparison returns fire
/// before the next step: so coinciding events are never lost.
///
/// Handlers run in rounds. Each round fixes the indicators that fire; evaluates once what handlers read; and runs the
/// handlers in the order of the file. Then comes the comparison, for the next round. An indicator whose calculation
/// reads a discrete state that its handler changed, and which is still beyond 0 but has another value because of that,
/// fires again: it is beyond 0 for another reason.
///
/// An indicator that has to be on a side in a mode fires wherever it is on the wrong one, whether it crossed or not: at a
/// start, with tick 0, and after each round. All that are wrong fire in one round; where that leads back to
/// modes that were there before, one in each round.
///
/// At an announced stop nothing starts afresh: only the step ends there. Where a step only lands on a row, a save point
/// or the end, the clock of accepted steps does not tick.
///
/// A run begins with an instant: all sampled computations run, as tick 0, in modes in which all indicators are on their
/// sides; the method starts; the first row is recorded; and the updates of the clocks that tick at the start run. A run
/// that continues from a state had that instant already: only the indicators that crossed since fire, before the first row.
///
/// # From outside
///
/// A run owns its model and can be sent to another thread. It advances to its end ([`to_end`](Self::to_end)) or to a
/// time ([`advance_to`](Self::advance_to)), where you can read any signal ([`get`](Self::get)), set inputs
/// ([`set`](Self::set)), and save and restore all of it ([`snapshot`](Self::snapshot), [`restore`](Self::restore)).
///
/// A run can go on after the last output time. It then writes no rows, except to recorders that are
/// [attached](Self::attach) with later times.
///
/// The time to which you advance a run may be inside a step that the method chose itself. Signals there come from the
/// dense output, as in rows, and the next call continues the same step. So if nothing is changed, the run has the same
/// bits wherever it was stopped for a look. (A method that steps to output times steps there too;
/// [`pass`](Self::pass) does not.) A change ends the step there, and the method restarts: indicators that an input
/// put on another side fire before the next step. At an instant, everything that happens there has happened.
#[derive(Debug)]
pub struct Run {
    /// The model, its numbers, and what happens next.
    happenings: Happenings,
    /// The end, s: the last output time, or later once the run was advanced beyond that.
    end: f64,
    stepper: CheckedStepper,
    /// The end of the step that the method made, if the run has not reached it yet.
    ahead: Option<StepEnd>,
    statistics: Statistics,
    progress: Progress,
    pace: Pace,
    rows: Rows,
    /// Number of save points that are past.
    saved: usize,
    /// Interventions so far.
    interventions: Interventions,
    /// Interventions to come, in the order of their times.
    planned: VecDeque<Intervention>,
    publishers: Vec<Publisher>,
    /// The numbers that were read last.
    read: Vec<f64>,
}

/// The method of a run, with the system that it integrates.
struct Method<'r> {
    stepper: &'r mut CheckedStepper,
    integration: Integration<'r, ModelSystem<'r>>,
}

/// How a run is carried out; the results are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// Time one evaluation and one tick in a few, for [`Run::profile`].
    pub profile: bool,
    /// Check every evaluation and every tick for numbers that a calculation left
    /// out, instead of only the first evaluation after a start, an event or a
    /// save point, one of many in between, and that of each row; and check what
    /// each calculation changes. The default of debug builds.
    pub guard: bool,
    /// Evaluate the start of each step again when it is made, and end the run where
    /// that gives something else: a calculation remembers the step. Otherwise only
    /// calculations that may remember something are checked, and some steps.
    pub check_memory: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { profile: false, guard: cfg!(debug_assertions), check_memory: false }
    }
}

impl Run {
    /// A run at the model's start.
    pub fn new(model: &Arc<Model>) -> Self {
        Self::with(model, RunOptions::default())
    }

    /// A run at the model's start, with these options.
    pub fn with(model: &Arc<Model>, options: RunOptions) -> Self {
        let RunOptions { profile, guard, check_memory } = options;
        let happenings = Happenings::new(model, EvaluationOptions { profile, guard });
        let threads = happenings.context().pool().map_or(1, |pool| pool.threads());
        let times = &model.settings().output_times;
        Self {
            happenings,
            end: times.end(),
            stepper: CheckedStepper::of(model, check_memory),
            ahead: None,
            statistics: Statistics { threads, ..Statistics::default() },
            progress: Progress::default(),
            pace: Pace::new(times.start(), times.end()),
            rows: Rows::new(times),
            saved: 0,
            interventions: Interventions::default(),
            planned: VecDeque::new(),
            publishers: Vec::new(),
            read: Vec::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        self.happenings.model()
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.happenings.time()
    }

    /// Whether the run ended with an error. It continues from a snapshot only.
    pub fn has_failed(&self) -> bool {
        self.progress.has_failed
    }

    /// The cost of the run so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Warnings so far: of events that steps may have missed, and of loops that rounding limits.
    pub fn warnings(&self) -> Vec<String> {
        self.happenings.warnings()
    }

    /// Where the time of evaluations and ticks went so far, if requested.
    pub fn profile(&self) -> Option<Profile> {
        self.happenings.profile()
    }

    /// The next save point, s; infinite if there is none.
    fn next_save(&self) -> f64 {
        self.model().settings().save_points.get(self.saved).copied().unwrap_or(f64::INFINITY)
    }

    /// Restarts the method from the state in the workspace, and solves all loops.
    fn restart(&mut self, restart: Restart) -> Result<(), RunError> {
        let time = self.time();
        let Method { stepper, mut integration } = self.method();
        stepper.restart(&mut integration, time, restart)?;
        Ok(self.happenings.solve_loops_afresh()?)
    }

    /// The method, with the system that it integrates.
    fn method(&mut self) -> Method<'_> {
        Method { stepper: &mut self.stepper, integration: self.happenings.system().integration(&mut self.statistics) }
    }
}
