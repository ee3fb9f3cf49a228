//! Mechanical elements in three dimensions. Positions are in metres, in the
//! scenario's frame.

mod damped_spring;

pub use damped_spring::DampedSpring;

simobject::library! {
    name: "mechanics",
    doc: "Mechanical elements in three dimensions",
    types: [DampedSpring],
}
