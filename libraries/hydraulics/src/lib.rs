//! Hydraulic elements. Pressures are absolute, in Pa; flows are in m^3/s,
//! positive into the chamber or volume that they are connected to; positions
//! are in metres, in the scenario's frame.

mod accumulator;
mod actuator_simple;
mod check_valve;
mod oil;
mod oil_probe;
mod orifice;
mod pump;
mod relief_valve;
mod tank;
mod valve43;
mod volume;

pub use accumulator::Accumulator;
pub use actuator_simple::ActuatorSimple;
pub use check_valve::CheckValve;
pub use oil::{OIL, Oil};
pub use oil_probe::OilProbe;
pub use orifice::Orifice;
pub use pump::Pump;
pub use relief_valve::ReliefValve;
pub use tank::Tank;
pub use valve43::Valve43;
pub use volume::Volume;

simobject::library! {
    name: "hydraulics",
    doc: "Hydraulic elements",
    types: [ActuatorSimple, Oil, OilProbe, Volume, Tank, Valve43, Pump, ReliefValve, CheckValve, Orifice, Accumulator],
}
