//! What a model is made of, wherever that comes from: SimObjects with their
//! parameters, connections, initial conditions, how to integrate, what to record.
//!
//! XML is one front end (the crate `bowline-scenario`), a program is another
//! ([`ModelDescription::new`]). All names and values are texts: libraries read parameters as
//! texts, and so does the run record. They stand in one [`SourceMap`](bowline_text::SourceMap), and the
//! description keeps where: 8 bytes for each, also where the place of an error is told.

pub mod aliases;
pub mod attributes;
mod builder;
mod engine;
pub mod files;
pub mod flattening;
mod front_end;
mod outline;
pub mod overridden;
pub mod reference;
mod store;
mod stored_attribute;
mod up;
mod value;
pub mod variables;

pub use builder::{CameraBuilder, ObjectBuilder, OutputBuilder, bad_name, is_object_name};
pub use engine::EngineBuilder;
pub use front_end::FrontEnd;
pub use outline::{Element, ElementKind, Outline, Scheme};
pub use store::{Attributes, ElementDescription, ModelDescription, ObjectDescription};
pub use stored_attribute::StoredAttribute;
pub use up::Up;
pub use value::{Value, is_plain};
