//! What holds two bodies together in three dimensions.

mod rotational_spring_damper;

pub use rotational_spring_damper::RotationalSpringDamper;
