//! Pictures without a window: measured, compared with stored ones, and of
//! scenes in which something is wrong. They need a graphics driver, if only one
//! that draws on the processor; where there is none they are skipped, with a line
//! that says so, unless the variable `CI` is set.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod closing;
mod measured;
mod stored;
mod studio;
mod trails;
mod trouble;
