//! Methods that advance systems, as a program that knows no models uses them.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod stepper;
