//! Components of one direction whose wavenumbers make a sequence: their sum at a place is a polynomial.

use super::realisation::Sequence;
use crate::numerics::complex::Complex;
use crate::numerics::lanes::{Lanes, exp, sin_cos};

/// At so many e-foldings nothing of a component is left.
pub(super) const FOLDINGS: f64 = 40.0;

/// A sequence, with what is calculated from it once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ray {
    pub(super) of: Sequence,
    pub(super) cosine: f64,
    pub(super) sine: f64,
    /// The place of its first component.
    place: usize,
    /// How many of its bands, from the first one on, are felt at the bottom.
    pub(super) felt: usize,
}

/// How the first component and the ratio of a sequence are turned at a place.
pub(super) struct Whirl {
    first: Complex,
    step: Complex,
}

impl Ray {
    pub(super) fn new(of: Sequence, place: usize, depth: Option<f64>) -> Self {
        let is_felt = |band: &usize| match depth {
            Some(depth) => of.first * f64::from(1_u32 << band) * depth < FOLDINGS,
            None => false,
        };
        let felt = (0..of.bands).take_while(is_felt).count();
        Self { of, cosine: libm::cos(of.direction), sine: libm::sin(of.direction), place, felt }
    }

    #[inline(always)]
    pub(super) fn whirl(&self, x: Lanes, y: Lanes) -> Whirl {
        let along = x * self.cosine + y * self.sine;
        Whirl { first: turned(self.of.first, along), step: turned(self.of.step, along) }
    }

    /// The sum over the components of its first bands.
    #[inline(always)]
    pub(super) fn sum<const M: usize>(
        &self,
        phasors: &[[&[f64]; 2]; M],
        whirl: &Whirl,
        z: Lanes,
        bands: usize,
    ) -> [Complex; M] {
        let first = whirl.first.scaled(exp(z * -self.of.first));
        self.sum_of(phasors, first, whirl.step.scaled(exp(z * -self.of.step)), bands)
    }

    #[inline(always)]
    pub(super) fn sum_at_surface<const M: usize>(&self, phasors: &[[&[f64]; 2]; M], whirl: &Whirl) -> [Complex; M] {
        self.sum_of(phasors, whirl.first, whirl.step, self.of.bands)
    }

    #[inline(always)]
    fn sum_of<const M: usize>(
        &self,
        phasors: &[[&[f64]; 2]; M],
        mut first: Complex,
        mut ratio: Complex,
        bands: usize,
    ) -> [Complex; M] {
        let mut sums = [Complex::ZERO; M];
        for band in 0..bands {
            let from = self.place + band * self.of.per_band;
            let values = horner(phasors, from, from + self.of.per_band, ratio);
            for of in 0..M {
                sums[of] += first * values[of];
            }
            first = first * first;
            ratio = ratio * ratio;
        }
        sums
    }
}

/// Polynomials whose coefficients are those from a place up to another one, from the constant one on.
#[inline(always)]
fn horner<const M: usize>(coefficients: &[[&[f64]; 2]; M], from: usize, to: usize, at: Complex) -> [Complex; M] {
    let mut values = [Complex::ZERO; M];
    for j in (from..to).rev() {
        for of in 0..M {
            let next = values[of] * at;
            values[of] = Complex { re: next.re + coefficients[of][0][j], im: next.im + coefficients[of][1][j] };
        }
    }
    values
}

/// `e^(-i k s)`.
#[inline(always)]
pub(super) fn turned(wavenumber: f64, along: Lanes) -> Complex {
    let (im, re) = sin_cos(along * -wavenumber);
    Complex { re, im }
}
