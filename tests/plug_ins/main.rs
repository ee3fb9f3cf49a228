//! Libraries of others, in Rust, C and C++: built, loaded and run as their authors do.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod bundles;
mod c_misbehaviour;
mod growth;
mod headers;
mod late_misbehaviour;
mod looks;
mod new_library;
mod resources;
mod terminals;
mod three_languages;

#[path = "../../engine/tests/engine/laboratory/bundled.rs"]
mod bundled;
#[path = "../../engine/tests/engine/drawing.rs"]
mod drawing;
#[path = "../program/mod.rs"]
mod program;
