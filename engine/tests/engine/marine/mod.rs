//! The sea, and what floats and hangs in it.

mod lines;
mod sea;

/// Gravity of the sea, for whoever asks.
const EARTH: &str = "mechanics:Environment/Gravity Earth";
