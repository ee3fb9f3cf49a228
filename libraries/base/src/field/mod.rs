//! Vector fields: who provides one, and a block that asks.

mod probe;
mod table;
mod uniform;

pub use probe::Probe;
pub use table::Table;
pub use uniform::Uniform;
