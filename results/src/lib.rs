//! Results of runs and of campaigns as tables: written and read as CSV and
//! Parquet, compared, and drawn.
//!
//! It knows nothing of models and runs: what comes out of them are columns with
//! names, units and values.

mod by_object;
mod chart;
mod comparison;
mod csv_text;
mod data_frame;
mod frequency_response;
mod frequency_table;
pub mod page;
mod parquet_columns;
mod parquet_rows;
mod result_file;
mod results;
mod spectrum;
pub mod whole_file;

pub use by_object::by_object;
pub use chart::{Chart, Curves, Guide, Interval, Line, Look, Panel, Plane, Responses, Scale, Size};
pub use comparison::{Alone, ColumnComparison, Comparison, Difference, Tolerance};
pub use csv_text::Header;
pub use data_frame::{Column, DataFrame, Values};
pub use frequency_response::{FrequencyResponse, Response};
pub use frequency_table::{FrequencyPair, frequency_table};
pub use parquet_columns::parquet_names;
pub use parquet_rows::ParquetRows;
pub use result_file::Format;
pub use results::{ResultColumn, Results};
pub use spectrum::{Sampling, spectra};
