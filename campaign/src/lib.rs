//! Campaigns: many runs of one scenario, with parameters that vary from case to
//! case, on all cores or on many machines.
//!
//! ```text
//! Definition (what was asked for) -> Plan (its cases)
//!         -> Campaign: the scenario, read once, and loaded for each case
//!         -> execute: runs, equilibria and modes on all cores, or in processes of their own
//!         -> journal: what each run gave, durable
//!         -> Summary: a row for each run -> report: a page
//! ```

mod campaign;
mod case_result;
mod case_set;
mod chosen;
mod collisions;
mod definition;
mod directory;
mod error;
pub mod execute;
mod journal;
mod known_files;
mod lock;
mod manifest;
mod merge;
pub mod metric;
pub mod plan;
pub mod report;
mod shard;
mod summary;

pub use campaign::{Campaign, LoadedCase, Refusal, sources};
pub use case_result::{CaseResult, CaseStatistics, Origin, Status};
pub use chosen::{Chosen, choose};
pub use definition::{Definition, Series};
pub use directory::{Directory, Layout};
pub use error::CampaignError;
pub use known_files::ReadFile;
pub use manifest::{Beginning, ColumnKind, ExecutionRecord, Manifest, ScenarioText, SummaryColumn};
pub use merge::{Merged, merge};
pub use plan::{Case, Plan, PlanError, Sampling, SamplingMethod, Value, Variation, VariedColumn};
pub use shard::Shard;
pub use summary::Summary;
