//! A model: a scenario after checking and wiring, immutable and shared by any number of runs; the numbers of one run; how
//! the model is evaluated with them; and the state files that keep them.

mod assembly;
pub mod evaluation;
pub mod model;
pub mod state_file;
mod timing;
pub mod workspace;

pub use model::Model;
