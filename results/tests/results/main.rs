//! Tables, charts and pictures, as readers of the files find them.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod axes;
mod frequencies;
mod pictures;
mod rows;
mod tables;
