//! Runs models: steps, ticks and events, rows and records, runs that are watched
//! and told what to do, and views that are played again.

pub mod driver;
pub mod happenings;
pub mod linear_model;
pub mod live;
pub mod replay;
