//! The norm in which implicit methods measure errors and corrections.

use crate::integration::Norm;
use crate::stepper::Problem;

/// One over the tolerance of each state. A norm of 1 is as much as one step
/// may be off by.
#[derive(Debug)]
pub(in crate::stepper) struct Weights {
    absolute: Vec<f64>,
    relative: f64,
    /// 1; for the root of the mean, 1 over the root of the number of states.
    scale: f64,
    weights: Vec<f64>,
}

impl Weights {
    /// Where the largest error is asked for, the root of the sum of squares is
    /// taken, which is never smaller.
    pub(in crate::stepper) fn of(problem: Problem<'_>) -> Self {
        let (settings, n) = (problem.settings, problem.size());
        let scale = match settings.norm {
            Norm::Max | Norm::RootSumSquare => 1.0,
            Norm::RootMeanSquare => 1.0 / (n as f64).sqrt(),
        };
        let absolute = |nominal: &f64| (settings.abs_tol * nominal).max(f64::MIN_POSITIVE);
        Self {
            absolute: problem.nominal.iter().map(absolute).collect(),
            relative: settings.rel_tol,
            scale,
            weights: vec![1.0; n],
        }
    }

    /// Takes the tolerances at the larger of two states.
    pub(in crate::stepper) fn set(&mut self, x: &[f64], y: &[f64]) {
        let states = x.iter().zip(y).zip(&self.absolute);
        for (weight, ((x, y), absolute)) in self.weights.iter_mut().zip(states) {
            let (x, y) = (x.abs(), y.abs());
            *weight = self.scale / (absolute + self.relative * if x > y { x } else { y });
        }
    }

    /// The norm of `values`.
    pub(super) fn norm(&self, values: &[f64]) -> f64 {
        const LANES: usize = 4;
        let mut sums = [0.0; LANES];
        let (values, weights) = (values.chunks_exact(LANES), self.weights.chunks_exact(LANES));
        let rest = values.remainder().iter().zip(weights.remainder());
        for (values, weights) in values.zip(weights) {
            for lane in 0..LANES {
                let scaled = values[lane] * weights[lane];
                sums[lane] += scaled * scaled;
            }
        }
        let rest: f64 = rest.map(|(value, weight)| (value * weight) * (value * weight)).sum();
        (sums[0] + sums[1] + sums[2] + sums[3] + rest).sqrt()
    }

    /// The value of a state in units of its own tolerance.
    pub(super) fn ratio(&self, state: usize, value: f64) -> f64 {
        value * self.weights[state] / self.scale
    }

    /// The element of `values` that is largest in units of its tolerance.
    #[cold]
    pub(in crate::stepper) fn largest(&self, values: &[f64]) -> usize {
        let ratio = |i: usize| (values[i] * self.weights[i]).abs();
        (0..values.len()).max_by(|a, b| ratio(*a).total_cmp(&ratio(*b))).unwrap_or(0)
    }
}
