//! From a description to a model that can be evaluated: names are resolved, ports
//! connected, computations ordered, and all numbers given a place.

mod aliases;
mod assembly;
pub mod attributes;
pub mod catalog;
pub mod description;
pub mod equilibrium;
pub mod evaluation;
mod files;
mod flattening;
pub mod linearization;
mod loading;
pub mod model;
mod network;
pub mod provenance;
mod reference;
pub mod state_file;
mod timing;
mod variables;
pub mod workspace;

pub use loading::{FlatScenario, FrontEnd, LoadOptions, Pairs, Parameter, Scenario};
pub use model::Model;
pub use variables::VariableRecord;
