//! All that happens in a model beside its derivatives: ticks, announced times, crossings of indicators, changed inputs.
//!
//! [`Happenings`] holds a model and its numbers, knows when something happens next, and does it. It integrates nothing:
//! an integrator moves the states from one instant to the next. A [`Run`](crate::driver::Run) is one integrator; a
//! simulator that imports the model, or a filter, is another.

mod agenda;
mod announced_times;
mod counts;
mod crossing;
mod error;
mod event;
mod event_log;
mod input_changes;
mod instant;
mod integrator_interface;
mod loop_continuity;
mod settling;
mod start;
mod state;
mod step_end;
mod stop;
mod tick_loop;
mod ticks;
mod watch;

use std::sync::Arc;

use bowline_model::evaluation::{Due, ExecutionContext, ModelSystem, Profile};
use bowline_model::model::Model;
use bowline_model::workspace::Workspace;

use agenda::Agenda;
use watch::{Fired, Watch};

pub use counts::EventCounts;
pub use error::HappeningError;
pub use event::{EventKind, EventSource, RunEvent, event_sources};
pub(crate) use event_log::EventLog;
pub use input_changes::InputValues;
pub(crate) use input_changes::{OneInput, each_input};
pub use instant::Discontinuity;
pub(crate) use instant::OpenInstant;
pub(crate) use state::Numbers;
pub(crate) use step_end::Arrival;
pub use step_end::{MadeStep, StepEnd};
pub use stop::{IntegratorTimes, Stop};
pub use watch::StepStates;

/// What happens in a model beside its derivatives, and the numbers of the model.
///
/// An integrator alternates with it:
///
/// ```text
/// begin                      the instant at the start
/// loop
///   next_stop                where the next step must end at the latest
///   derivatives, ...         the integrator makes a step up to there, and writes its states
///   search                   does an indicator cross 0 in the step? Then the integrator repeats it up to the crossing
///   complete_step            what happens where the step ends; says whether the integrator has to restart
/// ```
///
/// The doc of [`Run`](crate::driver::Run) has the order of everything that happens at one instant, and the rules of events.
/// An integrator that calls the parts of an instant one by one, as a run does to record rows in between, keeps to that
/// order.
#[derive(Debug)]
pub struct Happenings {
    model: Arc<Model>,
    /// Simulated time, s: that of the last instant or step, or a time within the step that the integrator has made since.
    time: f64,
    /// Times up to here are the same instant, s.
    horizon: f64,
    /// Whether the instant at the start is complete.
    has_begun: bool,
    workspace: Workspace,
    /// Numbers at times within a step. Its discrete values and inputs are those of the other workspace.
    step_workspace: Workspace,
    /// The threads, if there are several.
    context: ExecutionContext,
    agenda: Agenda,
    /// The clocks that tick now.
    due: Due,
    /// Discrete values that derivatives or indicators see, before an instant changes them.
    seen: Vec<f64>,
    watch: Watch,
    /// The indicators that fire before the next step: where a step was cut, or a state restored.
    pending: Fired,
    /// Whether an input changed, or a step was cut, since the integrator restarted.
    has_changes: bool,
    /// Inputs with the values that they had before they were set since the last step; only of models with loops.
    unsettled: Vec<InputValues>,
    /// The events so far, if they are kept.
    events: Option<Box<EventLog>>,
    counts: EventCounts,
}

/// How a model is evaluated; the numbers are the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EvaluationOptions {
    /// Time one evaluation and one tick in a few, for [`Happenings::profile`].
    pub profile: bool,
    /// Check every evaluation and every tick for numbers that a calculation left out, and what each calculation changes.
    pub guard: bool,
}

impl Happenings {
    /// Those of a model, before its start.
    pub fn new(model: &Arc<Model>, options: EvaluationOptions) -> Self {
        let EvaluationOptions { profile, guard } = options;
        let context = ExecutionContext::new(model, profile, guard);
        let workspace = || model.workspace().with_pool(context.pool()).guarded(guard);
        let start = model.settings().output_times.start();
        let mut own = workspace().timed(context.timings());
        own.loops.warns = true;
        Self {
            model: Arc::clone(model),
            time: start,
            horizon: start,
            has_begun: false,
            workspace: own,
            step_workspace: workspace(),
            context,
            agenda: Agenda::new(model),
            due: Due::none_of(model),
            seen: Vec::with_capacity(model.schedule().sampled.seen.iter().map(ExactSizeIterator::len).sum()),
            watch: Watch::new(model),
            pending: Fired::default(),
            has_changes: false,
            unsettled: Vec::new(),
            events: None,
            counts: EventCounts::default(),
        }
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether the instant at the start is complete.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// How much happened so far.
    pub fn counts(&self) -> &EventCounts {
        &self.counts
    }

    /// Warnings so far: of events that steps may have missed, and of loops that rounding limits.
    pub fn warnings(&self) -> Vec<String> {
        self.watch.warnings().iter().cloned().chain(self.workspace.loops.warnings()).collect()
    }

    /// Where the time of evaluations and ticks went so far, if requested.
    pub fn profile(&self) -> Option<Profile> {
        self.context.timings().map(|timings| self.model.profile(timings))
    }

    /// `Object.Indicator`.
    pub fn indicator_name(&self, indicator: usize) -> String {
        self.watch.name(indicator)
    }

    /// How the model is evaluated.
    pub(crate) fn context(&self) -> &ExecutionContext {
        &self.context
    }

    /// Times up to here are the same instant, s.
    #[inline]
    pub(crate) fn horizon(&self) -> f64 {
        self.horizon
    }

    /// Looks at a time within the step that the integrator made, s.
    pub(crate) fn move_to(&mut self, time: f64) {
        (self.time, self.horizon) = (time, time);
    }

    /// The model as a system of differential equations, with its states.
    #[inline]
    pub(crate) fn system(&mut self) -> ModelSystem<'_> {
        ModelSystem { model: &self.model, context: &self.context, workspace: &mut self.workspace }
    }
}
