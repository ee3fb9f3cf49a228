//! The search for the first crossing in a step.

use simobject::Crossing;

use super::resolution::Of;
use super::samples::Samples;
use super::{BRACKET, Fired, Step, Watch, near};
use crate::run::RunError;
use crate::run::crossing::{Point, Side, bracket, extremum};
use bowline_solve::integration::unit_in_the_last_place;

/// Where in a step Bowline samples the indicators, as parts of it.
const SAMPLES: [f64; 4] = [0.25, 0.5, 0.75, 1.0 - SHORTLY];
/// Shortly before the end, and shortly behind the start.
pub(super) const SHORTLY: f64 = 1.0 / 64.0;
/// Just before the end.
const JUST: f64 = SHORTLY * SHORTLY;
/// The most searches for an earlier crossing than the one found.
const MOST_REFINEMENTS: usize = 8;

/// Where a step is cut, and what crossed there.
#[derive(Debug)]
pub(in crate::run) struct Crossed {
    /// Just behind the crossings, s.
    pub(in crate::run) time: f64,
    /// The indicators whose crossings were located.
    pub(in crate::run) fired: Fired,
}

/// A crossing, and a time before it at which none of them has crossed, s.
#[derive(Debug)]
struct Located {
    crossed: Crossed,
    from: f64,
}

/// Two neighbouring samples of an indicator, between which it crosses.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    /// The indicator's position among those that may cross 0.
    column: usize,
    ends: [Point; 2],
    /// The side to which it goes.
    to: Side,
}

/// Samples all indicators in each step: at its end, at three points on the way
/// and shortly before the end, which shows the slope there; where one of them may
/// turn, also just before the end and shortly behind the start. Those that may
/// cross 0 it samples closer; where the slope turns away from 0, at the extremum
/// too.
impl Watch {
    /// Searches a step for its first crossing.
    pub(in crate::run) fn search(&mut self, step: &mut Step<'_>) -> Result<Option<Crossed>, RunError> {
        self.sample_all(step)?;
        self.find_near();
        if self.near.is_empty() {
            return Ok(None);
        }
        self.real.clear_to(self.near.len());
        self.sample_the_start(step)?;
        let mut found: Option<Located> = None;
        for _ in 0..MOST_REFINEMENTS {
            let brackets = self.brackets(step)?;
            let Some(located) = self.first_of(&brackets, step)? else { break };
            let from = located.from;
            found = Some(located);
            if from <= step.from {
                break;
            }
            // Of three crossings between two samples this finds one, perhaps not the first.
            self.sample_before(from, step)?;
        }
        let Some(Located { crossed, .. }) = found else {
            debug_assert!(self.samples.last_time() == step.to, "samples end at a crossing, which is located");
            return Ok(None);
        };
        if step.stepper.steps_to_output_times() {
            step.end_at(crossed.time)?;
        }
        Ok(Some(crossed))
    }

    /// Samples all indicators. If one crosses in the first part of the step, up to the sample behind that: the step will be
    /// cut before, and that sample shows what turns there.
    fn sample_all(&mut self, step: &mut Step<'_>) -> Result<(), RunError> {
        self.samples.clear();
        self.samples.push(step.from, &self.now);
        // A crossing may not show in real steps; and where it is located no better
        // than samples lie apart, others count that cross behind it.
        let length = step.to - step.from;
        let may_end_early = !step.stepper.steps_to_output_times() && self.tolerance_in(step) < SHORTLY * length;
        let mut has_crossed = false;
        for time in sample_times(step.from, step.to) {
            // Steps may be as short as the precision of numbers.
            if self.samples.last_time() < time {
                step.sample(time, &mut self.seen)?;
                self.samples.push(time, &self.seen);
                if has_crossed {
                    break;
                }
                has_crossed = may_end_early && self.samples.len() == 2 && self.has_crossed_at_last();
            }
        }
        if let Some(time) = just_before(&self.samples, step.from, step.to)
            && self.any_turns_at_the_end(length)
            && !(1..self.samples.len()).any(|sample| changes_sides(&self.samples, sample, self.crossings()))
        {
            step.sample(time, &mut self.seen)?;
            self.samples.insert(self.samples.len() - 1, time, &self.seen);
        }
        let shortly = step.from + SHORTLY * length;
        let is_between = self.samples.len() > 1 && step.from < shortly && shortly < self.samples.time(1);
        if is_between && self.any_turns_at_the_start() {
            step.sample(shortly, &mut self.seen)?;
            self.samples.insert(1, shortly, &self.seen);
        }
        if self.samples.last_time() < step.to { Ok(()) } else { self.resolve(Of::All, step.from, step) }
    }

    /// Whether an event lies between the last two samples of all indicators.
    fn has_crossed_at_last(&self) -> bool {
        let last = self.samples.len() - 1;
        let ends = self.samples.values(last - 1).iter().zip(self.samples.values(last));
        self.crossings().zip(ends).any(|(crossing, (a, b))| {
            near::comes_to_0(*a, *b) && crossing.is_event(crossing.is_beyond(*a), crossing.is_beyond(*b))
        })
    }

    /// Samples behind the first sample behind the start, nearer and nearer to it.
    fn sample_the_start(&mut self, step: &mut Step<'_>) -> Result<(), RunError> {
        // Before a jump nothing is known: an indicator may turn at once.
        let most = if self.is_smooth { 2 } else { 3 };
        let mut part = SHORTLY;
        for _ in 1..most {
            let first = step.from + part * (step.to - step.from);
            part *= SHORTLY;
            let shortly = step.from + part * (step.to - step.from);
            let is_between =
                self.closer.len() > 1 && self.closer.time(1) == first && step.from < shortly && shortly < first;
            let crosses =
                self.is_smooth && self.closer.len() > 1 && changes_sides(&self.closer, 1, self.near_crossings());
            if !is_between || crosses || !self.any_near_turns_at_the_start() {
                break;
            }
            self.sample_near(shortly, step)?;
            self.closer.insert(1, shortly, &self.seen_near);
        }
        Ok(())
    }

    /// Keeps the samples up to a time at which nothing has crossed yet, and adds
    /// more behind the last one.
    fn sample_before(&mut self, end: f64, step: &mut Step<'_>) -> Result<(), RunError> {
        if !step.stepper.steps_to_output_times() {
            self.keep_near(end);
        }
        self.closer.keep_before(end);
        let from = self.closer.last_time();
        // Interpolated samples may show the same crossing a little earlier than real steps.
        let end = if step.stepper.steps_to_output_times() { end - SHORTLY * (end - from) } else { end };
        for time in sample_times(from, end) {
            if self.closer.last_time() < time {
                self.sample_near(time, step)?;
                self.closer.push(time, &self.seen_near);
            }
        }
        if let Some(time) = just_before(&self.closer, from, end)
            && self.any_near_turns_at_the_end(end - from)
            && !(1..self.closer.len()).any(|sample| changes_sides(&self.closer, sample, self.near_crossings()))
        {
            self.sample_near(time, step)?;
            self.closer.insert(self.closer.len() - 1, time, &self.seen_near);
        }
        self.resolve(Of::Near, from, step)
    }

    fn crossings(&self) -> impl Iterator<Item = Crossing> + '_ {
        self.indicators.iter().map(|indicator| indicator.crossing)
    }

    fn near_crossings(&self) -> impl Iterator<Item = Crossing> + '_ {
        self.near.iter().map(|index| self.indicators[*index].crossing)
    }

    /// The first bracket of each indicator that crosses 0.
    fn brackets(&mut self, step: &mut Step<'_>) -> Result<Vec<Bracket>, RunError> {
        let mut found = Vec::new();
        let marks = &mut self.marks[..self.near.len()];
        marks.fill(false);
        near::mark_turning(&self.closer, f64::INFINITY, marks);
        for column in 0..self.near.len() {
            if !self.marks[column] {
                continue;
            }
            let index = self.near[column];
            self.points.clear();
            self.points.extend((0..self.closer.len()).map(|sample| self.closer.point(sample, column)));
            let mut at = 0;
            while at + 2 < self.points.len() {
                // Behind a crossing no extremum is needed.
                if self.crosses(index, at) {
                    break;
                }
                let three = [self.points[at], self.points[at + 1], self.points[at + 2]];
                if let Some(side) = self.turned_from(index, three) {
                    let function = |time: f64| step.sample_one(time, index, &mut self.seen);
                    if let Some(beyond) = extremum::beyond(side, three, function)? {
                        let position = self.points.partition_point(|point| point.time < beyond.time);
                        self.points.insert(position, beyond);
                        at += 1;
                    }
                }
                at += 1;
            }
            found.extend(self.first_bracket(column));
        }
        found.sort_by(|a: &Bracket, b| a.ends[0].time.total_cmp(&b.ends[0].time));
        Ok(found)
    }

    /// Whether one of `points` is on the side where the event has happened: the
    /// first one as the run knows it.
    fn is_beyond(&self, index: usize, point: usize) -> bool {
        match point {
            0 => self.past[index],
            _ => self.indicators[index].crossing.is_beyond(self.points[point].value),
        }
    }

    /// Whether an indicator crosses between one of `points` and the next.
    fn crosses(&self, index: usize, point: usize) -> bool {
        self.indicators[index].crossing.is_event(self.is_beyond(index, point), self.is_beyond(index, point + 1))
    }

    /// The first two neighbours among `points` between which an indicator crosses.
    fn first_bracket(&self, column: usize) -> Option<Bracket> {
        let index = self.near[column];
        let at = (0..self.points.len().saturating_sub(1)).find(|at| self.crosses(index, *at))?;
        let to = Side::of(self.indicators[index].crossing, self.is_beyond(index, at + 1));
        Some(Bracket { column, ends: [self.points[at], self.points[at + 1]], to })
    }

    /// The side from which three points turn away: none of them lies there, and
    /// the middle one is the nearest to 0.
    fn turned_from(&self, index: usize, [a, b, c]: [Point; 3]) -> Option<Side> {
        let crossing = self.indicators[index].crossing;
        let is_nearest = b.value.abs() <= a.value.abs() && b.value.abs() < c.value.abs();
        // The middle one may be exactly 0.
        let is_one_side = a.value != 0.0 && [b, c].iter().all(|point| point.value * a.value.signum() >= 0.0);
        let side = Side::of(crossing, !crossing.is_beyond(b.value));
        (is_nearest && is_one_side && [a, c].iter().all(|point| !side.holds(point.value))).then_some(side)
    }

    /// Locates the first of the crossings, and all that cannot be told from it.
    fn first_of(&mut self, brackets: &[Bracket], step: &mut Step<'_>) -> Result<Option<Located>, RunError> {
        let mut located: Vec<(usize, [Point; 2])> = Vec::new();
        let mut earliest = f64::INFINITY;
        for bracket in brackets {
            if bracket.ends[0].time <= earliest
                && !self.is_later(bracket, earliest, step)?
                && let Some(narrow) = self.locate(*bracket, step)?
            {
                earliest = earliest.min(narrow[1].time);
                located.push((self.near[bracket.column], narrow));
            }
        }
        located.retain(|(_, [from, _])| from.time <= earliest);
        let Some(time) = located.iter().map(|(_, [_, to])| to.time).max_by(f64::total_cmp) else { return Ok(None) };
        let from = located.iter().map(|(_, [from, _])| from.time).fold(f64::INFINITY, f64::min);
        let time = if self.is_as_good_at_the_end(from, &located, step)? { step.to } else { time };
        let fired = located.into_iter().map(|(index, _)| index).collect();
        Ok(Some(Located { crossed: Crossed { time, fired }, from }))
    }

    /// Whether the end of the step is within the tolerance of crossings that come after `from`, and behind all of them. What
    /// chatters would cut the rest of a step into shorter and shorter ones otherwise.
    fn is_as_good_at_the_end(
        &mut self,
        from: f64,
        located: &[(usize, [Point; 2])],
        step: &mut Step<'_>,
    ) -> Result<bool, RunError> {
        if !self.tolerance.is_some_and(|tolerance| step.to - from <= tolerance) {
            return Ok(false);
        }
        step.sample(step.to, &mut self.seen)?;
        Ok(located.iter().all(|(index, [_, to])| {
            let crossing = self.indicators[*index].crossing;
            crossing.is_beyond(self.seen[*index]) == crossing.is_beyond(to.value)
        }))
    }

    /// Whether a crossing is so much later than one that was located that both can
    /// be told from each other: one sample, where to locate it takes ten. Few are
    /// all located.
    fn is_later(&mut self, bracket: &Bracket, earliest: f64, step: &mut Step<'_>) -> Result<bool, RunError> {
        let Bracket { column, ends, to } = *bracket;
        let shortly = (earliest + self.tolerance_in(step)).next_up();
        if self.are_few() || step.stepper.steps_to_output_times() || ends[1].time <= shortly {
            return Ok(false);
        }
        Ok(!to.holds(step.sample_one(shortly, self.near[column], &mut self.seen)?))
    }

    /// How precisely a crossing is located in a step, s.
    fn tolerance_in(&self, step: &Step<'_>) -> f64 {
        let least = BRACKET * unit_in_the_last_place(step.from.abs().max(step.to.abs()));
        self.tolerance.map_or(least, |given| given.max(least))
    }

    /// Narrows a bracket; none if real steps do not show the crossing.
    fn locate(&mut self, bracket: Bracket, step: &mut Step<'_>) -> Result<Option<[Point; 2]>, RunError> {
        let Bracket { column, ends, to } = bracket;
        let index = self.near[column];
        let tolerance = self.tolerance_in(step);
        if !step.stepper.steps_to_output_times() {
            return Ok(Some(bracket::narrow(to, ends, tolerance, |time| {
                step.sample_one(time, index, &mut self.seen)
            })?));
        }
        // The end of the step is real; other samples are interpolated.
        if self.real.len() == 0 {
            self.real.push(step.from, self.closer.values(0));
            if self.closer.last_time() == step.to {
                self.real.push(step.to, self.closer.values(self.closer.len() - 1));
            }
        }
        for end in ends {
            self.step_to(end.time, column, step)?;
        }
        self.points.clear();
        self.points.extend((0..self.real.len()).map(|sample| self.real.point(sample, column)));
        let Some(Bracket { ends, to, .. }) = self.first_bracket(column) else {
            // The step is as it was; but the method has to begin anew.
            step.end_at(step.to)?;
            return Ok(None);
        };
        Ok(Some(bracket::narrow(to, ends, tolerance, |time| self.step_to(time, column, step))?))
    }

    /// An indicator where a real step ends. The run keeps all that may cross 0:
    /// others may cross at the same time.
    fn step_to(&mut self, time: f64, column: usize, step: &mut Step<'_>) -> Result<f64, RunError> {
        let Self { near, real, seen, seen_near, .. } = self;
        let at = match real.position(time) {
            Ok(known) => known,
            Err(at) => {
                step.step_to(time, seen)?;
                seen_near.clear();
                seen_near.extend(near.iter().map(|index| seen[*index]));
                real.insert(at, time, seen_near);
                at
            }
        };
        Ok(Samples::point(real, at, column).value)
    }
}

/// The time just before the last sample, at the end of what is sampled, s, if it
/// lies behind the sample before that: what crosses is followed there anyway, and
/// what turns before it then.
fn just_before(samples: &Samples, from: f64, to: f64) -> Option<f64> {
    let time = to - JUST * (to - from);
    let last = samples.len().checked_sub(1).filter(|last| *last > 1)?;
    (samples.time(last) == to && samples.time(last - 1) < time && time < to).then_some(time)
}

/// Whether any column changes sides between the sample before that one and it.
fn changes_sides(samples: &Samples, sample: usize, crossings: impl Iterator<Item = Crossing>) -> bool {
    let mut between = crossings.zip(samples.values(sample - 1)).zip(samples.values(sample));
    between.any(|((crossing, a), b)| crossing.is_beyond(*a) != crossing.is_beyond(*b))
}

/// The times of the samples behind one time up to another.
fn sample_times(from: f64, to: f64) -> impl Iterator<Item = f64> {
    SAMPLES.into_iter().map(move |part| from + part * (to - from)).chain([to])
}
