//! Reads scenarios: XML files of models, and the schema by which editors know them.

mod flat;
pub mod schema;
mod schemes;
mod sources;
mod xml;

pub use flat::write_flat;
pub use schema::write_schema;
pub use schemes::{SchemeItem, SchemePage, read_schemes};
pub use sources::Sources;
