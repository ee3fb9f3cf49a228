//! Samples of the indicators in a step, where an event may be.

use simobject::Crossing;

use super::resolution::Of;
use super::samples::Samples;
use super::{SearchedStep, StepStates, Watch, candidates};

/// Where in a step Bowline samples the indicators, as parts of it.
const SAMPLES: [f64; 4] = [0.25, 0.5, 0.75, 1.0 - SHORTLY];
/// Shortly before the end, and shortly behind the start.
pub(super) const SHORTLY: f64 = 1.0 / 64.0;
/// Just before the end.
const JUST: f64 = SHORTLY * SHORTLY;

/// Samples all indicators in each step: at its end, at three points on the way
/// and shortly before the end, which shows the slope there; where one of them may
/// turn, also just before the end and shortly behind the start. Those that may
/// cross 0 it samples closer; where the slope turns away from 0, at the extremum
/// too.
impl Watch {
    /// Samples all indicators. If one crosses in the first part of the step, up to the sample behind that: the step will be
    /// cut before, and that sample shows what turns there.
    pub(super) fn sample_all<S: StepStates>(&mut self, step: &mut SearchedStep<'_, S>) -> Result<(), S::Error> {
        self.samples.clear();
        self.samples.push(step.from, &self.now);
        // A crossing may not show in real steps; and where it is located no better
        // than samples lie apart, others count that cross behind it.
        let length = step.to - step.from;
        let may_end_early = !step.states.needs_real_steps() && self.tolerance_in(step) < SHORTLY * length;
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
            candidates::comes_to_0(*a, *b) && crossing.is_event(crossing.is_beyond(*a), crossing.is_beyond(*b))
        })
    }

    /// Samples behind the first sample behind the start, nearer and nearer to it.
    pub(super) fn sample_the_start<S: StepStates>(&mut self, step: &mut SearchedStep<'_, S>) -> Result<(), S::Error> {
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
                self.is_smooth && self.closer.len() > 1 && changes_sides(&self.closer, 1, self.candidate_crossings());
            if !is_between || crosses || !self.any_candidate_turns_at_the_start() {
                break;
            }
            self.sample_candidates(shortly, step)?;
            self.closer.insert(1, shortly, &self.seen_candidates);
        }
        Ok(())
    }

    /// Keeps the samples up to a time at which nothing has crossed yet, and adds
    /// more behind the last one.
    pub(super) fn sample_before<S: StepStates>(
        &mut self,
        end: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<(), S::Error> {
        if !step.states.needs_real_steps() {
            self.keep_candidates(end);
        }
        self.closer.keep_before(end);
        let from = self.closer.last_time();
        // Interpolated samples may show the same crossing a little earlier than real steps.
        let end = if step.states.needs_real_steps() { end - SHORTLY * (end - from) } else { end };
        for time in sample_times(from, end) {
            if self.closer.last_time() < time {
                self.sample_candidates(time, step)?;
                self.closer.push(time, &self.seen_candidates);
            }
        }
        if let Some(time) = just_before(&self.closer, from, end)
            && self.any_candidate_turns_at_the_end(end - from)
            && !(1..self.closer.len()).any(|sample| changes_sides(&self.closer, sample, self.candidate_crossings()))
        {
            self.sample_candidates(time, step)?;
            self.closer.insert(self.closer.len() - 1, time, &self.seen_candidates);
        }
        self.resolve(Of::Candidates, from, step)
    }

    fn crossings(&self) -> impl Iterator<Item = Crossing> + '_ {
        self.indicators.iter().map(|indicator| indicator.crossing)
    }

    fn candidate_crossings(&self) -> impl Iterator<Item = Crossing> + '_ {
        self.candidates.iter().map(|index| self.indicators[*index].crossing)
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
