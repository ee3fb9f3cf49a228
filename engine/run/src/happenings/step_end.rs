//! The end of a step: at a stop, at a crossing, or where the integrator chose it.

use tracing::debug;

use super::stop::Stop;
use super::watch::{Crossed, Fired, SearchedStep, StepStates};
use super::{HappeningError, Happenings};
use bowline_model::evaluation::ModelSystem;
use bowline_model::workspace::loops::Continuity;

/// A step that an integrator made.
#[derive(Debug, Clone, Copy)]
pub struct MadeStep {
    /// Its start, s.
    pub from: f64,
    /// Its end, s: not beyond the stop.
    pub to: f64,
    /// The stop that limited it.
    pub stop: Stop,
}

impl MadeStep {
    /// Its end, for an integrator that locates crossings itself: every indicator that is on another side there fires.
    pub fn unsearched(self) -> StepEnd {
        self.end(None, true)
    }

    /// Its end, or a crossing before that.
    fn end(self, crossed: Option<Crossed>, must_compare: bool) -> StepEnd {
        let Self { to, stop, .. } = self;
        // A crossing just before a stop belongs to the instant there. Rows within
        // the step end where the step does, or where that instant begins.
        let is_before_stop = |crossed: &Crossed| to < stop.time || crossed.time < 2.0 * to - stop.horizon;
        let cut = crossed.as_ref().filter(|crossed| is_before_stop(crossed)).map(|crossed| crossed.time);
        let stop = (to == stop.time && cut.is_none()).then_some(stop);
        StepEnd { time: cut.unwrap_or(to), stop, crossed, must_compare }
    }
}

/// Where a step ends, and what crossed 0 there.
#[derive(Debug)]
pub struct StepEnd {
    /// Where the integrator ended it, or just behind the first crossing, s.
    time: f64,
    /// The stop that it reached.
    stop: Option<Stop>,
    /// The indicators that crossed 0 in it, at its end or within the instant of
    /// the stop.
    crossed: Option<Crossed>,
    /// Whether indicators are compared at the end, because the integrator repeated the step or nothing was searched.
    must_compare: bool,
}

impl StepEnd {
    /// s.
    #[inline]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Only rows happen in the step up to here, s: up to its end, or to where the
    /// instant of the stop begins.
    #[inline]
    pub(crate) fn inside(&self) -> f64 {
        self.stop.map_or(self.time, |stop| 2.0 * self.time - stop.horizon)
    }

    /// Whether the integrator still has to end the step at [`time`](Self::time): at a crossing, unless real steps located
    /// it; at a stop, if real steps searched for a crossing before it.
    pub fn needs_cut(&self) -> bool {
        self.crossed.is_some() && self.stop.is_some() == self.must_compare
    }
}

/// How the integrator reached an instant.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// Indicators that crossed 0 in the step, located or found at its end.
    pub(super) fired: Fired,
    /// A time event is due.
    pub(super) is_event: bool,
    /// A save point is due.
    is_save: bool,
    /// A step ends here, for another reason than a row, a save point or the end.
    pub(super) is_step: bool,
    /// Indicators are compared here. An integrator that repeated its last step has to restart.
    pub(super) must_compare: bool,
    /// The step ended at a stop.
    is_at_stop: bool,
    is_plain: bool,
}

impl Arrival {
    /// Whether the integrator repeated its last step, and has to restart.
    pub(crate) fn is_repeated(&self) -> bool {
        self.must_compare
    }

    /// Whether a save point is due.
    pub(crate) fn is_save(&self) -> bool {
        self.is_save
    }

    /// Whether the step ended at a stop.
    pub(crate) fn is_at_stop(&self) -> bool {
        self.is_at_stop
    }

    /// Whether nothing but a row can happen.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }
}

impl Happenings {
    /// Searches a step for the first crossing of an indicator.
    ///
    /// Where the step [needs a cut](StepEnd::needs_cut), the integrator ends it at the returned time, before
    /// [`complete_step`](Self::complete_step).
    ///
    /// # Errors
    /// The model cannot be evaluated within the step, or the integrator cannot repeat it.
    pub fn search<S: StepStates>(&mut self, step: MadeStep, states: &mut S) -> Result<StepEnd, S::Error> {
        if self.watch.is_idle() || step.stop.is_at(step.from) {
            return Ok(step.end(None, false));
        }
        self.enter_step();
        self.look_within_step();
        let Self { model, context, workspace, step_workspace, watch, counts, .. } = self;
        let MadeStep { from, to, stop } = step;
        let mut searched = SearchedStep {
            states,
            system: ModelSystem { model, context, workspace },
            step_workspace,
            samples: &mut counts.samples,
            from,
            to,
            latest: to.min(stop.latest),
            is_repeated: false,
        };
        let crossed = watch.search(&mut searched);
        let is_repeated = searched.is_repeated;
        self.leave_step();
        Ok(step.end(crossed?, is_repeated))
    }

    /// Advances to the end of a step, where the states are.
    pub(crate) fn arrive(&mut self, end: StepEnd) -> Result<Arrival, HappeningError> {
        let StepEnd { time, stop, crossed, must_compare } = end;
        (self.time, self.horizon) = (time, stop.map_or(time, |stop| stop.horizon));
        // What a step may see last: a jump there belongs to the next one.
        self.solve_loops(stop.map_or(time, |stop| time.min(stop.latest)), Continuity::OnLine)?;
        let fired = match crossed {
            Some(crossed) => crossed.fired,
            // A repeated step was not searched: compare at its end.
            None if must_compare => Fired::default(),
            None => self.watch.pass(),
        };
        let is_at_stop = stop.is_some();
        let (is_event, is_save, is_step) = stop.map_or((false, false, true), |s| (s.is_event, s.is_save, s.is_step));
        if is_event {
            debug!("t = {time} s: a time event, the method starts afresh");
            self.counts.time_events += 1;
        }
        let is_plain = !is_at_stop && fired.is_empty() && !must_compare && self.agenda.ticks.steps().is_none();
        Ok(Arrival { fired, is_event, is_save, is_step, must_compare, is_at_stop, is_plain })
    }

    /// Ends the step that the integrator made at the present time, because an input changes there.
    pub(crate) fn cut_step(&mut self) -> Result<(), HappeningError> {
        self.solve_loops(self.time, Continuity::OnLine)?;
        if !self.watch.is_idle() {
            self.pending.add(&self.watch.compare(&mut self.workspace, self.time)?);
        }
        self.has_changes = true;
        Ok(())
    }
}
