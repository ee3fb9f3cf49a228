//! How the energy of waves is spread over directions.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::numerics::quadrature::Cumulative;

/// A distribution of the directions around the main one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spreading {
    /// All waves go one way.
    None,
    /// `cos^n(b - b0)`, up to 90 degrees to both sides.
    Cos(f64),
    /// `cos^2s((b - b0) / 2)`, all around.
    CosHalf(f64),
}

impl Spreading {
    /// So many directions of equal energy, relative to the main one, rad: each is the median of its share. They come
    /// in an order in which neighbours are far apart.
    pub fn directions(self, count: usize) -> Vec<f64> {
        let (half, density): (f64, Box<dyn Fn(f64) -> f64>) = match self {
            Self::None => return vec![0.0],
            Self::Cos(power) => (FRAC_PI_2, Box::new(move |b| libm::pow(libm::cos(b).max(0.0), power))),
            Self::CosHalf(power) => (PI, Box::new(move |b| libm::pow(libm::cos(0.5 * b).max(0.0), 2.0 * power))),
        };
        // Narrow distributions lie within few of the cells.
        let cells = 4096;
        let points = (0..=cells).map(|cell| half * (2.0 * f64::from(cell) / f64::from(cells) - 1.0)).collect();
        let cumulative = Cumulative::new(density, points);
        let directions: Vec<f64> =
            (0..count).map(|share| cumulative.quantile((share as f64 + 0.5) / count as f64)).collect();
        let stride = stride(count);
        (0..count).map(|place| directions[(place * stride) % count]).collect()
    }
}

/// A step through so many that meets all of them and goes about 0.6 of the way around.
fn stride(count: usize) -> usize {
    let wanted = (0.618 * count as f64).round() as usize;
    let meets_all = |step: &usize| greatest_common_divisor(*step, count) == 1;
    (wanted.max(1)..=count).find(meets_all).unwrap_or(1)
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
