//! Hydraulic elements.

mod accumulator;
mod check_valve;
mod cylinder_c;
mod cylinder_q;
mod delivery;
mod fixed_displacement_motor;
mod fixed_displacement_pump;
mod flow_source;
mod laminar_orifice;
mod lossless_line;
mod network;
mod pressure_relief_valve;
mod pressure_source;
mod spool;
mod tank;
mod turbulent_orifice;
mod valve;
mod valves;
mod variable_displacement_pump;
mod volume;

pub use accumulator::Accumulator;
pub use check_valve::CheckValve;
pub use cylinder_c::CylinderC;
pub use cylinder_q::CylinderQ;
pub use fixed_displacement_motor::FixedDisplacementMotor;
pub use fixed_displacement_pump::FixedDisplacementPump;
pub use flow_source::FlowSource;
pub use laminar_orifice::LaminarOrifice;
pub use lossless_line::LosslessLine;
pub use pressure_relief_valve::PressureReliefValve;
pub use pressure_source::PressureSource;
pub use tank::Tank;
pub use turbulent_orifice::TurbulentOrifice;
pub use valves::{Valve22, Valve32, Valve43};
pub use variable_displacement_pump::VariableDisplacementPump;
pub use volume::Volume;

/// Where everything begins unless something else is said, Pa.
const ATMOSPHERE: f64 = 1e5;
