//! Results of runs and of campaigns as tables: written and read as CSV and
//! Parquet, compared, and drawn.
//!
//! It knows nothing of models and runs: what comes out of them are columns with
//! names, units and values.

mod data_frame;

pub use data_frame::{Column, DataFrame, Values};
