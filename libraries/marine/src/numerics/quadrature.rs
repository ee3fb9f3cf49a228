//! Integrals of smooth functions.

use super::root::root;

/// Abscissae and weights of Gauss' rule of five points, on 0 to 1.
const RULE: [(f64, f64); 5] = [
    (0.046_910_077_030_668_004, 0.118_463_442_528_094_54),
    (0.230_765_344_947_158_45, 0.239_314_335_249_683_23),
    (0.5, 0.284_444_444_444_444_44),
    (0.769_234_655_052_841_5, 0.239_314_335_249_683_23),
    (0.953_089_922_969_332, 0.118_463_442_528_094_54),
];

/// The integral over an interval, by one such rule: exact for polynomials of degree 9.
pub fn gauss(from: f64, to: f64, function: impl Fn(f64) -> f64) -> f64 {
    let width = to - from;
    width * RULE.iter().map(|(at, weight)| weight * function(from + at * width)).sum::<f64>()
}

/// The same in so many parts of equal width.
pub fn composite(from: f64, to: f64, parts: usize, function: impl Fn(f64) -> f64) -> f64 {
    let width = (to - from) / parts as f64;
    (0..parts).map(|part| gauss(from + width * part as f64, from + width * (part + 1) as f64, &function)).sum()
}

/// The integral of a density from the first of its points on, which rises, so that it can be inverted.
#[derive(Debug, Clone)]
pub struct Cumulative<F> {
    density: F,
    points: Vec<f64>,
    sums: Vec<f64>,
}

impl<F: Fn(f64) -> f64> Cumulative<F> {
    /// Of a density that is nowhere negative, and smooth between the points, which rise.
    pub fn new(density: F, points: Vec<f64>) -> Self {
        let mut sums = vec![0.0];
        for pair in points.windows(2) {
            let sum = sums[sums.len() - 1] + gauss(pair[0], pair[1], &density);
            sums.push(sum);
        }
        Self { density, points, sums }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.sums[self.sums.len() - 1]
    }

    /// The integral up to a place.
    pub fn up_to(&self, at: f64) -> f64 {
        let cell = self.points.partition_point(|point| *point <= at);
        if cell == 0 {
            return 0.0;
        }
        if cell == self.points.len() {
            return self.total();
        }
        self.sums[cell - 1] + gauss(self.points[cell - 1], at, &self.density)
    }

    /// Where the integral is that part of all of it.
    pub fn quantile(&self, part: f64) -> f64 {
        let wanted = part * self.total();
        let cell = self.sums.partition_point(|sum| *sum < wanted).clamp(1, self.points.len() - 1);
        let ([low, high], before) = ([self.points[cell - 1], self.points[cell]], self.sums[cell - 1]);
        let miss = |at: f64| before + gauss(low, at, &self.density) - wanted;
        let middle = 0.5 * (low + high);
        root([low, high], middle, |at| Some((miss(at), Some((self.density)(at))))).unwrap_or(middle)
    }
}
