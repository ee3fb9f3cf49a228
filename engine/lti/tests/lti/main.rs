//! Linear systems against closed forms and the formats of their files.

#![allow(missing_docs, reason = "tests")]

mod exponential;
mod files;
mod many_channels;
mod margins;
mod modes;
mod response;
