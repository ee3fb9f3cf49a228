//! Sources and signal blocks that every model needs.

mod source;

pub use source::{Step, Table};

simobject::library! {
    name: "fhsim_base",
    aliases: ["base"],
    doc: "Sources and signal blocks",
    types: [Step, Table],
}
