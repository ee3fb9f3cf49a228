//! Campaigns: many runs of one scenario, with parameters that vary from case to
//! case, on all cores or on many machines.

mod definition;
pub mod plan;

pub use definition::{Definition, Series};
pub use plan::{Case, Plan, PlanError, Sampling, SamplingMethod, Value, Variation, VariedColumn};
