//! What moves along a line.

mod fixed_position;
mod force_source;
mod translational_mass;
mod translational_spring;

pub use fixed_position::FixedPosition;
pub use force_source::ForceSource;
pub use translational_mass::TranslationalMass;
pub use translational_spring::TranslationalSpring;
