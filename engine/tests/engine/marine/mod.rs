//! The sea, and what floats and hangs in it.

mod buoys;
mod lines;
mod sea;

/// Gravity of the sea, for whoever asks.
const EARTH: &str = "mechanics:Environment/Gravity Earth";
