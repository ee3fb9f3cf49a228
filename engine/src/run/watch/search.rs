//! The search for the first crossing in a step.

use super::looks::Looks;
use super::{BRACKET, Fired, Step, Watch};
use crate::integration::unit_in_the_last_place;
use crate::run::RunError;
use crate::run::crossing::{Point, Side, bracket, extremum};

/// Where in a step is looked, as parts of it.
const LOOKS: [f64; 4] = [0.25, 0.5, 0.75, 1.0 - SHORTLY];
/// What is shortly before the end, and shortly behind the start.
const SHORTLY: f64 = 1.0 / 64.0;
/// What is just before the end.
const JUST: f64 = SHORTLY * SHORTLY;
/// So often the first crossing is looked for before one that was found.
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

/// Two neighbouring looks at an indicator, between which it crosses.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    index: usize,
    ends: [Point; 2],
    /// The side to which it goes.
    to: Side,
}

/// Looks in each step at the indicators: at its end, at three points on the way
/// and shortly before the end, which shows the slope there; where the slope
/// turns away from 0, at the extremum too.
impl Watch {
    /// Looks at a step for the first crossing in it.
    pub(in crate::run) fn look(&mut self, step: &mut Step<'_>) -> Result<Option<Crossed>, RunError> {
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
        let Some(Located { crossed, .. }) = found else { return Ok(None) };
        if step.stepper.lands_on_rows() {
            step.end_at(crossed.time)?;
        }
        Ok(Some(crossed))
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
        self.real.clear();
        self.looks.push(step.from, &self.now);
        self.look_on(step.from, step.to, step)?;
        // Of what was before a jump nothing is known: it may turn at once.
        let most = if self.is_smooth { 2 } else { 3 };
        let mut part = SHORTLY;
        for count in 0..most {
            let shortly = step.from + part * (step.to - step.from);
            let is_between = self.looks.len() > 1 && step.from < shortly && shortly < self.looks.time(1);
            let crosses = self.is_smooth && count > 0 && self.crosses_at(0);
            if !is_between || crosses || !self.may_turn_at_the_start() {
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
        let just_before = to - JUST * (to - from);
        let last = self.looks.len() - 1;
        let is_between = last > 1 && self.looks.time(last - 1) < just_before && just_before < to;
        // What crosses is followed, and what turns before it looked for then.
        if is_between && self.may_turn_at_the_end(to - from) && !(0..last).any(|look| self.crosses_at(look)) {
            step.look(just_before, &mut self.seen)?;
            self.looks.insert(last, just_before, &self.seen);
        }
        Ok(())
    }

    /// Whether any indicator comes to another side between a look and the next.
    fn crosses_at(&self, look: usize) -> bool {
        let mut between = self.indicators.iter().zip(self.looks.values(look)).zip(self.looks.values(look + 1));
        between.any(|((indicator, a), b)| indicator.crossing.is_beyond(*a) != indicator.crossing.is_beyond(*b))
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

    /// Whether an indicator comes nearer to 0 up to the last look, and the parabola
    /// through the last three turns about there. `length` is that of what is
    /// looked at, s.
    fn may_turn_at_the_end(&self, length: f64) -> bool {
        let last = self.looks.len() - 1;
        let [before, shortly, end] = [last - 2, last - 1, last].map(|look| self.looks.values(look));
        let [first, width] = [last - 1, last].map(|look| self.looks.time(look) - self.looks.time(look - 1));
        (0..self.indicators.len()).any(|index| {
            let (rose, rises) = ((shortly[index] - before[index]) / first, (end[index] - shortly[index]) / width);
            let bend = (rises - rose) / (first + width);
            // From the last look to the vertex, s.
            let vertex = -0.5 * (rises / bend + width);
            end[index].abs() < shortly[index].abs() && -width <= vertex && vertex <= SHORTLY * length
        })
    }

    /// The first bracket of each indicator that crosses 0.
    fn brackets(&mut self, step: &mut Step<'_>) -> Result<Vec<Bracket>, RunError> {
        let mut found = Vec::new();
        self.find_lively();
        for index in 0..self.indicators.len() {
            if !self.lively[index] {
                continue;
            }
            self.points.clear();
            self.points.extend((0..self.looks.len()).map(|look| self.looks.point(look, index)));
            let mut at = 0;
            while at + 2 < self.points.len() {
                // What has crossed before need not be looked for behind.
                if self.crosses(index, at) {
                    break;
                }
                let three = [self.points[at], self.points[at + 1], self.points[at + 2]];
                if let Some(side) = self.turned_from(index, three) {
                    let function = |time: f64| step.look_at(time, index, &mut self.seen);
                    if let Some(beyond) = extremum::beyond(side, three, function)? {
                        let position = self.points.partition_point(|point| point.time < beyond.time);
                        self.points.insert(position, beyond);
                        at += 1;
                    }
                }
                at += 1;
            }
            found.extend(self.first_bracket(index));
        }
        Ok(found)
    }

    /// Notes the indicators that come to 0, or cross it, or turn, between the looks: for
    /// all others there is nothing to be found. It goes by looks, not by
    /// indicators, since these may be many.
    fn find_lively(&mut self) {
        let lively = &mut self.lively;
        lively.fill(false);
        for look in 1..self.looks.len() {
            let (before, after) = (self.looks.values(look - 1), self.looks.values(look));
            for ((lively, a), b) in lively.iter_mut().zip(before).zip(after) {
                *lively |= (*a < 0.0) != (*b < 0.0) || (*a > 0.0) != (*b > 0.0);
            }
        }
        for look in 2..self.looks.len() {
            let [before, middle, after] = [look - 2, look - 1, look].map(|look| self.looks.values(look));
            for (((lively, a), b), c) in lively.iter_mut().zip(before).zip(middle).zip(after) {
                *lively |= b.abs() <= a.abs() && b.abs() < c.abs();
            }
        }
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
    fn first_bracket(&self, index: usize) -> Option<Bracket> {
        let at = (0..self.points.len().saturating_sub(1)).find(|at| self.crosses(index, *at))?;
        let to = Side::of(self.indicators[index].crossing, self.is_beyond(index, at + 1));
        Some(Bracket { index, ends: [self.points[at], self.points[at + 1]], to })
    }

    /// The side from which three points turn away: none of them lies there, and
    /// the one in the middle is the nearest to 0.
    fn turned_from(&self, index: usize, [a, b, c]: [Point; 3]) -> Option<Side> {
        let crossing = self.indicators[index].crossing;
        let is_nearest = b.value.abs() <= a.value.abs() && b.value.abs() < c.value.abs();
        // In the middle it may just be 0.
        let is_one_side = a.value != 0.0 && [b, c].iter().all(|point| point.value * a.value.signum() >= 0.0);
        let side = Side::of(crossing, !crossing.is_beyond(b.value));
        (is_nearest && is_one_side && [a, c].iter().all(|point| !side.holds(point.value))).then_some(side)
    }

    /// Locates the first of the crossings, and all that cannot be told from it.
    fn first_of(&mut self, mut brackets: Vec<Bracket>, step: &mut Step<'_>) -> Result<Option<Located>, RunError> {
        brackets.sort_by(|a, b| a.ends[0].time.total_cmp(&b.ends[0].time));
        let mut located: Vec<(usize, [Point; 2])> = Vec::new();
        let mut earliest = f64::INFINITY;
        for bracket in brackets {
            if bracket.ends[0].time <= earliest
                && let Some(narrow) = self.locate(bracket, step)?
            {
                earliest = earliest.min(narrow[1].time);
                located.push((bracket.index, narrow));
            }
        }
        located.retain(|(_, [from, _])| from.time <= earliest);
        let Some(time) = located.iter().map(|(_, [_, to])| to.time).max_by(f64::total_cmp) else { return Ok(None) };
        let from = located.iter().map(|(_, [from, _])| from.time).fold(f64::INFINITY, f64::min);
        let fired = located.into_iter().map(|(index, _)| index).collect();
        Ok(Some(Located { crossed: Crossed { time, fired }, from }))
    }

    /// Narrows a bracket; none if real steps do not show the crossing.
    fn locate(&mut self, bracket: Bracket, step: &mut Step<'_>) -> Result<Option<[Point; 2]>, RunError> {
        let Bracket { index, ends, to } = bracket;
        let tolerance = BRACKET * unit_in_the_last_place(step.from.abs().max(step.to.abs()));
        let tolerance = self.tolerance.map_or(tolerance, |given| given.max(tolerance));
        if !step.stepper.lands_on_rows() {
            return Ok(Some(bracket::narrow(to, ends, tolerance, |time| step.look_at(time, index, &mut self.seen))?));
        }
        // The end of the step is real, other looks are not.
        if self.real.len() == 0 {
            self.real.push(step.from, self.looks.values(0));
            if self.looks.last_time() == step.to {
                self.real.push(step.to, self.looks.values(self.looks.len() - 1));
            }
        }
        for end in ends {
            self.step_to(end.time, index, step)?;
        }
        self.points.clear();
        self.points.extend((0..self.real.len()).map(|look| self.real.point(look, index)));
        let Some(Bracket { ends, to, .. }) = self.first_bracket(index) else {
            // The step is as it was; but the method has to begin anew.
            step.end_at(step.to)?;
            return Ok(None);
        };
        Ok(Some(bracket::narrow(to, ends, tolerance, |time| self.step_to(time, index, step))?))
    }

    /// An indicator where a real step ends; all of them are kept, since others may
    /// cross at the same time.
    fn step_to(&mut self, time: f64, index: usize, step: &mut Step<'_>) -> Result<f64, RunError> {
        let Self { real, seen, .. } = self;
        let at = match real.position(time) {
            Ok(known) => known,
            Err(at) => {
                step.step_to(time, seen)?;
                real.insert(at, time, seen);
                at
            }
        };
        Ok(Looks::point(real, at, index).value)
    }
}
