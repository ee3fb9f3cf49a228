//! Blocks whose output depends on time only (`Src/...`). Those that jump
//! announce when, so that every method steps exactly to the jump.

mod step;
mod table;

pub use step::Step;
pub use table::Table;
