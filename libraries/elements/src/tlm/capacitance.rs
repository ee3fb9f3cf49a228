/// What stores effort and is small against the way of a wave in one step: a
/// volume, a spring. Its stiffness is what a unit of flow in one second adds to
/// the effort: `Beta_e / V`, Pa/m^3, of a volume; `k`, N/m, of a spring.
///
/// With `N` ports, `T` the step and `a` the filter's coefficient:
///
/// ```text
/// Zc    = N stiffness T / (2 (1 - a))
/// mean  = (1/N) sum (c_i + 2 Zc q_i)
/// c_i(k + 1) = a c_i + (1 - a) (2 mean - c_i - 2 Zc q_i)
/// ```
///
/// so that two ports get each other's `c + 2 Zc q`.
///
/// The mean of all `c_i` changes by `stiffness T` times the sum of the flows,
/// whatever the filter is: nothing is lost. With 0 the waves of a closed end
/// never die out; 0.1 damps what is as fast as the step.
#[derive(Debug, Clone, Copy)]
pub struct Capacitance {
    impedance: f64,
    alpha: f64,
}

impl Capacitance {
    /// Of a stiffness, for a step in s, with so many ports. `alpha` is the
    /// coefficient of the filter, 0 or more and less than 1.
    pub fn new(stiffness: f64, step: f64, ports: usize, alpha: f64) -> Self {
        Self { impedance: ports as f64 * stiffness * step / (2.0 * (1.0 - alpha)), alpha }
    }

    /// With an impedance at each port. Two of its ports are the ends of a line, where the waves arrive when they are due.
    pub fn with_impedance(impedance: f64, alpha: f64) -> Self {
        Self { impedance, alpha }
    }

    /// `Zc` at each port.
    #[inline]
    pub fn impedance(&self) -> f64 {
        self.impedance
    }

    /// The wave `c` of a port at the start, where it has an effort and a flow
    /// into it: `effort - Zc flow`.
    pub fn start(&self, effort: f64, flow: f64) -> f64 {
        effort - self.impedance * flow
    }

    /// The waves `c` of two ports at the next tick, from those and the flows of this one.
    #[inline]
    pub fn exchange(&self, c: [f64; 2], flow: [f64; 2]) -> [f64; 2] {
        [self.filtered(c[0], self.sent(c[1], flow[1])), self.filtered(c[1], self.sent(c[0], flow[0]))]
    }

    /// What a port sends to the others: `c + 2 Zc flow`.
    #[inline]
    pub fn sent(&self, c: f64, flow: f64) -> f64 {
        c + 2.0 * self.impedance * flow
    }

    /// The wave `c` of one of many ports at the next tick: `mean` is that of
    /// what all of them send.
    #[inline]
    pub fn balance(&self, c: f64, flow: f64, mean: f64) -> f64 {
        self.filtered(c, 2.0 * mean - self.sent(c, flow))
    }

    /// The wave `c` of a port at the next tick, where this one arrives.
    #[inline]
    pub fn filtered(&self, c: f64, arriving: f64) -> f64 {
        self.alpha * c + (1.0 - self.alpha) * arriving
    }
}
