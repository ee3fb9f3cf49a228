//! Modes: what a system does when it is left alone.

use std::f64::consts::TAU;

use faer::linalg::evd::ComputeEigenvectors;

use crate::balancing::{balance, norm};
use crate::error::LtiError;
use crate::hessenberg::Hessenberg;
use crate::matrix::Matrix;
use crate::matrix_size::MatrixSize;
use crate::spectrum::Spectrum;
use crate::structure::groups;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

/// The condition of an eigenvalue from which on its two eigenvectors are no longer taken for a basis: half of the
/// digits of the eigenvalue are gone, as they are where two coincide that share one eigenvector.
const DEFECTIVE: f64 = 1e7;
/// A real part that is a smaller part of the largest eigenvalue is 0: it is known no better.
const NEUTRAL: f64 = 1e-12;

/// A mode of a system: a real eigenvalue, or a pair of conjugate ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// The eigenvalue s, 1/s; of a pair the one with the positive imaginary part. Of a sampled system it is
    /// ln(z) / T, and its real part is negative infinity where z is 0.
    pub eigenvalue: Complex,
    /// The eigenvalue of a sampled system's A.
    pub z: Option<Complex>,
    /// |s| / 2 pi, Hz.
    pub natural_frequency: f64,
    /// The frequency of the oscillation, |Im s| / 2 pi, Hz; 0 where there is none.
    pub damped_frequency: f64,
    /// -Re s / |s|: 1 where there is no oscillation, negative where the mode grows, and 0 where s is 0.
    pub damping_ratio: f64,
    /// -1 / Re s, s: until the mode is down to 1/e. Negative where it grows, infinite where Re s is 0.
    pub time_constant: f64,
    /// States, and how much each takes part in the mode, by falling shares, which add up to 1. States without a
    /// share are left out.
    pub participation: Vec<(usize, f64)>,
}

impl Mode {
    /// Of an eigenvalue of a continuous system, or of one of a sampled one.
    fn new(value: Complex, sample_time: Option<f64>, participation: Vec<(usize, f64)>) -> Self {
        let s = match sample_time {
            None => value,
            Some(_) if value == Complex::ZERO => Complex::new(f64::NEG_INFINITY, 0.0),
            Some(step) => Complex::new(value.norm().ln() / step, value.arg() / step),
        };
        let size = s.norm();
        Self {
            eigenvalue: s,
            z: sample_time.map(|_| value),
            natural_frequency: size / TAU,
            damped_frequency: s.im.abs() / TAU,
            damping_ratio: match size {
                0.0 => 0.0,
                _ if size.is_infinite() => -s.re.signum(),
                _ => -s.re / size,
            },
            time_constant: if s.re == 0.0 { f64::INFINITY } else { -1.0 / s.re },
            participation,
        }
    }

    /// Whether nothing of it dies away or grows, as far as is known among all modes of its system.
    pub fn is_neutral(&self, all: &[Self]) -> bool {
        self.eigenvalue.re.abs() <= rounding(all)
    }

    /// Whether nothing of it moves, as far as is known among all modes of its system: an integral, a state that is held.
    pub fn is_zero(&self, all: &[Self]) -> bool {
        self.eigenvalue.norm() <= rounding(all)
    }
}

/// How far off eigenvalues may be.
fn rounding(all: &[Mode]) -> f64 {
    let sizes = all.iter().map(|mode| mode.eigenvalue.norm()).filter(|size| size.is_finite());
    NEUTRAL * sizes.fold(0.0, f64::max)
}

impl LinearSystem {
    /// The modes by falling real parts, the least stable first, and by rising frequencies where those are the same.
    /// `scales` are nominal values of the states, each in its unit; none at all stands for 1 each.
    ///
    /// A state's share in a mode is its participation factor |w v| / sum |w v| of its elements of the left and the
    /// right eigenvector (Perez-Arriaga, Verghese & Schweppe 1982), which does not depend on units. States that
    /// do not act on each other in circles are looked at alone: a mode is shared only by states that do. Of two
    /// integrators in a row each has its own. Where eigenvalues within such a group coincide so that there is no
    /// basis of eigenvectors, a share is |v| / sum |v| of the right eigenvector in nominal values.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds; [`LtiError::Size`] and [`LtiError::Scale`] for the nominal values;
    /// [`LtiError::Overflow`] where they differ so much that a scaled matrix is not finite;
    /// [`LtiError::NoConvergence`].
    pub fn modes(&self, scales: &[f64]) -> Result<Vec<Mode>, LtiError> {
        self.check()?;
        let n = self.a.rows();
        if !scales.is_empty() && scales.len() != n {
            return Err(LtiError::Size {
                what: "the list of nominal values",
                found: MatrixSize { rows: scales.len(), columns: 1 },
                expected: MatrixSize { rows: n, columns: 1 },
            });
        }
        if let Some(state) = scales.iter().position(|&value| !(value > 0.0 && value.is_finite())) {
            return Err(LtiError::Scale { state, value: scales[state] });
        }
        let mut modes = Vec::with_capacity(n);
        for group in groups(&self.a) {
            let mut part = self.a.part(&group, &group);
            if !scales.is_empty() {
                for (i, &state) in group.iter().enumerate() {
                    for (element, &other) in part.row_mut(i).iter_mut().zip(&group) {
                        *element = *element / scales[state] * scales[other];
                    }
                }
                part.check_finite("A").map_err(|_| LtiError::Overflow("A in nominal values of the states"))?;
            }
            for (value, shares) in of_group(&part)? {
                let mut participation: Vec<_> =
                    group.iter().copied().zip(shares).filter(|&(_, share)| share > 0.0).collect();
                participation.sort_by(|a, b| b.1.total_cmp(&a.1));
                modes.push(Mode::new(value, self.sample_time, participation));
            }
        }
        // Without the sign of a zero; what is the same otherwise stands in the order of states.
        let real = |mode: &Mode| mode.eigenvalue.re + 0.0;
        let first = |mode: &Mode| mode.participation.iter().map(|&(state, _)| state).min();
        modes.sort_by(|a, b| {
            let imaginary = a.eigenvalue.im.abs().total_cmp(&b.eigenvalue.im.abs());
            real(b).total_cmp(&real(a)).then(imaginary).then_with(|| first(a).cmp(&first(b)))
        });
        Ok(modes)
    }
}

/// The eigenvalues of a group of states, one of each pair, and the share of each state in each.
fn of_group(a: &Matrix) -> Result<Vec<(Complex, Vec<f64>)>, LtiError> {
    let mut balanced = a.clone();
    let scales = balance(&mut balanced);
    let spectrum = Spectrum::new(&balanced, ComputeEigenvectors::Yes)?;
    let mut reduced = None;
    let mut modes = Vec::with_capacity(a.rows());
    for (mode, &value) in spectrum.values.iter().enumerate() {
        if value.im < 0.0 {
            continue;
        }
        let (right, left) = spectrum.vectors(mode);
        let shares = participation(&right, &left).unwrap_or_else(|| {
            let reduced = reduced.get_or_insert_with(|| Hessenberg::of_balanced(balanced.clone()));
            let sizes = reduced.eigenvector(value).into_iter().zip(&scales).map(|(v, scale)| v.norm() * scale);
            shares(sizes.collect())
        });
        modes.push((value, shares));
    }
    Ok(modes)
}

/// Participation factors, unless the eigenvectors are close to perpendicular to each other, or too large.
fn participation(right: &[Complex], left: &[Complex]) -> Option<Vec<f64>> {
    let length = |vector: &[Complex]| norm(vector.iter().flat_map(|element| [element.re, element.im]));
    let (right_length, left_length) = (length(right), length(left));
    let normal = |length: f64| length.is_finite() && length > 0.0;
    if !normal(right_length) || !normal(left_length) {
        return None;
    }
    let (mut plain, mut conjugate) = (Complex::ZERO, Complex::ZERO);
    for (v, w) in right.iter().zip(left) {
        let (v, w) = (v / right_length, w / left_length);
        plain += v * w;
        conjugate += v * w.conj();
    }
    // To one eigenvector of a conjugate pair the other's partner is perpendicular.
    let along = plain.norm().max(conjugate.norm());
    (along * DEFECTIVE >= 1.0).then(|| {
        shares(right.iter().zip(left).map(|(v, w)| v.norm() / right_length * (w.norm() / left_length)).collect())
    })
}

/// Shares that add up to 1; equal ones where the sizes tell nothing.
fn shares(sizes: Vec<f64>) -> Vec<f64> {
    // First by the largest: the sum of large sizes may be no number.
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 || sizes.iter().any(|size| !size.is_finite()) {
        return vec![1.0 / sizes.len() as f64; sizes.len()];
    }
    let sum: f64 = sizes.iter().map(|size| size / largest).sum();
    sizes.into_iter().map(|size| size / largest / sum).collect()
}
