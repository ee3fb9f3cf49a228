//! Matrices and systems of linear equations: which elements there are, in which
//! order and by which groups they are worked on, and their factors.

mod colouring;
mod condensed;
mod dense_lu;
mod factors;
#[cfg(test)]
mod matrices;
mod ordering;
mod rank;
mod sparse_lu;
mod sparsity;
mod spectral_radius;
mod undetermined;

pub use colouring::Colouring;
pub use condensed::Condensed;
pub use factors::Factors;
pub use rank::Openness;
pub use sparsity::{JacobianStructure, Sparsity};
pub use spectral_radius::SpectralRadius;
pub use undetermined::Undetermined;
