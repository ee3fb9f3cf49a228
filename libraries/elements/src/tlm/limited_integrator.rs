/// An integrator between limits, by the trapezoidal rule: `y = y- + T/2 (u- + u)`.
/// At a limit it begins again: `u-` is then 0, so that nothing of what pushed it
/// there is left when it goes away. (`FirstOrder::integrator(step).within(..)` leaves
/// with the mean of both.)
///
/// It is a coefficient only. What it remembers, `[u-, y-]`, is a discrete state of
/// the SimObject.
///
/// ```
/// use simobject_elements::tlm::LimitedIntegrator;
///
/// let integrator = LimitedIntegrator::new(1.0);
/// let mut before = [2.0, 0.0];
/// let out = [2.0, 2.0, -2.0, -2.0].map(|u| {
///     before = integrator.next(before, u, [0.0, 3.0]);
///     before[1]
/// });
/// assert_eq!(out, [2.0, 3.0, 2.0, 0.0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LimitedIntegrator {
    /// T/2, s.
    half_step: f64,
}

impl LimitedIntegrator {
    /// For a step in s.
    pub fn new(step: f64) -> Self {
        Self { half_step: 0.5 * step }
    }

    /// What to remember of this tick, `[u, y]`, of which `y` is the output, from what was
    /// remembered, the input, and the lower and upper limit.
    #[inline]
    pub fn next(&self, [u1, y1]: [f64; 2], u: f64, [lower, upper]: [f64; 2]) -> [f64; 2] {
        let y = y1 + self.half_step * (u1 + u);
        // Where they cross, the upper one counts.
        let lower = lower.min(upper);
        if y > upper {
            [0.0, upper]
        } else if y < lower {
            [0.0, lower]
        } else {
            [u, y]
        }
    }
}
