//! The oil that elements of a hydraulic system share.

use simobject::{Quantity, ResourceKind};

/// What an oil is like at an absolute pressure.
pub const OIL: ResourceKind<1, 3> = ResourceKind::new(
    "Oil",
    "What an oil is like at an absolute pressure",
    &[Quantity::new("Pressure", "Pa", 1)],
    &[
        Quantity::new("BulkModulus", "Pa", 1),
        Quantity::new("Density", "kg/m^3", 1),
        Quantity::new("KinematicViscosity", "m^2/s", 1),
    ],
);
