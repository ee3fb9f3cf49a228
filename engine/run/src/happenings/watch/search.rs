//! The search for the first crossing in a step.

use super::brackets::Bracket;
use super::{BRACKET, Fired, SearchedStep, StepStates, Watch};
use crate::happenings::crossing::Point;
use bowline_solve::integration::unit_in_the_last_place;

/// The most searches for an earlier crossing than the one found.
const MOST_REFINEMENTS: usize = 8;

/// Where a step is cut, and what crossed there.
#[derive(Debug)]
pub(in crate::happenings) struct Crossed {
    /// Just behind the crossings, s.
    pub(in crate::happenings) time: f64,
    /// The indicators whose crossings were located.
    pub(in crate::happenings) fired: Fired,
}

/// A crossing, and a time before it at which none of them has crossed, s.
#[derive(Debug)]
struct Located {
    crossed: Crossed,
    from: f64,
}

/// The narrowed bracket of an indicator's crossing.
#[derive(Debug)]
struct Narrowed {
    indicator: usize,
    from: Point,
    to: Point,
}

impl Watch {
    /// Searches a step for its first crossing.
    pub(in crate::happenings) fn search<S: StepStates>(
        &mut self,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<Option<Crossed>, S::Error> {
        self.sample_all(step)?;
        self.find_candidates();
        if self.candidates.is_empty() {
            return Ok(None);
        }
        self.real.clear_to(self.candidates.len());
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
        if step.states.needs_real_steps() {
            step.end_at(crossed.time)?;
        }
        Ok(Some(crossed))
    }

    /// Locates the first of the crossings, and all that cannot be told from it.
    fn first_of<S: StepStates>(
        &mut self,
        brackets: &[Bracket],
        step: &mut SearchedStep<'_, S>,
    ) -> Result<Option<Located>, S::Error> {
        let mut located: Vec<Narrowed> = Vec::new();
        let mut earliest = f64::INFINITY;
        for bracket in brackets {
            if bracket.ends[0].time <= earliest
                && !self.is_later(bracket, earliest, step)?
                && let Some([from, to]) = self.locate(*bracket, step)?
            {
                earliest = earliest.min(to.time);
                located.push(Narrowed { indicator: self.candidates[bracket.column], from, to });
            }
        }
        located.retain(|narrowed| narrowed.from.time <= earliest);
        let Some(time) = located.iter().map(|narrowed| narrowed.to.time).max_by(f64::total_cmp) else {
            return Ok(None);
        };
        let from = located.iter().map(|narrowed| narrowed.from.time).fold(f64::INFINITY, f64::min);
        let time = if self.is_as_good_at_the_end(from, &located, step)? { step.to } else { time };
        let fired = located.into_iter().map(|narrowed| narrowed.indicator).collect();
        Ok(Some(Located { crossed: Crossed { time, fired }, from }))
    }

    /// Whether the end of the step is within the tolerance of crossings that come after `from`, and behind all of them.
    /// Otherwise an indicator that chatters would cut the rest of a step into shorter and shorter ones.
    fn is_as_good_at_the_end<S: StepStates>(
        &mut self,
        from: f64,
        located: &[Narrowed],
        step: &mut SearchedStep<'_, S>,
    ) -> Result<bool, S::Error> {
        if !self.tolerance.is_some_and(|tolerance| step.to - from <= tolerance) {
            return Ok(false);
        }
        step.sample(step.to, &mut self.seen)?;
        Ok(located.iter().all(|Narrowed { indicator, to, .. }| {
            let crossing = self.indicators[*indicator].crossing;
            crossing.is_beyond(self.seen[*indicator]) == crossing.is_beyond(to.value)
        }))
    }

    /// Whether a crossing is so much later than one that was located that both can
    /// be told from each other: one sample, where to locate it takes ten. Few are
    /// all located.
    fn is_later<S: StepStates>(
        &mut self,
        bracket: &Bracket,
        earliest: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<bool, S::Error> {
        let Bracket { column, ends, to } = *bracket;
        let shortly = (earliest + self.tolerance_in(step)).next_up();
        if self.are_few() || step.states.needs_real_steps() || ends[1].time <= shortly {
            return Ok(false);
        }
        Ok(!to.holds(step.sample_one(shortly, self.candidates[column], &mut self.seen)?))
    }

    /// How precisely a crossing is located in a step, s.
    pub(super) fn tolerance_in<S>(&self, step: &SearchedStep<'_, S>) -> f64 {
        let least = BRACKET * unit_in_the_last_place(step.from.abs().max(step.to.abs()));
        self.tolerance.map_or(least, |given| given.max(least))
    }
}
