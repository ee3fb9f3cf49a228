//! A scenario as it is written: the document with its spans, and the small
//! languages inside its attributes.

mod cursor;
pub(crate) mod decimal;
pub(crate) mod document;
mod engine_attribute;
pub(crate) mod expression;
mod malformed;
mod method;
pub(crate) mod output;
pub(crate) mod output_times;
pub(crate) mod overrides;
pub(crate) mod reader;
mod save_points;
mod schema;
mod section;
pub(crate) mod settings;
mod synopsis;
mod syntax;

pub use method::Method;
pub use output_times::OutputTimes;
pub use schema::write_schema;
pub use settings::{Norm, Settings};
