//! Blocks whose output depends on their input in the same instant
//! (`Signal/...`).

mod demux;
mod gain;
mod inputs;
mod lookup;
mod mux;
mod product;
mod saturation;
mod sum;

pub use demux::Demux;
pub use gain::Gain;
pub use lookup::Lookup;
pub use mux::Mux;
pub use product::Product;
pub use saturation::Saturation;
pub use sum::Sum;
