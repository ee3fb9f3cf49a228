//! Reads scenarios: XML files of models, and the schema by which editors know them.

pub mod schema;
mod sources;
mod xml;

pub use schema::write_schema;
pub use sources::Sources;
