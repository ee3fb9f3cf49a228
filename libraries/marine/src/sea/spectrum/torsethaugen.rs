use std::f64::consts::{PI, TAU};

/// Torsethaugen's spectrum of wind sea and swell, in its simplified form (Torsethaugen, Haver 2004; DNV-RP-C205,
/// appendix A), made for the Norwegian Sea.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Torsethaugen {
    /// The one at whose peak the whole spectrum has its own, and the other one.
    systems: [System; 2],
}

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq)]
struct System {
    height: f64,
    period: f64,
    gamma: f64,
}

/// So that a system's area is `Hs^2 / 16`: for `n = 4`.
const AREA: f64 = 3.26;

impl Torsethaugen {
    /// Of a significant wave height, m, and the period of the peak, s; with the acceleration of gravity.
    pub fn new(height: f64, period: f64, gravity: f64) -> Self {
        let (root, third) = (height.sqrt(), libm::cbrt(height));
        // On this side of it the wind sea has the peak, on the other one the swell.
        let fully_developed = 6.6 * third;
        let systems = if period <= fully_developed {
            let part = (fully_developed - period) / (fully_developed - 2.0 * root);
            let share = 0.7 + 0.3 * libm::exp(-(2.0 * part) * (2.0 * part));
            let wind = share * height;
            let gamma = 35.0 * libm::pow(TAU * wind / (gravity * period * period), 0.857);
            let other = (1.0 - share * share).sqrt() * height;
            [
                System { height: wind, period, gamma: gamma.max(1.0) },
                System { height: other, period: fully_developed + 2.0, gamma: 1.0 },
            ]
        } else {
            let part = (period - fully_developed) / (25.0 - fully_developed);
            let share = 0.6 + 0.4 * libm::exp(-(part / 0.3) * (part / 0.3));
            let steepness = TAU * height / (gravity * fully_developed * fully_developed);
            let gamma = 35.0 * libm::pow(steepness, 0.857) * (1.0 + 6.0 * part);
            let other = (1.0 - share * share).sqrt() * height;
            let wind = System { height: other, period: 6.6 * libm::cbrt(other), gamma: 1.0 };
            [System { height: share * height, period, gamma: gamma.max(1.0) }, wind]
        };
        Self { systems }
    }

    /// Its value at an angular frequency, m^2 s.
    pub fn at(&self, frequency: f64) -> f64 {
        self.systems.iter().map(|system| system.at(frequency)).sum()
    }

    /// Angular frequencies of the peaks of both systems, rad/s.
    pub fn peaks(&self) -> [f64; 2] {
        let [first, second] = self.systems.map(|system| (system.height > 0.0).then(|| TAU / system.period));
        let one = first.or(second).unwrap_or(1.0);
        [first.unwrap_or(one), second.unwrap_or(one)]
    }
}

impl System {
    fn at(&self, frequency: f64) -> f64 {
        let x = frequency * self.period / TAU;
        if x <= 0.0 || self.height == 0.0 {
            return 0.0;
        }
        let fourth = (x * x) * (x * x);
        let width = if x < 1.0 { 0.07 } else { 0.09 };
        let distance = (x - 1.0) / width;
        let peak = libm::pow(self.gamma, libm::exp(-0.5 * distance * distance));
        let normal = AREA * (1.0 + 1.1 * libm::pow(libm::log(self.gamma), 1.19)) / self.gamma;
        let per_hertz = self.height * self.height * self.period / 16.0 * normal * libm::exp(-1.0 / fourth) / fourth;
        per_hertz * peak / (2.0 * PI)
    }
}
