//! Where results come from: records of what was read, with hashes.

mod hash;
mod record;

pub use hash::{hash_of_file, hash_of_text};
pub use record::{FileRecord, InitialStateRecord, LibraryRecord, ScenarioRecord};
