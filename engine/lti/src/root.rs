//! Where a function crosses zero.

/// A value of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// Where the function is evaluated.
    pub(crate) argument: f64,
    /// Its value there.
    pub(crate) value: f64,
}

/// A zero of a function between two arguments at which it has different signs, to within rounding of the argument:
/// Brent 1973, "Algorithms for minimization without derivatives", chapter 4. Where the function is no number the
/// search ends there.
pub(crate) fn zero(mut function: impl FnMut(f64) -> f64, from: Sample, to: Sample) -> f64 {
    let (Sample { argument: mut a, value: mut at_a }, Sample { argument: mut b, value: mut at_b }) = (from, to);
    let (mut c, mut at_c) = (a, at_a);
    let (mut step, mut before) = (b - a, b - a);
    for _ in 0..200 {
        if at_c.abs() < at_b.abs() {
            (a, b, c) = (b, c, b);
            (at_a, at_b, at_c) = (at_b, at_c, at_b);
        }
        let tolerance = 2.0 * f64::EPSILON * b.abs();
        let middle = 0.5 * (c - b);
        if middle.abs() <= tolerance || at_b == 0.0 || at_b.is_nan() {
            return b;
        }
        if before.abs() < tolerance || at_a.abs() <= at_b.abs() {
            (step, before) = (middle, middle);
        } else {
            let s = at_b / at_a;
            let (mut p, mut q) = if a == c {
                (2.0 * middle * s, 1.0 - s)
            } else {
                let (q, r) = (at_a / at_c, at_b / at_c);
                (s * (2.0 * middle * q * (q - r) - (b - a) * (r - 1.0)), (q - 1.0) * (r - 1.0) * (s - 1.0))
            };
            if p > 0.0 {
                q = -q;
            } else {
                p = -p;
            }
            if 2.0 * p < (3.0 * middle * q - (tolerance * q).abs()).min((before * q).abs()) {
                (before, step) = (step, p / q);
            } else {
                (step, before) = (middle, middle);
            }
        }
        (a, at_a) = (b, at_b);
        b += if step.abs() > tolerance { step } else { tolerance.copysign(middle) };
        at_b = function(b);
        if (at_b > 0.0) == (at_c > 0.0) {
            (c, at_c) = (a, at_a);
            (step, before) = (b - a, b - a);
        }
    }
    b
}

#[cfg(test)]
mod tests {
    use super::{Sample, zero};

    #[test]
    fn a_zero_is_found_to_the_last_digits() {
        let (from, to) = (Sample { argument: 0.0, value: -2.0 }, Sample { argument: 5.0, value: 23.0 });
        let found = zero(|x| x * x - 2.0, from, to);
        assert!((found - 2.0_f64.sqrt()).abs() < 1e-15);
        let (from, to) = (Sample { argument: -1.0, value: -1.0 }, Sample { argument: 1.0, value: 1.0 });
        let steep = zero(|x| (x - 1e-3).powi(9), from, to);
        assert!((steep - 1e-3).abs() < 1e-12);
    }
}
