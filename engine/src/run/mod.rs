//! A run: a model, its numbers, a stepper, and what is recorded of it.

mod announced;
mod asked;
mod crossing;
pub mod csv_recorder;
mod error;
mod instant;
mod pace;
pub mod record;
pub mod recorder;
mod ticks;
mod walk;
mod watch;

use std::ops::ControlFlow;
use std::time::Instant;

use tracing::debug;

use crate::evaluation::{Due, Means, Profile};
use crate::model::Model;
use crate::statistics::Statistics;
use crate::stepper::{self, Restart, StepLimit, Stepper, System};
use crate::workspace::Workspace;

use announced::Announced;
use asked::Asked;
use instant::Arrival;
use pace::Pace;
use recorder::Recorder;
use ticks::Ticks;
use watch::{Crossed, Step, Watch};

pub use error::RunError;

/// One run of a model, from its start to its end:
///
/// ```text
/// 1. t_stop = next of: end, time event, tick, save point, announced stop; a
///    row, for a method that does not know well enough what lies within its
///    steps. What lies within 8 units in the last place is one instant: at the
///    save point, or at the latest of them; a row has the time that is asked for
/// 2. try a step of size min(h, HMax, t_stop - t). In a step that ends at a time
///    event, io.time() is at most the largest double below it: the jump belongs
///    to the next step. Non-finite or recoverable failure -> smaller h, retry
///    (fixed step: the run ends); below HMin -> error that names t and the state
///    with the worst error ratio (the last step up to a stop may be shorter)
/// 3. accepted: look at the indicators at its end, on the way, and where they
///    turn; locate the first crossing, and cut the step just behind it
/// 4. record the asked times strictly inside the step from the dense output,
///    out-ports re-evaluated in a second workspace with the old held values (a
///    failure there ends the run); never shorten a step for output, but for 1
/// 5. the instant:
///    a. what is held now is copied, for those who read previous values, if a
///       clock ticks; handlers of the indicators that crossed
///    b. next values of the clocks that tick take effect; sampled computations,
///       with the continuous ones that they read
///    c. indicators whose side changed through a, b or a time event fire, until
///       none does; sampled computations do not run again
///    d. the method starts afresh at an event, and where held values changed
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
/// At an announced stop nothing starts afresh: only the step ends there. Where a
/// step only lands on a row, a save point or the end, the clock of accepted steps
/// does not tick.
///
/// A run begins with an instant: all sampled computations run, as tick 0, and
/// the updates of the clocks that tick at the start. One that goes on from a
/// state had that instant already.
#[derive(Debug)]
pub struct Run<'m> {
    model: &'m Model,
    time: f64,
    /// What lies up to here is now, s.
    horizon: f64,
    workspace: Workspace,
    /// Where rows between steps are evaluated; it holds what the other one holds.
    between: Workspace,
    stepper: Box<dyn Stepper + 'm>,
    /// The threads, if there are several.
    means: Means,
    statistics: Statistics,
    /// Whether the start has been evaluated.
    begun: bool,
    rows: Asked<'m>,
    events: Announced<'m>,
    stops: Announced<'m>,
    ticks: Ticks,
    /// The clocks that tick now.
    due: Due,
    /// Held values that derivatives or indicators see, as they were.
    seen: Vec<f64>,
    watch: Watch<'m>,
    /// How many of the save points lie behind.
    saved: usize,
    pace: Pace,
}

/// Where a step must end, and why.
#[derive(Debug, Clone, Copy)]
struct Stop {
    /// s.
    time: f64,
    /// What lies up to here is the same instant, s.
    horizon: f64,
    /// The latest time that the step before it may see, s.
    latest: f64,
    is_event: bool,
    is_save: bool,
    /// Something else than a row, a save point or the end lies there.
    is_step: bool,
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

impl<'m> Run<'m> {
    /// A run at the model's start.
    pub fn new(model: &'m Model) -> Self {
        Self::with(model, RunOptions::default())
    }

    /// The same with these options.
    pub fn with(model: &'m Model, options: RunOptions) -> Self {
        let means = Means::new(model, options.profile, options.guard);
        let threads = means.team().map_or(1, |team| team.threads());
        let start = model.settings().output_times.start();
        Self {
            model,
            time: start,
            horizon: start,
            workspace: model.workspace(),
            between: model.workspace(),
            stepper: stepper::of(model),
            means,
            statistics: Statistics { threads, ..Statistics::default() },
            begun: false,
            rows: Asked::new(model),
            events: Announced::events(model),
            stops: Announced::stops(model),
            ticks: Ticks::new(model, start, model.resumed.map(|times| (times, start + instant_width(start)))),
            due: Due { ticks: vec![0; model.clocks.timings().len()], ..Due::default() },
            seen: Vec::with_capacity(model.schedule.sampled.seen.iter().map(ExactSizeIterator::len).sum()),
            watch: Watch::new(model),
            saved: 0,
            pace: Pace::new(start, model.settings().output_times.end()),
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
        if !self.begun {
            self.begin(recorder)?;
            self.begun = true;
        }
        let end = self.model.settings().output_times.end();
        while self.time < end {
            if observe(self.time).is_break() {
                return Ok(Ending::Stopped);
            }
            if self.only_ticks() {
                self.walk()?;
            }
            self.step(recorder)?;
        }
        Ok(Ending::Finished)
    }

    /// The instant at which the run begins.
    fn begin(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let is_save = self.next_save() <= self.horizon;
        self.model.hold_first(&mut self.workspace)?;
        self.restart(Restart::Afresh)?;
        self.model.check_signals(&self.workspace, self.time)?;
        if !self.watch.is_idle() {
            self.watch.compare(&mut self.workspace, self.time)?;
        }
        if self.rows.next().is_some_and(|time| time <= self.horizon) {
            self.record_asked(recorder)?;
        }
        if self.model.resumed.is_none() {
            self.ticks.take(self.horizon, false, &mut self.due);
            self.statistics.ticks += u64::from(!self.due.clocks.is_empty());
            self.model.run_updates(&mut self.workspace, &self.due, self.time, true)?;
        }
        if is_save {
            self.save(recorder)?;
        }
        self.between.hold(&self.workspace);
        self.events.ask(self.model, &self.workspace, self.time)?;
        self.stops.ask(self.model, &self.workspace, self.time)
    }

    /// One step, and what happens where it ends.
    fn step(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let stop = self.stop();
        let limit = StepLimit { stop: stop.time, latest: stop.latest };
        let start = self.time;
        // No step can tell a stop from now that is nearer than any number is
        // precise to.
        let is_here = stop.time - start < f64::MIN_POSITIVE;
        let reached = match is_here {
            true => stop.time,
            false => {
                let (stepper, mut system) = self.method();
                stepper.step(&mut system, limit).map_err(RunError::Step)?
            }
        };
        self.pace.step(reached)?;
        let mut arrival = Arrival { is_step: true, ..Arrival::default() };
        let mut crossed = None;
        if !self.watch.is_idle() && !is_here {
            (crossed, arrival.must_restart) = self.look((start, reached), reached.min(stop.latest))?;
        }
        // A crossing just before a stop belongs to the instant there. Rows within
        // the step end where it does, or where that instant begins.
        let is_before_stop = |crossed: &Crossed| reached < stop.time || crossed.time < 2.0 * reached - stop.horizon;
        let cut = crossed.as_ref().filter(|crossed| is_before_stop(crossed)).map(|crossed| crossed.time);
        let (is_at_stop, ends) = (reached == stop.time && cut.is_none(), cut.unwrap_or(reached));
        let inside = if is_at_stop { 2.0 * ends - stop.horizon } else { ends };
        self.time = reached;
        while let Some(time) = self.rows.next().filter(|time| *time < inside) {
            self.record_inside(time, recorder)?;
        }
        if let Some(crossed) = crossed {
            if cut.is_some() && !arrival.must_restart || is_at_stop && arrival.must_restart {
                let (stepper, mut system) = self.method();
                stepper.end_at(&mut system, ends).map_err(RunError::Step)?;
            }
            arrival.crossed = crossed.indicators;
        }
        (self.time, self.horizon) = (ends, if is_at_stop { stop.horizon } else { ends });
        let is_plain = !is_at_stop && cut.is_none() && !arrival.must_restart && self.ticks.steps().is_none();
        if is_plain && self.rows.next().is_none_or(|time| time > ends) {
            return Ok(());
        }
        if is_at_stop {
            (arrival.is_event, arrival.is_save, arrival.is_step) = (stop.is_event, stop.is_save, stop.is_step);
            if stop.is_event {
                debug!("t = {reached} s: a time event, the method starts afresh");
                self.statistics.events += 1;
            }
        }
        self.instant(arrival, recorder)?;
        if is_at_stop {
            if self.stops.first() <= self.time {
                self.stops.ask(self.model, &self.workspace, self.time)?;
            }
            self.pace.restart(self.time);
        }
        Ok(())
    }

    /// Looks for crossings in the step that was just made, of which evaluations
    /// see no later time than `latest`, s; and whether the method made it again.
    fn look(&mut self, (from, to): (f64, f64), latest: f64) -> Result<(Option<Crossed>, bool), RunError> {
        let (workspace, statistics) = (&mut self.workspace, &mut self.statistics);
        let system = System { model: self.model, means: &self.means, workspace, statistics };
        let (stepper, between) = (self.stepper.as_mut(), &mut self.between);
        let mut step = Step { stepper, system, between, from, to, latest, is_repeated: false };
        let crossed = self.watch.look(&mut step)?;
        Ok((crossed, step.is_repeated))
    }

    /// Where the next step must end.
    fn stop(&self) -> Stop {
        let end = self.model.settings().output_times.end();
        let (event, tick, save, announced) =
            (self.events.first(), self.ticks.first(), self.next_save(), self.stops.first());
        let row = self.rows.next().unwrap_or(f64::INFINITY);
        let landing = if self.stepper.lands_on_rows() { row } else { f64::INFINITY };
        let first = event.min(tick).min(save).min(announced).min(end).min(landing);
        let window = first + instant_width(first);
        let is_near = |time: &f64| *time <= window && *time >= first - instant_width(first);
        // A run that goes on from a save point begins at the very time of it.
        let time = if save <= window {
            save
        } else {
            [row, end, tick, announced, event].into_iter().filter(is_near).fold(first, f64::max)
        };
        let horizon = time + instant_width(time);
        let is_event = event <= time;
        let is_step = is_event || tick <= horizon || announced <= time;
        let latest = if is_event { event.next_down() } else { time };
        Stop { time, horizon, latest, is_event, is_save: save <= time, is_step }
    }

    /// The next save point, s; infinite if there is none.
    fn next_save(&self) -> f64 {
        self.model.settings().save_points.get(self.saved).copied().unwrap_or(f64::INFINITY)
    }

    /// Lets the method begin from the state in the workspace.
    fn restart(&mut self, restart: Restart) -> Result<(), RunError> {
        let time = self.time;
        let (stepper, mut system) = self.method();
        Ok(stepper.restart(&mut system, time, restart)?)
    }

    /// The method, and what it integrates.
    fn method(&mut self) -> (&mut (dyn Stepper + 'm), System<'_>) {
        let (workspace, statistics) = (&mut self.workspace, &mut self.statistics);
        (self.stepper.as_mut(), System { model: self.model, means: &self.means, workspace, statistics })
    }

    /// Records the row that is asked for next, which is now.
    fn record_asked(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let time = self.rows.next().unwrap_or(self.time);
        self.rows.pass();
        self.record(time, recorder)
    }

    /// Records a row of now; its time may differ from now by what is one instant.
    fn record(&mut self, time: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.record_of(false, time, recorder)
    }

    /// Records the row that is asked for next, within the step that was just made.
    fn record_inside(&mut self, time: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.rows.pass();
        self.stepper.interpolate(time, self.between.x_mut());
        self.record_of(true, time, recorder)
    }

    fn record_of(&mut self, is_inside: bool, time: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        let (workspace, at) = if is_inside { (&mut self.between, time) } else { (&mut self.workspace, self.time) };
        if recorder.needs_signals() {
            self.model.evaluate_signals_as(&self.means, workspace, at)?;
        }
        self.statistics.rows += 1;
        let outcome = recorder.row(time, workspace).map_err(RunError::Recorder);
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        outcome
    }
}

/// What lies so near to a time is the same instant, s.
fn instant_width(time: f64) -> f64 {
    8.0 * (time.abs().next_up() - time.abs())
}
