//! The host's half of the ABI, against libraries that keep its rules and libraries that do not.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod abi;
mod bundles;
mod constructors;
mod contract;
mod every_field;
mod looks;
mod resources;
mod sampled;
mod terminals;
