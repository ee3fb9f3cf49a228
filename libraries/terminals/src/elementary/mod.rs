//! Elements that several natures have, each written once; the words of each nature are beside the element.

pub mod flow_source;
pub mod potential_source;
pub mod resistance;
pub mod sensor;

pub use flow_source::{BetweenFlanges, ConstantFlow, OntoFlange, SignalFlow};
pub use potential_source::{ConstantPotential, SignalPotential, Tank};
pub use resistance::Resistance;
pub use sensor::{FlowSensor, PotentialSensor};
