//! The ABI: its header, and that what libraries were built for stays where it was.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod definitions;
#[cfg(target_pointer_width = "64")]
mod frozen;
mod generated;
mod header;
