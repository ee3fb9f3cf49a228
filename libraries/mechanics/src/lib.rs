//! Mechanical elements. Positions are in metres, in the scenario's frame.

mod bouncing_ball;
mod breaking_spring;
mod damped_spring;
mod gravity;
mod planar_linkage;
mod point_mass;
mod spring;

pub use bouncing_ball::BouncingBall;
pub use breaking_spring::BreakingSpring;
pub use damped_spring::DampedSpring;
pub use gravity::Gravity;
pub use planar_linkage::PlanarLinkage;
pub use point_mass::PointMass;

simobject::library! {
    name: "mechanics",
    doc: "Mechanical elements",
    types: [DampedSpring, BreakingSpring, BouncingBall, PointMass, Gravity, PlanarLinkage],
}
