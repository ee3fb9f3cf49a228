//! Hydraulic elements. Pressures are in Pa, flows in m^3/s, positive into
//! chambers; positions are in metres, in the scenario's frame.

mod actuator_simple;
mod root;

pub use actuator_simple::ActuatorSimple;

simobject::library! {
    name: "hydraulics",
    doc: "Hydraulic elements",
    types: [ActuatorSimple],
}
