//! Campaigns: definitions, cases, samples and metrics whose numbers are known.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod definition;
mod metrics;
mod plan;
mod samples;
mod still;
