//! A run: a model, its numbers, a stepper, and what is recorded of it.

mod announced;
#[cfg_attr(not(test), expect(dead_code, reason = "for indicators"))]
mod crossing;
pub mod csv_recorder;
mod pace;
pub mod record;
pub mod recorder;

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use tracing::debug;

use crate::evaluation::EvaluationError;
use crate::evaluation::Means;
use crate::evaluation::Profile;
use crate::model::Model;
use crate::seconds::Seconds;
use crate::statistics::Statistics;
use crate::stepper::{self, Restart, StepError, StepLimit, Stepper, System};
use crate::workspace::Workspace;

use announced::Announced;
use pace::Pace;
use recorder::Recorder;

/// One run of a model, from its start to its end:
///
/// ```text
/// 1. evaluate at (t, x) (reuse the derivative of a method whose last stage is
///    the new first); record if t is asked for, the start and the end
///    included; at the end: stop
/// 2. t_stop = next of: end, time event, save point, announced stop; a row, for
///    a method that does not know well enough what lies within its steps
/// 3. try a step of size min(h, HMax, t_stop - t). In a step that ends at an
///    event, io.time() is at most the largest double below it: the jump
///    belongs to the next step. Non-finite or recoverable failure -> smaller
///    h, retry (fixed step: the run ends); below HMin -> error that names t
///    and the state with the worst error ratio (the last step up to a stop
///    may be shorter than HMin)
/// 4. accepted: record the asked times strictly inside the step from the
///    dense output, out-ports re-evaluated in a second workspace (a failure
///    there ends the run); never shorten a step for output, but for 2
/// 5. at a save point the recorder gets the state, the stepper is replaced by
///    a new one, and all objects are asked for their next event, whether
///    anybody keeps the state or not: a run that begins with the state does
///    the same; at an event or a save point the method and its step size start
///    afresh (a row at such a time is recorded in 1; at an event it holds the
///    values after it), but after an event fixed steps go on to their old times
/// 6. the observer sees the new time; go to 1
///
/// At an announced stop nothing starts afresh: only the step ends there.
///
/// A save point at the start gets the state before 1.
/// ```
#[derive(Debug)]
pub struct Run<'m> {
    model: &'m Model,
    time: f64,
    workspace: Workspace,
    /// Where rows between steps are evaluated.
    between: Workspace,
    stepper: Box<dyn Stepper + 'm>,
    /// The threads, if there are several.
    means: Means,
    statistics: Statistics,
    /// Whether the start has been evaluated.
    begun: bool,
    /// How many of the asked times lie behind.
    asked: usize,
    events: Announced<'m>,
    stops: Announced<'m>,
    /// How many of the save points lie behind.
    saved: usize,
    pace: Pace,
}

/// How a run is carried out; what it computes is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// Time one evaluation in a few, for [`Run::profile`].
    pub profile: bool,
    /// Look in every evaluation for numbers that a calculation left out, instead
    /// of only in the first one after a start, an event or a save point, in one
    /// of many in between, and in that of each row. The default of debug builds.
    pub guard: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { profile: false, guard: cfg!(debug_assertions) }
    }
}

/// How a run ended without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It reached its end.
    Finished,
    /// The observer stopped it.
    Stopped,
}

/// Why a run ended before its end. The rows up to then are recorded.
#[derive(Debug)]
pub enum RunError {
    /// The model could not be integrated further.
    Step(StepError),
    /// A SimObject announced an impossible time event.
    TimeEvent(String),
    /// The steps are so short that the end would never come.
    StandsStill {
        /// Simulated time, s.
        time: f64,
        /// So many steps in a row.
        steps: u32,
        /// How far these went, s.
        advanced: f64,
    },
    /// A row could not be written.
    Recorder(io::Error),
    /// The state could not be saved at that time, s.
    Save(f64, io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(error) => error.fmt(f),
            Self::TimeEvent(message) => f.write_str(message),
            Self::StandsStill { time, steps, advanced } => write!(
                f,
                "at t = {} s the run stands still: {steps} steps advanced it by {advanced:.1e} s",
                Seconds(*time)
            ),
            Self::Recorder(error) => write!(f, "a row could not be written: {error}"),
            Self::Save(time, error) => write!(f, "the state at t = {time} s could not be saved: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<Box<EvaluationError>> for RunError {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::Step(StepError::Evaluation(error))
    }
}

impl<'m> Run<'m> {
    /// A run at the model's start.
    pub fn new(model: &'m Model) -> Self {
        Self::with(model, RunOptions::default())
    }

    /// The same with these options.
    pub fn with(model: &'m Model, options: RunOptions) -> Self {
        let means = Means::new(model, options.profile, options.guard);
        let threads = means.team().map_or(1, |team| team.threads());
        Self {
            model,
            time: model.settings().output_times.start(),
            workspace: model.workspace(),
            between: model.workspace(),
            stepper: stepper::of(model),
            means,
            statistics: Statistics { threads, ..Statistics::default() },
            begun: false,
            asked: 0,
            events: Announced::events(model),
            stops: Announced::stops(model),
            saved: 0,
            pace: Pace::new(model.settings().output_times.start(), model.settings().output_times.end()),
        }
    }

    /// What is run.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The state vector.
    pub fn x(&self) -> &[f64] {
        self.workspace.x()
    }

    /// What the run has cost so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Where the time of evaluations went so far, if that was asked for.
    pub fn profile(&self) -> Option<Profile> {
        self.means.profile()
    }

    /// Runs to the end. Rows go to `recorder`; `observe` is told the simulated
    /// time, s, before each step, and may stop the run. A run that was stopped
    /// can go on: call it again.
    ///
    /// # Errors
    /// Why the run could not go on; rows recorded by then stay.
    pub fn to_end(
        &mut self,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let began = Instant::now();
        let outcome = self.advance(recorder, observe);
        self.statistics.wall_s += began.elapsed().as_secs_f64();
        outcome
    }

    fn advance(
        &mut self,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let times = &self.model.settings().output_times;
        let end = times.end();
        let mut asked = times.iter().skip(self.asked).peekable();
        if !self.begun {
            if self.next_save() <= self.time {
                self.save(recorder)?;
            }
            self.restart(Restart::Afresh)?;
            self.model.check_signals(&self.workspace, self.time)?;
            self.events.ask(self.model, &self.workspace, self.time)?;
            self.stops.ask(self.model, &self.workspace, self.time)?;
            self.begun = true;
        }
        let (mut event, mut announced, mut save) = (self.events.first(), self.stops.first(), self.next_save());
        loop {
            if asked.next_if(|time| *time <= self.time).is_some() {
                self.record(self.time, recorder)?;
            }
            if self.time >= end {
                return Ok(Ending::Finished);
            }
            if observe(self.time).is_break() {
                return Ok(Ending::Stopped);
            }
            let row = asked.peek().copied().filter(|_| self.stepper.lands_on_rows()).unwrap_or(f64::INFINITY);
            let stop = event.min(save).min(end).min(row).min(announced);
            let limit = StepLimit { stop, is_event: event <= stop };
            let (workspace, statistics) = (&mut self.workspace, &mut self.statistics);
            let mut system = System { model: self.model, means: &self.means, workspace, statistics };
            // No step can tell a stop from now that is nearer than any number is
            // precise to.
            let is_here = stop - self.time < f64::MIN_POSITIVE;
            let reached = if is_here { stop } else { self.stepper.step(&mut system, limit).map_err(RunError::Step)? };
            self.time = reached;
            self.pace.step(reached)?;
            while let Some(time) = asked.next_if(|time| *time < reached) {
                self.record(time, recorder)?;
            }
            if reached >= event {
                debug!("t = {reached} s: a time event, the method starts afresh");
                self.statistics.events += 1;
            }
            if reached >= save {
                debug!("t = {reached} s: a save point, the method starts afresh");
                self.save(recorder)?;
                self.events.forget();
                self.stops.forget();
                // A resumed run has nothing that this one's method learnt before.
                self.stepper = stepper::of(self.model);
            }
            if reached >= event.min(save) {
                self.restart(if reached >= save { Restart::Afresh } else { Restart::Jump })?;
                self.events.ask(self.model, &self.workspace, reached)?;
                (event, save) = (self.events.first(), self.next_save());
                self.pace.restart(reached);
            }
            if reached >= self.stops.first() {
                self.stops.ask(self.model, &self.workspace, reached)?;
                announced = self.stops.first();
                self.pace.restart(reached);
            }
        }
    }

    /// The next save point, s; infinite if there is none.
    fn next_save(&self) -> f64 {
        self.model.settings().save_points.get(self.saved).copied().unwrap_or(f64::INFINITY)
    }

    /// Hands the state to the recorder.
    fn save(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.saved += 1;
        recorder.save(self.time, self.workspace.x()).map_err(|error| RunError::Save(self.time, error))
    }

    /// Lets the method begin anew from the state in the workspace.
    fn restart(&mut self, restart: Restart) -> Result<(), RunError> {
        let (workspace, statistics) = (&mut self.workspace, &mut self.statistics);
        let mut system = System { model: self.model, means: &self.means, workspace, statistics };
        Ok(self.stepper.restart(&mut system, self.time, restart)?)
    }

    /// Records a row: of now, or of a time within the step that was just made.
    fn record(&mut self, time: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        let workspace = if time < self.time {
            self.stepper.interpolate(time, self.between.x_mut());
            &mut self.between
        } else {
            &mut self.workspace
        };
        if recorder.needs_signals() {
            self.model.evaluate_signals_as(&self.means, workspace, time)?;
        }
        self.asked += 1;
        self.statistics.rows += 1;
        let outcome = recorder.row(time, workspace).map_err(RunError::Recorder);
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        outcome
    }
}
