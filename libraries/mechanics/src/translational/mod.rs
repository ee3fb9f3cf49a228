//! What moves along a line.

mod mass;
mod spring_damper;

pub use mass::Mass;
pub use spring_damper::SpringDamper;
