//! The SimObjects of FhSim's tutorial: a linear spring and a point mass.
//!
//! Positions are in metres in the scenario's frame; the tutorial's z axis
//! points down.

mod linear_spring;
mod mass;

pub use linear_spring::LinearSpring;
pub use mass::Mass;

simobject::library! {
    name: "FhsimTutorialLibrary",
    doc: "The linear spring and the point mass of FhSim's tutorial",
    types: [LinearSpring, Mass],
}
