//! Kinds of resources that libraries share, so that the types of one find those
//! of another.

use simobject::{Quantity, ResourceKind};

/// The acceleration of gravity at a position, in the scenario's frame.
pub const GRAVITY: ResourceKind<3, 3> = ResourceKind::new(
    "Gravity",
    "Acceleration of gravity at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Acc", "m/s^2", 3)],
);

/// A vector at a position, in the scenario's frame. What it means, and in which
/// unit, is said by who provides it.
pub const VECTOR_FIELD: ResourceKind<3, 3> = ResourceKind::new(
    "VectorField",
    "A vector at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Value", "", 3)],
);
