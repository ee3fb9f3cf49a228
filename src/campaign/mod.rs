//! Campaigns: `bowline sweep`, `bowline summary`.

pub(crate) mod arguments;
mod asked;
mod progress;
mod summary;
mod sweep;
mod worker;

pub(crate) use summary::summary;
pub(crate) use sweep::sweep;
pub(crate) use worker::worker;
