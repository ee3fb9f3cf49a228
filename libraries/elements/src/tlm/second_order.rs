use super::first_order::limited;

/// A transfer function of second order by the bilinear transform, between
/// limits: `(n0 + n1 s + n2 s^2) / (d0 + d1 s + d2 s^2)`, with the step `T`:
///
/// ```text
/// y = [a u + b u- + c u-- - B y- - C y--] / A
/// a = n0 T^2 + 2 n1 T + 4 n2,  b = 2 n0 T^2 - 8 n2,  c = n0 T^2 - 2 n1 T + 4 n2
/// ```
///
/// and `A`, `B`, `C` the same of the denominator. It is coefficients only, as
/// [`FirstOrder`](super::FirstOrder); what it remembers is `[u-, u--, y-, y--]`.
#[derive(Debug, Clone, Copy)]
pub struct SecondOrder {
    /// Of u, u- and u--.
    input: [f64; 3],
    /// Of y- and y--.
    output: [f64; 2],
    lower: f64,
    upper: f64,
}

impl SecondOrder {
    /// For a step in s; coefficients of rising powers of `s`.
    pub fn new(step: f64, numerator: [f64; 3], denominator: [f64; 3]) -> Self {
        let sampled = |[s0, s1, s2]: [f64; 3]| {
            let (s0, s1, s2) = (s0 * step * step, 2.0 * s1 * step, 4.0 * s2);
            [s0 + s1 + s2, 2.0 * (s0 - s2), s0 - s1 + s2]
        };
        let (input, [scale, y1, y2]) = (sampled(numerator), sampled(denominator));
        Self {
            input: input.map(|coefficient| coefficient / scale),
            output: [-y1 / scale, -y2 / scale],
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
        }
    }

    /// Keeps the output between two limits, as [`FirstOrder::within`](super::FirstOrder::within).
    #[must_use]
    pub fn within(self, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..self }
    }

    /// The output of this tick, from `[u-, u--, y-, y--]` and `u`.
    #[inline]
    pub fn output(&self, [u1, u2, y1, y2]: [f64; 4], u: f64) -> f64 {
        let [a, b, c] = self.input;
        let y = a * u + b * u1 + c * u2 + self.output[0] * y1 + self.output[1] * y2;
        limited(y, self.lower, self.upper)
    }

    /// What to remember for the next tick, from what was remembered, and input
    /// and output of this one.
    #[inline]
    pub fn after([u1, _, y1, _]: [f64; 4], u: f64, y: f64) -> [f64; 4] {
        [u, u1, y, y1]
    }
}
