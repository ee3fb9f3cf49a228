//! How well equations determine their solution.

use super::linearisation::Linearisation;

/// Beyond this, differences cannot tell a solution from many.
const MOST: f64 = 3e7;
/// So many directions are looked at.
const DIRECTIONS: u32 = 4;

impl Linearisation {
    /// Whether the factors determine a solution: by an estimate from below of the largest element of
    /// `|J^-1| |J| s / s` for unknowns of the size `s`, which does not change with the scales of equations and
    /// unknowns (Skeel 1979).
    pub(super) fn determines(&mut self, sizes: &[f64]) -> bool {
        let rows = self.magnitudes(sizes);
        let mut signs = 1_u64;
        for _ in 0..DIRECTIONS {
            let mut b = rows.clone();
            for b in &mut b {
                // A sequence that looks random (Park, Miller 1988).
                signs = signs * 48271 % 2_147_483_647;
                if signs & 1 == 0 {
                    *b = -*b;
                }
            }
            let is_solved = self.correct::<std::convert::Infallible>(&mut b).is_ok();
            if !is_solved || b.iter().zip(sizes).any(|(x, size)| x.abs() > MOST * size) {
                return false;
            }
        }
        true
    }
}
