//! Runs that are done again: how far off a result is, and how it changes with parameters.

mod asked;
mod page;
mod sensitivity;
mod verify;

pub(crate) use page::{share, verdict};
pub(crate) use sensitivity::sensitivity;
pub(crate) use verify::{after_run, verify};
