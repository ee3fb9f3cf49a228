//! The C library as programs use it: its header, its calls, and its examples.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

#[cfg(target_os = "linux")]
mod examples;
#[path = "../../../../engine/simobject/tests/abi/generated.rs"]
mod generated;
mod header;
mod misuse;
