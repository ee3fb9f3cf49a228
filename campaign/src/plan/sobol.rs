//! Sobol' sequences.

use rand_chacha::rand_core::Rng;
use sobol::params::JoeKuoD6;
use sobol::{Sobol as Sequence, SobolParams};

use super::error::PlanError;
use super::points::{Use, centred, stream};

/// A Sobol' sequence with the direction numbers of Joe and Kuo (SIAM Journal on
/// Scientific Computing 30, 2008, `new-joe-kuo-6`), in the order of Antonov and
/// Saleev, and from its first point on. A seed shifts it digitally; 0 does not.
#[derive(Debug, Clone)]
pub(super) struct Sobol {
    /// For each dimension the direction numbers, binary fractions of 64 bits.
    directions: Vec<Vec<u64>>,
    shifts: Vec<u64>,
}

/// How many points can be told apart.
const BITS: usize = 32;

impl Sobol {
    pub(super) fn new(dimensions: usize, seed: u64) -> Result<Self, PlanError> {
        let parameters = JoeKuoD6::standard();
        let most = parameters.max_dims();
        if dimensions > most {
            let message = format!("a Sobol' sequence has at most {most} dimensions, and {dimensions} values vary");
            return Err(PlanError::new(message));
        }
        let directions = Sequence::<f64>::init_direction_vals(dimensions, BITS, &parameters);
        let shift = |dimension| if seed == 0 { 0 } else { stream(seed, dimension, Use::Shift).next_u64() };
        Ok(Self { directions, shifts: (0..dimensions).map(shift).collect() })
    }

    /// More than 0 and less than 1.
    pub(super) fn coordinate(&self, index: u64, dimension: usize) -> f64 {
        let gray = index ^ (index >> 1);
        let chosen = self.directions[dimension].iter().enumerate().filter(|(bit, _)| gray >> bit & 1 == 1);
        centred(chosen.fold(self.shifts[dimension], |sum, (_, direction)| sum ^ direction))
    }
}
