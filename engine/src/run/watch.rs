//! The indicators of a run: where they cross 0.

use simobject::Crossing;

use super::RunError;
use super::crossing::{Point, Side, bracket, extremum};
use crate::evaluation::EvaluationError;
use crate::model::Model;
use crate::model::schedule::Indicator;
use crate::seconds::Seconds;
use crate::stepper::{Stepper, System};
use crate::workspace::Workspace;

/// Looks in each step at the indicators: at its end, at three points on the way
/// and shortly before the end, which shows the slope there; where the slope
/// turns away from 0, at the extremum too.
#[derive(Debug)]
pub(super) struct Watch<'m> {
    model: &'m Model,
    indicators: &'m [Indicator],
    /// The indicators now.
    now: Vec<f64>,
    /// And shortly before now, if nothing jumped since.
    before: Option<Vec<f64>>,
    /// The looks at a step: time, s, and the indicators.
    looks: Vec<(f64, Vec<f64>)>,
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

/// A step that is looked at.
pub(super) struct Step<'s> {
    pub(super) stepper: &'s mut dyn Stepper,
    pub(super) system: System<'s>,
    /// For what lies within the step.
    pub(super) between: &'s mut Workspace,
    /// Its start and end, s.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Evaluations see no later time, s.
    pub(super) latest: f64,
    /// Whether it was made again, so that the method has to begin anew.
    pub(super) is_repeated: bool,
}

impl Step<'_> {
    /// The indicators at a time in the step, as far as the method knows what is there.
    fn look(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        if time == self.to {
            self.between.x_mut().copy_from_slice(self.system.workspace.x());
        } else {
            self.stepper.interpolate(time, self.between.x_mut());
        }
        self.watch(time, indicators)
    }

    /// The indicators where a real step ends.
    fn step_to(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        self.is_repeated = true;
        self.stepper.end_at(&mut self.system, time).map_err(RunError::Step)?;
        self.between.x_mut().copy_from_slice(self.system.workspace.x());
        self.watch(time, indicators)
    }

    fn watch(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        self.system.statistics.looks += 1;
        Ok(self.system.model.watch(self.between, time.min(self.latest), indicators)?)
    }
}

impl<'m> Watch<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let indicators = model.schedule.events.indicators.as_slice();
        let times = &model.settings().output_times;
        Self {
            model,
            indicators,
            now: vec![f64::NAN; indicators.len()],
            before: None,
            looks: Vec::new(),
            crowds: vec![Crowd::default(); indicators.len()],
            tolerance: model.settings().event_tol,
            span: times.end() - times.start(),
        }
    }

    /// Whether there is anything to watch.
    pub(super) fn is_idle(&self) -> bool {
        self.indicators.is_empty()
    }

    /// Takes the indicators as they are in the workspace, and forgets what they
    /// were. Gives those that are on another side than before.
    pub(super) fn compare(&mut self, workspace: &mut Workspace, time: f64) -> Result<Vec<usize>, Box<EvaluationError>> {
        let mut values = vec![0.0; self.indicators.len()];
        self.model.watch(workspace, time, &mut values)?;
        self.before = None;
        let crosses = |index: &usize| self.indicators[*index].crossing.is_event(self.now[*index], values[*index]);
        let crossed = (0..values.len()).filter(crosses).collect();
        self.now = values;
        Ok(crossed)
    }

    /// Looks at a step for the first crossing in it.
    pub(super) fn look(&mut self, step: &mut Step<'_>) -> Result<Option<Crossed>, RunError> {
        self.take_looks(step)?;
        let end = self.looks.last().cloned();
        let before = self.looks.len().checked_sub(2).map(|last_but_one| self.looks[last_but_one].1.clone());
        let mut found: Option<Located> = None;
        for _ in 0..MOST_REFINEMENTS {
            let brackets = self.brackets(step)?;
            let Some(located) = self.first_of(brackets, step)? else { break };
            // Of three crossings between two looks one is found, but perhaps not the first.
            self.look_before(located.from, step)?;
            found = Some(located);
        }
        let Some(Located { crossed, .. }) = found else {
            (self.before, self.now) = (before, end.map_or_else(Vec::new, |(_, values)| values));
            return Ok(None);
        };
        let mut values = vec![0.0; self.indicators.len()];
        if step.stepper.lands_on_rows() {
            step.step_to(crossed.time, &mut values)?;
        } else {
            step.look(crossed.time, &mut values)?;
        }
        (self.now, self.before) = (values, None);
        for index in &crossed.indicators {
            self.crowds[*index].add(crossed.time, self.span).map_err(|why| self.too_many(*index, crossed.time, why))?;
        }
        Ok(Some(crossed))
    }

    /// Leaves the looks up to a time at which nothing has crossed yet, with more
    /// of them behind the last one.
    fn look_before(&mut self, end: f64, step: &mut Step<'_>) -> Result<(), RunError> {
        self.looks.retain(|(time, _)| *time < end);
        let from = self.looks.last().map_or(step.from, |(time, _)| *time);
        // Where looks are no real steps they may show the same crossing a little earlier.
        let end = if step.stepper.lands_on_rows() { end - SHORTLY * (end - from) } else { end };
        for time in LOOKS.map(|part| from + part * (end - from)).into_iter().chain([end]) {
            if self.looks.last().is_some_and(|(last, _)| *last < time) {
                let mut values = vec![0.0; self.indicators.len()];
                step.look(time, &mut values)?;
                self.looks.push((time, values));
            }
        }
        Ok(())
    }

    fn take_looks(&mut self, step: &mut Step<'_>) -> Result<(), RunError> {
        self.looks.clear();
        let size = step.to - step.from;
        self.looks.push((step.from, self.now.clone()));
        for time in LOOKS.map(|part| step.from + part * size).into_iter().chain([step.to]) {
            // Steps may be as short as numbers are precise.
            if self.looks.last().is_some_and(|(last, _)| *last < time) {
                let mut values = vec![0.0; self.indicators.len()];
                step.look(time, &mut values)?;
                self.looks.push((time, values));
            }
        }
        // Of what was before a jump nothing is known: it may turn at once.
        let most = if self.before.is_some() { 1 } else { 3 };
        let mut part = SHORTLY;
        for _ in 0..most {
            let shortly = step.from + part * size;
            let is_between = self.looks.len() > 1 && step.from < shortly && shortly < self.looks[1].0;
            if !is_between || !self.may_turn_at_the_start() {
                break;
            }
            let mut values = vec![0.0; self.indicators.len()];
            step.look(shortly, &mut values)?;
            self.looks.insert(1, (shortly, values));
            part *= SHORTLY;
        }
        Ok(())
    }

    /// Whether an indicator comes nearer to 0 up to the start of the step, for
    /// all that is known, and is further away at the first look.
    fn may_turn_at_the_start(&self) -> bool {
        let first = &self.looks[1].1;
        (0..self.indicators.len()).any(|index| {
            let comes_nearer = self.before.as_ref().is_none_or(|before| self.now[index].abs() < before[index].abs());
            comes_nearer && self.now[index].abs() <= first[index].abs()
        })
    }

    /// Two points of each indicator that crosses 0, between which it does.
    fn brackets(&mut self, step: &mut Step<'_>) -> Result<Vec<(usize, [Point; 2])>, RunError> {
        let mut found = Vec::new();
        let mut values = vec![0.0; self.indicators.len()];
        for index in 0..self.indicators.len() {
            let crossing = self.indicators[index].crossing;
            let mut points: Vec<Point> =
                self.looks.iter().map(|(time, values)| Point { time: *time, value: values[index] }).collect();
            let mut at = 0;
            while at + 2 < points.len() {
                let three = [points[at], points[at + 1], points[at + 2]];
                // What has crossed before need not be looked for behind.
                if crossing.is_event(three[0].value, three[1].value) {
                    break;
                }
                if let Some(side) = turned_from(three) {
                    let function = |time: f64| {
                        step.look(time, &mut values)?;
                        Ok::<f64, RunError>(values[index])
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
        let of_looks =
            |look: Option<&(f64, Vec<f64>)>| look.map(|(time, all)| Point { time: *time, value: all[index] });
        let (Some(first), Some(last)) = (of_looks(self.looks.first()), of_looks(self.looks.last())) else {
            return Ok(None);
        };
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

/// How an indicator's last crossings follow on each other.
#[derive(Debug, Clone)]
struct Crowd {
    last: f64,
    /// Where the window began, s, and how many came since.
    began: f64,
    count: u32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { last: f64::NEG_INFINITY, began: f64::NEG_INFINITY, count: 0 }
    }
}

impl Crowd {
    const MOST: u32 = 30;
    /// As a part of the run's span.
    const WINDOW: f64 = 1e-9;
    /// The least between two crossings, in brackets.
    const LEAST: f64 = 100.0;

    /// Adds a crossing.
    ///
    /// # Errors
    /// In words, if there are too many.
    fn add(&mut self, time: f64, span: f64) -> Result<(), String> {
        let distance = time - self.last;
        let least = Self::LEAST * BRACKET * (time.abs().next_up() - time.abs());
        self.last = time;
        if distance < least {
            return Err(format!("crossed 0 again after {distance:.1e} s"));
        }
        if time - self.began > Self::WINDOW * span {
            (self.began, self.count) = (time, 0);
        }
        self.count += 1;
        if self.count >= Self::MOST {
            return Err(format!("crossed 0 {} times within {:.1e} s", self.count, time - self.began));
        }
        Ok(())
    }
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
