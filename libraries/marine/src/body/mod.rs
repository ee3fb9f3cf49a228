//! What floats.

mod buoy;
mod form;
pub mod hull;
mod inertia;

pub use buoy::Buoy;
