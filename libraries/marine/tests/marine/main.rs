//! The laws of the sea against SciPy and closed forms.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod catenary;
mod hull;
mod waves;
