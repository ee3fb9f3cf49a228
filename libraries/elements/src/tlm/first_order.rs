/// A transfer function of first order by the bilinear transform, between limits:
/// `(n0 + n1 s) / (d0 + d1 s)`, with the step `T`, from the input `u`:
///
/// ```text
/// y = [(n0 T + 2 n1) u + (n0 T - 2 n1) u- - (d0 T - 2 d1) y-] / (d0 T + 2 d1)
/// ```
///
/// It is coefficients only. What it remembers, input and output of the tick
/// before, is `[u-, y-]`: the SimObject keeps it in a discrete state of width 2,
/// or in memory.
///
/// ```
/// use simobject_elements::tlm::FirstOrder;
///
/// let lag = FirstOrder::new(0.1, [1.0, 0.0], [1.0, 0.1]);         // 1 / (1 + 0.1 s), every 0.1 s
/// let mut before = [1.0, 0.0];                                    // the input has jumped to 1
/// for _ in 0..3 {
///     before = [1.0, lag.output(before, 1.0)];
/// }
/// assert!((before[1] - 26.0 / 27.0).abs() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FirstOrder {
    /// Of u and u-.
    input: [f64; 2],
    /// Of y-.
    output: f64,
    lower: f64,
    upper: f64,
}

impl FirstOrder {
    /// For a step in s; coefficients of rising powers of `s`.
    pub fn new(step: f64, numerator: [f64; 2], denominator: [f64; 2]) -> Self {
        let [n0, n1] = [numerator[0] * step, 2.0 * numerator[1]];
        let [d0, d1] = [denominator[0] * step, 2.0 * denominator[1]];
        let scale = d0 + d1;
        Self {
            input: [(n0 + n1) / scale, (n0 - n1) / scale],
            output: (d1 - d0) / scale,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
        }
    }

    /// `1 / s`, by the trapezoidal rule: `y = y- + T/2 (u + u-)`.
    pub fn integrator(step: f64) -> Self {
        Self::new(step, [1.0, 0.0], [0.0, 1.0])
    }

    /// Keeps the output between two limits. It leaves one as soon as the input
    /// lets it, since the output that is kept is the one between them.
    #[must_use]
    pub fn within(self, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..self }
    }

    /// The output of this tick, from `[u-, y-]` and `u`.
    #[inline]
    pub fn output(&self, [u1, y1]: [f64; 2], u: f64) -> f64 {
        let y = self.input[0] * u + self.input[1] * u1 + self.output * y1;
        limited(y, self.lower, self.upper)
    }
}

/// `y` between limits; a number that is none stays so.
#[inline]
pub(super) fn limited(y: f64, lower: f64, upper: f64) -> f64 {
    if y < lower {
        lower
    } else if y > upper {
        upper
    } else {
        y
    }
}
