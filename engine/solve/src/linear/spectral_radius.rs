//! How fast a linearised model can change.

/// Estimates the largest magnitude of a Jacobian's eigenvalues, 1/s, by power
/// iteration. The vector is kept from one Jacobian to the next, so that few
/// iterations do.
#[derive(Debug, Default)]
pub struct SpectralRadius {
    vector: Vec<f64>,
    image: Vec<f64>,
    estimate: f64,
}

const FIRST_ITERATIONS: usize = 40;
const ITERATIONS: usize = 12;

impl SpectralRadius {
    /// The last estimate; 0 before the first.
    pub fn estimate(&self) -> f64 {
        self.estimate
    }

    /// Estimates anew, of a matrix of `size` rows by which `multiply` multiplies a vector. Over several iterations the
    /// growth is that of the largest eigenvalue also where it is one of a complex pair.
    pub fn update(&mut self, size: usize, mut multiply: impl FnMut(&[f64], &mut [f64])) {
        let iterations = if self.vector.is_empty() { FIRST_ITERATIONS } else { ITERATIONS };
        if self.vector.is_empty() {
            // No direction is left out, and none is favoured.
            self.vector = (0..size).map(|i| 1.0 + 0.5 * (1.7 * i as f64).sin()).collect();
            self.image = vec![0.0; size];
            self.normalise();
        }
        let mut growth = 0.0;
        for iteration in 0..iterations {
            multiply(&self.vector, &mut self.image);
            std::mem::swap(&mut self.vector, &mut self.image);
            let factor = self.normalise();
            if !(factor > 0.0 && factor.is_finite()) {
                // Nothing changes, or nothing is known.
                self.vector.clear();
                self.estimate = if factor == 0.0 { 0.0 } else { f64::INFINITY };
                return;
            }
            if iteration >= iterations / 2 {
                growth += factor.ln();
            }
        }
        self.estimate = (growth / (iterations - iterations / 2) as f64).exp();
    }

    /// Makes the vector's length 1, and returns what it was.
    fn normalise(&mut self) -> f64 {
        let length = self.vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        self.vector.iter_mut().for_each(|x| *x /= length);
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Sparsity;

    fn radius(rows: [[f64; 3]; 3]) -> f64 {
        let sparsity = Sparsity::of_rows((0..3).map(|_| vec![0, 1, 2]).collect::<Vec<_>>().into_iter());
        let elements: Vec<f64> = (0..9).map(|i| rows[i % 3][i / 3]).collect();
        let mut radius = SpectralRadius::default();
        for _ in 0..2 {
            radius.update(3, |v, image| sparsity.multiply(&elements, v, image));
        }
        radius.estimate()
    }

    #[test]
    fn real_and_complex_eigenvalues() {
        let real = radius([[-1.0, 0.0, 0.0], [2.0, -1000.0, 0.0], [0.0, 3.0, -10.0]]);
        assert!((real - 1000.0).abs() < 1.0, "{real}");
        // Eigenvalues -5 and -1 +- 100i; the rows mix metres and metres a second.
        let pair = radius([[0.0, 1.0, 0.0], [-10001.0, -2.0, 0.0], [0.0, 0.0, -5.0]]);
        assert!((pair / 100.0 - 1.0).abs() < 0.2, "{pair}");
        assert_eq!(radius([[0.0; 3]; 3]), 0.0);
        assert_eq!(radius([[f64::NAN; 3]; 3]), f64::INFINITY);
    }
}
