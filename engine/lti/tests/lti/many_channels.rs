//! Many inputs and outputs at once, against dynamic stiffnesses and against one channel at a time.

use std::f64::consts::TAU;

use bowline_lti::{Complex, LinearSystem, Matrix};

/// Masses in a row, the first one held: kg, N/m, N s/m.
struct Chain {
    masses: Vec<f64>,
    springs: Vec<f64>,
    dampers: Vec<f64>,
}

impl Chain {
    /// Numbers that differ by as much as `spread` from element to element.
    fn new(count: usize, spread: f64) -> Self {
        let of = |first: f64, step: usize| -> Vec<f64> {
            (0..count).map(|i| first * spread.powf(((i * step) % 7) as f64 / 6.0 - 0.5)).collect()
        };
        Self { masses: of(1.0, 3), springs: of(100.0, 5), dampers: of(1.0, 2) }
    }

    /// From a force on each mass to the force of each spring, then of each damper. States are positions, then speeds.
    fn system(&self) -> LinearSystem {
        let n = self.masses.len();
        let (mut a, mut b) = (Matrix::zeros(2 * n, 2 * n), Matrix::zeros(2 * n, n));
        let mut c = Matrix::zeros(2 * n, 2 * n);
        for i in 0..n {
            a.set(i, n + i, 1.0);
            b.set(n + i, i, 1.0 / self.masses[i]);
            for (output, factor, first) in [(i, self.springs[i], 0), (n + i, self.dampers[i], n)] {
                c.set(output, first + i, factor);
                if i > 0 {
                    c.set(output, first + i - 1, -factor);
                }
            }
        }
        for i in 0..n {
            for column in 0..2 * n {
                let force = |output: usize| c.get(output, column).expect("an element");
                let next = if i + 1 < n { force(i + 1) + force(n + i + 1) } else { 0.0 };
                a.set(n + i, column, (next - force(i) - force(n + i)) / self.masses[i]);
            }
        }
        LinearSystem::new(a, b, c, Matrix::zeros(2 * n, n)).expect("a system")
    }

    /// The same by elimination in the tridiagonal dynamic stiffness, from a force on one mass.
    fn forces(&self, s: Complex, on: usize) -> Vec<Complex> {
        let n = self.masses.len();
        let joint: Vec<Complex> = (0..n).map(|i| self.springs[i] + s * self.dampers[i]).collect();
        let mut diagonal: Vec<Complex> =
            (0..n).map(|i| s * s * self.masses[i] + joint[i] + joint.get(i + 1).copied().unwrap_or_default()).collect();
        let mut x = vec![Complex::ZERO; n];
        x[on] = Complex::ONE;
        for i in 1..n {
            let factor = joint[i] / diagonal[i - 1];
            let (before, more) = (x[i - 1], factor * joint[i]);
            diagonal[i] -= more;
            x[i] += factor * before;
        }
        for i in (0..n).rev() {
            let above = if i + 1 < n { joint[i + 1] * x[i + 1] } else { Complex::ZERO };
            x[i] = (x[i] + above) / diagonal[i];
        }
        let length = |i: usize| if i > 0 { x[i] - x[i - 1] } else { x[0] };
        let springs = (0..n).map(|i| self.springs[i] * length(i));
        springs.chain((0..n).map(|i| s * self.dampers[i] * length(i))).collect()
    }
}

#[test]
fn all_channels_at_once_are_those_of_one_at_a_time() {
    for (count, spread) in [(2, 1.0), (8, 1.0), (30, 1.0), (8, 1e4), (30, 1e4), (8, 1e6)] {
        let chain = Chain::new(count, spread);
        let system = chain.system();
        for hertz in [0.0, 0.01, 1.0, 3.0, 100.0] {
            let s = Complex::new(0.0, TAU * hertz);
            let response = system.frequency_response(&[hertz]).expect("a response");
            for input in 0..count {
                let expected = chain.forces(s, input);
                let largest = expected.iter().map(|value| value.norm()).fold(0.0, f64::max);
                for (output, expected) in expected.iter().enumerate() {
                    let found = response.get(0, output, input).expect("a value");
                    let off = (found - expected).norm() / largest;
                    assert!(off <= 1e-9, "{count}, {spread}, {hertz} Hz, {input} to {output}: {found}, not {expected}");
                }
            }
        }
    }
}
