//! How well equations determine their solution.

use super::chance::Chance;
use super::linearisation::Linearisation;
use super::size;

/// Beyond this, differences cannot tell a solution from many.
const MOST: f64 = 3e7;
/// So many directions are looked at.
const DIRECTIONS: u32 = 4;

/// A residual may be off by so many roundings of what it is the sum of.
const ROUNDINGS_OF_RESIDUAL: f64 = 16.0;

impl Linearisation {
    /// The size of corrections at `z` that are rounding of the residuals: an estimate of that of
    /// `eps |J^-1| |J| |z|`.
    pub(super) fn floor(&mut self, z: &[f64], nominal: &[f64]) -> f64 {
        let sizes: Vec<f64> = z.iter().map(|z| z.abs()).collect();
        let rows = self.magnitudes(&sizes);
        let mut floor: f64 = 0.0;
        self.each_direction(&rows, |b| {
            floor = floor.max(size(b, z, nominal));
            true
        });
        ROUNDINGS_OF_RESIDUAL * f64::EPSILON * floor
    }

    /// Divides rows of these magnitudes, with signs by chance, by the matrix; whether that is possible, and `holds` of each.
    fn each_direction(&mut self, rows: &[f64], mut holds: impl FnMut(&[f64]) -> bool) -> bool {
        let mut chance = Chance::new();
        for _ in 0..DIRECTIONS {
            let mut b: Vec<f64> = rows.iter().map(|row| chance.sign() * row).collect();
            if self.correct::<std::convert::Infallible>(&mut b).is_err() || !holds(&b) {
                return false;
            }
        }
        true
    }

    /// Whether the factors determine a solution: by an estimate from below of the largest element of
    /// `|J^-1| |J| s / s` for unknowns of the size `s`, which does not change with the scales of equations and
    /// unknowns (Skeel 1979).
    pub(super) fn determines(&mut self, sizes: &[f64]) -> bool {
        let rows = self.magnitudes(sizes);
        self.each_direction(&rows, |b| b.iter().zip(sizes).all(|(x, size)| x.abs() <= MOST * size))
    }
}
