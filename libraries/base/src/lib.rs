//! Sources, signal blocks and linear dynamics that every model needs.
//!
//! Blocks with a `PortWidth` work on each element of their ports alike; their
//! parameters are then vectors, which a single number fills. Ports have no
//! unit here: a block gives what its sources and parameters make of it.

mod curve;
mod limits;
mod math;
mod signal;
mod source;
mod width;

pub use math::{Integrator, LinearSystem, LowPass, Pid};
pub use signal::{Demux, Gain, Lookup, Mux, Product, Saturation, Sum};
pub use source::{Constant, Pulse, Ramp, Sine, Step, Table};

simobject::library! {
    name: "fhsim_base",
    aliases: ["base"],
    doc: "Sources, signal blocks and linear dynamics",
    types: [
        Constant, Sine, Step, Ramp, Pulse, Table,
        Gain, Sum, Product, Mux, Demux, Saturation, Lookup,
        LowPass, Integrator, LinearSystem, Pid,
    ],
}
