//! Blocks whose output depends on time only (`Src/...`). Those whose value or
//! slope jumps announce when, so that every method steps exactly to the jump.

mod constant;
mod noise;
mod periods;
mod philox;
mod pulse;
mod ramp;
mod sine;
mod step;
mod table;

pub use constant::Constant;
pub use noise::Noise;
pub use pulse::Pulse;
pub use ramp::Ramp;
pub use sine::Sine;
pub use step::Step;
pub use table::Table;
