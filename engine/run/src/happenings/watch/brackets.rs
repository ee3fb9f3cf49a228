//! Brackets of crossings: two neighbouring samples between which an indicator crosses 0, narrowed.

use super::samples::Samples;
use super::{SearchedStep, StepStates, Watch, candidates};
use crate::happenings::crossing::{Point, Side, bracket, extremum};

/// Two neighbouring samples of an indicator, between which it crosses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bracket {
    /// The indicator's position among those that may cross 0.
    pub(super) column: usize,
    pub(super) ends: [Point; 2],
    /// The side to which it goes.
    pub(super) to: Side,
}

impl Watch {
    /// The first bracket of each indicator that crosses 0.
    pub(super) fn brackets<S: StepStates>(&mut self, step: &mut SearchedStep<'_, S>) -> Result<Vec<Bracket>, S::Error> {
        let mut found = Vec::new();
        let marks = &mut self.marks[..self.candidates.len()];
        marks.fill(false);
        candidates::mark_turning(&self.closer, f64::INFINITY, marks);
        for column in 0..self.candidates.len() {
            if !self.marks[column] {
                continue;
            }
            let index = self.candidates[column];
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
        let index = self.candidates[column];
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

    /// Narrows a bracket; none if real steps do not show the crossing.
    pub(super) fn locate<S: StepStates>(
        &mut self,
        bracket: Bracket,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<Option<[Point; 2]>, S::Error> {
        let Bracket { column, ends, to } = bracket;
        let index = self.candidates[column];
        let tolerance = self.tolerance_in(step);
        if !step.states.needs_real_steps() {
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
    fn step_to<S: StepStates>(
        &mut self,
        time: f64,
        column: usize,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<f64, S::Error> {
        let Self { candidates, real, seen, seen_candidates, .. } = self;
        let at = match real.position(time) {
            Ok(known) => known,
            Err(at) => {
                step.step_to(time, seen)?;
                seen_candidates.clear();
                seen_candidates.extend(candidates.iter().map(|index| seen[*index]));
                real.insert(at, time, seen_candidates);
                at
            }
        };
        Ok(Samples::point(real, at, column).value)
    }
}
