//! Linear systems against closed forms and the formats of their files.

#![allow(missing_docs, reason = "tests")]

mod exponential;
mod files;
mod margins;
mod modes;
mod response;
