//! From a start to a solution along an arc.

use super::solver::With;
use super::unsolved::Trouble;
use super::{Equations, Solver};

/// The most points of the arc, in each direction.
const MOST: usize = 400;
/// The most corrections of a point.
const CORRECTIONS: usize = 8;
/// Beyond this the arc does not come back.
const FURTHEST: f64 = 1e3;
const SHORTEST: f64 = 1e-10;

impl Solver {
    /// Follows `r(z) = (1 - l) r(z0)` from `l = 0` at the start `z0` to `l = 1`, in both
    /// directions, by the length of the arc: so it goes around folds (pseudo-arclength continuation, Keller 1977).
    /// `z` is near a solution then; or it says that none was found.
    pub(super) fn find_along_arc<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
    ) -> Result<bool, Trouble<Q::Error>> {
        let start = z.to_vec();
        self.residuals(equations, z)?;
        let r0 = self.room.r.clone();
        for direction in [1.0, -1.0] {
            z.copy_from_slice(&start);
            if self.follow_arc(equations, z, &r0, direction)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn follow_arc<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        r0: &[f64],
        direction: f64,
    ) -> Result<bool, Trouble<Q::Error>> {
        let n = z.len();
        let nominal = self.nominal.clone();
        // Points and tangents are in nominal values, with `l` behind.
        let mut point: Vec<f64> = z.iter().zip(&nominal).map(|(z, nominal)| z / nominal).chain([0.0]).collect();
        let mut tangent = vec![0.0; n + 1];
        tangent[n] = direction;
        let mut length = 0.1;
        for _ in 0..MOST {
            // The tangent there: J t + r0 t_l = 0.
            self.residuals(equations, z)?;
            self.take_fresh(equations, z)?;
            let mut along = r0.to_vec();
            self.fresh.correct(&mut along)?;
            let mut next: Vec<f64> = along.iter().zip(&nominal).map(|(t, nominal)| t / nominal).chain([1.0]).collect();
            let norm = next.iter().map(|t| t * t).sum::<f64>().sqrt();
            let turn = next.iter().zip(&tangent).map(|(a, b)| a * b).sum::<f64>();
            let sign = if turn < 0.0 { -1.0 } else { 1.0 };
            next.iter_mut().for_each(|t| *t *= sign / norm);
            tangent = next;
            loop {
                let is_last = tangent[n] > 0.0 && point[n] + length * tangent[n] >= 1.0;
                let step = if is_last { (1.0 - point[n]) / tangent[n] } else { length };
                let mut tried: Vec<f64> = point.iter().zip(&tangent).map(|(p, t)| p + step * t).collect();
                match self.correct_point(equations, &mut tried, &tangent, r0, is_last) {
                    Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
                    Ok(true) => {
                        point = tried;
                        z.iter_mut().zip(&point).zip(&nominal).for_each(|((z, p), nominal)| *z = p * nominal);
                        if is_last {
                            return Ok(true);
                        }
                        length *= 1.6;
                        break;
                    }
                    _ => length = 0.4 * step.min(length),
                }
                if length < SHORTEST {
                    return Ok(false);
                }
            }
            if point.iter().any(|p| p.abs() > FURTHEST * (1.0 + length)) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Brings a point back to the arc, across the tangent, or at the same `l`; whether it could.
    fn correct_point<Q: Equations>(
        &mut self,
        equations: &mut Q,
        point: &mut [f64],
        tangent: &[f64],
        r0: &[f64],
        is_last: bool,
    ) -> Result<bool, Trouble<Q::Error>> {
        let n = r0.len();
        let nominal = self.nominal.clone();
        let mut before = f64::INFINITY;
        for _ in 0..CORRECTIONS {
            let z: Vec<f64> = point.iter().zip(&nominal).map(|(p, nominal)| p * nominal).collect();
            self.residuals(equations, &z)?;
            self.take_fresh(equations, &z)?;
            let rest = 1.0 - point[n];
            self.room.r.iter_mut().zip(r0).for_each(|(r, r0)| *r -= rest * r0);
            // J a = -g and J b = -r0; the point moves by a + c b, and l by c.
            self.correct(With::Fresh)?;
            let mut b = r0.to_vec();
            self.fresh.correct(&mut b)?;
            let in_nominal = |d: &[f64]| -> Vec<f64> { d.iter().zip(&nominal).map(|(d, n)| d / n).collect() };
            let (a, b) = (in_nominal(&self.room.d), in_nominal(&b));
            let dot = |d: &[f64]| d.iter().zip(tangent).map(|(d, t)| d * t).sum::<f64>();
            let c = if is_last { 0.0 } else { -dot(&a) / (dot(&b) + tangent[n]) };
            let mut now = c.abs();
            for ((point, a), b) in point.iter_mut().zip(&a).zip(&b) {
                let d = a + c * b;
                *point += d;
                now = now.max(d.abs() / point.abs().max(1.0));
            }
            point[n] += c;
            if !now.is_finite() || now > before {
                return Ok(false);
            }
            if now <= 1e-8 {
                return Ok(true);
            }
            before = 0.5 * now;
        }
        Ok(false)
    }
}
