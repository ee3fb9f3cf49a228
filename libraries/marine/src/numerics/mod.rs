//! What the sea is calculated with: functions of several numbers at once, and quadrature.

pub mod complex;
pub mod lanes;
pub mod quadrature;
pub(crate) mod root;
