//! The sea: waves, currents, wind and the bottom.

mod anemometer;
pub mod component;
mod current;
pub mod dispersion;
mod probe;
mod ramp;
mod random;
mod ray;
pub mod realisation;
mod seabed;
pub mod spectrum;
pub mod spreading;
pub mod stretching;
pub mod wave_field;
mod waves;
mod wind;

pub use anemometer::Anemometer;
pub use current::Current;
pub use probe::Probe;
pub use seabed::Seabed;
pub use waves::Waves;
pub use wind::Wind;
