//! Hydraulic elements.

mod check_valve;
mod cylinder_c;
mod flow_source;
mod laminar_orifice;
mod lossless_line;
mod pressure_relief_valve;
mod pressure_source;
mod tank;
mod turbulent_orifice;
mod valve43;
mod variable_displacement_pump;
mod volume;

pub use check_valve::CheckValve;
pub use cylinder_c::CylinderC;
pub use flow_source::FlowSource;
pub use laminar_orifice::LaminarOrifice;
pub use lossless_line::LosslessLine;
pub use pressure_relief_valve::PressureReliefValve;
pub use pressure_source::PressureSource;
pub use tank::Tank;
pub use turbulent_orifice::TurbulentOrifice;
pub use valve43::Valve43;
pub use variable_displacement_pump::VariableDisplacementPump;
pub use volume::Volume;

/// Where everything begins unless something else is said, Pa.
const ATMOSPHERE: f64 = 1e5;
