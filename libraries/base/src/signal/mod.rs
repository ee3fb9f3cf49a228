//! Blocks that make signals of signals (`Signal/...`).

mod demux;
mod gain;
mod inputs;
mod latch;
mod lookup;
mod mux;
mod product;
mod relay;
mod saturation;
mod sum;
mod unit_delay;
mod zero_order_hold;

pub use demux::Demux;
pub use gain::Gain;
pub use latch::Latch;
pub use lookup::Lookup;
pub use mux::Mux;
pub use product::Product;
pub use relay::Relay;
pub use saturation::Saturation;
pub use sum::Sum;
pub use unit_delay::UnitDelay;
pub use zero_order_hold::ZeroOrderHold;
