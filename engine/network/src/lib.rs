//! Networks: elements that are joined at nodes, without a direction.
//!
//! The linear part, which across variables follow which others, is worked out here before a run (`affine.rs`), and becomes
//! sums of ports ([`Form`]). The rest are a few kinds of SimObjects of the engine's own (`parts.rs`): states of
//! what stores, and unknowns of nodes at which nothing does. They are ordinary ones, so that everything else that
//! the engine does with a model works for networks too.

mod affine;
mod complementarity;
mod dense;
mod elimination;
mod factor;
mod form;
mod held;
mod holding;
mod parts;
mod sparse_row;

pub use affine::{Affine, Constraint, Stored};
pub use dense::inverted;
pub use form::Form;
pub use parts::{LIBRARY, PartKind};
pub use sparse_row::Row;
