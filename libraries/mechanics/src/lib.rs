//! Mechanical elements. Positions are in metres, in the scenario's frame.

pub mod axis;
mod bouncing_ball;
mod breaking_spring;
mod damped_spring;
mod fixed_point;
mod gravity;
pub mod joint;
mod load;
mod planar_linkage;
mod point_mass;
mod prescribed_motion;
mod rigid_body;
pub mod rotational;
mod spring;

pub use bouncing_ball::BouncingBall;
pub use breaking_spring::BreakingSpring;
pub use damped_spring::DampedSpring;
pub use fixed_point::FixedPoint;
pub use gravity::Gravity;
pub use load::{Force, Load, Torque};
pub use planar_linkage::PlanarLinkage;
pub use point_mass::PointMass;
pub use prescribed_motion::PrescribedMotion;
pub use rigid_body::RigidBody;

use axis::{Inertia, Rotation, SpringDamper, Translation};

simobject::library! {
    name: "mechanics",
    doc: "Mechanical elements",
    types: [
        DampedSpring, BreakingSpring, BouncingBall, PointMass, Gravity,
        FixedPoint, PrescribedMotion, Force, Torque,
        Inertia<Translation>, SpringDamper<Translation>,
        Inertia<Rotation>, SpringDamper<Rotation>, rotational::Rack, rotational::DcMotor, rotational::BrakedInertia,
        joint::RotationalSpringDamper, PlanarLinkage, RigidBody,
    ],
}
