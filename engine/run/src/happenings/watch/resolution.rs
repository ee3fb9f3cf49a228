//! Whether the samples of a step resolve its indicators.
//!
//! A step may be longer than a pulse of an indicator, if the indicator depends on a state that the method integrates
//! exactly, as sin(t) does on a clock. Then the pulse fits between two samples. The sample shortly before the end shows that:
//! the polynomial through evenly spaced samples misses it. Bowline then samples the step four times as closely, and once
//! more.

use tracing::warn;

use super::samples::Samples;
use super::step_samples::SHORTLY;
use super::{SearchedStep, StepStates, Watch};
use bowline_text::seconds::Seconds;

/// The parts of a step with a sample at the end of each: usually, and closer and closer.
const PARTS: [usize; 3] = [4, 16, 64];
/// Changes of sides in one step that the closest samples no longer tell from more.
const UNRESOLVED: usize = 16;
/// The distance of samples that show whether an indicator is smooth at the end, as a part of the step.
const CLOSE: f64 = 1.0 / 4096.0;
/// A smooth indicator has third differences below this part of its first and second ones.
const SMOOTH: f64 = 0.1;

/// Evenly spaced samples of a step.
#[derive(Debug, Clone, Copy)]
struct EvenGrid {
    /// Start, s.
    from: f64,
    /// Parts into which it divides the step.
    parts: usize,
}

/// The values of all columns at a time.
#[derive(Debug, Clone, Copy)]
struct Row<'s> {
    /// s.
    time: f64,
    values: &'s [f64],
}

/// How far the polynomial misses a sample.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// As a part of the range of the samples.
    missed: f64,
    /// Between samples an indicator is off the polynomial by at most so many times as much as at the sample that shows it.
    between: f64,
}

/// There are fewer than eight samples in a period.
const UNRESOLVED_BY: Bound = Bound { missed: 2e-3, between: 50.0 };
/// There may be: another sample decides. A column that is unresolved is doubtful too.
const DOUBTFUL_BY: Bound = Bound { missed: 2e-4, between: 500.0 };

/// The samples that a step is searched by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// Those of all indicators.
    All,
    /// Those of the indicators that may cross 0.
    Candidates,
}

impl Watch {
    /// Samples a step that begins at `from` closer where the samples, which reach to its end, do not resolve an indicator.
    pub(super) fn resolve<S: StepStates>(
        &mut self,
        of: Of,
        from: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<(), S::Error> {
        let mut suspects = self.first_suspects(of, from, step)?;
        if suspects.is_empty() || !self.is_any_smooth(&suspects, of, from, step)? {
            return Ok(());
        }
        for parts in &PARTS[1..] {
            self.sample_evenly(*parts, of, from, step)?;
            let unresolved = suspects;
            suspects = match self.samples_of(of).last_time() {
                to if *parts < PARTS[2] && from < to => {
                    before_the_end(self.samples_of(of), from, *parts, UNRESOLVED_BY)
                }
                _ => Vec::new(),
            };
            if *parts == PARTS[2] {
                self.warn_of_unresolved(&unresolved, of, from);
            }
            if suspects.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The columns that the usual samples do not resolve.
    fn first_suspects<S: StepStates>(
        &mut self,
        of: Of,
        from: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<Vec<usize>, S::Error> {
        if before_the_end(self.samples_of(of), from, PARTS[0], DOUBTFUL_BY).is_empty() {
            return Ok(Vec::new());
        }
        let found = before_the_end(self.samples_of(of), from, PARTS[0], UNRESOLVED_BY);
        if !found.is_empty() {
            return Ok(found);
        }
        let to = self.samples_of(of).last_time();
        let shortly = from + SHORTLY * (to - from);
        if !(from < shortly && shortly < to) {
            return Ok(found);
        }
        let values = self.values_at(shortly, of, step)?;
        let (grid, row) = (EvenGrid { from, parts: PARTS[0] }, Row { time: shortly, values: &values });
        Ok(missed(self.samples_of(of), grid, row, UNRESOLVED_BY))
    }

    fn samples_of(&self, of: Of) -> &Samples {
        match of {
            Of::All => &self.samples,
            Of::Candidates => &self.closer,
        }
    }

    /// Whether any of these is a parabola just before the end of the step: rounding has no such order.
    fn is_any_smooth<S: StepStates>(
        &mut self,
        columns: &[usize],
        of: Of,
        from: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<bool, S::Error> {
        let to = self.samples_of(of).last_time();
        let times = [3.0, 2.0, 1.0].map(|times| to - times * CLOSE * (to - from));
        if !(from < times[0] && times[0] < times[1] && times[1] < times[2] && times[2] < to) {
            return Ok(false);
        }
        let mut rows = Vec::with_capacity(4);
        for time in times {
            rows.push(self.values_at(time, of, step)?);
        }
        let samples = self.samples_of(of);
        rows.push(samples.values(samples.len() - 1).to_vec());
        Ok(columns.iter().any(|column| {
            let values: [f64; 4] = std::array::from_fn(|row| rows[row][*column]);
            let first: [f64; 3] = std::array::from_fn(|at| values[at + 1] - values[at]);
            let second: [f64; 2] = std::array::from_fn(|at| first[at + 1] - first[at]);
            let size = first.into_iter().chain(second).fold(0.0, |most: f64, value| most.max(value.abs()));
            size > 0.0 && (second[1] - second[0]).abs() <= SMOOTH * size
        }))
    }

    fn sample_evenly<S: StepStates>(
        &mut self,
        parts: usize,
        of: Of,
        from: f64,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<(), S::Error> {
        let to = self.samples_of(of).last_time();
        for part in 1..parts {
            let time = even(part, parts, from, to);
            let Err(position) = self.samples_of(of).position(time) else { continue };
            if from < time && time < to {
                let values = self.values_at(time, of, step)?;
                let samples = if of == Of::All { &mut self.samples } else { &mut self.closer };
                samples.insert(position, time, &values);
            }
        }
        Ok(())
    }

    fn values_at<S: StepStates>(
        &mut self,
        time: f64,
        of: Of,
        step: &mut SearchedStep<'_, S>,
    ) -> Result<Vec<f64>, S::Error> {
        match of {
            Of::All => {
                step.sample(time, &mut self.seen)?;
                Ok(self.seen.clone())
            }
            Of::Candidates => {
                self.sample_candidates(time, step)?;
                Ok(self.seen_candidates.clone())
            }
        }
    }

    /// Warns, once for each indicator, of events that may be closer than the closest samples.
    fn warn_of_unresolved(&mut self, columns: &[usize], of: Of, from: f64) {
        for column in columns {
            let samples = self.samples_of(of);
            let index = if of == Of::All { *column } else { self.candidates[*column] };
            let crossing = self.indicators[index].crossing;
            let side = |sample: usize| crossing.is_beyond(samples.values(sample)[*column]);
            let changes = (1..samples.len()).filter(|sample| side(*sample) != side(sample - 1)).count();
            if changes < UNRESOLVED || self.unresolved.contains(&index) {
                continue;
            }
            let warning = format!(
                "t = {} s: the events of `{}` are closer than the steps: it changes its side {changes} times or more within \
                 {} s, and the run may miss some of them; give Engine an HMax below half of the time between two events",
                Seconds(from),
                self.name(index),
                Seconds(samples.last_time() - from),
            );
            self.unresolved.push(index);
            warn!("warning: {warning}");
            self.warnings.push(warning);
        }
    }
}

/// The time of an even sample, as the usual ones have it, s.
fn even(part: usize, parts: usize, from: f64, to: f64) -> f64 {
    if part == parts { to } else { from + (part as f64 / parts as f64) * (to - from) }
}

/// The columns that the polynomial through the last five of evenly spaced samples misses at the last sample but one, if they
/// may cross 0 unseen.
fn before_the_end(samples: &Samples, from: f64, parts: usize, by: Bound) -> Vec<usize> {
    let Some(last) = samples.len().checked_sub(1).filter(|last| *last > 4) else { return Vec::new() };
    let row = Row { time: samples.time(last - 1), values: samples.values(last - 1) };
    missed(samples, EvenGrid { from, parts }, row, by)
}

/// The same at a time, s, with these values.
fn missed(samples: &Samples, grid: EvenGrid, row: Row<'_>, by: Bound) -> Vec<usize> {
    let (EvenGrid { from, parts }, Row { time, values: shown }) = (grid, row);
    let to = samples.last_time();
    let mut places = [0; 5];
    for (place, part) in places.iter_mut().zip(parts - 4..) {
        let time = if part == 0 { from } else { even(part, parts, from, to) };
        match samples.position(time) {
            Ok(known) => *place = known,
            Err(_) => return Vec::new(),
        }
    }
    let weights = lagrange(4.0 - (to - time) / (to - from) * parts as f64);
    let rows = places.map(|place| samples.values(place));
    let is_missed = |column: &usize| {
        let values = rows.map(|row| row[*column]);
        let expected: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
        let missed = (shown[*column] - expected).abs();
        let low = values.into_iter().fold(f64::INFINITY, f64::min);
        let high = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let nearest = values.into_iter().fold(f64::INFINITY, |least, value| least.min(value.abs()));
        missed > by.missed * (high - low) && nearest < by.between * missed
    };
    (0..shown.len()).filter(is_missed).collect()
}

/// The weights of values at 0, 1, 2, 3 and 4 in the value at `x` of the polynomial through them.
fn lagrange(x: f64) -> [f64; 5] {
    std::array::from_fn(|at| {
        let others = (0..5).filter(|other| *other != at);
        others.map(|other| (x - other as f64) / (at as f64 - other as f64)).product()
    })
}

#[cfg(test)]
mod tests {
    use super::{Samples, UNRESOLVED_BY, before_the_end};

    const NONE: [usize; 0] = [];

    /// A step of 1 s, sampled as usual.
    fn of(function: impl Fn(f64) -> f64) -> Vec<usize> {
        let mut samples = Samples::new(1);
        for time in [0.0, 0.25, 0.5, 0.75, 63.0 / 64.0, 1.0] {
            samples.push(time, &[function(time)]);
        }
        before_the_end(&samples, 0.0, 4, UNRESOLVED_BY)
    }

    #[test]
    fn fast_oscillations_are_unresolved_and_smooth_ways_are_not() {
        for phase in 0..20 {
            let phase = 0.314 * f64::from(phase);
            assert_eq!(of(|t| (12.0 * t + phase).sin() - 0.9), [0], "{phase}");
            assert_eq!(of(|t| (40.0 * t + phase).sin() - 0.9), [0], "{phase}");
            assert_eq!(of(|t| (2.0 * t + phase).sin() - 0.9), NONE, "{phase}");
            // Far from 0.
            assert_eq!(of(|t| (40.0 * t + phase).sin() - 100.0), NONE, "{phase}");
        }
        assert_eq!(of(|t| (t - 0.3) * (t - 0.8)), NONE);
        assert_eq!(of(|t| 2.0 - t.powi(4)), NONE);
        assert_eq!(of(|t| (2.0 * t).exp() - 3.0), NONE);
        assert_eq!(of(|_| 0.0), NONE);
    }
}
