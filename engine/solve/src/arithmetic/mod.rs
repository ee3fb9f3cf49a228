//! Arithmetic over the numbers of a whole model: sums of stages, norms of
//! errors, finite checks and copies, products of matrices. All of it works on four numbers side by
//! side, with AVX2 where the processor has it, and always in the same order of
//! operations: the results are the same bits on every machine. The functions
//! take slices; whoever splits the numbers of a model over threads hands them
//! parts.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod finite;
mod kernel;
mod lanes;
mod matrix_product;
#[cfg(target_arch = "x86_64")]
mod pairs;
mod scaled_error;
#[cfg(test)]
mod tests;
mod weighted_sum;

pub use finite::{all_finite, copy_finite};
pub use matrix_product::{Blocks, Packed, SLAB, subtract_product};
pub use scaled_error::{ErrorParts, ScaledError};
pub use weighted_sum::{MOST_TERMS, Row, Terms, add_weighted};
