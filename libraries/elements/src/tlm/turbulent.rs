use super::wave::Wave;

/// The flow, m^3/s, from the first port to the second one through a sharp edge:
/// `K sqrt(p1 - p2)` for `p1 > p2`, `-K sqrt(p2 - p1)` else, with the pressures
/// that this flow makes. With `S = Zc1 + Zc2`:
///
/// ```text
/// q = K (sqrt(c1 - c2 + (K S / 2)^2) - K S / 2) for c1 > c2
/// ```
///
/// and the same the other way round, written as `K (c1 - c2) / (sqrt(...) + K S / 2)`,
/// which loses no digits where the edge hardly resists. `K` is 0 or more; that of an edge of area
/// `A` and flow coefficient `Cq` is `Cq A sqrt(2 / rho)`, m^3/(s Pa^0.5).
#[inline]
pub fn turbulent_flow(coefficient: f64, [one, other]: [Wave; 2]) -> f64 {
    let half = 0.5 * coefficient * (one.zc + other.zc);
    let difference = one.c - other.c;
    let flow = coefficient * difference / ((difference.abs() + half * half).sqrt() + half);
    // 0 / 0, where nothing resists either.
    if difference == 0.0 { 0.0 } else { flow }
}
