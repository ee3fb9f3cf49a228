//! Campaigns: `bowline sweep`, `bowline summary`, `bowline merge`, `bowline report`.

pub(crate) mod arguments;
mod asked;
mod merge;
mod progress;
mod report_page;
mod slurm;
mod summary;
mod sweep;
mod verified;
mod worker;

pub(crate) use merge::merge;
pub(crate) use report_page::report;
pub(crate) use summary::summary;
pub(crate) use sweep::sweep;
pub(crate) use worker::worker;
