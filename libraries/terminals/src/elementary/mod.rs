//! Elements that several natures have, each written once; the words of each nature are beside the element.

pub mod potential_source;
pub mod resistance;
pub mod sensor;

pub use potential_source::{ConstantPotential, SignalPotential, Tank};
pub use resistance::Resistance;
pub use sensor::{FlowSensor, PotentialSensor};
