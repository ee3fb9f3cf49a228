//! Sources, signal blocks, linear dynamics, controllers and shapes that every model needs.
//!
//! Blocks with a `PortWidth` work on each element of their ports alike; their
//! parameters are then vectors, which a single number fills. Ports have no
//! unit here: a block gives what its sources and parameters make of it.

mod curve;
pub mod field;
mod indicators;
mod limits;
mod math;
mod sampling;
mod signal;
mod source;
pub mod visual;
mod width;

pub use math::{DiscretePid, Expression, Integrator, LinearSystem, LowPass, Pid};
pub use signal::{Demux, Gain, Latch, Lookup, Mux, Product, Relay, Saturation, Sum, UnitDelay, ZeroOrderHold};
pub use source::{Constant, Noise, Pulse, Ramp, Sine, Step, Table};

simobject::library! {
    name: "fhsim_base",
    aliases: ["base"],
    doc: "Sources, signal blocks, linear dynamics, vector fields and shapes of the 3D view",
    types: [
        Constant, Sine, Step, Ramp, Pulse, Table, Noise,
        Gain, Sum, Product, Mux, Demux, Saturation, Lookup,
        UnitDelay, ZeroOrderHold, Relay, Latch,
        LowPass, Integrator, LinearSystem, Pid, DiscretePid, Expression,
        field::Uniform, field::Table, field::Probe,
        visual::Sphere, visual::Box, visual::Cylinder, visual::Wheel, visual::Coil, visual::HydraulicCylinder,
        visual::Cone, visual::Capsule, visual::Line, visual::Tube, visual::Surface, visual::Arrow, visual::Text, visual::Axes,
        visual::Mesh, visual::Trail, visual::Pump, visual::ElectricMotor, visual::Tank, visual::Accumulator, visual::Valve, visual::Orifice,
        visual::CheckValve, visual::ReliefValve, visual::Hose, visual::Hinge, visual::Ground,
    ],
}
