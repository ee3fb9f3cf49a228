use super::wave::Wave;

/// The flow, m^3/s, from the first port to the second one, of which `ideal`, m^3/s, is displaced whatever the pressures are,
/// and `leakage`, m^3/(s Pa), passes for each pascal: `q = ideal + leakage (p1 - p2)`, with the pressures that this flow
/// makes:
///
/// ```text
/// q = (ideal + leakage (c1 - c2)) / (1 + leakage (Zc1 + Zc2))
/// ```
///
/// With an `ideal` of 0 it is a narrow gap.
#[inline]
pub fn leaking_flow(ideal: f64, leakage: f64, [one, other]: [Wave; 2]) -> f64 {
    (ideal + leakage * (one.c - other.c)) / (1.0 + leakage * (one.zc + other.zc))
}
