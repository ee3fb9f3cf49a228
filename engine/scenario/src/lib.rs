//! Reads scenarios: XML files of models, and the schema by which editors know them.

mod malformed;
mod reader;
pub mod schema;
mod section;
mod sources;
mod syntax;
mod written;

pub use schema::write_schema;
pub use sources::Sources;
