//! The indicators of a run: where they cross 0.

use std::sync::Arc;

use simobject::Crossing;

mod crowd;
mod looks;
mod step;

use super::RunError;
use super::crossing::{Point, Side, bracket, extremum};
use crate::evaluation::EvaluationError;
use crate::model::Model;
use crate::model::schedule::Indicator;
use crate::seconds::Seconds;
use crate::workspace::Workspace;

use crowd::Crowd;
use looks::Looks;

pub(super) use step::Step;

/// Looks in each step at the indicators: at its end, at three points on the way
/// and shortly before the end, which shows the slope there; where the slope
/// turns away from 0, at the extremum too.
#[derive(Debug)]
pub(super) struct Watch {
    model: Arc<Model>,
    indicators: Vec<Indicator>,
    /// The indicators now.
    now: Vec<f64>,
    /// And shortly before now, if nothing jumped since.
    before: Vec<f64>,
    is_smooth: bool,
    looks: Looks,
    /// The indicators at the last look.
    seen: Vec<f64>,
    /// The looks at one indicator.
    points: Vec<Point>,
    crowds: Vec<Crowd>,
    /// How precisely a crossing is located, s; none is as precisely as can be.
    tolerance: Option<f64>,
    /// Simulated time from start to end, s.
    span: f64,
}

/// Where in a step is looked, as parts of it.
const LOOKS: [f64; 4] = [0.25, 0.5, 0.75, 1.0 - SHORTLY];
/// What is shortly before the end, and shortly behind the start.
const SHORTLY: f64 = 1.0 / 64.0;
/// So often the first crossing is looked for before one that was found.
const MOST_REFINEMENTS: usize = 8;
/// A bracket has this many units in the last place of the time.
const BRACKET: f64 = 4.0;

/// A crossing of some indicators.
#[derive(Debug)]
pub(super) struct Crossed {
    /// Just behind it, s.
    pub(super) time: f64,
    /// Positions of the indicators.
    pub(super) indicators: Vec<usize>,
}

/// A crossing, and a time before it at which none of them has crossed, s.
#[derive(Debug)]
struct Located {
    crossed: Crossed,
    from: f64,
}

impl Watch {
    pub(super) fn new(model: &Arc<Model>) -> Self {
        let indicators = model.schedule.events.indicators.clone();
        let times = &model.settings().output_times;
        Self {
            model: Arc::clone(model),
            now: vec![f64::NAN; indicators.len()],
            before: vec![f64::NAN; indicators.len()],
            is_smooth: false,
            looks: Looks::new(indicators.len()),
            seen: vec![f64::NAN; indicators.len()],
            points: Vec::with_capacity(looks::USUAL),
            crowds: vec![Crowd::default(); indicators.len()],
            tolerance: model.settings().event_tol,
            span: times.end() - times.start(),
            indicators,
        }
    }

    /// Whether there is anything to watch.
    pub(super) fn is_idle(&self) -> bool {
        self.indicators.is_empty()
    }

    /// Takes the indicators as they are in the workspace, and forgets what they
    /// were. Gives those that are on another side than before.
    pub(super) fn compare(&mut self, workspace: &mut Workspace, time: f64) -> Result<Vec<usize>, Box<EvaluationError>> {
        self.model.watch(workspace, time, &mut self.seen)?;
        self.is_smooth = false;
        let crosses = |index: &usize| self.indicators[*index].crossing.is_event(self.now[*index], self.seen[*index]);
        let crossed = (0..self.seen.len()).filter(crosses).collect();
        self.now.copy_from_slice(&self.seen);
        Ok(crossed)
    }

    /// Looks at a step for the first crossing in it.
    pub(super) fn look(&mut self, step: &mut Step<'_>) -> Result<Option<Crossed>, RunError> {
        self.take_looks(step)?;
        let mut found: Option<Located> = None;
        for _ in 0..MOST_REFINEMENTS {
            let brackets = self.brackets(step)?;
            let Some(located) = self.first_of(brackets, step)? else { break };
            let from = located.from;
            found = Some(located);
            if from <= step.from {
                break;
            }
            // Of three crossings between two looks one is found, but perhaps not the first.
            self.look_before(from, step)?;
        }
        let Some(Located { crossed, .. }) = found else {
            let last = self.looks.len() - 1;
            self.now.copy_from_slice(self.looks.values(last));
            self.before.copy_from_slice(self.looks.values(last.saturating_sub(1)));
            self.is_smooth = last > 0;
            return Ok(None);
        };
        if step.stepper.lands_on_rows() {
            step.step_to(crossed.time, &mut self.now)?;
        } else {
            step.look(crossed.time, &mut self.now)?;
        }
        self.is_smooth = false;
        Ok(Some(crossed))
    }

    /// Counts a crossing that the run came to.
    ///
    /// # Errors
    /// Crossings follow on each other without an end.
    pub(super) fn count(&mut self, crossed: &Crossed) -> Result<(), RunError> {
        for index in &crossed.indicators {
            self.crowds[*index].add(crossed.time, self.span).map_err(|why| self.too_many(*index, crossed.time, why))?;
        }
        Ok(())
    }

    /// Forgets how crossings followed on each other.
    pub(super) fn forget(&mut self) {
        self.crowds.fill(Crowd::default());
    }

    /// Leaves the looks up to a time at which nothing has crossed yet, with more
    /// of them behind the last one.
    fn look_before(&mut self, end: f64, step: &mut Step<'_>) -> Result<(), RunError> {
        self.looks.keep_before(end);
        let from = self.looks.last_time();
        // Where looks are no real steps they may show the same crossing a little earlier.
        let end = if step.stepper.lands_on_rows() { end - SHORTLY * (end - from) } else { end };
        self.look_on(from, end, step)
    }

    fn take_looks(&mut self, step: &mut Step<'_>) -> Result<(), RunError> {
        self.looks.clear();
        self.looks.push(step.from, &self.now);
        self.look_on(step.from, step.to, step)?;
        // Of what was before a jump nothing is known: it may turn at once.
        let most = if self.is_smooth { 1 } else { 3 };
        let mut part = SHORTLY;
        for _ in 0..most {
            let shortly = step.from + part * (step.to - step.from);
            let is_between = self.looks.len() > 1 && step.from < shortly && shortly < self.looks.time(1);
            if !is_between || !self.may_turn_at_the_start() {
                break;
            }
            step.look(shortly, &mut self.seen)?;
            self.looks.insert(1, shortly, &self.seen);
            part *= SHORTLY;
        }
        Ok(())
    }

    /// Adds looks on the way from one time to another, and there.
    fn look_on(&mut self, from: f64, to: f64, step: &mut Step<'_>) -> Result<(), RunError> {
        for time in LOOKS.map(|part| from + part * (to - from)).into_iter().chain([to]) {
            // Steps may be as short as numbers are precise.
            if self.looks.last_time() < time {
                step.look(time, &mut self.seen)?;
                self.looks.push(time, &self.seen);
            }
        }
        Ok(())
    }

    /// Whether an indicator comes nearer to 0 up to the start of the step, for
    /// all that is known, and is further away at the first look.
    fn may_turn_at_the_start(&self) -> bool {
        let first = self.looks.values(1);
        (0..self.indicators.len()).any(|index| {
            let comes_nearer = !self.is_smooth || self.now[index].abs() < self.before[index].abs();
            comes_nearer && self.now[index].abs() <= first[index].abs()
        })
    }

    /// Two points of each indicator that crosses 0, between which it does.
    fn brackets(&mut self, step: &mut Step<'_>) -> Result<Vec<(usize, [Point; 2])>, RunError> {
        let mut found = Vec::new();
        let Self { indicators, looks, seen, points, .. } = self;
        for index in 0..indicators.len() {
            let crossing = indicators[index].crossing;
            points.clear();
            points.extend((0..looks.len()).map(|look| looks.point(look, index)));
            let mut at = 0;
            while at + 2 < points.len() {
                let three = [points[at], points[at + 1], points[at + 2]];
                // What has crossed before need not be looked for behind.
                if crossing.is_event(three[0].value, three[1].value) {
                    break;
                }
                if let Some(side) = turned_from(three) {
                    let function = |time: f64| {
                        step.look(time, seen)?;
                        Ok::<f64, RunError>(seen[index])
                    };
                    if let Some(beyond) = extremum::beyond(side, three, function)? {
                        let position = points.partition_point(|point| point.time < beyond.time);
                        points.insert(position, beyond);
                        at += 1;
                    }
                }
                at += 1;
            }
            let pair = points.windows(2).find(|pair| crossing.is_event(pair[0].value, pair[1].value));
            found.extend(pair.map(|pair| (index, [pair[0], pair[1]])));
        }
        Ok(found)
    }

    /// Locates the first of the crossings, and all that cannot be told from it.
    fn first_of(
        &self,
        mut brackets: Vec<(usize, [Point; 2])>,
        step: &mut Step<'_>,
    ) -> Result<Option<Located>, RunError> {
        brackets.sort_by(|(_, a), (_, b)| a[0].time.total_cmp(&b[0].time));
        let mut located: Vec<(usize, [Point; 2])> = Vec::new();
        for (index, bracket) in brackets {
            let earliest = located.iter().map(|(_, [_, to])| to.time).fold(f64::INFINITY, f64::min);
            if bracket[0].time <= earliest {
                located.extend(self.locate(index, bracket, step)?.map(|narrow| (index, narrow)));
            }
        }
        let earliest = located.iter().map(|(_, [_, to])| to.time).fold(f64::INFINITY, f64::min);
        located.retain(|(_, [from, _])| from.time <= earliest);
        let Some(time) = located.iter().map(|(_, [_, to])| to.time).max_by(f64::total_cmp) else { return Ok(None) };
        let from = located.iter().map(|(_, [from, _])| from.time).fold(f64::INFINITY, f64::min);
        let indicators = located.into_iter().map(|(index, _)| index).collect();
        Ok(Some(Located { crossed: Crossed { time, indicators }, from }))
    }

    /// Narrows a bracket; none if real steps do not show the crossing.
    fn locate(
        &self,
        index: usize,
        [from, to]: [Point; 2],
        step: &mut Step<'_>,
    ) -> Result<Option<[Point; 2]>, RunError> {
        let time = step.from.abs().max(step.to.abs());
        let tolerance = BRACKET * (time.next_up() - time);
        let tolerance = self.tolerance.map_or(tolerance, |given| given.max(tolerance));
        let crossing = self.indicators[index].crossing;
        let mut values = vec![0.0; self.indicators.len()];
        if !step.stepper.lands_on_rows() {
            let side = Side::of(to.value);
            return Ok(Some(bracket::narrow(side, [from, to], tolerance, |time| {
                step.look(time, &mut values)?;
                Ok::<f64, RunError>(values[index])
            })?));
        }
        let mut real = |time: f64, step: &mut Step<'_>| {
            step.step_to(time, &mut values)?;
            Ok::<Point, RunError>(Point { time, value: values[index] })
        };
        let (first, last) = (self.looks.point(0, index), self.looks.point(self.looks.len() - 1, index));
        let from = if from.time == first.time { first } else { real(from.time, step)? };
        // The end of the step is real, other looks are not.
        let end = step.to;
        let to = if to.time == end { to } else { real(to.time, step)? };
        let last = if last.time == end { last } else { to };
        let pairs = [[from, to], [first, from], [first, to], [to, last], [from, last]];
        let crosses =
            |pair: &&[Point; 2]| pair[0].time < pair[1].time && crossing.is_event(pair[0].value, pair[1].value);
        let Some(pair) = pairs.iter().find(crosses) else {
            // The step is as it was; but the method has to begin anew.
            real(step.to, step)?;
            return Ok(None);
        };
        let side = Side::of(pair[1].value);
        Ok(Some(bracket::narrow(side, *pair, tolerance, |time| real(time, step).map(|point| point.value))?))
    }

    /// `Object.Indicator`.
    pub(super) fn name(&self, index: usize) -> String {
        self.model.signal_name(self.indicators[index].id)
    }

    /// Events that follow on each other without an end.
    fn too_many(&self, index: usize, time: f64, why: String) -> RunError {
        let object = &self.model.objects()[self.indicators[index].id.object as usize];
        RunError::EndlessEvents(format!(
            "at t = {} s `{}` of {} {why}: the run would not come to its end; a type can declare a mode at rest, a \
             sampled state that the handler sets when nothing is to come any more (a ball that no longer bounces lies \
             on the floor)",
            Seconds(time),
            self.name(index),
            object.introduced(),
        ))
    }
}

/// The side from which three points turn away: they all lie on the other one,
/// and the one in the middle is the nearest to 0.
fn turned_from([a, b, c]: [Point; 3]) -> Option<Side> {
    let is_nearest = b.value.abs() <= a.value.abs() && b.value.abs() < c.value.abs();
    let is_one_side = [a, c].iter().all(|point| (point.value > 0.0) == (b.value > 0.0) && point.value != 0.0);
    (is_nearest && is_one_side && b.value != 0.0).then(|| Side::of(-b.value))
}

/// How a crossing is told.
pub(super) fn words(crossing: Crossing, value: f64) -> &'static str {
    match crossing {
        Crossing::Falling => "falls below 0",
        Crossing::Rising => "rises above 0",
        Crossing::Either if value < 0.0 => "falls below 0",
        Crossing::Either => "rises above 0",
    }
}
