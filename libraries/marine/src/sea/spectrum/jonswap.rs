use std::f64::consts::TAU;

use crate::numerics::quadrature::composite;

/// JONSWAP (Hasselmann et al. 1973): `A 5/16 Hs^2 wp^4 / w^5 exp(-5/4 (wp/w)^4) gamma^r` with
/// `r = exp(-(w/wp - 1)^2 / (2 s^2))`, `s` = 0.07 up to the peak and 0.09 above.
///
/// `A` is such that the variance is `Hs^2 / 16`, by integration; the usual `1 - 0.287 ln gamma` is 0.2 % off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jonswap {
    height: f64,
    /// Angular frequency of the peak, rad/s.
    peak: f64,
    gamma: f64,
    factor: f64,
}

impl Jonswap {
    /// Of a significant wave height, m, a peak period, s, and a peakedness.
    pub fn new(height: f64, period: f64, gamma: f64) -> Self {
        Self { height, peak: TAU / period, gamma, factor: 1.0 / area(gamma) }
    }

    /// The peakedness that goes with a height, m, and a peak period, s (IEC 61400-3).
    pub fn usual_gamma(height: f64, period: f64) -> f64 {
        let steepness = period / height.sqrt();
        if steepness <= 3.6 {
            5.0
        } else if steepness <= 5.0 {
            libm::exp(5.75 - 1.15 * steepness)
        } else {
            1.0
        }
    }

    /// Its value at an angular frequency, m^2 s.
    pub fn at(&self, frequency: f64) -> f64 {
        let x = frequency / self.peak;
        if x <= 0.0 {
            return 0.0;
        }
        self.factor * self.height * self.height / (16.0 * self.peak) * shape(x, self.gamma)
    }

    /// Angular frequency of its peak, rad/s.
    pub fn peak(&self) -> f64 {
        self.peak
    }
}

/// The spectrum over the frequency divided by that of the peak, which has the area 1 if gamma is 1.
fn shape(x: f64, gamma: f64) -> f64 {
    pierson_moskowitz(x) * libm::pow(gamma, peakedness(x))
}

fn pierson_moskowitz(x: f64) -> f64 {
    let square = x * x;
    5.0 * libm::exp(-1.25 / (square * square)) / (square * square * x)
}

fn peakedness(x: f64) -> f64 {
    let width = if x <= 1.0 { 0.07 } else { 0.09 };
    let distance = (x - 1.0) / width;
    libm::exp(-0.5 * distance * distance)
}

/// The area of the shape: 1, and what the peak has beyond that, which lies around it.
fn area(gamma: f64) -> f64 {
    let beyond = |x: f64| pierson_moskowitz(x) * (libm::pow(gamma, peakedness(x)) - 1.0);
    1.0 + composite(0.3, 1.0, 100, beyond) + composite(1.0, 2.0, 100, beyond)
}
