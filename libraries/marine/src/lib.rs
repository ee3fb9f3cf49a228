//! The sea, and what floats and hangs in it. Positions are in metres, in the scenario's frame, with z down and the still
//! water at z = 0.

pub mod body;
pub mod cable;
pub mod numerics;
pub mod sea;

simobject::library! {
    name: "marine",
    doc: "The sea, and what floats and hangs in it",
    types: [body::Buoy, sea::Waves, sea::Current, sea::Wind, sea::Seabed, sea::Probe, sea::Anemometer, cable::Mooring, cable::Catenary],
}
