//! What floats.

mod buoy;
mod form;
pub mod hull;
mod inertia;
mod point;

pub use buoy::Buoy;
