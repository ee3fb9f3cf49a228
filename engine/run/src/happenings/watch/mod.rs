//! The indicators of a model: their sides of 0, and where they cross it.
//!
//! The last known side of each indicator is part of the run's state,
//! `past`: beyond 0, where its event has happened, or not. [`Watch::compare`]
//! takes the current sides and returns the indicators that fire; apart from the
//! start of a run, nothing else changes the sides. So an indicator that crosses 0 while handlers run is found by the next
//! comparison.
//! Comparisons come at the end of every step, after handlers, ticks and time events, and
//! where a step was cut or an input was set.

mod brackets;
mod candidates;
mod fired;
mod mode_reads;
mod resolution;
mod samples;
mod search;
mod searched_step;
mod step_samples;
mod zeno;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use simobject::Crossing;

use super::HappeningError;
use super::crossing::Point;
use bowline_model::evaluation::{EvaluationError, ModeSearch};
use bowline_model::model::Model;
use bowline_model::model::schedule::Indicator;
use bowline_model::workspace::Workspace;
use bowline_text::seconds::Seconds;

use samples::Samples;
use zeno::ZenoDetector;

pub(super) use fired::Fired;
pub(super) use search::Crossed;
pub(super) use searched_step::SearchedStep;
pub use searched_step::StepStates;

/// The indicators of a model, with their sides.
#[derive(Debug)]
pub(super) struct Watch {
    model: Arc<Model>,
    indicators: Vec<Indicator>,
    /// Whether each of them was beyond 0 at the last comparison.
    past: Vec<bool>,
    /// The indicators at the last comparison.
    now: Vec<f64>,
    /// The indicators shortly before that, if nothing jumped since.
    before: Vec<f64>,
    is_smooth: bool,
    /// The samples of all indicators in the last step.
    samples: Samples,
    /// Scratch: a mark for each indicator.
    marks: Vec<bool>,
    /// The indicators that may cross 0 in the last step, and all samples of them.
    candidates: Vec<usize>,
    closer: Samples,
    /// Samples at the ends of real steps within the last step.
    real: Samples,
    /// The indicators at the last sample, and those that may cross 0.
    seen: Vec<f64>,
    seen_candidates: Vec<f64>,
    /// The samples of one indicator.
    points: Vec<Point>,
    /// Places of the discrete states that the calculations of fired indicators
    /// read.
    modes: HashMap<usize, Vec<Range<usize>>>,
    /// The values of these states for the firing indicators, before their
    /// handlers run.
    noted: Vec<f64>,
    zeno_detectors: Vec<ZenoDetector>,
    /// The indicators that Bowline warned of, because steps do not resolve them, and the warnings.
    unresolved: Vec<usize>,
    warnings: Vec<String>,
    /// The precision of locating a crossing, s; none means the best possible.
    tolerance: Option<f64>,
    /// Simulated time from start to end, s.
    span: f64,
}

/// The width of a bracket, in units in the last place of the time.
const BRACKET: f64 = 4.0;

impl Watch {
    pub(super) fn new(model: &Arc<Model>) -> Self {
        let indicators = model.schedule().events.indicators.clone();
        let times = &model.settings().output_times;
        let unknown = || vec![f64::NAN; indicators.len()];
        Self {
            model: Arc::clone(model),
            past: vec![false; indicators.len()],
            now: unknown(),
            before: unknown(),
            is_smooth: false,
            samples: Samples::new(indicators.len()),
            marks: vec![false; indicators.len()],
            candidates: Vec::with_capacity(indicators.len()),
            closer: Samples::new(indicators.len()),
            real: Samples::new(indicators.len()),
            seen: unknown(),
            seen_candidates: Vec::with_capacity(indicators.len()),
            points: Vec::with_capacity(samples::USUAL),
            modes: HashMap::new(),
            noted: Vec::new(),
            zeno_detectors: vec![ZenoDetector::default(); indicators.len()],
            unresolved: Vec::new(),
            warnings: Vec::new(),
            tolerance: model.settings().event_tol,
            span: times.end() - times.start(),
            indicators,
        }
    }

    /// Whether the model has no indicators.
    pub(super) fn is_idle(&self) -> bool {
        self.indicators.is_empty()
    }

    /// The warnings about events that steps may have missed.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether each indicator is beyond 0: part of the run's state.
    pub(super) fn past(&self) -> &[bool] {
        &self.past
    }

    /// Takes the sides at the start of a run; or continues with the sides of an earlier run, and returns the indicators that
    /// crossed since.
    pub(super) fn begin(
        &mut self,
        past: Option<&[bool]>,
        workspace: &mut Workspace,
        time: f64,
    ) -> Result<Fired, Box<EvaluationError>> {
        self.zeno_detectors.fill(ZenoDetector::default());
        self.samples.clear();
        if let Some(past) = past {
            self.past.copy_from_slice(past);
            return self.compare(workspace, time);
        }
        self.model.watch(workspace, time, &mut self.now)?;
        self.is_smooth = false;
        let sides = self.indicators.iter().zip(&self.now).map(|(i, value)| i.crossing.is_beyond(*value));
        self.past.iter_mut().zip(sides).for_each(|(past, is_beyond)| *past = is_beyond);
        Ok(Fired::default())
    }

    /// Takes the side of each indicator from the workspace, and returns those
    /// that fire.
    pub(super) fn compare(&mut self, workspace: &mut Workspace, time: f64) -> Result<Fired, Box<EvaluationError>> {
        self.model.watch(workspace, time, &mut self.now)?;
        self.is_smooth = false;
        self.samples.clear();
        Ok(self.take_sides())
    }

    /// Takes the sides at the end of the step that was searched last, if nothing crossed in it: the last sample is there.
    pub(super) fn pass(&mut self) -> Fired {
        let Some(last) = self.samples.len().checked_sub(1) else { return Fired::default() };
        self.now.copy_from_slice(self.samples.values(last));
        self.before.copy_from_slice(self.samples.values(last.saturating_sub(1)));
        self.is_smooth = last > 0;
        self.samples.clear();
        self.take_sides()
    }

    fn take_sides(&mut self) -> Fired {
        let mut fired = Vec::new();
        for (index, indicator) in self.indicators.iter().enumerate() {
            let is_beyond = indicator.crossing.is_beyond(self.now[index]);
            if indicator.crossing.is_event(self.past[index], is_beyond) {
                fired.push(index);
            }
            self.past[index] = is_beyond;
        }
        fired.into_iter().collect()
    }

    /// Whether all indicators are still on their last known side.
    pub(super) fn is_settled(&mut self, workspace: &mut Workspace, time: f64) -> Result<bool, Box<EvaluationError>> {
        self.model.watch(workspace, time, &mut self.seen)?;
        let mut sides = self.indicators.iter().zip(&self.seen).zip(&self.past);
        Ok(sides.all(|((indicator, value), past)| indicator.crossing.is_beyond(*value) == *past))
    }

    /// Indicators that were on the wrong side for their mode at the last comparison, and that flip next.
    pub(super) fn wrong_modes(
        &self,
        search: &mut ModeSearch,
        workspace: &Workspace,
        time: f64,
    ) -> Result<Fired, Box<EvaluationError>> {
        let wrong = self.model.wrong_modes(search, workspace, time)?;
        Ok(wrong.into_iter().collect())
    }

    /// Whether an indicator has to be on a side in a mode.
    pub(super) fn is_of_mode(&self, index: usize) -> bool {
        self.indicators[index].is_of_mode()
    }

    /// Counts indicators that fire where a step was cut.
    ///
    /// # Errors
    /// Crossings follow each other without end.
    pub(super) fn count(&mut self, fired: &Fired, time: f64) -> Result<(), HappeningError> {
        for index in fired.iter() {
            self.zeno_detectors[index].add(time, self.span).map_err(|why| self.too_many(index, time, why))?;
        }
        Ok(())
    }

    /// `Object.Indicator`.
    pub(super) fn name(&self, index: usize) -> String {
        self.model.shown_name(self.indicators[index].id)
    }

    /// The side of 0 that an indicator left, and the side that it reached; 0 for neither side.
    pub(super) fn sides(&self, index: usize) -> [f64; 2] {
        match self.indicators[index].crossing {
            Crossing::Falling => [1.0, -1.0],
            Crossing::Rising => [-1.0, 1.0],
            Crossing::Either if self.past[index] => [-1.0, 1.0],
            Crossing::Either if self.now[index] < 0.0 => [1.0, -1.0],
            Crossing::Either => [1.0, 0.0],
        }
    }

    /// How an indicator crossed 0.
    pub(super) fn words(&self, index: usize) -> &'static str {
        match self.indicators[index].crossing {
            Crossing::Falling => "falls below 0",
            Crossing::Rising => "rises above 0",
            Crossing::Either if self.past[index] => "rises above 0",
            Crossing::Either if self.now[index] < 0.0 => "falls below 0",
            Crossing::Either => "falls to 0",
        }
    }

    /// The error for events that follow each other without end.
    fn too_many(&self, index: usize, time: f64, why: String) -> HappeningError {
        let id = self.indicators[index].id;
        let object = &self.model.objects()[id.object as usize];
        let doc = match object.interface().signals[id.signal as usize].doc.as_ref() {
            "" => String::new(),
            doc => format!(" ({doc})"),
        };
        HappeningError::EndlessEvents(format!(
            "at t = {} s `{}` of {} {why}{doc}: the run would not come to its end. What switches back as soon as it has switched \
             needs a band in which it stays, as `Signal/Relay` of `base` has one between SwitchOff and SwitchOn; types of your \
             own declare a mode at rest",
            Seconds(time),
            self.name(index),
            object.introduced(),
        ))
    }
}
