//! A run: a model, its numbers, a stepper, and what is recorded of it.

mod advance;
mod agenda;
mod announced;
mod asked;
mod attentive;
mod crossing;
mod csv_header;
pub mod csv_recorder;
mod current;
mod error;
mod event;
#[cfg(feature = "diffsol")]
mod forward_sensitivities;
mod instant;
mod intervention;
mod interventions;
pub mod observer;
mod outside;
mod pace;
mod parameters_record;
mod plan;
mod progress;
pub mod record;
pub mod recorded_changes;
pub mod recorder;
mod rest;
mod rows;
mod snapshot;
mod step;
mod tick_loop;
mod ticks;
mod watch;

use std::sync::Arc;

use bowline_model::evaluation::{Due, ExecutionContext, ModelSystem, Profile};
use bowline_model::model::Model;
use bowline_model::workspace::Workspace;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::integration::instant_width;
use bowline_solve::nonlinear::Counts;
use bowline_solve::statistics::{LoopStatistics, Statistics};
use bowline_solve::stepper::{Integration, Restart};

use advance::Goal;
use agenda::Agenda;
use attentive::Attentive;
use outside::Outside;
use pace::Pace;
use progress::Progress;
use recorder::Recorder;
use step::Ahead;
use watch::{Fired, Watch};

pub use advance::Ending;
pub use error::RunError;
pub use event::{EventKind, EventSource, RunEvent, event_sources};
#[cfg(feature = "diffsol")]
pub use forward_sensitivities::{MovedParameter, Observed, follow_sensitivities};
pub use intervention::Intervention;
pub use interventions::Interventions;
pub use snapshot::Snapshot;

/// One run of a model, from its start to its end:
///
/// ```text
/// 1. t_stop = next of: end, time event, tick, save point, announced stop; a
///    row, for a method that does not know well enough what lies within its
///    steps. What lies within 8 units in the last place is one instant: at the
///    save point, else at the end, else at the latest of them but announced stops;
///    a row has the time that is asked for
/// 2. try a step of size min(h, HMax, t_stop - t). In a step that ends at a time
///    event, io.time() is at most the largest double below it: the jump belongs
///    to the next step. Non-finite or recoverable failure -> smaller h, retry
///    (fixed step: the run ends); below HMin -> error that names t and the state
///    with the worst error ratio (the last step up to a stop may be shorter)
/// 3. accepted: sample the indicators at its end, on the way, and where they
///    turn. Two neighbouring samples between which one comes to be beyond 0 are a
///    bracket of its crossing: narrow the first, and cut the step at the latest
///    end of those that overlap it
/// 4. record the asked times strictly inside the step from the dense output,
///    out-ports re-evaluated in a second workspace with the old discrete values (a
///    failure there ends the run); never shorten a step for output, but for 1
/// 5. the instant:
///    a. the discrete values of now are copied, for those who read previous values, if a
///       clock ticks; the indicators that were located fire, and all that are
///       on another side here, where the step ends or a time event jumps; then
///       those that handlers put on another side, until none is
///    b. next values of the clocks that tick take effect; sampled computations,
///       with the continuous ones that they read
///    c. indicators whose side changed through b fire, until none does; sampled
///       computations do not run again
///    d. the method starts afresh at an event, and where discrete values changed
///       that derivatives or indicators see
///    e. the row, if one is asked for
///    f. updates; what those of the clock of accepted steps set takes effect at
///       once, then c and d again
///    g. at a save point the recorder gets the state, the stepper is replaced by
///       a new one, and all objects are asked for their next event, whether
///       anybody keeps the state or not: a run that begins with the state does
///       the same
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
/// A run begins with an instant: all sampled computations run, as tick 0, and the updates of the clocks that tick at
/// the start. A run that continues from a state had that instant already.
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
/// A time to which a run is advanced may lie inside a step that the method chose itself: signals there come from the
/// dense output, as in rows, and the next call continues the same step. So if nothing is changed, the run has the same
/// bits wherever it was stopped for a look. (A method that steps to output times steps there too;
/// [`pass`](Self::pass) does not.) A change ends the step there, and the method starts afresh: indicators that an input
/// put on another side fire before the next step. At an instant all that happens there has happened.
#[derive(Debug)]
pub struct Run {
    model: Arc<Model>,
    /// Where the run is to be seen, s.
    time: f64,
    /// What lies up to here is now, s.
    horizon: f64,
    /// Where it ends, s: the last output time, or later once it was advanced beyond that.
    end: f64,
    workspace: Workspace,
    /// Where rows between steps are evaluated; it holds what the other one holds.
    between: Workspace,
    stepper: Attentive,
    /// The threads, if there are several.
    context: ExecutionContext,
    statistics: Statistics,
    progress: Progress,
    /// The step that was made, if the run has not gone all of it yet.
    ahead: Option<Ahead>,
    agenda: Agenda,
    /// The clocks that tick now.
    due: Due,
    /// Discrete values that derivatives or indicators see, as they were.
    seen: Vec<f64>,
    watch: Watch,
    /// The indicators that fire before the next step: where a step was cut, or a
    /// state restored.
    pending: Fired,
    pace: Pace,
    outside: Outside,
}

/// How a run is carried out; what it computes is the same.
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

    /// The same with these options.
    pub fn with(model: &Arc<Model>, options: RunOptions) -> Self {
        let context = ExecutionContext::new(model, options.profile, options.guard);
        let threads = context.pool().map_or(1, |pool| pool.threads());
        let workspace = || model.workspace().with_pool(context.pool()).guarded(options.guard);
        let times = &model.settings().output_times;
        let start = times.start();
        let mut own = workspace().timed(context.timings());
        own.loops.warns = true;
        Self {
            model: Arc::clone(model),
            time: start,
            horizon: start,
            end: times.end(),
            workspace: own,
            between: workspace(),
            stepper: Attentive::of(model, options.check_memory),
            context,
            statistics: Statistics { threads, ..Statistics::default() },
            progress: Progress::default(),
            ahead: None,
            agenda: Agenda::new(model),
            due: Due::none_of(model),
            seen: Vec::with_capacity(model.schedule().sampled.seen.iter().map(ExactSizeIterator::len).sum()),
            watch: Watch::new(model),
            pending: Fired::default(),
            pace: Pace::new(start, times.end()),
            outside: Outside::default(),
        }
    }

    /// What is run.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether it ended with an error: it goes on from a snapshot only.
    pub fn has_failed(&self) -> bool {
        self.progress.has_failed
    }

    /// What the run has cost so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Warnings that the run gave so far: of events that its steps may have missed, and of loops that rounding limits.
    pub fn warnings(&self) -> Vec<String> {
        self.watch.warnings().iter().cloned().chain(self.workspace.loops.warnings()).collect()
    }

    /// Where the time of evaluations and ticks went so far, if requested.
    pub fn profile(&self) -> Option<Profile> {
        self.context.timings().map(|timings| self.model.profile(timings))
    }

    /// The instant at which the run begins.
    fn begin(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let is_save = self.next_save() <= self.horizon;
        self.model.hold_first(&mut self.workspace)?;
        self.restart(Restart::Afresh)?;
        self.model.check_signals(&self.workspace, self.time)?;
        let past = self.model.past();
        let fired = self.watch.begin(past, &mut self.workspace, self.time)?;
        if self.settle(fired)? {
            self.restart(Restart::Afresh)?;
        }
        if self.agenda.rows.next() <= self.horizon {
            self.record_asked(recorder)?;
        }
        if self.model.resumed().is_none() {
            self.agenda.ticks.take(self.horizon, false, &mut self.due);
            self.statistics.ticks += u64::from(!self.due.clocks.is_empty());
            self.model.run_updates(&mut self.workspace, &self.due, self.time, true)?;
        }
        if is_save {
            self.save(recorder)?;
        }
        self.between.hold(&self.workspace);
        self.agenda.events.ask(&self.model, &self.workspace, self.time)?;
        self.ask_for_stops()?;
        (self.progress.begun, self.progress.is_changed, self.progress.is_evaluated) = (true, false, false);
        Ok(())
    }

    /// Asks for the stops behind this instant.
    fn ask_for_stops(&mut self) -> Result<(), RunError> {
        let horizon = self.time + instant_width(self.time);
        self.agenda.stops.ask(&self.model, &self.workspace, horizon)
    }

    /// The next save point, s; infinite if there is none.
    fn next_save(&self) -> f64 {
        self.model.settings().save_points.get(self.agenda.saved).copied().unwrap_or(f64::INFINITY)
    }

    /// Lets the method begin from the state in the workspace.
    fn restart(&mut self, restart: Restart) -> Result<(), RunError> {
        let time = self.time;
        let (stepper, mut integration) = self.method();
        stepper.restart(&mut integration, time, restart)?;
        self.solve_loops(time, Continuity::Broken)
    }

    /// Solves all loops where the run has come to, and puts that on record: they go on from there.
    #[inline]
    fn solve_loops(&mut self, time: f64, continuity: Continuity) -> Result<(), RunError> {
        if self.workspace.loops.is_empty() {
            return Ok(());
        }
        Ok(self.model.solve_loops(&mut self.workspace, time, continuity)?)
    }

    /// The cost of solving loops, in steps and between their ends.
    fn cost_of_loops(&self) -> Option<LoopStatistics> {
        let loops = &self.workspace.loops;
        if loops.is_empty() {
            return None;
        }
        let mut counts = loops.counts();
        counts.add(self.between.loops.counts());
        let Counts { solutions, iterations, evaluations, jacobians } = counts;
        Some(LoopStatistics { count: loops.len(), solutions, iterations, evaluations, jacobians })
    }

    /// Lets the loops go on from what is on record, within a step.
    fn continue_loops(&mut self) {
        self.workspace.loops.continuity = match self.model.settings().step_size {
            // No shorter step will come.
            Some(_) => Continuity::OnLine,
            None => Continuity::Continued,
        };
    }

    /// The same for rows and looks between the ends of a step.
    fn look_at_loops(&mut self) {
        self.between.loops.continuity = Continuity::OnLine;
        self.between.loops.take_record(&self.workspace.loops);
    }

    /// The method, and what it integrates.
    fn method(&mut self) -> (&mut Attentive, Integration<'_, ModelSystem<'_>>) {
        let system = ModelSystem { model: &self.model, context: &self.context, workspace: &mut self.workspace };
        (&mut self.stepper, system.integration(&mut self.statistics))
    }
}
