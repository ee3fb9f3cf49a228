//! Mechanical elements. Positions are in metres, in the scenario's frame.

mod bouncing_ball;
mod breaking_spring;
mod damped_spring;
mod spring;

pub use bouncing_ball::BouncingBall;
pub use breaking_spring::BreakingSpring;
pub use damped_spring::DampedSpring;

simobject::library! {
    name: "mechanics",
    doc: "Mechanical elements",
    types: [DampedSpring, BreakingSpring, BouncingBall],
}
