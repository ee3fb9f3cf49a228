//! A response on a grid of frequencies that misses nothing of it.

use std::f64::consts::TAU;

use crate::eigenvalues::eigenvalues;
use crate::error::LtiError;
use crate::grid::logarithmic;
use crate::structure::between;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

/// The most points of a grid.
const MOST: usize = 50_000;

/// A response on a grid of rising frequencies, Hz, about those of poles and zeros: 40 points a decade, points within
/// the width of each resonance, and more where neighbours differ by more than 15 degrees or a factor of 2. It goes
/// on at both ends until the magnitude goes away from 1, or goes no further. Points at which a pole lies are left
/// out.
pub(crate) fn sweep(
    system: &LinearSystem,
    output: usize,
    input: usize,
    response: impl Fn(f64) -> Complex,
) -> Result<Vec<(f64, Complex)>, LtiError> {
    let states = between(system, &[input], &[output]);
    let mut corners = eigenvalues(&system.a.part(&states, &states))?;
    corners.extend(system.zeros(output, input)?);
    let corners: Vec<_> = corners.into_iter().filter_map(|value| corner(value, system.sample_time)).collect();
    let limit = system.sample_time.map_or(f64::MAX, |step| 0.5 / step);
    let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(corner.0));
    let highest = corners.iter().fold(0.0, |highest: f64, corner| highest.max(corner.0));
    // Without a pole or zero that has a frequency the response is a power of s.
    let unit = if limit < f64::MAX { limit } else { 1.0 };
    let (lowest, highest) = if highest > 0.0 { (lowest, highest) } else { (0.1 * unit, unit) };
    let mut from = (1e-2 * lowest).clamp(f64::MIN_POSITIVE, limit);
    let mut to = (1e2 * highest).clamp(from, limit);
    let level = |hertz: f64| response(hertz).norm().ln();
    while from > 1e-290 && goes_to_one(level(from), level(0.1 * from)) {
        from *= 0.1;
    }
    while to < limit.min(1e290) && goes_to_one(level(to), level((10.0 * to).min(limit))) {
        to = (10.0 * to).min(limit);
    }

    let mut grid = logarithmic(from, to, ((to / from).log10() * 40.0).ceil().min(20_000.0) as usize + 2);
    // Resonances with more damping are as wide as the grid.
    for (hertz, damping) in corners.into_iter().filter(|corner| corner.1 < 0.3) {
        let width = damping.clamp(1e-12, 1.0);
        grid.extend(
            [-30.0, -10.0, -3.0, -1.0, -0.3, 0.0, 0.3, 1.0, 3.0, 10.0, 30.0].map(|i| hertz * (1.0 + i * width)),
        );
    }
    grid.retain(|&hertz| hertz >= from && hertz <= to);
    grid.sort_by(f64::total_cmp);
    grid.dedup();
    let coarse = grid.into_iter().map(|hertz| (hertz, response(hertz))).filter(|(_, value)| usable(*value)).collect();
    Ok(refined(coarse, response))
}

/// Whether the logarithm of a magnitude that goes from one value to another over a decade may still go through 0,
/// or has just done so.
fn goes_to_one(before: f64, after: f64) -> bool {
    let change = after - before;
    change.is_finite() && change.abs() > 1e-3 && before * change < 0.0
}

/// That a value has a phase and a magnitude.
fn usable(value: Complex) -> bool {
    value.is_finite() && value.norm() > 0.0
}

/// Adds points in the middle of neighbours that differ much.
fn refined(mut points: Vec<(f64, Complex)>, response: impl Fn(f64) -> Complex) -> Vec<(f64, Complex)> {
    let mut finished: Vec<(f64, Complex)> = Vec::with_capacity(2 * points.len());
    // The next point is the last one.
    points.reverse();
    while let Some(next) = points.pop() {
        if let Some(&last) = finished.last() {
            let middle = (last.0 * next.0).sqrt();
            let far = next.0 - last.0 > 1e-9 * next.0;
            if far && differ(last.1, next.1) && finished.len() + points.len() < MOST {
                let value = response(middle);
                if usable(value) {
                    points.push(next);
                    points.push((middle, value));
                    continue;
                }
            }
        }
        finished.push(next);
    }
    finished
}

/// By more than 15 degrees, or a factor of 2.
fn differ(a: Complex, b: Complex) -> bool {
    let ratio = b / a;
    ratio.arg().abs() > 15_f64.to_radians() || !(0.5..=2.0).contains(&ratio.norm())
}

/// The frequency of a pole or zero, Hz, and its damping ratio; `None` where it has no frequency between 0 and
/// infinity.
fn corner(value: Complex, sample_time: Option<f64>) -> Option<(f64, f64)> {
    let s = match sample_time {
        None => value,
        Some(step) => Complex::new(value.norm().ln() / step, value.arg() / step),
    };
    let hertz = s.norm() / TAU;
    (hertz > 0.0 && hertz.is_finite()).then(|| (hertz, (s.re / s.norm()).abs()))
}
