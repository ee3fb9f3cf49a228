//! What a model is made of, wherever that comes from: SimObjects with their
//! parameters, connections, initial conditions, how to integrate, what to record.
//!
//! XML is one front end (the crate `bowline-scenario`), a program is another
//! ([`ModelDescription::new`]). All names and values are texts: libraries read parameters as
//! texts, and so does the run record. They stand in one [`SourceMap`](bowline_text::SourceMap), and the
//! description keeps where: 8 bytes for each, also where the place of an error is told.

mod builder;
mod engine;
mod outline;
pub mod overridden;
mod store;
mod up;
mod value;

pub use builder::{CameraBuilder, ObjectBuilder, OutputBuilder};
pub use builder::{bad_name, is_object_name};
pub use engine::EngineBuilder;
pub(crate) use outline::Insertion;
pub use outline::{Element, ElementKind, Outline, Scheme};
pub use store::ModelDescription;
pub use store::{Attributes, ElementDescription, ObjectDescription, StoredAttribute};
pub(crate) use store::{Flat, VariableDescription};
pub use up::Up;
pub use value::Value;
