//! Indicators that may cross 0 in a step.
//!
//! A model may have thousands of indicators, of which few come near 0 in one
//! step. The samples of all of them show which ones cross 0 or turn away from it,
//! or may turn behind the start of the step. Bowline searches only these for
//! crossings, and samples only these closer.

use super::samples::Samples;
use super::step_samples::SHORTLY;
use super::{SearchedStep, StepStates, Watch};

/// A sample of one indicator alone costs at most as much as one at so many
/// together.
const ALONE: usize = 8;

impl Watch {
    /// Finds the indicators that may cross 0 in a step, and copies their samples. If the model has few indicators, all are
    /// searched as soon as one may cross.
    pub(super) fn find_candidates(&mut self) {
        self.marks.fill(false);
        mark_turning(&self.samples, f64::INFINITY, &mut self.marks);
        self.mark_turning_at_the_start();
        if self.are_few() {
            let may_cross = self.marks.contains(&true);
            self.marks.fill(may_cross);
        }
        self.candidates.clear();
        self.candidates.extend((0..self.marks.len()).filter(|index| self.marks[*index]));
        if !self.candidates.is_empty() {
            self.closer.take_columns(&self.samples, &self.candidates);
        }
    }

    /// Keeps the candidates that may cross 0 before a time, s, as far as the samples show.
    pub(super) fn keep_candidates(&mut self, end: f64) {
        if self.are_few() {
            return;
        }
        let Self { now, before, candidates, closer, marks, is_smooth, .. } = self;
        let marks = &mut marks[..candidates.len()];
        marks.fill(false);
        mark_turning(closer, end, marks);
        if closer.len() > 1 {
            let starts = candidates.iter().zip(closer.values(1));
            mark(starts.map(|(i, first)| turns_at_the_start(*is_smooth, now[*i], before[*i], *first)), marks);
        }
        let mut column = 0;
        candidates.retain(|_| {
            column += 1;
            marks[column - 1]
        });
        closer.keep_columns(marks);
    }

    /// Whether the model has so few indicators that all are sampled together.
    pub(super) fn are_few(&self) -> bool {
        self.model.schedule().events.alone.of.is_empty()
    }

    /// Samples the candidates, into `self.seen_candidates`.
    pub(super) fn sample_candidates<S: StepStates>(
        &mut self,
        time: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<(), S::Error> {
        let Self { candidates, seen, seen_candidates, .. } = self;
        seen_candidates.clear();
        if ALONE * candidates.len() <= seen.len() && candidates.iter().all(|index| step.shows_alone(*index)) {
            for index in candidates {
                seen_candidates.push(step.sample_one(time, *index, seen)?);
            }
        } else {
            step.sample(time, seen)?;
            seen_candidates.extend(candidates.iter().map(|index| seen[*index]));
        }
        Ok(())
    }

    /// Whether any indicator may turn between the start of the step and the first
    /// sample of all of them.
    pub(super) fn any_turns_at_the_start(&self) -> bool {
        let mut indicators = self.now.iter().zip(&self.before).zip(self.samples.values(1));
        indicators.any(|((now, before), first)| turns_at_the_start(self.is_smooth, *now, *before, *first))
    }

    /// Whether any of those that may cross 0 may turn before the first sample of them.
    pub(super) fn any_candidate_turns_at_the_start(&self) -> bool {
        let mut candidates = self.candidates.iter().zip(self.closer.values(1));
        candidates
            .any(|(index, first)| turns_at_the_start(self.is_smooth, self.now[*index], self.before[*index], *first))
    }

    /// Whether any indicator may turn about the last sample of all of them.
    pub(super) fn any_turns_at_the_end(&self, length: f64) -> bool {
        turn_at_the_end(&self.samples, length).any(|turns| turns)
    }

    /// Whether any of those that may cross 0 may turn about the last sample of them.
    pub(super) fn any_candidate_turns_at_the_end(&self, length: f64) -> bool {
        turn_at_the_end(&self.closer, length).any(|turns| turns)
    }

    /// Marks indicators that may turn at the start. If the model has many, it marks only those that reach 0 if they move as
    /// far as in the first samples.
    fn mark_turning_at_the_start(&mut self) {
        if self.samples.len() < 3 {
            return;
        }
        let are_few = self.are_few();
        let Self { now, before, samples, marks, is_smooth, .. } = self;
        let starts = now.iter().zip(before).zip(samples.values(1)).zip(samples.values(2));
        let turning = starts.map(|(((now, before), first), second)| {
            let way = (first - *now).abs() + (second - first).abs();
            turns_at_the_start(*is_smooth, *now, *before, *first) & (are_few | (now.abs() <= way))
        });
        mark(turning, marks);
    }
}

/// Whether an indicator comes nearer to 0 up to the start of the step, for all
/// that is known, and is further away at the first sample.
fn turns_at_the_start(is_smooth: bool, now: f64, before: f64, first: f64) -> bool {
    (!is_smooth | (now.abs() < before.abs())) & (now.abs() <= first.abs())
}

fn mark(more: impl Iterator<Item = bool>, marks: &mut [bool]) {
    marks.iter_mut().zip(more).for_each(|(mark, more)| *mark |= more);
}

/// Marks the columns that come to 0, or cross it, or turn, between samples that
/// begin before `end`, s. It goes by samples, not by columns, since these may be
/// many.
pub(super) fn mark_turning(samples: &Samples, end: f64, marks: &mut [bool]) {
    let count = (0..samples.len()).take_while(|sample| samples.time(*sample) < end).count();
    for sample in 0..count {
        let values = |sample| (sample < samples.len()).then(|| samples.values(sample));
        let (before, Some(middle)) = (samples.values(sample), values(sample + 1)) else { return };
        mark(before.iter().zip(middle).map(|(a, b)| comes_to_0(*a, *b)), marks);
        let Some(after) = values(sample + 2) else { return };
        let threes = before.iter().zip(middle).zip(after);
        mark(threes.map(|((a, b), c)| (b.abs() <= a.abs()) & (b.abs() < c.abs())), marks);
    }
}

/// Whether one of two numbers is on another side of 0, or 0.
pub(super) fn comes_to_0(a: f64, b: f64) -> bool {
    ((a < 0.0) != (b < 0.0)) | ((a > 0.0) != (b > 0.0))
}

/// Whether each column comes nearer to 0 up to the last sample, and the parabola
/// through the last three turns about there. `length` is that of what is
/// sampled, s.
fn turn_at_the_end(samples: &Samples, length: f64) -> impl Iterator<Item = bool> + '_ {
    let last = samples.len().checked_sub(1).filter(|last| *last > 1);
    last.into_iter().flat_map(move |last| {
        let [before, shortly, end] = [last - 2, last - 1, last].map(|sample| samples.values(sample));
        let [first, width] = [last - 1, last].map(|sample| samples.time(sample) - samples.time(sample - 1));
        before.iter().zip(shortly).zip(end).map(move |((before, shortly), end)| {
            let (rose, rises) = ((shortly - before) / first, (end - shortly) / width);
            let bend = (rises - rose) / (first + width);
            // From the last sample to the vertex, s.
            let vertex = -0.5 * (rises / bend + width);
            (end.abs() < shortly.abs()) & (-width <= vertex) & (vertex <= SHORTLY * length)
        })
    })
}
