//! Where results come from: records of what was read, with hashes.

mod hash;
mod record;

pub(crate) use hash::hash_of_file;
pub use hash::hash_of_text;
pub use record::{FileRecord, InitialStateRecord, LibraryRecord, ScenarioRecord};
